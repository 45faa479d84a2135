import { cjkLength, wordCount } from '../text/cjk.ts';
import type { Edition } from './edition.ts';

/** How long a story's body may be, citations not counted. */
export interface Lengths {
  readonly unit: 'words' | 'cjk';
  readonly min: number;
  readonly max: number;
}

export type WritingPhase = 'write' | 'rescue';

/** What is told of a posted story later on is short, whoever writes it. */
const UPDATE: Readonly<Record<Lengths['unit'], Lengths>> = {
  words: { unit: 'words', min: 12, max: 250 },
  cjk: { unit: 'cjk', min: 20, max: 500 },
};

/** The one place that says how long a story, or an update of one, is: prompts and validators both ask here. */
export function lengthsOf(
  { lengths }: Pick<Edition, 'lengths'>,
  phase: WritingPhase,
  kind: 'story' | 'update' = 'story',
): Lengths {
  const story = phase === 'write' ? lengths.story : lengths.rescue;
  return kind === 'update' ? UPDATE[story.unit] : story;
}

/** How long a story is that was written without a language model: it can only quote, so it is shorter. */
export function deskLengths(
  { lengths, language }: Pick<Edition, 'lengths' | 'language'>,
  kind: 'story' | 'update' = 'story',
): Lengths {
  const unit = language === 'en' ? 'words' : 'cjk';
  if (kind === 'update') return UPDATE[unit];
  const [min, max] = lengths.desk[unit];
  return { unit, min, max };
}

/** What a story of which sentences were mended or taken out may be: a tenth less, or more. */
export function easedLengths({ unit, min, max }: Lengths): Lengths {
  return { unit, min: Math.floor(min * 0.9), max: Math.ceil(max * 1.1) };
}

/** The length of a body in a unit: its citations `[n]` don't count. */
export function measure(body: string, unit: Lengths['unit']): number {
  const plain = body.replace(/\s?\[\d+\]/g, '');
  return unit === 'cjk' ? cjkLength(plain) : wordCount(plain);
}

/** "350 to 1,200 words", as prompts and findings say it. */
export function sayLengths({ unit, min, max }: Lengths): string {
  const number = (value: number) => value.toLocaleString('en-GB');
  return `${number(min)} to ${number(max)} ${unit === 'cjk' ? 'Chinese characters' : 'words'}`;
}
