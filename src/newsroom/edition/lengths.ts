/** The lengths of stories: the single source for prompts, validators, rescues and reviews by models. */
import { proseLength } from '../../text/cjk.ts';
import type { Edition } from './edition.ts';

/** The allowed length of a story's body, without citations. */
export interface Lengths {
  readonly unit: 'words' | 'cjk';
  readonly min: number;
  readonly max: number;
}

export type WritingPhase = 'write' | 'rescue';

/** Updates of a posted story are short, whoever writes them. */
const UPDATE: Readonly<Record<Lengths['unit'], Lengths>> = {
  words: { unit: 'words', min: 12, max: 250 },
  cjk: { unit: 'cjk', min: 20, max: 500 },
};

/** Where a writer should aim between the two ends, so that missing it by a fifth is still allowed. */
const TARGET = 0.3;
/** Limits on quotations from Parliament: their number, and words per quotation. */
export const QUOTED = { most: 6, words: 25 } as const;

/** The allowed length of a story or an update. */
export function lengthsOf(
  { lengths }: Pick<Edition, 'lengths'>,
  phase: WritingPhase,
  kind: 'story' | 'update' = 'story',
): Lengths {
  const story = phase === 'write' ? lengths.story : lengths.rescue;
  return kind === 'update' ? UPDATE[story.unit] : story;
}

/** The allowed length without a language model, which is shorter because such a story only quotes. */
export function deskLengths(
  { lengths, language }: Pick<Edition, 'lengths' | 'language'>,
  kind: 'story' | 'update' = 'story',
): Lengths {
  const unit = language === 'en' ? 'words' : 'cjk';
  if (kind === 'update') return UPDATE[unit];
  const [min, max] = lengths.desk[unit];
  return { unit, min, max };
}

/** The allowed length after sentences were mended or removed: a tenth less or more. */
export function easedLengths({ unit, min, max }: Lengths): Lengths {
  return { unit, min: Math.floor(min * 0.9), max: Math.ceil(max * 1.1) };
}

/** The length of a body in a unit, without citations `[n]`. */
export function measure(body: string, unit: Lengths['unit']): number {
  return proseLength(body.replace(/\s?\[\d+\]/g, ''), unit);
}

/** "350 to 1,200 words", for prompts and findings. */
export function sayLengths({ unit, min, max }: Lengths, language: Edition['language'] = 'en'): string {
  const [least, most] = [number(min), number(max)];
  if (language !== 'en') return `${least}至${most}${unit === 'cjk' ? '字' : '個英文字'}`;
  return `${least} to ${most} ${unit === 'cjk' ? 'Chinese characters' : 'words'}`;
}

/** The same for a writer, with the length to aim at and how it is counted. */
export function askLengths(lengths: Lengths, language: Edition['language']): string {
  const { unit, min, max } = lengths;
  const step = max < 500 ? 10 : 50;
  const target = number(Math.round((min + (max - min) * TARGET) / step) * step);
  const said = sayLengths(lengths, language);
  if (language !== 'en')
    return `${said}，以約${target}${unit === 'cjk' ? '字' : '個英文字'}為目標（數字和英文字每個算一字，引註不計）`;
  const counted =
    unit === 'cjk'
      ? 'a figure or a Latin word counts as one, citations do not count'
      : 'citations do not count';
  return `${said}, about ${target} being the aim (${counted})`;
}

function number(value: number): string {
  return value.toLocaleString('en-GB');
}
