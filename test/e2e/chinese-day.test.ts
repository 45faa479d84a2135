/**
 * A morning of the bundled edition in Traditional Chinese as it is shipped, house style, lengths and verification: outlets on
 * loopback, and a Gemini that picks, writes stories of full length and checks them as a good one would.
 */
import { readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import type { ClusterMaterial, ModelDecision } from '../../src/llm/cluster-shapes.ts';
import { unfenced } from '../../src/llm/fence.ts';
import { citedSentences } from '../../src/text/cited-sentences.ts';
import { RESULTS, SCHOOLS } from '../newsroom/full-stories.ts';
import { scriptOf, uncited } from '../newsroom/handed-in.ts';
import type { HonestStory } from '../newsroom/verify/claims-score.ts';
import { found } from '../support/desk-process.ts';
import { FlowingClock } from '../support/flowing-clock.ts';
import { modelsDesk } from '../support/models-desk.ts';
import { clusterQuestion, decisionOn } from '../support/models/gemini-cluster.ts';
import { inputIn, newsroomBrain, promptOf } from '../support/models/gemini-newsroom.ts';
import { LoopbackGemini } from '../support/models/loopback-gemini.ts';
import type { GeminiRequest } from '../support/models/loopback-gemini.ts';
import { says } from '../support/models/loopback-gemini-script.ts';
import type { GeminiReply } from '../support/models/loopback-gemini-script.ts';
import { askedCheck } from '../support/models/scripted-checker.ts';
import { loopbackPress } from '../support/sources/loopback-press.ts';

const STORIES = [RESULTS, SCHOOLS];
const DAY = Date.UTC(2026, 10, 20, 6, 59);
const PICKED = {
  'zh-results': { category: 'Hong Kong News', concrete_anchor: '3.26億元' },
  'zh-schools': { category: 'Hong Kong News', concrete_anchor: '1,380名學生' },
} as Readonly<Record<string, object>>;

const STAGGER_MS = 180_000;

let close: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const one of close.toReversed()) await one();
  close = [];
});

it('posts its stories whole, in Chinese, by one call and the checker’s each', async () => {
  const press = await loopbackPress(
    STORIES.flatMap(({ sources }) =>
      sources.map(({ url, title = '', published_at: publishedAtMs = DAY, text }) => ({
        ...{ url, title, publishedAtMs, paragraphs: text.split('\n') },
      })),
    ),
  );
  const gemini = await LoopbackGemini.start();
  const clock = new FlowingClock(DAY);
  close.push(
    press.close,
    () => gemini.close(),
    async () => clock.stop(),
  );
  const parts: string[] = [];
  const brain = newsroomBrain(STORIES.length, 'zh');
  gemini.answer((request) => answer(request, brain, { parts, at: press.at }));

  const shipped = JSON.parse(readFileSync('data/editions/uk-hk.json', 'utf8')) as { tiers: { T1: string[] } };
  const hosts = [
    ...new Set(STORIES.flatMap(({ sources }) => sources.map(({ url }) => new URL(url).hostname))),
  ];
  const edition = {
    ...shipped,
    sample: undefined,
    tiers: { ...shipped.tiers, T1: hosts },
    feeds: hosts.map((host) => ({
      ...{ key: host.split('.')[0], url: press.at(`http://${host}/feed.xml`), label: host, region: 'hk' },
    })),
    queries: {},
  };
  const env = {
    GEMINI_API_KEYS: 'a-key',
    GEMINI_BASE_URL: gemini.baseUrl,
    FETCH_ALLOW_PRIVATE: hosts.map((host) => `${host}:${press.port}`).join(','),
  };
  const desk = await modelsDesk({ env, clock, edition });
  close.push(() => desk.stop());
  clock.set(Date.UTC(2026, 10, 20, 7));

  let posted = 0;
  const { stories } = await found(async () => {
    const status = await desk.rpc<{ stories: { id: string }[]; openRuns: number }>('newsroom.status');
    // The next worker starts some minutes after the first.
    if (status.stories.length > posted) clock.set(clock.now() + STAGGER_MS);
    posted = status.stories.length;
    return status.stories.length === STORIES.length && status.openRuns === 0 ? status : undefined;
  });
  const told = await Promise.all(stories.map(({ id }) => desk.story(id)));
  for (const { title, body } of STORIES) {
    const story = told.find((one) => one?.title === title);
    expect(uncited(story?.body ?? '')).toBe(uncited(body));
    expect(
      story?.claims?.filter(({ verdict }) => verdict !== 'supported' && verdict !== 'not_checkable'),
    ).toEqual([]);
    const thread = (await desk.history(story!.thread!)).map(({ content }) => content).join('\n');
    for (const { text } of citedSentences(body)) expect(uncited(thread)).toContain(text);
    expect(thread).toContain('延伸閱讀');
  }
  const remembered = (await desk.history('console:desk')).filter(({ meta }) => meta?.kind === 'story');
  expect(remembered.map(({ content }) => content)).toEqual([
    expect.stringMatching(/^朗埔百貨中期少賺18%.*\n朗埔百貨（Larkpool Stores）周五公布.*\n\(香港新聞\)$/su),
    expect.stringMatching(/^沙田三間小學明年合併.*\n[^【]*\n\(香港新聞\)$/su),
  ]);
  expect(parts.toSorted()).toEqual(['verify', 'verify', 'write', 'write']);
  expect(gemini.complaints).toEqual([]);
});

