/**
 * A story handed in word for word, through the newsroom's line to its posts: the reporter writes what it is given, a
 * checker answers by the labels of the honest story, and doubted sentences are answered as the test says. All turns are
 * the real agent's; every request to a model counts.
 */
import { join } from 'node:path';
import type { ModelRequest } from '../../src/llm/chat-model.ts';
import { readEdition } from '../../src/newsroom/edition/edition.ts';
import type { Edition } from '../../src/newsroom/edition/edition.ts';
import type { Assignment } from '../../src/newsroom/model/assignment.ts';
import type { SourcePack } from '../../src/newsroom/model/source-pack.ts';
import { PackPassages } from '../../src/newsroom/verify/pack-passages.ts';
import type { PackPassage } from '../../src/newsroom/verify/pack-passages.ts';
import type { PublishedStory } from '../../src/newsroom/model/story-book.ts';
import { citedSentences } from '../../src/text/cited-sentences.ts';
import type { CitedSentence } from '../../src/text/cited-sentences.ts';
import { numbersIn } from '../../src/text/numbers.ts';
import { scriptedModel } from '../support/scripted-model.ts';
import { askedCheck } from '../support/models/scripted-checker.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { agentWork, shippedPrompts } from './agent-work.ts';
import { NewsroomWorld, aSource } from './newsroom-world.ts';
import type { HonestStory } from './verify/claims-score.ts';

const EDITIONS = [join(import.meta.dirname, '../../data/editions')];

/** What a reporter answers about the doubted sentence `i`; undefined leaves it out. */
export type Mending = (i: number, text: string) => object | undefined;

export interface HandedIn {
  /** Its body is the honest one: the checker's labels. */
  readonly story: HonestStory;
  /** What the reporter writes. */
  readonly body: string;
  readonly mend?: Mending;
  /** Raw answers in place of the scripted ones, by part (`write`, `verify`, `mend`, `rescue`), one each time it is asked. */
  readonly instead?: Partial<Record<string, readonly string[]>>;
  readonly flags?: readonly string[];
  /** Characters or words that a story has at least; the edition's where absent. */
  readonly atLeast?: number;
  /** How often a draft that came to nothing is rescued; the plan's number where absent. */
  readonly rescues?: number;
}

export interface RoundEnd {
  readonly job: Assignment;
  readonly published: PublishedStory | undefined;
  /** The parts that a model was asked for, in order: one each request. */
  readonly calls: readonly string[];
  /** What a model read, by part: the newest. */
  readonly read: ReadonlyMap<string, string>;
  /** The sentences that the reporter was asked to mend, without their citations. */
  readonly doubted: readonly string[];
  readonly posts: readonly string[];
}

export function editionOf({ lang }: Pick<HonestStory, 'lang'>): Edition {
  return readEdition(lang === 'zh' ? 'uk-hk' : 'sample', EDITIONS);
}

/** From the order to what is posted, or waits, or was given up. */
export async function throughTheLine(given: HandedIn): Promise<RoundEnd> {
  const { story, flags = [] } = given;
  const edition = editionOf(story);
  if (given.atLeast !== undefined) edition.lengths.story.min = given.atLeast;
  const world = new NewsroomWorld({ edition, clock: new FakeClock(story.built_at + 60_000) });
  try {
    const prompts = shippedPrompts(edition.language);
    const calls: string[] = [];
    const read = new Map<string, string>();
    world.pack = () => packOf(story);
    world.work = (inbound) => {
      const part = inbound.id.split('/').at(-1) ?? '';
      const answer = (request: ModelRequest) => {
        calls.push(part);
        const text = [request.system, ...request.messages.map((one) => one.text)].join('\n');
        read.set(part, text);
        return answered(part, text, calls, given);
      };
      return agentWork(inbound, {
        model: scriptedModel(answer, answer, answer),
        prompts,
        clock: world.clock,
      });
    };
    const plan = await world.order('run-1', 1, (drawn) => ({
      ...drawn,
      stories: drawn.stories.map((job) => ({
        ...job,
        story: { ...job.story, ...plannedAs(story), flags: [...flags] },
        recover: { ...job.recover, max_rescue_attempts: given.rescues ?? job.recover.max_rescue_attempts },
      })),
    }));
    const line = world.line({ render: (id, values) => prompts.render(id, values) });
    line.take('run-1');
    await line.idle();
    const posts = (await world.sendAll()).map(({ spec }) => ('text' in spec ? spec.text : ''));
    if (world.failures.length > 0) throw new Error(world.failures.join('; '));
    const [job] = await world.jobs(plan);
    const published = await world.stories.find('run-1/story_01');
    const doubted = [...askedMends(read.get('mend') ?? '').values()];
    return { job: job!, published, calls, read, doubted, posts };
  } finally {
    world.close();
  }
}

function plannedAs({ title, sources, body }: HonestStory) {
  const [primary, ...others] = sources.map(({ url }) => url);
  return {
    title,
    primary_url: primary ?? '',
    supporting_urls: others,
    concrete_anchor: numbersIn(body)[0]?.text ?? title,
  };
}

