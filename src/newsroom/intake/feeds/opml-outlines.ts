/** The outlines of an OPML file, with those inside them. */
import { readXml, type Attributes } from './read-xml.ts';

export interface Outline {
  /** By lower-case name: `text`, `title`, `xmlurl`, `category`, `language`. */
  readonly attributes: Attributes;
  readonly outlines: readonly Outline[];
}

/** More than anybody's folders in folders. */
const MOST_DEPTH = 100;

/** @returns why it is no OPML, else the outermost outlines in the file's order. */
export async function outlinesOf(opml: string): Promise<readonly Outline[] | string> {
  const outermost: Outline[] = [];
  const open: Outline[][] = [outermost];
  let isOpml = false;
  let deepest = 0;
  await readXml(opml, {
    open(name, attributes, isEmpty) {
      isOpml ||= name === 'opml';
      if (name !== 'outline' || !isOpml) return;
      const outlines: Outline[] = [];
      deepest = Math.max(deepest, open.length);
      if (deepest <= MOST_DEPTH) open.at(-1)!.push({ attributes, outlines });
      if (!isEmpty) open.push(outlines);
    },
    close(name) {
      if (name === 'outline' && open.length > 1) open.pop();
    },
  });
  if (!isOpml) return 'it has no opml element';
  if (deepest > MOST_DEPTH) return `folders stand in folders more than ${MOST_DEPTH} deep`;
  return outermost;
}
