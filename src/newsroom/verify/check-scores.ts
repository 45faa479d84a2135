/** Whether the scores in a sentence are those of its sources: 5-4, 「3比3」. */
import { digitsOrChinese, englishNumber } from '../../text/number-words.ts';
import type { SourceIndex } from './source-index.ts';

export interface ScoreVerdict {
  readonly text: string;
  readonly verdict: 'doubted';
}

interface Score {
  readonly text: string;
  /** UTF-16 offset. */
  readonly start: number;
  /** The larger first. */
  readonly sides: readonly [number, number];
}

const HAN = '[零一二兩三四五六七八九十\\d]{1,3}';
const SCORE = new RegExp(
  `(?<![\\d.,:$£€/\\p{L}-])(\\d{1,2})[-–](\\d{1,2})(?![\\d.,:/%-]*[\\d%]|[-\\p{L}]|\\s(?:per|percent|million|billion|thousand|hundred|degrees|years?|months?|weeks?|days?|hours?|minutes?|km|miles?|met(?:re|er)s?|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)|[年月日萬億元成歲個名厘倍米])|(${HAN})比(${HAN})(?![\\d.萬億十百])`,
  'gu',
);
/** Two-nil. */
const WORD = '(nil|one|two|three|four|five|six|seven|eight|nine|ten)';
const SCORE_IN_WORDS = new RegExp(`(?<![\\p{L}-])${WORD}[-–]${WORD}(?![\\p{L}-])`, 'giu');
const SUMMED = /\baggregate|\boverall\b|\bcombined|總比數|兩回合|合計/u;

/** A score that no source has is doubted when they have others. */
export function checkScores(sentence: string, sources: readonly SourceIndex[]): ScoreVerdict[] {
  const told = scoresIn(sentence);
  if (told.length === 0) return [];
  const known = sources.flatMap(({ places }) => places.flatMap(({ text }) => scoresIn(text)));
  const sets = setsIn(sentence);
  const knownSets = sources.flatMap(({ places }) => places.flatMap(({ text }) => setsIn(text)));
  if (sets.length > 0 && knownSets.length > 0)
    return sets
      .filter((set) => !knownSets.some((one) => one.won === set.won || one.lost === set.won))
      .map(({ text }) => ({ text, verdict: 'doubted' }));
  if (known.length === 0) return [];
  const isKnown = (score: Score) =>
    known.some((one) => isSame(one, score)) ||
    (isSummed(score, sentence) && known.some((one) => known.some((other) => isSum(score, one, other))));
  return told.filter((score) => !isKnown(score)).map(({ text }) => ({ text, verdict: 'doubted' }));
}

function scoresIn(text: string): Score[] {
  const scoreOf = (match: RegExpExecArray, one: number, other: number): Score => ({
    text: match[0],
    start: match.index,
    sides: one >= other ? [one, other] : [other, one],
  });
  return [
    ...[...text.matchAll(SCORE)].map((match) => {
      const [, a, b, c = '', d = ''] = match;
      return a === undefined
        ? scoreOf(match, digitsOrChinese(c), digitsOrChinese(d))
        : scoreOf(match, Number(a), Number(b));
    }),
    ...[...text.matchAll(SCORE_IN_WORDS)].map((match) => {
      const [, one = '', other = ''] = match;
      return scoreOf(match, englishNumber(one), englishNumber(other));
    }),
  ];
}

const SETS = /\d{1,2}[-–]\d{1,2}(?:,?\s(?:and\s)?\d{1,2}[-–]\d{1,2}){1,4}(?![\d-])/gu;

/** "6-4, 3-6, 7-5": a match in sets, from either side's view. */
function setsIn(text: string) {
  return [...text.matchAll(SETS)].map(([said]) => {
    const sets = [...said.matchAll(/(\d+)[-–](\d+)/gu)];
    return {
      text: said,
      won: sets.map(([, a, b]) => `${a}-${b}`).join(),
      lost: sets.map(([, a, b]) => `${b}-${a}`).join(),
    };
  });
}

function isSummed({ start, text }: Score, sentence: string): boolean {
  return SUMMED.test(sentence.slice(Math.max(0, start - 16), start + text.length + 20));
}

function isSame({ sides: [a, b] }: Score, { sides: [c, d] }: Score): boolean {
  return a === c && b === d;
}

/** The sum of two legs, whoever led in each. */
function isSum({ sides: [a, b] }: Score, { sides: [c, d] }: Score, { sides: [e, f] }: Score): boolean {
  return (c + e === a && d + f === b) || (Math.max(c + f, d + e) === a && Math.min(c + f, d + e) === b);
}
