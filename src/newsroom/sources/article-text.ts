/**
 * Extracts an article's text from the DOM, one paragraph per line. Figures, asides, navigation and elements marked as
 * something else are left out, and so are blocks of links, lines that belong to the page, and everything after
 * "Comments", "Related stories" or the "ENDS" of a press release.
 */
import { chineseByline } from './byline.ts';
import { blockTree, type Block } from './block-tree.ts';
import { isBoilerplate, isClose, isEnding } from './boilerplate.ts';
import type { DomElement } from './dom.ts';
import { isHinted } from './hints.ts';
import { oneLine } from './one-line.ts';
import { readDateLine } from './read-date.ts';

export interface Line {
  readonly text: string;
  /** The share of its letters in links, 0 to 1. */
  readonly linked: number;
}

export interface ArticleText {
  readonly text: string;
  /** The share of its letters in links, 0 to 1. */
  readonly linked: number;
  /** The names in a byline; otherwise empty. */
  readonly byline: string;
}

const BLOCKS = new Set(
  'ADDRESS ARTICLE BLOCKQUOTE BODY BR CENTER DD DETAILS DIV DL DT FIELDSET FORM H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN OL P PRE SECTION SUMMARY TABLE TBODY TD TH TR UL'.split(
    ' ',
  ),
);
const DROPPED = new Set(
  'ASIDE AUDIO BUTTON DIALOG FIGCAPTION FIGURE FOOTER FORM IFRAME INPUT NAV NOSCRIPT SCRIPT SELECT STYLE SVG TEMPLATE TEXTAREA VIDEO'.split(
    ' ',
  ),
);
const LISTS = new Set([
  'UL',
  'OL',
  'DIV',
  'P',
  'LI',
  'DL',
  'SECTION',
  'TABLE',
  'TR',
  'TD',
  'H2',
  'H3',
  'H4',
  'H5',
]);

/** Bylines and dates appear within these lines. */
const FIRST_LINES = 6;
/** A press release doesn't close before. */
const LEAST_LINES = 2;

/** @param titles the page's titles for the article; a line that repeats one is left out, and so is a date above it */
export function articleText(root: DomElement, titles: readonly string[] = []): ArticleText {
  const headlines = new Set(titles.map(letters).filter((title) => title !== ''));
  const all = withoutEndings(linesOf(blockTree(root)));
  const bylines = all.slice(0, FIRST_LINES).map(({ text }) => chineseByline(text));
  const lines = all.filter(
    ({ text }, at) =>
      !isBoilerplate(text) &&
      !bylines[at] &&
      !(at < 12 && headlines.has(letters(text))) &&
      !(at < 4 && readDateLine(text, false) !== undefined),
  );
  const count = lines.reduce((sum, { text }) => sum + text.length, 0);
  const linked = lines.reduce((sum, line) => sum + line.linked * line.text.length, 0);
  return {
    text: lines.map((line) => line.text).join('\n'),
    linked: count === 0 ? 0 : linked / count,
    byline: bylines.find(Boolean) ?? '',
  };
}

function linesOf(root: Block): Line[] {
  const lines: Line[] = [];
  let line = '';
  let linked = 0;
  const endLine = () => {
    const text = oneLine(line);
    if (text !== '') lines.push({ text, linked: Math.min(1, linked / text.length) });
    line = '';
    linked = 0;
  };
  const all = root.letters;
  /** Blocks to write, the next one last; `true` ends a line. */
  const ahead: { child: string | Block | true; inLink: boolean; pre: boolean }[] = [];
  const push = (block: Block, inLink: boolean, pre: boolean) => {
    for (let at = block.children.length - 1; at >= 0; at--)
      ahead.push({ child: block.children[at]!, inLink, pre });
  };
  push(root, false, false);
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    const { child, inLink, pre } = next;
    if (child === true) endLine();
    else if (typeof child === 'string') {
      const [first = '', ...rest] = pre ? child.split('\n') : [child];
      line += first;
      if (inLink) linked += oneLine(first).length;
      for (const more of rest) {
        endLine();
        line = more;
      }
    } else if (!isDropped(child, all)) {
      const isBlock = BLOCKS.has(child.name);
      if (isBlock) {
        endLine();
        ahead.push({ child: true, inLink, pre });
      }
      push(child, inLink || child.name === 'A', pre || child.name === 'PRE');
    }
  }
  endLine();
  return lines;
}

/** @param all the letters of the whole article */
function isDropped(block: Block, all: number): boolean {
  const { name, element, letters: own } = block;
  // If it is as long as an article, the layout uses that element for the whole page.
  const isSmall = own < all * (own < 600 ? 0.5 : 0.25);
  if (DROPPED.has(name)) return name !== 'FORM' || isSmall;
  if (element.getAttribute('hidden') !== null || element.getAttribute('aria-hidden') === 'true')
    return isSmall;
  if (own === 0) return false;
  if (
    isSmall &&
    !block.quotes &&
    isHinted(`${element.getAttribute('class') ?? ''} ${element.getAttribute('id') ?? ''}`)
  )
    return true;
  return LISTS.has(name) && isLinks(block);
}

/** Almost only links: a list of further reading. */
function isLinks({ letters: own, linked, links, quotes }: Block): boolean {
  if (own === 0 || own > 2_400 || quotes) return false;
  return linked / own > 0.8 && (links >= 2 || own < 120);
}

/** Drop everything after a line such as "Related stories", until prose continues, and all after the close. */
function withoutEndings(lines: readonly Line[]): Line[] {
  const close = lines.findIndex(({ text }, at) => at >= LEAST_LINES && isClose(text));
  let ended = false;
  return lines.slice(0, close < 0 ? undefined : close).filter((line) => {
    if (isEnding(line.text)) ended = true;
    else if (ended && isProse(line)) ended = false;
    return !ended;
  });
}

function isProse({ text, linked }: Line): boolean {
  const cjk = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
  return text.length + 2 * cjk >= 140 && linked < 0.3;
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
