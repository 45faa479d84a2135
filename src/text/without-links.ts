/** Links and pictures out of a line that somebody else wrote: a headline, the title of a page. Their words stay. */
import { withLinksThroughout, withoutUnseen } from './links.ts';

/** Nothing makes a link of it, but a reader would. */
const WITHOUT_SCHEME = /<?www\.[^\s<>"）」』，。；]*>?/giu;

/** A line without its links: a Markdown link leaves its words, an address leaves nothing. */
export function withoutLinks(line: string): string {
  if (!hasLinks(line)) return withoutUnseen(line);
  return strip(line).replace(/\s+/gu, ' ').trim();
}

/** Whether a line has anything that a platform would make a link of. */
export function hasLinks(line: string): boolean {
  return strip(line) !== withoutUnseen(line);
}

function strip(line: string): string {
  return withLinksThroughout(line, ({ kind, words }) => (kind === 'address' ? '' : words)).replace(
    WITHOUT_SCHEME,
    '',
  );
}
