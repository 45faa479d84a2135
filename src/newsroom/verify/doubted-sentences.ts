/** The doubted sentences of a story, with the reasons and the relevant passages, for whoever mends them. */
import type { PackPassages } from './pack-passages.ts';
import { doubted } from './repair-claims.ts';
import { sayDoubt } from './say-doubt.ts';
import type { CheckedStory, StoryText } from './verify-claims.ts';

export interface DoubtedSentence {
  /** One-based, among the body's sentences; 0 is the title. */
  readonly i: number;
  readonly text: string;
  readonly cites: readonly number[];
  /** A few words per doubt: `the number "7,800" is in no source`. */
  readonly doubts: readonly string[];
  /** The relevant passages, if any: `[2] Deliveries start in May 2023.` */
  readonly passages: readonly string[];
}

const MOST_PASSAGES = 2;

/** Sentences with doubted claims, in order, each with its relevant passages. Sentence 0 is the title. */
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

/** For the reporter: number, sentence with citations, doubts, passages. */
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