interface Day {
  /** What was asked for stories, one each call. */
  readonly parts: string[];
  readonly at: (url: string) => string;
}

/** Stories and verdicts are the test's own; planning, clustering and the rest are `brain`'s. */
function answer(
  request: GeminiRequest,
  brain: (request: GeminiRequest) => GeminiReply,
  { parts, at }: Day,
): GeminiReply {
  const prompt = promptOf(request);
  const check = askedCheck(unfenced(prompt));
  if (check) {
    parts.push('verify');
    return says(
      JSON.stringify({
        sentences: check.sentences.map(({ i, see }) => {
          const best = see.map((id) => check.passages.get(id) ?? '').filter(Boolean);
          const passages = best.length > 0 ? best : [...check.passages.values()].slice(0, 1);
          return { i, verdict: 'supported', passages };
        }),
      }),
    );
  }
  if (prompt.includes('"source_pack"')) {
    parts.push('write');
    return says(written(prompt, at));
  }
  const links = clusterQuestion(request)?.links;
  if (links) return says(JSON.stringify({ decisions: links.map(decided) }));
  return asPicked(brain(request));
}

/** Of one happening are the pages of one story. */
function decided(link: ClusterMaterial['links'][number]): ModelDecision {
  const own = ownOf(link.title);
  const same = link.candidates.find(({ title }) => own !== undefined && ownOf(title) === own);
  if (!same) return decisionOn(link);
  const { link_id } = link;
  return { link_id, action: 'assign', event_id: same.event_id, confidence: 0.95, basis: 'the same results' };
}

/** The story whose page is the primary one, cited as its pack numbers its pages. */
function written(prompt: string, at: Day['at']): string {
  const { story, source_pack } = inputIn(prompt);
  const own = STORIES.find(({ sources }) => sources.some(({ url }) => at(url) === story.primary_url))!;
  const numberOf = (id: string) => {
    const page = own.sources.find((source) => String(source.id) === id)!;
    return source_pack.sources.find(({ url }) => url === at(page.url))?.n ?? 99;
  };
  return scriptOf(
    own,
    own.body.replace(/\[(\d)\]/g, (_, id: string) => `[${numberOf(id)}]`),
  );
}

/** A planner's picks with their own titles, categories and anchors. */
function asPicked(reply: GeminiReply): GeminiReply {
  const parts = reply.parts?.map((part) => {
    if (part.functionCall?.name !== 'write_run') return part;
    const { stories, ...rest } = part.functionCall.args as { stories: { title: string }[] };
    const picks = stories.map((pick) => {
      const own = ownOf(pick.title);
      return own ? { ...pick, title: own.title, ...PICKED[own.id] } : pick;
    });
    return { ...part, functionCall: { ...part.functionCall, args: { ...rest, stories: picks } } };
  });
  return parts ? { ...reply, parts } : reply;
}

function ownOf(headline: string): HonestStory | undefined {
  const bare = (text: string) => text.replace(/\s/gu, '');
  return STORIES.find(({ sources }) =>
    sources.some(({ title = '-' }) => bare(headline).includes(bare(title))),
  );
}
