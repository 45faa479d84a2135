/**
 * Ranks a pack's passages by similarity with a sentence: by rare concepts in common, in either language. Built once
 * per pack; a lookup touches only passages that share a term.
 */
import { conceptsOf, termsOf } from '../../text/concepts.ts';
import type { Glossary } from '../../text/glossary/glossary.ts';
import { languageOf } from '../model/language.ts';
import type { SourceIndex } from './source-index.ts';
import type { Locale } from '../../time/locale.ts';

/** A sentence of a source. */
export interface Spot {
  readonly source: SourceIndex;
  /** Its index among the source's places. */
  readonly at: number;
}

export interface RankedSpot extends Spot {
  /** The share of the sentence's weight that the passage has, 0 to 1. */
  readonly share: number;
  /** The number of shared concepts. */
  readonly shared: number;
}

/** Terms in more passages than this are ignored. */
const MOST_POSTINGS = 400;

export class Passages {
  readonly #spots: readonly Spot[];
  readonly #postings = new Map<string, number[]>();
  readonly #glossary: Glossary;
  readonly #languages: ReadonlySet<string>;

  constructor(sources: readonly SourceIndex[], glossary: Glossary, { toldIn }: { readonly toldIn: Locale }) {
    this.#glossary = glossary;
    this.#languages = new Set([toldIn, ...sources.map(({ source }) => scriptOf(source.text))]);
    this.#spots = sources.flatMap((source) => source.places.map((_, at) => ({ source, at })));
    this.#spots.forEach(({ source, at }, spot) => {
      for (const term of termsOf(source.places[at]?.text ?? '', this.#terms)) {
        const postings = this.#postings.get(term);
        if (postings) postings.push(spot);
        else this.#postings.set(term, [spot]);
      }
    });
  }

  /** Best first, from the sources in `among`; at most `limit`. */
  ranked(text: string, among: readonly SourceIndex[], limit = 40): RankedSpot[] {
    const concepts = conceptsOf(text, this.#terms);
    const scores = new Map<number, { weight: number; shared: number }>();
    let whole = 0;
    for (const concept of concepts) {
      const spots = this.#spotsOf(concept);
      const weight = this.#weight(spots.size);
      whole += weight;
      for (const spot of spots) {
        const score = scores.get(spot) ?? { weight: 0, shared: 0 };
        scores.set(spot, { weight: score.weight + weight, shared: score.shared + 1 });
      }
    }
    return [...scores]
      .flatMap(([at, { weight, shared }]): RankedSpot[] => {
        const spot = this.#spots[at];
        return spot && among.includes(spot.source) ? [{ ...spot, shared, share: weight / whole }] : [];
      })
      .sort((a, b) => b.share - a.share)
      .slice(0, limit);
  }

  /** How many concepts of a text another text has. */
  shared(text: string, other: string): number {
    const there = termsOf(other, this.#terms);
    return conceptsOf(text, this.#terms).filter((concept) => concept.some((term) => there.has(term))).length;
  }

  get #terms() {
    return { glossary: this.#glossary, acrossLanguages: this.#languages.size > 1 };
  }

  #spotsOf(concept: readonly string[]): Set<number> {
    const lists = concept.map((term) => this.#postings.get(term) ?? []);
    return new Set(lists.filter(({ length }) => length <= MOST_POSTINGS).flat());
  }

  /** A term that no passage has may be said in other words; it weighs as if half of them had it. */
  #weight(spots: number): number {
    const all = this.#spots.length || 1;
    return Math.log(1 + all / (spots === 0 ? all / 4 : spots));
  }
}

function scriptOf(text: string): string {
  const language = languageOf(text);
  return language === 'mixed' ? 'zh' : language;
}
