import { cjkLength, wordCount } from '../text/cjk.ts';
import type { Edition } from './edition.ts';

/** How long a story's body may be, citations not counted. */
export interface Lengths {
  readonly unit: 'words' | 'cjk';
  readonly min: number;
  readonly max: number;
}

export type WritingPhase = 'write' | 'rescue';

/**
 * The one place that says how long a story is: prompts, the desk model's material and validators all ask here.
 * Without a language model a story is shorter in either phase: it can only quote.
 */
export function lengthsOf(
  { lengths }: Pick<Edition, 'lengths'>,
  phase: WritingPhase,
  languageModel: boolean,
): Lengths {
  const written = phase === 'write' ? lengths.story : lengths.rescue;
  if (languageModel) return written;
  const [min, max] = lengths.desk[written.unit];
  return { unit: written.unit, min, max };
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
