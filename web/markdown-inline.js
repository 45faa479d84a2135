/**
 * Markdown inside a line: emphasis, code, links, times. Returns DOM nodes; text is only ever a text node.
 *
 * One pass, no backtracking over the whole text: emphasis is paired with a stack, code spans with an index of
 * backtick runs, so a hostile message costs what its length costs.
 */
import { h } from './dom.js';
import { paired } from './markdown-emphasis.js';
import { fullTime, relative, shortMoment } from './words.js';

/** @import { Token } from './markdown-emphasis.js' */

const LINK = /\[([^[\]\n]{1,500})\]\((https?:\/\/(?:[^\s()<>]|\([^\s()<>]{0,500}\)){1,2000})\)/y;
const ANGLE = /<(https?:\/\/[^\s<>]{1,2000})>/y;
const BARE =
  /https?:\/\/[^\s<>"'`|\u3000-\u303f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]{1,2000}/y;
const MOMENT = /<t:(-?\d{1,11})(?::([tTdDfFR]))?>/y;
const MARK = /\*{1,3}|__|_|~~/y;
const PLAIN = /[^\\`[<*_~h\n]+/y;
const WORD = /[\p{L}\p{N}]/u;

/**
 * @param {string} text
 * @returns {DocumentFragment}
 */
export function inline(text) {
  const fragment = document.createDocumentFragment();
  fragment.append(...paired(tokens(text)));
  return fragment;
}

/**
 * @param {string} text
 * @returns {Token[]}
 */
function tokens(text) {
  /** @type {Token[]} */
  const found = [];
  const closing = codeSpans(text);
  let at = 0;

  /** @param {RegExp} pattern */
  const match = (pattern) => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };

  while (at < text.length) {
    const [taken, token] = next();
    found.push(token);
    at += taken;
  }
  return found;

  /** @returns {[taken: number, token: Token]} */
  function next() {
    const plain = match(PLAIN);
    if (plain) return [plain[0].length, { text: plain[0] }];
    const sign = /** @type {string} */ (text[at]);
    if (sign === '\n') return [1, { node: h('br') }];
    if (sign === '\\' && /[!-/:-@[-`{-~]/.test(text[at + 1] ?? '')) return [2, { text: text[at + 1] ?? '' }];
    if (sign === '`') return code();
    if (sign === '[') {
      const link = match(LINK);
      if (link) return [link[0].length, anchor(link[2] ?? '', inline(link[1] ?? ''))];
    }
    if (sign === '<') {
      const angle = match(ANGLE);
      if (angle) return [angle[0].length, anchor(angle[1] ?? '')];
      const moment = match(MOMENT);
      if (moment) return [moment[0].length, { node: time(Number(moment[1]) * 1000, moment[2]) }];
    }
    if (sign === 'h' && !WORD.test(text[at - 1] ?? '')) {
      const bare = match(BARE);
      const address = bare && withoutTrail(bare[0]);
      if (address) return [address.length, anchor(address)];
    }
    const mark = match(MARK);
    if (mark) return [mark[0].length, markAt(mark[0])];
    return [1, { text: sign }];
  }

  /** @returns {[number, Token]} */
  function code() {
    const length = runAt(text, at);
    const end = closing.get(at);
    if (end === undefined) return [length, { text: text.slice(at, at + length) }];
    const body = text.slice(at + length, end).replace(/^ (.*\S.*) $/s, '$1');
    return [end + length - at, { node: h('code', {}, body) }];
  }

  /**
   * Whether a mark may open or close: it hugs a word; an underscore inside a word is a letter.
   * @param {string} mark
   * @returns {Token}
   */
  function markAt(mark) {
    const before = text[at - 1] ?? ' ';
    const after = text[at + mark.length] ?? ' ';
    const inWord = mark.startsWith('_') && WORD.test(before) && WORD.test(after);
    return { mark, opens: !inWord && /\S/.test(after), closes: !inWord && /\S/.test(before) };
  }
}

/**
 * Where each backtick run that opens a code span closes: the next run of the same length.
 * @param {string} text
 */
function codeSpans(text) {
  /** @type {Map<number, number>} */
  const closing = new Map();
  /** @type {Map<number, number>} */
  const last = new Map();
  /** @type {number[]} */
  const starts = [];
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

/** @type {(text: string, at: number) => number} */
function runAt(text, at) {
  let end = at;
  while (text[end] === '`') end++;
  return end - at;
}

/**
 * A bare address without the punctuation that ends its sentence, and without a bracket it did not open.
 * @param {string} address
 */
function withoutTrail(address) {
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

/**
 * A link that opens elsewhere, or its own text when the address is not http or https.
 * @param {string} address
 * @param {Node} [label]
 * @returns {Token}
 */
function anchor(address, label) {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return label ? { node: label } : { text: address };
  const props = { href: url.href, target: '_blank', rel: 'noopener noreferrer', title: url.href };
  return { node: h('a', props, label ? unlinked(label) : address) };
}

/**
 * A label without links of its own: an anchor in an anchor is no HTML.
 * @param {Node} label
 */
function unlinked(label) {
  if ('querySelectorAll' in label) {
    for (const inner of /** @type {ParentNode} */ (label).querySelectorAll('a'))
      inner.replaceWith(...inner.childNodes);
  }
  return label;
}

/**
 * Discord's `<t:seconds:style>`.
 * @param {number} ms
 * @param {string | undefined} style
 */
function time(ms, style) {
  const now = Date.now();
  const props = { datetime: new Date(ms).toISOString(), title: fullTime(ms), class: 'moment' };
  if (style === 'R') return h('time', { ...props, 'data-relative': ms }, relative(ms, now));
  return h('time', props, style === 'F' || style === 'f' || !style ? fullTime(ms) : shortMoment(ms, now));
}
