/**
 * Whether two reports are about one event, by rule. Similar words never suffice: a contradiction separates reports,
 * however similar they are.
 */
import type { Happening } from './happening.ts';

export interface Relation {
  readonly kind: 'same' | 'development' | 'distinct';
  /** 0 to 1. */
  readonly confidence: number;
  readonly why: string;
}

interface Likeness {
  /** Of weighted words, 0 to 1. */
  readonly cosine: number;
  /** The clusterer's probability, 0 to 1. It has seen every link of the event, and how common each word is. */
  readonly probability?: number;
  readonly sharedNumbers?: number;
}

/** Early counts of an event differ by up to this factor. */
const EARLY_COUNTS = 1.6;
/**
 * Weights of a logistic regression over 5,700 pairs of real headlines, rounded; for texts that the clusterer hasn't
 * weighed.
 */
const WEIGHTS = { none: -1.4, cosine: 1.65, titleWord: 0.5, number: 0.3 };
/**
 * Where the clusterer has weighed them, this probability decides, because a second estimate from fewer words is
 * worse.
 */
const LIKELY_FROM = 0.4;
const MOST_TITLE_WORDS = 5;
/** With this many anchors in common, a later count belongs to the same event. */
const ANCHORED = 2;
/** The lowest cosine when no word of the titles is shared. */
const LEAST_COSINE = 0.2;

/** `a` is the newer report. */
export function relationOf(
  a: Happening,
  b: Happening,
  { cosine, probability, sharedNumbers = 0 }: Likeness,
): Relation {
  const names = shared(a.names, b.names);
  const numbers = sharedNumbersOf(a, b, sharedNumbers);
  const conflict = conflictOf(a, b);
  if (conflict !== undefined) {
    const anchors = names.length + numbers + shared(a.titleTokens, b.titleTokens).length;
    if (conflict.kind === 'toll' && a.develops && anchors >= ANCHORED)
      return { kind: 'development', confidence: 0.75, why: `a later count (${conflict.why})` };
    return { kind: 'distinct', confidence: 0.85, why: conflict.why };
  }
  const titleWords = shared(a.titleTokens, b.titleTokens);
  if (sameWords(a.titleTokens, b.titleTokens))
    return { kind: 'same', confidence: 0.95, why: 'the same headline' };
  const common = [...new Set([...names, ...titleWords])].slice(0, 4).join(', ');
  const likely =
    probability === undefined
      ? likelyByWords({ cosine, titleWords: titleWords.length, names: names.length, numbers })
      : scaled(probability);
  if (likely < 0.5)
    return {
      kind: 'distinct',
      confidence: 0.7 + 0.25 * Math.max(0, 1 - 2 * likely),
      why: common === '' ? 'nothing in common' : `only ${common} in common`,
    };
  const why = common === '' ? 'nothing else is as much like it' : `both have ${common}`;
  return { kind: 'same', confidence: 0.7 + 0.25 * (2 * likely - 1), why };
}

/** 0 to 1. */
function likelyByWords(shared: {
  cosine: number;
  titleWords: number;
  names: number;
  numbers: number;
}): number {
  const { cosine, titleWords, names, numbers } = shared;
  if (names + titleWords + numbers === 0 && cosine < LEAST_COSINE) return 0;
  const evidence =
    WEIGHTS.none +
    WEIGHTS.cosine * cosine +
    WEIGHTS.titleWord * Math.min(titleWords, MOST_TITLE_WORDS) +
    WEIGHTS.number * Math.min(numbers, 2);
  return 1 / (1 + Math.exp(-evidence));
}

/** The probability scaled so that the threshold becomes one half. */
function scaled(probability: number): number {
  return probability < LIKELY_FROM
    ? (probability / LIKELY_FROM) * 0.5
    : 0.5 + ((probability - LIKELY_FROM) / (1 - LIKELY_FROM)) * 0.5;
}

/** A contradiction that rules out one event. */
function conflictOf(
  a: Happening,
  b: Happening,
): { kind: 'toll' | 'place' | 'undone'; why: string } | undefined {
  if (a.places.size > 0 && b.places.size > 0 && shared(a.places, b.places).length === 0)
    return {
      kind: 'place',
      why: `another place: ${[...a.places].join(', ')}, not ${[...b.places].join(', ')}`,
    };
  for (const one of a.tolls) {
    const other = b.tolls.find(({ outcome }) => outcome === one.outcome);
    if (other === undefined || b.tolls.some(({ value }) => value === one.value)) continue;
    const [low, high] = [Math.min(one.value, other.value), Math.max(one.value, other.value)];
    if (low > 0 && high / low > EARLY_COUNTS)
      return { kind: 'toll', why: `another count: ${one.value} ${one.outcome}, not ${other.value}` };
  }
  if (undoesTheSame(a, b) || undoesTheSame(b, a))
    return { kind: 'undone', why: 'one report takes back what the other announces' };
  return undefined;
}

/**
 * Whether `a` takes back what `b` has. A word of reversal separates only headlines that otherwise share most of their
 * words, and its own clause shares one: "Ferry hits pier, sailings halted" takes back no "Ferry hits pier".
 */
function undoesTheSame(a: Happening, b: Happening): boolean {
  if (b.undone.size > 0 || shared(a.undone, b.titleTokens).length === 0) return false;
  const common = shared(a.titleTokens, b.titleTokens).length;
  return common >= 2 && common / Math.min(a.titleTokens.size, b.titleTokens.size) >= 0.4;
}

function sharedNumbersOf(a: Happening, b: Happening, given: number): number {
  const telling = a.numbers.filter(({ value, unit }) => unit !== '' || value >= 10);
  const values = new Set(
    telling.filter(({ value }) => b.numbers.some((other) => other.value === value)).map(({ value }) => value),
  );
  return Math.max(values.size, given);
}

function sameWords(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (Math.min(a.size, b.size) < 3) return false;
  return shared(a, b).length / Math.max(a.size, b.size) >= 0.8;
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): string[] {
  return [...a].filter((one) => b.has(one));
}
