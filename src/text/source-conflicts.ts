/**
 * Finds where two sources contradict each other: 12 injured here, 14名傷者 there; reopened in May, or in July.
 *
 * Strict, because a false alarm is worse than a missed conflict: the clauses around the values must be about the same
 * thing, figures must have the same order of magnitude, and neither source may contain the other's value.
 */
import { conceptsOf } from './concepts.ts';
import type { Concept } from './concepts.ts';
import { readTime } from './dates/read-time.ts';
import { sameTime } from './dates/same-time.ts';
import type { TimeRead } from './dates/time-read.ts';
import type { Figure } from './figures/figure.ts';
import { figuresIn } from './figures/figures-in.ts';
import { sameCurrency } from './figures/units.ts';
import { bundledGlossary } from './glossary/glossary.ts';
import { timesIn } from './times.ts';

/** A sentence of one of several sources. */
export interface SourceSentence {
  readonly source: { readonly n: number };
  readonly text: string;
  /** Only these sentences are compared. The others show which values a source contains. */
  readonly quotable: boolean;
}

export interface Conflict<S extends SourceSentence = SourceSentence> {
  readonly a: ConflictSide<S>;
  readonly b: ConflictSide<S>;
}

interface ConflictSide<S extends SourceSentence> {
  readonly sentence: S;
  /** As written in the sentence. */
  readonly value: string;
}

type Value =
  { readonly kind: 'figure'; readonly figure: Figure } | { readonly kind: 'time'; readonly time: TimeRead };

/** A value with what its clause is about. */
interface Told<S extends SourceSentence> {
  readonly sentence: S;
  readonly value: Value;
  readonly text: string;
  /** What its clause is about; computed on first use. */
  readonly about: () => readonly Concept[];
  readonly outcomes: ReadonlySet<string>;
}

/** Per source. A source with more is a table, and comparing takes pairs. */
const MOST_TOLD = 300;
const ABOUT_THE_SAME = 0.03;
/** Counts up to this are exact. */
const COUNTED_EXACTLY = 1_000;
const MOST_APART = 2.5;
const CLAUSE = 60;
const BORDER = /[,;:，；。、：—–“”「」]|\s(?:and|while|but|as|when|after|including|with)\s/gu;
/** "Seven of the dead": part of another figure's whole. */
const PART = /^\s*(?:people |per cent |percent |% )?(?:out )?of\s+(?:the|them|those|these|its|their)\b/iu;
const COMPARED =
  /^(?:count|percent|money|length|area|weight|speed|temperature|power|energy|data|volume|age)$/u;
/** Words that say who is counted or how precisely, not what happened. */
const ANYBODY = new Set(
  'people person man woman passenger resident other more least around total number nearly almost 多名 名乘 人士'.split(
    ' ',
  ),
);
/** Outcomes that a story counts once; one of these in common is enough. */
const OUTCOMES: readonly (readonly [string, RegExp])[] = [
  ['injured', /\b(?:injur|hurt\b|wound)|受傷|傷者|人傷|名傷/iu],
  ['dead', /\b(?:kill|dead\b|die[sd]?\b|dying|death|fatal)|死|喪生|身亡|遇難|罹難/iu],
  ['arrested', /\barrest|被捕|拘捕|落網/iu],
  ['missing', /\bmissing\b|失蹤/iu],
  ['stranded', /\b(?:trapp|strand)|被困|滯留/iu],
  ['evacuated', /\bevacuat|疏散|撤離/iu],
  ['in hospital', /\bhospital|送院|入院|留醫/iu],
  ['detained', /\bdetain|扣留|拘留/iu],
];

/** Each value of a source is in at most one conflict. `a` belongs to the source that is cited first. */
export function sourceConflicts<S extends SourceSentence>(sentences: readonly S[]): Conflict<S>[] {
  if (new Set(sentences.map(({ source }) => source.n)).size < 2) return [];
  const scripts = new Set(sentences.map(({ text }) => isHan(text)));
  const told = statedValuesIn(sentences, scripts.size > 1);
  const quotable = told.filter(({ sentence }) => sentence.quotable);
  const has = (n: number, value: Value) =>
    told.some((other) => other.sentence.source.n === n && agree(other.value, value));
  const found: Conflict<S>[] = [];
  const seen = new Set<Told<S>>();
  for (const a of quotable) {
    for (const b of quotable) {
      const [first, second] = [a.sentence.source.n, b.sentence.source.n];
      if (first >= second || seen.has(a) || seen.has(b) || !differ(a.value, b.value)) continue;
      // A source that also has the other's value, in any context, doesn't contradict it.
      if (!isSameThing(a, b) || has(first, b.value) || has(second, a.value)) continue;
      for (const one of told) if (isRepeated(one, a) || isRepeated(one, b)) seen.add(one);
      found.push({
        a: { sentence: a.sentence, value: a.text },
        b: { sentence: b.sentence, value: b.text },
      });
    }
  }
  return found;
}

/** Whether a text gives a value found in a sentence of a source, however either is written. */
export function givesValue(text: string, value: string, sentence: string): boolean {
  const wanted = valuesIn(sentence).filter((place) => place.text === value);
  return valuesIn(text).some((place) => wanted.some((one) => agree(one.value, place.value)));
}

function isRepeated(one: Told<SourceSentence>, other: Told<SourceSentence>): boolean {
  return one.sentence.source.n === other.sentence.source.n && agree(one.value, other.value);
}

