/** The sentences of a story's body with the sources that they cite, wherever in the sentence the `[n]` stands. */
import { sentences } from '../../text/sentences.ts';

export interface CitedSentence {
  /** Without citations. */
  readonly text: string;
  /** One-based, as they stand. */
  readonly cites: readonly number[];
  /** Those of the sentence, else of the next one in the paragraph that has any: it speaks for those before it. */
  readonly standsOn: readonly number[];
}

/** "… said. [1]": a citation after the end belongs to the sentence before it, and ends it. */
const AFTER_THE_END = /((?:[.!?。！？…]+[”"’」』)]*)+)\s*((?:\[\d{1,2}\]\s?)+)/gu;
const CITATION = /\s?\[(\d{1,2})\]/g;

export function citedSentences(body: string): CitedSentence[] {
  return body.split('\n').flatMap((paragraph) => {
    const before = paragraph.replace(
      AFTER_THE_END,
      (_, end: string, cites: string) => ` ${cites.trim()}${end}\n`,
    );
    const found = sentences(before)
      .map(({ text }) => ({
        text: text.replace(CITATION, '').trim(),
        cites: [...text.matchAll(CITATION)].map((match) => Number(match[1])),
      }))
      .filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
    return found.map((one, at) => ({
      ...one,
      standsOn: found.slice(at).find(({ cites }) => cites.length > 0)?.cites ?? [],
    }));
  });
}
