/** Removes links and pictures from a line that somebody else wrote, such as a headline. Their words stay. */
import { withLinksThroughout, withoutUnseen } from './links.ts';

/** Not turned into a link by platforms, but read as one by people. */
const WITHOUT_SCHEME = /<?www\.[^\s<>"）」』，。；]*>?/giu;

/** A line without links: of a Markdown link its words stay, of an address nothing. */
export function withoutLinks(line: string): string {
  if (!hasLinks(line)) return withoutUnseen(line);
  return strip(line).replace(/\s+/gu, ' ').trim();
}

/** Whether a line contains anything that a platform would turn into a link. */
export function hasLinks(line: string): boolean {
  return strip(line) !== withoutUnseen(line);
}

function strip(line: string): string {
  return withLinksThroughout(line, ({ kind, words }) => (kind === 'address' ? '' : words)).replace(
    WITHOUT_SCHEME,
    '',
  );
}
