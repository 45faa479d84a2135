/**
 * Citations of a story while it is written: `[1]` … are its own sources; in the newsletter they are numbered through. Pure.
 */
import { hasHan } from '../../text/chinese/has-han.ts';
import { citedSentences } from '../../text/cited-sentences.ts';
import { plainCitations } from '../../text/plain-citations.ts';
import { withoutLinks } from '../../text/without-links.ts';
import { containment } from '../../text/similarity.ts';
import { tokens } from '../../text/tokens.ts';

const CITATIONS = /\s?\[(\d{1,3})\]/gu;
const END = /([.!?。！？…]+[”"’」』)）]*)$/u;

/**
 * At most `most` sentences on one line, each with citations of its own, of sources that there are. What cites nothing
 * cites the source that has most of its words.
 */
export function eachCited(text: string, sources: readonly { readonly text: string }[], most: number): string {
  // Whichever number it has, it is a citation: those of no source are left out below.
  const line = withoutLinks(plainCitations(text, () => true))
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return citedSentences(line)
    .slice(0, most)
    .map((sentence) => {
      const { standsOn, text: bare } = sentence;
      const there = [...new Set(standsOn)].filter((n) => n >= 1 && n <= sources.length);
      const cites = there.length > 0 ? there : [nearest(bare, sources)];
      return `${ended(bare)} ${cites.map((n) => `[${n}]`).join('')}`;
    })
    .join(' ');
}

/** The text with its citations renumbered; a number that `numberOf` doesn't know is taken out. */
export function renumbered(text: string, numberOf: (n: number) => number | undefined): string {
  return text.replace(CITATIONS, (cite: string, written: string) => {
    const n = numberOf(Number(written));
    return n === undefined ? '' : cite.replace(written, String(n));
  });
}

/** The numbers that a text cites, each once, in the order of the text. */
export function citesOf(text: string): number[] {
  return [...new Set([...text.matchAll(CITATIONS)].map(([, n]) => Number(n)))];
}

/** The text without its `[n]` marks. */
export function withoutCitations(text: string): string {
  return text.replace(CITATIONS, '').trim();
}

/** A sentence has an end mark before its citations, so that it stays one when others stand around it. */
function ended(text: string): string {
  if (END.test(text)) return text;
  return `${text}${hasHan(text) ? '。' : '.'}`;
}

function nearest(text: string, sources: readonly { readonly text: string }[]): number {
  const own = new Set(tokens(text));
  const shares = sources.map((source) => containment(own, new Set(tokens(source.text))));
  return shares.indexOf(Math.max(...shares)) + 1;
}