function statedValuesIn<S extends SourceSentence>(
  sentences: readonly S[],
  acrossLanguages: boolean,
): Told<S>[] {
  const counts = new Map<number, number>();
  return sentences.flatMap((sentence) => {
    const before = counts.get(sentence.source.n) ?? 0;
    if (before >= MOST_TOLD) return [];
    const values = valuesIn(sentence.text);
    counts.set(sentence.source.n, before + values.length);
    const figures = values.filter(({ value }) => value.kind === 'figure');
    return values.map((place) => {
      const clause = sentence.quotable ? clauseAround(sentence.text, place, figures) : '';
      return {
        sentence,
        value: place.value,
        text: place.text,
        about: once(() => subjectsOf(clause, acrossLanguages)),
        outcomes: new Set(OUTCOMES.filter(([, pattern]) => pattern.test(clause)).map(([name]) => name)),
      };
    });
  });
}

interface Place {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly value: Value;
}

function valuesIn(text: string): Place[] {
  const figures = figuresIn(text)
    .filter(
      ({ dimension, loose, end }) =>
        COMPARED.test(dimension) && !loose && !PART.test(text.slice(end, end + CLAUSE)),
    )
    .map((figure): Place => ({ ...placeOf(figure), value: { kind: 'figure', figure } }));
  const times = timesIn(text).flatMap((mention): Place[] => {
    const time = readTime(mention.text);
    return time && monthOf(time) !== undefined
      ? [{ ...placeOf(mention), value: { kind: 'time', time } }]
      : [];
  });
  return [...figures, ...times].sort((a, b) => a.start - b.start);
}

function placeOf({
  text,
  start,
  end,
}: {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}) {
  return { text, start, end };
}

/**
 * The clause around a value, without it: up to the next comma, "and" or other figure, at most 60 characters each way.
 */
function clauseAround(text: string, { start, end }: Place, figures: readonly Place[]): string {
  const from = Math.max(start - CLAUSE, ...figures.map((other) => (other.end <= start ? other.end : 0)));
  const to = Math.min(end + CLAUSE, ...figures.map((other) => (other.start >= end ? other.start : Infinity)));
  const before = text.slice(Math.max(0, from), start);
  const last = [...before.matchAll(BORDER)].at(-1);
  const after = text.slice(end, to);
  const next = [...after.matchAll(BORDER)][0];
  return `${before.slice(last === undefined ? 0 : last.index + last[0].length)} ${after.slice(0, next?.index)}`;
}

function subjectsOf(clause: string, acrossLanguages: boolean): Concept[] {
  return conceptsOf(clause, { glossary: bundledGlossary(), acrossLanguages }).filter((concept) =>
    concept.every((term) => !/\d/u.test(term) && !ANYBODY.has(term)),
  );
}

function differ(a: Value, b: Value): boolean {
  if (a.kind === 'time' && b.kind === 'time') return otherMonths(a.time, b.time);
  if (a.kind !== 'figure' || b.kind !== 'figure' || !isSameMeasure(a.figure, b.figure)) return false;
  const [less, more] = a.figure.value < b.figure.value ? [a.figure, b.figure] : [b.figure, a.figure];
  if (less.value <= 0 || more.value / less.value > MOST_APART || less.high >= more.low) return false;
  const exact = less.dimension === 'count' && more.value < COUNTED_EXACTLY;
  return exact || (more.value - less.value) / more.value > ABOUT_THE_SAME;
}

function agree(a: Value, b: Value): boolean {
  if (a.kind === 'time' && b.kind === 'time') return !otherMonths(a.time, b.time) || sameTime(a.time, b.time);
  if (a.kind !== 'figure' || b.kind !== 'figure') return false;
  return (
    a.figure.dimension === b.figure.dimension &&
    a.figure.low <= b.figure.high &&
    b.figure.low <= a.figure.high
  );
}

function isSameMeasure(a: Figure, b: Figure): boolean {
  if (a.dimension !== b.dimension) return false;
  if (a.dimension === 'money') return sameCurrency(a.unit, b.unit);
  // 22 volunteers and 30 lorries are different things.
  return a.dimension !== 'count' || a.unit === b.unit || a.unit === '' || b.unit === '';
}

function otherMonths(a: TimeRead, b: TimeRead): boolean {
  return monthOf(a) !== monthOf(b);
}

function monthOf(time: TimeRead): number | undefined {
  return time.kind === 'month' || time.kind === 'day' ? time.month : undefined;
}

function isSameThing(a: Told<SourceSentence>, b: Told<SourceSentence>): boolean {
  if ([...a.outcomes].some((outcome) => b.outcomes.has(outcome)) && isOfPeople(a.value, b.value)) return true;
  const [one, other] = [a.about(), b.about()];
  const shared = sharedCount(one, other);
  const likeness = shared / Math.max(1, one.length + other.length - shared);
  if (a.value.kind === 'time') return shared >= 2 && likeness >= (shared >= 3 ? 0.6 : 0.8);
  return shared >= 3 && likeness >= 0.5;
}

function isOfPeople(...values: readonly Value[]): boolean {
  return values.every(
    (value) =>
      value.kind === 'figure' &&
      value.figure.dimension === 'count' &&
      /^(?:person)?$/u.test(value.figure.unit),
  );
}

function sharedCount(a: readonly Concept[], b: readonly Concept[]): number {
  const within = (some: readonly Concept[], others: readonly Concept[]) => {
    const terms = new Set(others.flat());
    return some.filter((concept) => concept.some((term) => terms.has(term))).length;
  };
  return Math.min(within(a, b), within(b, a));
}

function once<T>(work: () => T): () => T {
  let done: { readonly value: T } | undefined;
  return () => (done ??= { value: work() }).value;
}

function isHan(text: string): boolean {
  return /\p{Script=Han}{2}/u.test(text);
}
