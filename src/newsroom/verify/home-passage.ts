/**
 * Whether a figure or date from the sources belongs to what its sentence says. "It opens in May" is not supported by
 * the May of another sentence if the passage about the opening says June. The passage most similar to the clause is
 * its home; if that has another value, which the sentence doesn't mention, the claim is doubted.
 */
import { meansPublication } from '../../text/dates/days-meant.ts';
import { datesIn } from '../../text/dates/dates-in.ts';
import { sameTime } from '../../text/dates/same-time.ts';
import type { TimeRead } from '../../text/dates/time-read.ts';
import type { Figure } from '../../text/figures/figure.ts';
import { figuresIn } from '../../text/figures/figures-in.ts';
import { languageOf } from '../model/language.ts';
import type { RawClaim } from './claims.ts';
import { hitsFor } from './look-up.ts';
import type { Passages, RankedSpot, Spot } from './passages.ts';
import { isLike } from './quotients.ts';
import type { SourceIndex } from './source-index.ts';

/** How much of the sentence's weight, and how many concepts, the home must share. */
const LEAST_SHARE = 0.4;
const LEAST_SHARED = 3;
/** Passages that share almost as much may be the home as well. */
const ALSO_HOME = 0.6;
const SMALL_COUNT = 10;

type Checked = Extract<RawClaim, { kind: 'number' | 'date' | 'time' }>;

export interface HomeTerms {
  readonly passages: Passages;
  /** The sources that the sentence stands on, and the others. */
  readonly cited: readonly SourceIndex[];
  readonly others: readonly SourceIndex[];
}

/** False when the claim occurs at home, and when nothing can be decided. */
export function isOfAnother(raw: Checked, sentence: string, { passages, cited, others }: HomeTerms): boolean {
  if (raw.kind === 'number' && raw.readings.every(isSmall)) return false;
  // Statements mostly date from the day they were reported.
  const { read } = raw;
  if (
    read?.kind === 'weekday' &&
    cited.some(({ source: { publishedAtMs } }) => publishedAtMs && meansPublication(read, publishedAtMs))
  )
    return false;
  const inCited = placesOf(raw, cited);
  const stands = inCited.length > 0 ? inCited : placesOf(raw, others);
  // A calculated figure occurs nowhere.
  if (raw.kind === 'number' && stands.length === 0) return false;
  if (stands.some((spot) => tellsMore(raw, sentence, spot))) return false;
  const among = inCited.length > 0 && cited.length > 0 ? cited : [...cited, ...others];
  const told = languageOf(sentence);
  for (const [whole, context] of contextsOf(raw, sentence).entries()) {
    const ranked = passages.ranked(context, among, 12);
    const [home] = ranked;
    if (home === undefined || home.share < LEAST_SHARE || home.shared < LEAST_SHARED) continue;
    // What the rest of the sentence tells has a home of its own.
    if (whole === 1 && tellsMore(raw, sentence, home)) continue;
    // A sentence of two sources shares more words with the one in its own language.
    if (stands.every(({ source }) => !source.isWrittenIn(told)) && home.source.isWrittenIn(told))
      return false;
    if (ranked.some((spot) => spot.share >= ALSO_HOME * home.share && standsNear(stands, spot))) return false;
    return rivalAt(raw, sentence, home);
  }
  return false;
}

/** Its clause, then the whole sentence, without the claim itself. */
function contextsOf({ start, text }: Checked, sentence: string): string[] {
  const border = /[，；。：]|[,;:]\s/gu;
  const before = [...sentence.slice(0, start).matchAll(border)].at(-1);
  const after = [...sentence.slice(start + text.length).matchAll(border)][0];
  const from = before === undefined ? 0 : before.index + 1;
  const to = after === undefined ? sentence.length : start + text.length + after.index;
  const blank = (a: number, b: number) =>
    `${sentence.slice(a, start)} ${sentence.slice(start + text.length, b)}`;
  return [blank(from, to), blank(0, sentence.length)];
}

function placesOf(raw: Checked, cited: readonly SourceIndex[]): Spot[] {
  return cited.flatMap((source) =>
    raw.kind === 'number'
      ? raw.readings.flatMap((told) => hitsFor(told, source).map(({ at }) => ({ source, at })))
      : source.times.flatMap(({ read, at }) =>
          read && sameTime(raw.read, read, source.source.publishedAtMs) ? [{ source, at }] : [],
        ),
  );
}

function standsNear(stands: readonly Spot[], home: RankedSpot): boolean {
  const isTitle = (at: number) => home.source.places[at]?.title;
  return stands.some(
    ({ source, at }) =>
      source === home.source && Math.abs(at - home.at) <= 1 && isTitle(at) === isTitle(home.at),
  );
}

/** Whether the sentence has another figure from there; then it combines two passages. */
function tellsMore(raw: Checked, sentence: string, { source, at }: Spot): boolean {
  const { start } = raw;
  return figuresIn(sentence)
    .filter((figure) => !isSmall(figure) && (figure.end <= start || figure.start >= start + raw.text.length))
    .some((figure) => hitsFor(figure, source).some((hit) => hit.at === at));
}

/** "One of only three" says little. */
function isSmall({ inWords, dimension, value, loose }: Figure): boolean {
  return loose || (inWords && dimension === 'count' && value <= SMALL_COUNT);
}

/** Whether the home has something of the same kind that the sentence doesn't mention. */
function rivalAt(raw: Checked, sentence: string, { source, at }: Spot): boolean {
  if (raw.kind === 'number') {
    const told = figuresIn(sentence);
    return source
      .figuresAt(at)
      .some(
        (other) =>
          !isSmall(other) &&
          raw.readings.some((reading) => isLike(reading, other)) &&
          !told.some((figure) =>
            hitsFor(figure, source).some((hit) => hit.at === at && hit.figure.start === other.start),
          ),
      );
  }
  // "So far this year" means since the end of the last.
  if (raw.read.kind === 'relative' && raw.read.unit === 'year' && raw.read.by === 0) return false;
  const told = datesIn(sentence).flatMap(({ read }) => read ?? []);
  return source.times.some(
    (hit) =>
      hit.at === at &&
      hit.read !== undefined &&
      isLikeTime(raw.read, hit.read) &&
      !told.some((time) => hit.read && sameTime(time, hit.read, source.source.publishedAtMs)),
  );
}

function isLikeTime(told: TimeRead, other: TimeRead): boolean {
  return told.kind === other.kind;
}
