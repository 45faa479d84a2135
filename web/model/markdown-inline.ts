/**
 * Markdown inside a line: emphasis, code, links, times. It yields Preact's nodes; text is only ever text.
 *
 * One pass, no backtracking over the whole text: emphasis is paired with a stack, code spans with an index of
 * backtick runs, so a hostile message costs what its length costs.
 */
import { h } from 'preact';
import type { JSX } from 'preact';
import { paired } from './markdown-emphasis.ts';
import type { Inline, Token } from './markdown-emphasis.ts';

/** What the page brings: how a moment is shown, in its language and zone, and kept true while it stands there. */
export interface Shown {
  /** @param style Discord's letter: `t`, `T`, `d`, `D`, `f`, `F` or `R`. */
  moment(ms: number, style: string | undefined): JSX.Element;
  /** A conversation of the desk, by its session key: its title, and the way to it. */
  chat(key: string): JSX.Element;
}

const LINK = /\[([^[\]\n]{1,500})\]\((https?:\/\/(?:[^\s()<>]|\([^\s()<>]{0,500}\)){1,2000})\)/y;
const ANGLE = /<(https?:\/\/[^\s<>]{1,2000})>/y;
const BARE =
  /https?:\/\/[^\s<>"'`|\u3000-\u303f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]{1,2000}/y;
const MOMENT = /<t:(-?\d{1,11})(?::([tTdDfFR]))?>/y;
/** Only chats that this page can show: another platform's are its own to name. */
const CHAT = /<chat:(console:[^\s<>]{1,500})>/y;
const MARK = /\*{1,3}|__|_|~~/y;
const PLAIN = /[^\\`[<*_~h\n]+/y;
const WORD = /[\p{L}\p{N}]/u;

/** @param links whether addresses become links: a link in a link is no HTML */
export const inline = (text: string, shown: Shown, links = true): Inline[] =>
  paired(tokens(text, shown, links));

function tokens(text: string, shown: Shown, links: boolean): Token[] {
  const found: Token[] = [];
  const closing = codeSpans(text);
  let at = 0;

  const match = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };

  while (at < text.length) {
    const [taken, token] = next();
    found.push(token);
    at += taken;
  }
  return found;

  function next(): [taken: number, token: Token] {
    const plain = match(PLAIN);
    if (plain) return [plain[0].length, { text: plain[0] }];
    const sign = text[at] ?? '';
    if (sign === '\n') return [1, { node: h('br', null) }];
    if (sign === '\\' && /[!-/:-@[-`{-~]/.test(text[at + 1] ?? '')) return [2, { text: text[at + 1] ?? '' }];
    if (sign === '`') return code();
    const linked = links ? link(sign) : undefined;
    if (linked) return linked;
    const moment = sign === '<' ? match(MOMENT) : null;
    if (moment) return [moment[0].length, { node: shown.moment(Number(moment[1]) * 1000, moment[2]) }];
    const chat = sign === '<' && links ? match(CHAT) : null;
    const key = chat && keyOf(chat[1] ?? '');
    if (chat && key) return [chat[0].length, { node: shown.chat(key) }];
    const mark = match(MARK);
    if (mark) return [mark[0].length, markAt(mark[0])];
    return [1, { text: sign }];
  }

  function link(sign: string): [number, Token] | undefined {
    if (sign === '[') {
      const labelled = match(LINK);
      if (labelled) {
        const label = inline(labelled[1] ?? '', shown, false);
        return [labelled[0].length, anchor(labelled[2] ?? '', label)];
      }
    }
    if (sign === '<') {
      const angle = match(ANGLE);
      if (angle) return [angle[0].length, anchor(angle[1] ?? '')];
    }
    if (sign === 'h' && !WORD.test(text[at - 1] ?? '')) {
      const bare = match(BARE);
      const address = bare && withoutTrail(bare[0]);
      if (address) return [address.length, anchor(address)];
    }
    return undefined;
  }

  function code(): [number, Token] {
    const length = runAt(text, at);
    const end = closing.get(at);
    if (end === undefined) return [length, { text: text.slice(at, at + length) }];
    const body = text.slice(at + length, end);
    const isPadded = body.startsWith(' ') && body.endsWith(' ') && body.trim() !== '';
    return [end + length - at, { node: h('code', null, isPadded ? body.slice(1, -1) : body) }];
  }

  /** Whether a mark may open or close: it hugs a word; an underscore inside a word is a letter. */
  function markAt(mark: string): Token {
    const before = text[at - 1] ?? ' ';
    const after = text[at + mark.length] ?? ' ';
    const inWord = mark.startsWith('_') && WORD.test(before) && WORD.test(after);
    return { mark, opens: !inWord && /\S/.test(after), closes: !inWord && /\S/.test(before) };
  }
}

/** Where each backtick run that opens a code span closes: the next run of the same length. */
function codeSpans(text: string): Map<number, number> {
  const closing = new Map<number, number>();
  const last = new Map<number, number>();
  const starts: number[] = [];
  for (let at = text.indexOf('`'); at !== -1; at = text.indexOf('`', at)) {
    starts.push(at);
    at += runAt(text, at);
  }
  for (const at of starts.reverse()) {
    const length = runAt(text, at);
    const end = last.get(length);
    if (end !== undefined) closing.set(at, end);
    last.set(length, at);
  }
  return closing;
}

function runAt(text: string, at: number): number {
  let end = at;
  while (text[end] === '`') end++;
  return end - at;
}

/** A key as the desk writes it in texts; undefined where it is none. */
function keyOf(written: string): string | undefined {
  try {
    return decodeURIComponent(written);
  } catch {
    return undefined;
  }
}

/** A bare address without the punctuation that ends its sentence, and without a bracket it did not open. */
function withoutTrail(address: string): string {
  let end = address.length;
  const opened = address.split('(').length - address.split(')').length;
  let spare = opened < 0 ? -opened : 0;
  for (; end > 0; end--) {
    const sign = address[end - 1] ?? '';
    if (sign === ')' && spare > 0) spare--;
    else if (!/[.,:;!?*_~\]}]/.test(sign)) break;
  }
  return /^https?:\/\/[^/]/.test(address.slice(0, end)) ? address.slice(0, end) : '';
}

/** A link that opens elsewhere, or its own text when the address is not http or https. */
function anchor(address: string, label?: Inline[]): Token {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    return label ? { node: h('span', null, label) } : { text: address };
  const props = { href: url.href, target: '_blank', rel: 'noopener noreferrer', title: url.href };
  return { node: h('a', props, label ?? address) };
}
