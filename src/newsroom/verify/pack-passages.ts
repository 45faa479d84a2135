/**
 * Splits a pack into passages for readers and models, and finds the most relevant ones for each sentence. Figures
 * match by value, so "1.1萬億" finds "1.1 trillion".
 */
import { amountsIn } from '../../text/amounts.ts';
import { sentences } from '../../text/sentences.ts';
import { tokens } from '../../text/tokens.ts';
import type { Source, SourcePack } from '../model/source-pack.ts';

export interface PackPassage {
  /** "2.5": the fifth passage of source 2. */
  readonly id: string;
  readonly n: number;
  readonly text: string;
}

export interface Sought {
  readonly text: string;
  /** The sources that it cites. */
  readonly cites: readonly number[];
}

/** In characters; a longer paragraph is split between sentences. */
const LONGEST = 600;
/** The factor for passages of sources that the sentence cites. */
const CITED = 1.5;

export class PackPassages {
  readonly all: readonly PackPassage[];
  readonly #features: readonly ReadonlySet<string>[];
  readonly #weights: ReadonlyMap<string, number>;

  constructor(pack: SourcePack) {
    this.all = pack.sources
      .filter(({ usable, text }) => usable && text.trim() !== '')
      .flatMap((source) =>
        passagesOf(source).map((text, at) => ({ id: `${source.n}.${at + 1}`, n: source.n, text })),
      );
    this.#features = this.all.map(({ text }) => featuresOf(text));
    this.#weights = weights(this.#features);
  }

  /** At most `most`, best first; only passages that share something with the sentence. */
  best({ text, cites }: Sought, most: number): PackPassage[] {
    const wanted = featuresOf(text);
    return this.all
      .map((passage, at) => ({
        passage,
        score: this.#score(wanted, at) * (cites.includes(passage.n) ? CITED : 1),
      }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, most)
      .map(({ passage }) => passage);
  }

  #score(wanted: ReadonlySet<string>, at: number): number {
    let score = 0;
    for (const feature of this.#features[at] ?? [])
      if (wanted.has(feature)) score += this.#weights.get(feature) ?? 0;
    return score;
  }
}

function passagesOf({ text }: Source): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .flatMap((line) => (line.length <= LONGEST ? [line] : parted(line)));
}

function parted(line: string): string[] {
  const starts = sentences(line).map(({ start }) => start);
  const parts: string[] = [];
  let from = 0;
  starts.forEach((start, at) => {
    const end = starts[at + 1] ?? line.length;
    if (end - from <= LONGEST || start === from) return;
    parts.push(line.slice(from, start).trim());
    from = start;
  });
  return [...parts, line.slice(from).trim()];
}

/** Its words, and its figures by value. */
function featuresOf(text: string): ReadonlySet<string> {
  const figures = amountsIn(text).map(({ value, unit }) => `=${value}${unit === '%' ? '%' : ''}`);
  return new Set([...tokens(text), ...figures]);
}

/** Rare terms weigh more. */
function weights(all: readonly ReadonlySet<string>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const features of all)
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  return new Map([...counts].map(([feature, count]) => [feature, Math.log(1 + all.length / count)]));
}
