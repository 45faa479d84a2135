/**
 * Chooses the text of a card, which must not say more than the story. Lines proposed by the writer are checked
 * against the story's text; if none passes, the story's best sentences are used.
 */
import { amountsIn } from '../../text/amounts.ts';
import { numbersIn } from '../../text/numbers.ts';
import type { NumberMention } from '../../text/numbers.ts';
import { residueIn } from '../../text/residue.ts';
import { sameUnit } from '../../text/same-number.ts';
import { sentences } from '../../text/sentences.ts';
import { summarise } from '../../text/summarise.ts';
import { tokens } from '../../text/tokens.ts';
import type { WrittenStory } from '../model/story-assets.ts';
import { hasLinks } from '../../text/without-links.ts';
import type { Figure } from './draw/card.ts';

type Told = Pick<WrittenStory, 'title' | 'body'>;

const MOST_POINTS = 3;
const MOST_FIGURES = 4;
/** A point takes two lines of a card, at most three. A Chinese character is as wide as two letters. */
const POINT = { least: 8, most: 170 } as const;
const VALUE_MOST = 14;
const CAPTION_MOST = 70;
/** The share of a line's words that must occur in the story. */
const OWN_WORDS = 0.6;

/** The writer's lines that the story supports; at most three. */
export function proposedPoints(proposal: string | null | undefined, story: Told): string[] {
  const bearsOut = checkerOf(story);
  return linesOf(proposal)
    .filter((line) => isPoint(line) && !isTitle(line, story) && bearsOut(line))
    .slice(0, MOST_POINTS);
}

/** Lines such as `12 → 31: votes for the bill` whose numbers and words are in the story; at most four. */
export function proposedFigures(proposal: string | null | undefined, story: Told): Figure[] {
  const bearsOut = checkerOf(story);
  return linesOf(proposal)
    .flatMap((line) => (bearsOut(line) ? (figureOf(line) ?? []) : []))
    .slice(0, MOST_FIGURES);
}

/** The story's best sentences that fit on a card, in order; at most three. */
export function ownPoints({ title, body }: Told): string[] {
  const clean = withoutMarks(body);
  const fitting = sentences(clean)
    .map(({ text }) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => isPoint(text) && !isTitle(text, { title, body }));
  return summarise([fitting.join('\n')], MOST_POINTS).map(({ start, end }) =>
    fitting.join('\n').slice(start, end).trim(),
  );
}

function linesOf(proposal: string | null | undefined): string[] {
  return (proposal ?? '')
    .split(/\r?\n/)
    .map((line) =>
      withoutMarks(line)
        .replace(/^\s*(?:[-*•·▪]|\d{1,2}[.)、])\s+/u, '')
        .replaceAll('**', '')
        .trim(),
    )
    .filter((line) => line !== '' && residueIn(line).length === 0 && !hasLinks(line));
}

/** Without citations and section headings. */
function withoutMarks(text: string): string {
  return text.replace(/\s?\[\d{1,2}\]/g, '').replace(/【[^】\n]*】/gu, '');
}

function isPoint(line: string): boolean {
  const width = widthOf(line);
  return width >= POINT.least && width <= POINT.most;
}

function isTitle(line: string, { title }: Told): boolean {
  const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return bare(line) === bare(title);
}

function checkerOf({ title, body }: Told): (line: string) => boolean {
  const told = `${title}\n${body}`;
  const figures = [...numbersIn(told), ...amountsIn(told)].map((one) => ({
    ...one,
    hasUnit: one.unit !== '' || UNIT_IN_WORDS.test(told.slice(one.end, one.end + LONGEST_UNIT)),
  }));
  const words = new Set(tokens(told));
  const isTold = (one: NumberMention) =>
    figures.some(
      (other) => one.value === other.value && (one.unit === '' || (other.hasUnit && suits(one, other))),
    );
  return (line) => numbersIn(line).every(isTold) && shareOf(new Set(tokens(line)), words) >= OWN_WORDS;
}

/** "500 million Hong Kong dollars", "a 12-percent rise": which unit it is isn't read. */
const UNIT_IN_WORDS = /^[\s-]?(?:\p{Lu}\p{L}*\s){0,2}(?:dollars?|pounds?|euros?|yuan|yen|per\s?cent)\b/iu;
const LONGEST_UNIT = 32;

type Measured = Pick<NumberMention, 'text' | 'unit'>;

/** A dollar may be any, but one that is called American is no other. */
function suits(one: Measured, other: Measured): boolean {
  return other.unit === '' || sameUnit(placed(one), placed(other));
}

function placed({ text, unit }: Measured): string {
  return unit === '$' && /US|美/iu.test(text) ? 'US$' : unit;
}

function shareOf(line: ReadonlySet<string>, words: ReadonlySet<string>): number {
  return [...line].filter((word) => words.has(word)).length / Math.max(1, line.size);
}

function figureOf(line: string): Figure | undefined {
  const parts = line.split(/\s*[:：|｜]\s*|\s+[–—-]\s+/u).map((part) => part.trim());
  const [first = '', second = ''] = parts;
  if (parts.length !== 2) return undefined;
  const [value, caption] =
    hasNumber(first) && first.length <= second.length ? [first, second] : [second, first];
  if (!hasNumber(value) || value.length > VALUE_MOST || caption === '' || widthOf(caption) > CAPTION_MOST)
    return undefined;
  return { value, caption };
}

function hasNumber(text: string): boolean {
  return /\d/.test(text);
}

function widthOf(text: string): number {
  return text.length + (text.match(/[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/gu)?.length ?? 0);
}
