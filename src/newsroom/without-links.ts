/** Links and pictures out of a line that somebody else wrote: a headline, the title of a page. Their words stay. */
const MARKUP = /!?\[([^\]\n]*)\]\([^)\n]*\)/gu;
const ADDRESS = /<?(?:[a-z][a-z0-9+.-]*:\/\/|www\.)[^\s<>"）」』，。；]*>?/giu;

export function withoutLinks(line: string): string {
  if (!hasLinks(line)) return line;
  return line.replace(MARKUP, '$1').replace(ADDRESS, '').replace(/\s+/gu, ' ').trim();
}

export function hasLinks(line: string): boolean {
  return line.search(ADDRESS) >= 0 || line.search(MARKUP) >= 0;
}
