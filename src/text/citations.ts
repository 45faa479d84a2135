/**
 * Citations as links: `[1]` in a text becomes `[[1]](<address>)`, Markdown that unfolds into no preview.
 *
 * What is code, and what is a link already, stays. An address can't end its link early, nor begin anything else: all
 * that means something to Markdown is percent-encoded in it.
 */
import { splitMessage } from './split-message.ts';
import { parseUrl } from './parse-url.ts';

export type Citations = Readonly<Record<number, string>>;

/** A longer address stays unlinked: it would leave no room for words. */
const MOST_URL = 500;
const CITED = /```[\s\S]*?```|`[^`\n]+`|\[\[\d+\]\]\([^)\s]*\)|!?\[[^\]\n]*\]\([^)\n]*\)|\[(\d{1,3})\]/gu;
const LINKED = /\[\[(\d{1,3})\]\]\(<([^<>\s]*)>\)/gu;
const UNSAFE = /[\s<>()[\]{}|\\^`"'*\p{Cc}\p{Cf}]/gu;

/** `[n]` in a text as a Markdown link to its source; one without a source stays as it is. */
export function linkCitations(text: string, citations: Citations): string {
  return text.replace(CITED, (whole: string, n: string | undefined) => {
    const address = n === undefined ? undefined : linkAddress(citations[Number(n)]);
    return address === undefined ? whole : `[[${n}]](<${address}>)`;
  });
}

/** A web address as it may stand in a link; undefined for what is none, or longer than `most`. */
export function linkAddress(url: string | undefined, most = MOST_URL): string | undefined {
  const trimmed = url?.trim() ?? '';
  if (!parseUrl(trimmed) || !/^https?:\/\//iu.test(trimmed)) return undefined;
  const safe = trimmed.replace(
    UNSAFE,
    (one) => `%${[...new TextEncoder().encode(one)].map((byte) => hex(byte)).join('%')}`,
  );
  return safe.length <= most ? safe : undefined;
}

/** Cut a text into pieces that are at most so long once their citations are links, and never inside one. */
export function splitCited(text: string, limit: number, citations: Citations): string[] {
  const unlinked = (piece: string) =>
    piece.replace(LINKED, (whole: string, n: string, address: string) =>
      linkAddress(citations[Number(n)]) === address ? `[${n}]` : whole,
    );
  return splitMessage(linkCitations(text, citations), limit).map(unlinked);
}

function hex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, '0');
}