function packOf({ lang, built_at, sources }: HonestStory): SourcePack {
  return {
    builtAtMs: built_at,
    sources: sources.map(({ id, url, title = '', published_at, text }) =>
      aSource(id, url, text, {
        title,
        outlet: new URL(url).hostname.replace(/^www\./u, ''),
        language: lang === 'zh' ? 'zh' : 'en',
        ...(published_at !== undefined && { publishedAtMs: published_at }),
      }),
    ),
  };
}

function answered(part: string, prompt: string, calls: readonly string[], given: HandedIn): string {
  const instead = given.instead?.[part]?.[calls.filter((one) => one === part).length - 1];
  if (instead !== undefined) return instead;
  if (part === 'write') return scriptOf(given.story, given.body);
  if (part === 'verify') return JSON.stringify(checkedByLabels(prompt, given.story));
  if (part === 'mend') return JSON.stringify(mended(prompt, given.mend));
  return JSON.stringify({ status: 'FAILURE', title: '', draft: { body: '' }, error_message: 'scripted' });
}

/** What a reporter hands in. */
export function scriptOf({ title }: Pick<HonestStory, 'title'>, body: string): string {
  return JSON.stringify({
    status: 'SUCCESS',
    title,
    draft: { body, card_prompt: null, infographic_prompt: null },
    error_message: null,
  });
}

/** The honest story's sentences are borne out by the passages that the prompt names; all others are in no source. */
function checkedByLabels(prompt: string, { title, body }: HonestStory): object {
  const honest = new Set([title, ...citedSentences(body).map(({ text }) => text)]);
  const asked = askedCheck(prompt);
  if (!asked) throw new Error('the checker was shown no sentences');
  return {
    sentences: asked.sentences.map(({ i, text, see }) => {
      if (!honest.has(text)) return { i, verdict: 'not_found', passages: [], why: 'scripted' };
      const best = see.map((id) => asked.passages.get(id) ?? '').filter(Boolean);
      const passages = best.length > 0 ? best : [...asked.passages.values()].slice(0, 1);
      return { i, verdict: 'supported', passages };
    }),
  };
}

/** The numbered sentences of a prompt to mend: those that a doubt stands under. */
function askedMends(prompt: string): Map<number, string> {
  const asked = prompt.matchAll(/^(\d+) (?:\(title\) )?(.+?)((?:\[\d+\])*)\n(?= {2}doubted: )/gmu);
  return new Map([...asked].map(([, i, text = '']) => [Number(i), text]));
}

function mended(prompt: string, mend: Mending = () => undefined): object {
  const answers = [...askedMends(prompt)].flatMap(([i, text]) => {
    const answer = mend(i, text);
    return answer ? [{ i, ...answer }] : [];
  });
  return { sentences: answers };
}

/** The sentences, by number, that differ between an honest body and another; and what stands there in the honest one. */
export function differing(honest: string, other: string): Map<number, string> {
  const [then, now] = [citedSentences(honest), citedSentences(other)];
  const same = (a?: CitedSentence, b?: CitedSentence) => a !== undefined && a.text === b?.text;
  let first = 0;
  while (same(then[first], now[first])) first += 1;
  let last = 0;
  const most = Math.min(then.length, now.length) - first;
  while (last < most && same(then[then.length - 1 - last], now[now.length - 1 - last])) last += 1;
  const right = then.slice(first, then.length - last);
  const wrong = now.slice(first, now.length - last);
  return new Map(
    wrong.map((_, at) => {
      const there = at < wrong.length - 1 ? right.slice(at, at + 1) : right.slice(at);
      const [start, end] = [there[0]?.start, there.at(-1)?.end];
      return [first + at + 1, start === undefined ? '' : honest.slice(start, end)];
    }),
  );
}

/** A body without its citations: code adds those that are missing. */
export function uncited(body: string): string {
  return body.replace(/\s?\[\d{1,2}\]/gu, '');
}

type Planted = Pick<HonestStory['planted'][number], 'original' | 'changed'>;

/** The passage that tells of what an error was planted in; that of the honest sentence. */
export function passagesOf(story: HonestStory, error: Planted): string[] {
  return ranked(story, error)
    .slice(0, 1)
    .map(({ text }) => text);
}

/** A passage of another matter: none of the three that tell most of it. */
export function othersOf(story: HonestStory, error: Planted): string[] {
  const { all } = new PackPassages(packOf(story));
  const best = ranked(story, error);
  const other = all.find((one) => !best.slice(0, 3).some(({ id }) => id === one.id));
  return other ? [other.text] : [];
}

function ranked(story: HonestStory, { original, changed }: Planted): readonly PackPassage[] {
  const changedAt = story.body.indexOf(original);
  const inside = citedSentences(story.body).find(({ start, end }) => start <= changedAt && changedAt < end);
  const wanted = { text: inside?.text ?? changed, cites: inside?.standsOn ?? [] };
  return new PackPassages(packOf(story)).best(wanted, 9);
}
