/**
 * Step 2: what of it this newsletter is about. Wants `LetterModel`, where a language model is configured.
 *
 * - Rules first: what an earlier issue had, what is no article, the edition's excluded and included words.
 * - Then at most so many are looked at, each source in its turn, so that no feed drowns the others.
 * - A language model says in batches what is off the topic. Whatever it says nothing about is kept, and counted.
 * - Each address is in `kept` or in `left`, once, with the reason.
 */
import { z } from 'zod';
import { mentions } from '../../text/mentions.ts';
import { urlKey } from '../../newsroom/model/url-key.ts';
import { shortLine } from '../../text/shorten.ts';
import type { GatheredUrl, StepOutputs } from '../model/outputs.ts';
import type { StepResult } from '../model/steps.ts';
import { StepFailed, type LetterModel, type StepDeps } from './deps.ts';
import { groupBy } from './group-by.ts';
import { inParallel } from '../../async/in-parallel.ts';
import { readItems } from './read-items.ts';
import { skipReason } from '../../newsroom/intake/skip-rules.ts';
import { leftBecause } from './left-reasons.ts';
import { stepWords } from './words.ts';

export interface FilterInputs extends Pick<StepOutputs, 'gather_urls'> {
  /** Addresses of earlier issues. */
  readonly told: Iterable<string>;
  readonly rules?: TopicRules | undefined;
  /** Articles that are kept at most; 200 where not given. */
  readonly most?: number | undefined;
}

export interface TopicRules {
  /** What the newsletter is about, in a sentence, for a language model; the edition's categories where not given. */
  readonly topic?: string | undefined;
  /** Words of which one has to be there; none asks for nothing. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

export interface FilterStepDeps extends StepDeps {
  readonly model: LetterModel;
  /** Why editors' notes keep something out; undefined for what they don't speak of. `category`: what its feed promises. */
  readonly excluded?:
    | ((link: { title: string; description: string; category?: string | undefined }) => string | undefined)
    | undefined;
}

type Left = StepOutputs['filter_urls']['left'][number];

const MOST = 200;
/** So many times the most that are kept are looked at by a model. */
const LOOKED_AT = 2;
const BATCH = 25;
const AT_ONCE = 3;
const DESCRIPTION_CHARACTERS = 200;
const verdict = z.object({
  on_topic: z.union([z.boolean(), z.stringbool()]),
  reason: z.unknown().optional(),
});
const answer = z.object({
  items: z.array(z.object({ i: z.int(), on_topic: z.boolean(), reason: z.string() })),
});

/** @returns at most `most` links, taken from the sources in turn, and the others with the reason. */
export async function filterUrls(
  { gather_urls: { urls }, told, rules = NO_RULES, most = MOST }: FilterInputs,
  deps: FilterStepDeps,
  signal: AbortSignal,
): Promise<StepResult<StepOutputs['filter_urls']>> {
  const words = stepWords(deps.edition.language).filter;
  const byRules = filterByRules(urls, { told, rules, excluded: deps.excluded });
  const looked = eachSourceInTurn(byRules.kept, most * LOOKED_AT);
  const judged = await onTopic(looked, rules, deps, signal);
  const off = looked.filter(({ url }) => judged.off.has(url));
  const on = looked.filter(({ url }) => !judged.off.has(url));
  const chosen = new Set(eachSourceInTurn(on, most).map(({ url }) => url));
  const kept = urls.filter(({ url }) => chosen.has(url));
  const beyond = byRules.kept.filter(({ url }) => !chosen.has(url) && !judged.off.has(url));
  const left = [
    ...byRules.left,
    ...off.map(({ url }): Left => ({ url, reason: leftBecause('off_topic', judged.off.get(url)) })),
    ...beyond.map(({ url }): Left => ({ url, reason: leftBecause('too_many', String(most)) })),
  ];
  if (kept.length === 0) throw new StepFailed(words.nothingLeft(urls.length));
  return {
    output: { kept, left },
    message: words.filtered(kept.length, left.length, judged.silent),
    counts: { kept: kept.length, left: left.length, off_topic: off.length, ...judged.counts },
  };
}

