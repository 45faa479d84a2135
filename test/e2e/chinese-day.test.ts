/**
 * A morning of the bundled edition in Traditional Chinese as it is shipped, house style, lengths and verification: outlets on
 * loopback, markets too, and a Gemini that picks, writes stories of full length and checks them as a good one would.
 */
import { readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import type { ClusterMaterial, ModelDecision } from '../../src/llm/cluster-shapes.ts';
import { unfenced } from '../../src/llm/fence.ts';
import type { PublishedStory } from '../../src/newsroom/model/story-book.ts';
import { citedSentences } from '../../src/text/cited-sentences.ts';
import { RESULTS, SCHOOLS } from '../newsroom/full-stories.ts';
import { scriptOf, uncited } from '../newsroom/handed-in.ts';
import { MARKETS, SNAPSHOT, SPX } from '../newsroom/market-story.ts';
import type { HonestStory } from '../newsroom/verify/claims-score.ts';
import { found } from '../support/desk-process.ts';
import { FlowingClock } from '../support/flowing-clock.ts';
import { LoopbackMarket } from '../support/market/loopback-market.ts';
import { modelsDesk } from '../support/models-desk.ts';
import { clusterQuestion, decisionOn } from '../support/models/gemini-cluster.ts';
import { inputIn, newsroomBrain, promptOf } from '../support/models/gemini-newsroom.ts';
import { LoopbackGemini } from '../support/models/loopback-gemini.ts';
import type { GeminiRequest } from '../support/models/loopback-gemini.ts';
import { says } from '../support/models/loopback-gemini-script.ts';
import type { GeminiReply } from '../support/models/loopback-gemini-script.ts';
import { askedCheck } from '../support/models/scripted-checker.ts';
import { loopbackPress } from '../support/sources/loopback-press.ts';

const STORIES = [MARKETS, RESULTS, SCHOOLS];
const DAY = Date.UTC(2026, 10, 20, 6, 59);
const PICKED = {
  'zh-markets': { category: 'US Stocks', concrete_anchor: '31億美元' },
  // Of the same category, and not of a market's symbols: its figures are its sources' alone.
  'zh-results': { category: 'US Stocks', concrete_anchor: '3.26億元' },
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
  const market = new LoopbackMarket();
  await market.start();
  market.stooq.set('^spx', SPX);
  const clock = new FlowingClock(DAY);
  close.push(
    press.close,
    () => gemini.close(),
    () => market.stop(),
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
    STOOQ_BASE_URL: market.url,
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
  expect(remembered.map(({ content }) => content).toSorted()).toEqual([
    expect.stringMatching(/^朗埔百貨中期少賺18%.*\n朗埔百貨（Larkpool Stores）周五公布.*\n\(美股\)$/su),
    expect.stringMatching(/^沙田三間小學明年合併.*\n[^【]*\n\(香港新聞\)$/su),
    expect.stringMatching(/^美股下挫.*\n美股周四下挫，標準普爾500指數收報.*\n\(美股\)$/su),
  ]);
  const [markets, results] = [MARKETS, RESULTS].map(({ title }) => told.find((one) => one?.title === title));
  // The index has its figures from the snapshot, which the company's results don't need.
  const snapshot = markets?.pack.sources.find(({ kind }) => kind === 'market');
  expect(snapshot?.text).toContain('6,619.6');
  expect(boreOut(markets, snapshot?.n)).toEqual(expect.arrayContaining(['6,619.6', '80.4', '1.2%', '6,700']));
  expect(boreOut(results, results?.pack.sources.find(({ kind }) => kind === 'market')?.n)).toEqual([]);
  // What editors read of it is Chinese, but for names, ids, addresses and the scripted planner's own reason.
  const names = /console:\S+|`[^`]+`|\S+\.localhost\S*|news_\w+|US\$|\bT1\b|token|it is news/gu;
  for (const { id } of stories) {
    const options = { story: id };
    const asked = { name: 'story why', options, sessionKey: 'console:desk', locale: 'zh' };
    const { text } = await desk.rpc<{ text: string }>('commands.invoke', asked);
    expect(text).toMatch(/ · (?:美股|香港新聞)\n/);
    expect(text.split('\n').slice(1).join('\n').replaceAll(names, '')).not.toMatch(/[a-z]{3}/iu);
  }
  const { inputs } = await desk.rpc<{ inputs: { candidates: { picked_because: string }[] }[] }>(
    'newsroom.status',
  );
  const reasons = inputs.flatMap(({ candidates }) => candidates.map((one) => one.picked_because));
  expect(reasons).toHaveLength(STORIES.length);
  for (const reason of reasons) expect(reason.replaceAll(names, '')).not.toMatch(/[a-z]{3}/iu);
  expect(parts.toSorted()).toEqual([...STORIES.map(() => 'verify'), ...STORIES.map(() => 'write')]);
  expect(gemini.complaints).toEqual([]);
});

/** The figures of a story that its source `n` bears out. */
function boreOut(story: PublishedStory | undefined, n: number | undefined): string[] {
  const claims = story?.claims?.filter(({ kind, passage }) => kind === 'number' && passage?.n === n) ?? [];
  return claims.map(({ text }) => text);
}

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
  const { story, source_pack, assets } = inputIn(prompt);
  const own = STORIES.find(({ sources }) => sources.some(({ url }) => at(url) === story.primary_url))!;
  const numberOf = (id: string) => {
    if (Number(id) === SNAPSHOT) return assets?.market?.cite_as ?? 99;
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
