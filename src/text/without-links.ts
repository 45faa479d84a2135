/** Removes links and pictures from a line that somebody else wrote, such as a headline. Their words stay. */
import { withLinksThroughout, withoutUnseen } from './links.ts';

/** Not turned into a link by platforms, but read as one by people. */
const WITHOUT_SCHEME = /<?www\.[^\s<>"）」』，。；]*>?/giu;

/** Without any of these there is no link: no brackets, no scheme, no invitation. */
const MAY_LINK = /[[<]|:\/\/|discord|www\./iu;

/** A line without links: of a Markdown link its words stay, of an address nothing. */
export function withoutLinks(line: string): string {
  const seen = withoutUnseen(line);
  const bare = strip(seen);
  return bare === seen ? seen : bare.replace(/\s+/gu, ' ').trim();
}

/** Whether a line contains anything that a platform would turn into a link. */
export function hasLinks(line: string): boolean {
  const seen = withoutUnseen(line);
  return strip(seen) !== seen;
}

/** @param line without unseen characters */
function strip(line: string): string {
  if (!MAY_LINK.test(line)) return line;
  return withLinksThroughout(line, ({ kind, words }) => (kind === 'address' ? '' : words)).replace(
    WITHOUT_SCHEME,
    '',
  );
}
