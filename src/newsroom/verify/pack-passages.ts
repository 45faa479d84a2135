/**
 * A pack in passages, for somebody who reads: its paragraphs, and for each sentence of a story those that speak most of
 * what it says. Figures count by their value, so that "1.1萬億" finds "1.1 trillion".
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
  /** The sources that it stands on. */
  readonly cites: readonly number[];
}

/** Characters; a longer paragraph is parted between sentences. */
const LONGEST = 600;
/** A passage of a source that the sentence cites counts so much more. */
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

  /** At most `most`, the best first; none that shares nothing with the sentence. */
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

/** Its words, and its figures by their values. */
function featuresOf(text: string): ReadonlySet<string> {
  const figures = amountsIn(text).map(({ value, unit }) => `=${value}${unit === '%' ? '%' : ''}`);
  return new Set([...tokens(text), ...figures]);
}

/** What few passages say tells more of them. */
function weights(all: readonly ReadonlySet<string>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const features of all)
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  return new Map([...counts].map(([feature, count]) => [feature, Math.log(1 + all.length / count)]));
}
