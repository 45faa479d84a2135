/** The sentences of a story that were doubted, each with why and with what its sources say of it: for whoever mends it. */
import type { PackPassages } from './pack-passages.ts';
import { doubted } from './repair-claims.ts';
import { sayDoubt } from './say-doubt.ts';
import type { CheckedStory, StoryText } from './verify-claims.ts';

export interface DoubtedSentence {
  /** One-based, among the body's sentences; 0 is the title. */
  readonly i: number;
  readonly text: string;
  readonly cites: readonly number[];
  /** A few words for each doubt: `the number "7,800" is in no source`. */
  readonly doubts: readonly string[];
  /** What the sources say of it, as far as can be told: `[2] Deliveries start in May 2023.` */
  readonly passages: readonly string[];
}

const MOST_PASSAGES = 2;

/** Sentences with doubted claims, in order, each with the passages that speak to it. Sentence 0 is the title. */
export function doubtedSentences(
  { title }: StoryText,
  { sentences, claims }: CheckedStory,
  passages: PackPassages,
): DoubtedSentence[] {
  const inDoubt = doubted(claims).map(({ claim }) => claim);
  return [...new Set(inDoubt.map(({ sentence }) => sentence))]
    .sort((a, b) => a - b)
    .map((i) => {
      const doubts = inDoubt.filter(({ sentence }) => sentence === i);
      const { text = title, standsOn: cites = [] } = sentences[i - 1] ?? {};
      const against = doubts.flatMap(({ passage }) =>
        passage ? [{ n: passage.n, text: passage.quote }] : [],
      );
      const best = passages.best({ text, cites }, MOST_PASSAGES);
      return {
        i,
        text,
        cites,
        doubts: doubts.map((claim) => sayDoubt(claim)),
        passages: distinct([...against, ...best].map((one) => `[${one.n}] ${one.text}`)),
      };
    });
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

/** As its reporter reads them: a number, the sentence with its citations, why it is doubted, what the sources say. */
export function mendInput(sentences: readonly DoubtedSentence[]): string {
  return sentences
    .map(({ i, text, cites, doubts, passages }) =>
      [
        `${i}${i === 0 ? ' (title)' : ''} ${text}${cites.map((n) => `[${n}]`).join('')}`,
        ...doubts.map((doubt) => `  doubted: ${doubt}`),
        ...passages.map((passage) => `  passage ${passage}`),
      ].join('\n'),
    )
    .join('\n\n');
}
