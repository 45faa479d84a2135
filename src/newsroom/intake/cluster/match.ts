/**
 * The probability that a link belongs to an event: a logistic regression over a few measures.
 *
 * The weights were fitted on three equally weighted sets of real headlines labelled by editors, in rounds: each round
 * used the candidates that the rule met with the previous weights (dataset aggregation: Ross et al., A Reduction of
 * Imitation Learning to No-Regret Online Learning, 2011). The threshold adapts through the measures: the more links a
 * window has, and the longer the texts, the more similar unrelated links become.
 */

export interface Measures {
  /** The link is in Chinese, Japanese or Korean: its words are bigrams, and similarity means something else. */
  readonly isCjk: boolean;
  /** Cosine of the link's vector and the event's centroid, 0 to 1. */
  readonly cosine: number;
  /** The share of the link's words, weighed by rarity, that the event has, 0 to 1. */
  readonly cover: number;
  /** The number of words of the link, and the mean of the event's links. */
  readonly linkWords: number;
  readonly eventWords: number;
  /** Links in the window, and links whose words were counted. */
  readonly volume: number;
  readonly counted: number;
  /** Hours since the event's first and newest link. */
  readonly ageHours: number;
  readonly gapHours: number;
  /** The event's number of links. */
  readonly eventLinks: number;
  /** Both name people in their ledes, or give numbers, and none is equal. */
  readonly namesDiffer: boolean;
  readonly numbersDiffer: boolean;
  /** Their headlines contradict each other. */
  readonly contradicts: boolean;
}

const WORDS = {
  none: -0.96,
  cosine: 9.4,
  cover: 1.8,
  linkWords: -0.3,
  eventWords: -0.91,
  volume: -0.43,
  crowd: -1.5,
  age: -0.108,
  gap: -0.042,
};
/**
 * Two Chinese tellings of one happening share fewer bigrams than English ones share words, and unrelated ones hardly any.
 * Weighed on the headlines of Taiwan's outlets of one night and on those of the tests: a wide range does about as well.
 * The hours count less than in English, as that night says little of them; all else counts the same.
 */
const BIGRAMS: typeof WORDS = { ...WORDS, none: -3.6, cosine: 14, cover: 3, age: -0.05 };
/** Alike in kind only; in the fit these hardly counted, for the few whom they part they are all there is. */
const DIFFER = { names: -1, numbers: -0.5, both: -0.5 };
/** With fewer counted links it is unknown which words are common, and similarity is overestimated. */
const ENOUGH_COUNTED = 100;
const NOTHING_COUNTED = -1.5;
/** From this similarity two texts are the same, whatever else. */
const SAME_TEXT = 0.75;
const MOST_HOURS = 48;
/**
 * A happening that more links tell than most ever get is still being told hours later: its age counts less, the more
 * links there are. Of the sets of the fit one has such happenings; there 3 to 6 links and 0.5 to 1 do about as well.
 */
const TOLD_WIDELY = { links: 5, patience: 0.65 };
/** A contradiction is never joined by rule; it stays in the ambiguous band for a model. */
const CONTRADICTED = 0.3;
/** From so many links in the window on, which no set of the fit has, volume counts for more: weighed by mixed streams. */
const CROWD = 1_500;

/** The probability, 0 to 1, that a link belongs to an event. */
export function matchProbability(measures: Measures): number {
  const weights = measures.isCjk ? BIGRAMS : WORDS;
  const evidence =
    weights.none +
    weights.cosine * measures.cosine +
    weights.cover * measures.cover +
    weights.linkWords * Math.log(Math.max(measures.linkWords, 1) / 10) +
    weights.eventWords * Math.log(Math.max(measures.eventWords, 1) / 10) +
    weights.volume * Math.log10(Math.max(measures.volume, 10) / 100) +
    weights.crowd * Math.log10(Math.max(measures.volume, CROWD) / CROWD) +
    (weights.age * hoursWithin(measures.ageHours)) / patienceFor(measures.eventLinks) +
    weights.gap * hoursWithin(measures.gapHours);
  const isSameText = measures.cosine >= SAME_TEXT;
  const against =
    (measures.namesDiffer ? DIFFER.names : 0) +
    (measures.numbersDiffer ? DIFFER.numbers : 0) +
    (measures.namesDiffer && measures.numbersDiffer ? DIFFER.both : 0) +
    NOTHING_COUNTED * Math.max(0, 1 - measures.counted / ENOUGH_COUNTED);
  const likely = isSameText ? Math.max(logistic(evidence), measures.cosine) : logistic(evidence + against);
  return measures.contradicts ? contradicted(likely) : likely;
}

function hoursWithin(hours: number): number {
  return Math.min(Math.max(hours, 0), MOST_HOURS);
}

/** How many hours of an event's age count as one. */
function patienceFor(links: number): number {
  return 1 + TOLD_WIDELY.patience * Math.log(Math.max(links / TOLD_WIDELY.links, 1));
}

/** Limits a probability when headlines contradict each other. */
export function contradicted(probability: number): number {
  return Math.min(probability, CONTRADICTED);
}

/** Converts log odds to a probability. */
export function logistic(evidence: number): number {
  return 1 / (1 + Math.exp(-evidence));
}
