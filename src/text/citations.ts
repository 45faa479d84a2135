/**
 * Turns citations into links: `[1]` becomes `[[1]](<address>)`, Markdown that shows no preview.
 *
 * Code and existing links are left alone. In an address every character that Markdown interprets is percent-encoded,
 * so it can't end the link early.
 */
import { splitMessage } from './split-message.ts';
import { parseUrl } from './parse-url.ts';

export type Citations = Readonly<Record<number, string>>;

/** Longer addresses are not linked, because they would leave no room for words. */
const MOST_URL = 500;
const CITED = /```[\s\S]*?```|`[^`\n]+`|\[\[\d+\]\]\([^)\s]*\)|!?\[[^\]\n]*\]\([^)\n]*\)|\[(\d{1,3})\]/gu;
const LINKED = /\[\[(\d{1,3})\]\]\(<([^<>\s]*)>\)/gu;
const UNSAFE = /[\s<>()[\]{}|\\^`"'*\p{Cc}\p{Cf}]/gu;

/** Link each `[n]` in a text to its source. One without a source stays as it is. */
export function linkCitations(text: string, citations: Citations): string {
  return text.replace(CITED, (whole: string, n: string | undefined) => {
    const address = n === undefined ? undefined : linkAddress(citations[Number(n)]);
    return address === undefined ? whole : `[[${n}]](<${address}>)`;
  });
}

/** A web address as it may stand in a link; undefined when it is not one, or longer than `most`. */
export function linkAddress(url: string | undefined, most = MOST_URL): string | undefined {
  const trimmed = url?.trim() ?? '';
  if (!parseUrl(trimmed) || !/^https?:\/\//iu.test(trimmed)) return undefined;
  const safe = trimmed.replace(
    UNSAFE,
    (one) => `%${[...new TextEncoder().encode(one)].map((byte) => hex(byte)).join('%')}`,
  );
  return safe.length <= most ? safe : undefined;
}

/** Split a text into pieces of at most `limit` characters after its citations are linked, never inside a link. */
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
