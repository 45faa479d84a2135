/**
 * A story opened beside its sources: its sentences in parts, each claim with the passage that bears it out or with the
 * doubt about it, what was changed on the way, and what happened when. Pure; times are milliseconds since the epoch.
 *
 * A sentence whose claims have no passage gets the nearest one of the sources that it stands on. That is a place to
 * look, not a proof, and is told apart.
 */
import { z } from 'zod';
import type { Given } from '../../text/given.ts';
import { claimSchema, type Claim, type Passage } from '../model/claim.ts';
import { readJobTime } from '../model/job-times.ts';
import type { Source } from '../model/source-pack.ts';
import { storyCostSchema } from '../model/editorial-action.ts';
import type { StandsOn, StoryRecord } from '../model/story-service.ts';
import { citedSentences } from '../../text/cited-sentences.ts';
import type { CitedSentence } from '../../text/cited-sentences.ts';
import type { WrittenLanguage } from '../../time/locale.ts';
import { isHeading } from '../verify/claims.ts';
import { PackPassages } from '../verify/pack-passages.ts';
import { sayDoubt } from '../verify/say-doubt.ts';
import { ClaimCheck } from '../verify/verify-claims.ts';
import { listedSourceSchema } from './board.ts';

/** A place in the text of a source, or in its title: UTF-16 offsets, end exclusive. */
const spotSchema = z.strictObject({
  n: z.number(),
  title: z.literal(true).exactOptional(),
  start: z.number(),
  end: z.number(),
});
export type Spot = Given<z.output<typeof spotSchema>>;

const openedClaimSchema = z.strictObject({
  kind: claimSchema.shape.kind,
  text: z.string(),
  verdict: z.enum(['supported', 'doubted', 'contradicted', 'not_checkable']),
  because: claimSchema.shape.because,
  /** Why it is doubted, in words. */
  doubt: z.string().exactOptional(),
  spot: spotSchema.exactOptional(),
});
export type OpenedClaim = Given<z.output<typeof openedClaimSchema>>;

/** A stretch of a sentence; `claim` is the index of the claim that it makes. */
const partSchema = z.strictObject({ text: z.string(), claim: z.number().exactOptional() });
export type Part = Given<z.output<typeof partSchema>>;

const sentenceSchema = z.strictObject({
  /** One-based, as claims count them; 0 is the title. */
  i: z.number(),
  cites: z.array(z.number()),
  parts: z.array(partSchema),
  /** Claims of the sentence as a whole, and those that lie inside another. */
  whole: z.array(z.number()),
  /** Where to look, for a sentence without any passage. */
  nearest: spotSchema.exactOptional(),
});
export type OpenedSentence = Given<z.output<typeof sentenceSchema>>;

/** A step in a story's life; `what` is a code. */
const stepSchema = z.strictObject({
  atMs: z.number(),
  what: z.string(),
  by: z.string().exactOptional(),
  said: z.string().exactOptional(),
});
export type Step = Given<z.output<typeof stepSchema>>;

export const openedStorySchema = z.strictObject({
  id: z.string(),
  /** Absent before it is written. */
  title: sentenceSchema.exactOptional(),
  lines: z.array(z.strictObject({ isHeading: z.boolean(), sentences: z.array(sentenceSchema) })),
  claims: z.array(openedClaimSchema),
  sources: z.array(listedSourceSchema.extend({ text: z.string() })),
  conflicts: z.array(z.array(z.strictObject({ value: z.string(), spot: spotSchema }))),
  /** What was changed in its drafts; `after` is empty for what was removed. */
  versions: z.array(z.strictObject({ before: z.string(), after: z.string() })),
  /** Oldest first. */
  log: z.array(stepSchema),
  cost: storyCostSchema.exactOptional(),
});
export type OpenedStory = Given<z.output<typeof openedStorySchema>>;

/** Longer ones are cut, though never before a passage that is shown. */
const LONGEST_SOURCE = 40_000;
/** A longer body is not looked up again when its record has no claims. */
const LONGEST_BODY = 40_000;
const LONGEST_SAID = 500;

export function openedStory(record: StoryRecord, language: WrittenLanguage): OpenedStory {
  const { status, published, draft, standsOn, cost } = record;
  const text = published ?? draft;
  const claims = text && standsOn ? claimsFor(text, standsOn) : [];
  const sentences = text ? citedSentences(text.body) : [];
  const passages = text && standsOn && new PackPassages(standsOn.pack);
  const opened = (sentence: CitedSentence, i: number) =>
    openedSentence(i, sentence, { claims, passages, sources: standsOn?.pack.sources ?? [] });
  const conflicts = (standsOn?.conflicts ?? []).map(({ sides }) =>
    sides.map(({ value, passage }) => ({ value: value.trim(), spot: spotOf(passage) })),
  );
  const told = claims.map((claim) => openedClaim(claim, language));
  const title = text && opened({ ...NOWHERE, text: text.title }, 0);
  const lines = (text?.body.split('\n') ?? []).map((line, at) => ({
    isHeading: isHeading(line),
    sentences: sentences.flatMap((one, n) => (one.line === at ? [opened(one, n + 1)] : [])),
  }));
  const shown = [
    ...told.map(({ spot }) => spot),
    ...conflicts.flat().map(({ spot }) => spot),
    ...lines.flatMap((line) => line.sentences.map(({ nearest }) => nearest)),
  ];
  return {
    id: status.id,
    ...(title && { title }),
    lines: lines.filter((line) => line.sentences.length > 0),
    claims: told,
    sources: (standsOn?.pack.sources ?? []).map((source) => readable(source, shown)),
    conflicts,
    versions: [
      ...(standsOn?.mended ?? []),
      ...(standsOn?.removed ?? []).map((before) => ({ before, after: '' })),
    ],
    log: logOf(record),
    ...(cost && { cost }),
  };
}

