/**
 * Markup to plain text, by one scan from the start to the end: whatever is left open, no place is looked at more
 * than a few times. A feed is written by strangers, and this runs where the whole desk waits.
 */
import { withoutC1 } from '../../../web-fetch/windows-1252.ts';
import { decodeReferences } from './html-entities.ts';

/** Longer markup is cut before it is looked at: a summary stands at the start of it. */
const MOST_MARKUP = 50_000;
/** Elements whose content nobody reads. */
const UNSEEN = new Set(['script', 'style', 'template', 'noscript']);
/** Elements that end a line of text. */
const BLOCK =
  /^(?:p|div|br|li|ul|ol|h[1-6]|tr|table|blockquote|section|article|figure|figcaption|hr|script|style|template|noscript)$/;
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b\u2060\ufeff]/g;
const CDATA_END = ']]>';
const BLANKS = /\s{2,}|[^\S ]/g;

/**
 * Markup to one line of plain text: tags gone, character references read, blanks collapsed. A `<` that
 * opens no tag ("5 < 6") stays; a comment that never ends hides the rest, as in a browser.
 */
export function plainText(markup: string): string {
  const bare = withoutTags(markup.slice(0, MOST_MARKUP));
  const text = decodeReferences(bare);
  const seen = text.search(CONTROL) < 0 ? text : withoutC1(text).replace(CONTROL, '');
  return seen.replace(BLANKS, ' ').trim();
}

function withoutTags(markup: string): string {
  const hasEnds = markup.includes(CDATA_END);
  let seen = '';
  /** Elements that are known not to be closed any more. */
  const unclosed = new Set<string>();
  let at = 0;
  for (;;) {
    const open = markup.indexOf('<', at);
    const text = markup.slice(at, open < 0 ? undefined : open);
    seen += hasEnds ? text.replaceAll(CDATA_END, '') : text;
    if (open < 0) return seen;
    if (markup.startsWith('<!--', open)) {
      const end = markup.indexOf('-->', open + 4);
      if (end < 0) return seen;
      at = end + 3;
      continue;
    }
    const tag = tagAt(markup, open);
    if (tag === undefined) {
      seen += '<';
      at = open + 1;
      continue;
    }
    if (BLOCK.test(tag.name)) seen += ' ';
    at = tag.opens && UNSEEN.has(tag.name) ? closed(markup, tag, unclosed) : tag.end;
  }
}

interface Tag {
  /** In lower case; `!` for a declaration. */
  readonly name: string;
  readonly opens: boolean;
  /** After its last character. */
  readonly end: number;
}

const NAME = /<(\/?)([a-z][a-z0-9]*)/iy;
const NAMED_END = /[^<>]*>/y;
const DECLARATION = /<!doctype[^<>]*>/iy;

/** Undefined when no tag begins here. */
function tagAt(markup: string, open: number): Tag | undefined {
  if (markup.startsWith('<![CDATA[', open)) return { name: '!', opens: false, end: open + 9 };
  const start = matchAt(NAME, markup, open);
  if (start === undefined) {
    const declaration = matchAt(DECLARATION, markup, open);
    return declaration && { name: '!', opens: false, end: open + declaration[0].length };
  }
  const after = open + start[0].length;
  const rest = matchAt(NAMED_END, markup, after);
  if (rest === undefined) return undefined;
  return { name: start[2]?.toLowerCase() ?? '', opens: start[1] === '', end: after + rest[0].length };
}

/** Where the element that `tag` opens is over; after the tag itself when it is never closed. */
function closed(markup: string, { name, end }: Tag, unclosed: Set<string>): number {
  if (unclosed.has(name)) return end;
  const closing = new RegExp(`</${name}\\s*>`, 'gi');
  closing.lastIndex = end;
  const found = closing.exec(markup);
  if (found !== null) return closing.lastIndex;
  unclosed.add(name);
  return end;
}

/** The match of a sticky pattern at one place. */
function matchAt(pattern: RegExp, text: string, place: number): RegExpExecArray | undefined {
  pattern.lastIndex = place;
  return pattern.exec(text) ?? undefined;
}