const NO_RULES: TopicRules = { include: [], exclude: [] };

interface RuleTerms {
  readonly told: Iterable<string>;
  readonly rules: TopicRules;
  readonly excluded: FilterStepDeps['excluded'];
}

/** The order stays. */
export function filterByRules(
  urls: readonly GatheredUrl[],
  { told, rules, excluded }: RuleTerms,
): { readonly kept: GatheredUrl[]; readonly left: Left[] } {
  const before = new Set([...told].map((url) => urlKey(url) ?? url));
  const why = ({ url, title, description = '', category }: GatheredUrl): string | undefined => {
    if (before.has(urlKey(url) ?? url)) return leftBecause('told_before');
    const skipped = skipReason(url, title);
    if (skipped !== undefined) return leftBecause(skipped);
    const text = `${title}\n${description}`;
    const word = rules.exclude.find((one) => mentions(text, one));
    if (word !== undefined) return leftBecause('excluded', word);
    const note = excluded?.({ title, description, category });
    if (note !== undefined) return leftBecause('note', note);
    const isMeant = rules.include.length === 0 || rules.include.some((one) => mentions(text, one));
    return isMeant ? undefined : leftBecause('not_included');
  };
  const kept: GatheredUrl[] = [];
  const left: Left[] = [];
  for (const link of urls) {
    const reason = why(link);
    if (reason === undefined) kept.push(link);
    else left.push({ url: link.url, reason });
  }
  return { kept, left };
}

/** At most so many: the first of each source, then the second of each, as they stand. */
export function eachSourceInTurn(urls: readonly GatheredUrl[], most: number): GatheredUrl[] {
  if (urls.length <= most) return [...urls];
  const bySource = groupBy(urls, ({ source }) => source);
  const ranked = urls.map((link, at) => ({ link, at, turn: bySource.get(link.source)!.indexOf(link) }));
  return ranked
    .sort((a, b) => a.turn - b.turn || a.at - b.at)
    .slice(0, most)
    .map(({ link }) => link);
}

interface Judged {
  /** Why, by address. */
  readonly off: ReadonlyMap<string, string | undefined>;
  /** Links that a model was asked about and said nothing of. */
  readonly silent: number;
  readonly counts: Readonly<Record<string, number>>;
}

async function onTopic(
  urls: readonly GatheredUrl[],
  rules: TopicRules,
  { model, edition, progress }: FilterStepDeps,
  signal: AbortSignal,
): Promise<Judged> {
  if (!model.serves() || urls.length === 0) return { off: new Map(), silent: 0, counts: {} };
  const batches = Array.from({ length: Math.ceil(urls.length / BATCH) }, (_, n) =>
    urls.slice(n * BATCH, (n + 1) * BATCH),
  );
  let done = 0;
  const topic = rules.topic?.trim() || edition.categories.join('; ');
  const heard = await inParallel(batches, AT_ONCE, signal, async (batch) => {
    const reply = await model.ask({
      profile: 'newsletter_filter',
      values: { TOPIC: topic },
      input: { items: batch.map(shown) },
      answer,
      signal,
    });
    progress?.((done += batch.length), urls.length);
    const said = readItems(reply.kind === 'answered' ? reply.value : [], batch.length, verdict);
    return { batch, said, failed: reply.kind === 'failed' };
  });
  const off = new Map<string, string | undefined>();
  for (const { batch, said } of heard)
    for (const [i, { on_topic, reason }] of said) if (!on_topic) off.set(batch[i - 1]!.url, reasonOf(reason));
  const silent = heard.reduce((sum, { batch, said }) => sum + batch.length - said.size, 0);
  const failed = heard.filter((one) => one.failed).length;
  return { off, silent, counts: { batches: batches.length, failed_batches: failed, unanswered: silent } };
}

function shown({ title, source, description }: GatheredUrl, at: number) {
  return {
    i: at + 1,
    title,
    source,
    ...(description !== undefined && { description: shortLine(description, DESCRIPTION_CHARACTERS) }),
  };
}

function reasonOf(reason: unknown): string | undefined {
  return typeof reason === 'string' && reason.trim() !== '' ? shortLine(reason, 200) : undefined;
}
