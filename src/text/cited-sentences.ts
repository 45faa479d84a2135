/** The sentences of a story's body with the sources they cite, wherever in the sentence the `[n]` is. */
import { sentences } from './sentences.ts';

export interface CitedSentence {
  /** Without citations. */
  readonly text: string;
  /** Its place in the body, citations included; UTF-16 offsets, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** The line of the body, zero-based. */
  readonly line: number;
  /** One-based, as written. */
  readonly cites: readonly number[];
  /** The sentence's own citations, or else those of the next sentence in the paragraph that has any. */
  readonly standsOn: readonly number[];
}

/** "… said. [1]": citations after the end belong to the sentence before them, and end it. */
const AFTER_THE_END = /(?<=[.!?。！？…][”"’'」』)]{0,3})\s?(?:\[\d{1,2}\]\s?)+/gu;
const CITATIONS = /\s?\[(\d{1,2})\]/g;

/** The sentences of a body with the citations that stand in or behind each. Places are in UTF-16 units of the body. */
export function citedSentences(body: string): CitedSentence[] {
  let lineStart = 0;
  return body.split('\n').flatMap((paragraph, line) => {
    const found = inParagraph(paragraph, lineStart, line);
    lineStart += paragraph.length + 1;
    return found;
  });
}

function inParagraph(paragraph: string, offset: number, line: number): CitedSentence[] {
  // The same length, so that offsets stay valid; a line break ends a sentence.
  const masked = paragraph
    .replace(AFTER_THE_END, (cites) => `\n${' '.repeat(cites.length - 1)}`)
    .replace(CITATIONS, (cite) => ' '.repeat(cite.length));
  const spans = sentences(masked).filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  const found = spans.map(({ start }, at) => {
    // Text before the first sentence belongs to it.
    const from = at === 0 ? 0 : start;
    const raw = paragraph.slice(from, spans[at + 1]?.start).trimEnd();
    return {
      text: raw.replace(CITATIONS, '').trim(),
      start: offset + from,
      end: offset + from + raw.length,
      line,
      cites: [...raw.matchAll(CITATIONS)].map((match) => Number(match[1])),
    };
  });
  let behind: readonly number[] = [];
  return found
    .toReversed()
    .map((one) => {
      if (one.cites.length > 0) behind = one.cites;
      return { ...one, standsOn: behind };
    })
    .reverse();
}