const NOWHERE = { start: 0, end: 0, line: 0, cites: [], standsOn: [] };

/** Those of its record; looked up now for a story from before they were kept. */
function claimsFor(text: { title: string; body: string }, { claims, pack }: StandsOn): readonly Claim[] {
  if (claims !== undefined) return claims;
  if (text.body.length > LONGEST_BODY) return [];
  return new ClaimCheck(pack).check(text).claims.map(({ claim }) => claim);
}

function openedClaim(claim: Claim, language: WrittenLanguage): OpenedClaim {
  const { kind, text, verdict, because, passage } = claim;
  const isDoubted = verdict === 'doubted' || verdict === 'contradicted';
  return {
    ...{ kind, text, verdict },
    ...(because && { because }),
    ...(isDoubted && { doubt: sayDoubt(claim, language) }),
    ...(passage && { spot: spotOf(passage) }),
  };
}

function spotOf({ n, title, offset, length }: Passage): Spot {
  return { n, ...(title && { title }), start: offset, end: offset + length };
}

interface SentenceTerms {
  readonly claims: readonly Claim[];
  readonly passages: PackPassages | undefined;
  readonly sources: readonly Source[];
}

function openedSentence(
  i: number,
  { text, cites, standsOn }: CitedSentence,
  { claims, passages, sources }: SentenceTerms,
): OpenedSentence {
  const own = claims.flatMap((claim, index) => (claim.sentence === i ? [{ claim, index }] : []));
  const { parts, whole } = inParts(text, own);
  const isSeen = own.some(({ claim }) => claim.passage !== undefined);
  const nearest = isSeen || i === 0 ? undefined : nearestTo({ text, cites: standsOn }, passages, sources);
  return { i, cites, parts, whole, ...(nearest && { nearest }) };
}

/** Each claim where it stands in the sentence; one inside another, or of the whole sentence, is kept apart. */
function inParts(text: string, own: readonly { readonly claim: Claim; readonly index: number }[]) {
  const placed: { start: number; end: number; index: number }[] = [];
  const whole: number[] = [];
  for (const { claim, index } of own) {
    const start = claim.text === text ? -1 : firstFree(text, claim.text, placed);
    if (start < 0) whole.push(index);
    else placed.push({ start, end: start + claim.text.length, index });
  }
  placed.sort((a, b) => a.start - b.start);
  const parts: Part[] = [];
  let from = 0;
  for (const { start, end, index } of placed) {
    if (start > from) parts.push({ text: text.slice(from, start) });
    parts.push({ text: text.slice(start, end), claim: index });
    from = end;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return { parts, whole };
}

/** Where `sought` stands first without touching what is taken; -1 where it doesn't. */
function firstFree(text: string, sought: string, taken: readonly { start: number; end: number }[]): number {
  if (sought === '') return -1;
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
    const end = at + sought.length;
    if (!taken.some((other) => at < other.end && other.start < end)) return at;
  }
  return -1;
}

/** The passage most like it, of a source that it stands on. */
function nearestTo(
  sought: { readonly text: string; readonly cites: readonly number[] },
  passages: PackPassages | undefined,
  sources: readonly Source[],
): Spot | undefined {
  const best = passages
    ?.best(sought, passages.all.length)
    .find(({ n }) => sought.cites.length === 0 || sought.cites.includes(n));
  const start = best ? (sources.find(({ n }) => n === best.n)?.text.indexOf(best.text) ?? -1) : -1;
  return best && start >= 0 ? { n: best.n, start, end: start + best.text.length } : undefined;
}

function readable(source: Source, spots: readonly (Spot | undefined)[]) {
  const { n, outlet, title, url, usable, text } = source;
  const last = Math.max(0, ...spots.map((spot) => (spot?.n === n && !spot.title ? spot.end : 0)));
  const most = Math.max(LONGEST_SOURCE, last);
  return { n, outlet, title, url, usable, text: text.length > most ? `${text.slice(0, most)}…` : text };
}

/** What its job file and its editors' actions tell, by time. */
function logOf({ job, actions, status }: StoryRecord): Step[] {
  const { state, result } = job ?? {};
  const at = (what: string, time: string | null | undefined, by?: string): Step[] => {
    const atMs = typeof time === 'string' ? readJobTime(time) : undefined;
    return atMs === undefined ? [] : [{ atMs, what, ...(by !== undefined && { by }) }];
  };
  const endedAs = status.posted ? [] : at('ended', state?.ended_at);
  return [
    ...at('planned', state?.planned_at, job?.story.ordered_by),
    ...at('started', state?.dispatched_at),
    ...at('drafted', state?.drafted_at),
    ...at('approved', result?.approved_at, result?.approved_by),
    ...(status.posted ? [{ atMs: status.posted.atMs, what: 'posted' }] : []),
    ...endedAs.map((step) => ({ ...step, ...said(status.reason) })),
    ...actions.map(({ atMs, kind, by, why, text }) => ({ atMs, what: kind, by, ...said(why ?? text) })),
  ].sort((a, b) => a.atMs - b.atMs);
}

const said = (text: string | undefined) =>
  text === undefined || text === '' ? {} : { said: text.slice(0, LONGEST_SAID) };
