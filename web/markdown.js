/**
 * A small, safe Markdown for messages: paragraphs with their line breaks, headings, lists, quotes, fenced code,
 * rules, and what `markdown-inline.js` knows. It builds DOM nodes; nothing in a message can become markup.
 */
import { h } from './dom.js';
import { inline } from './markdown-inline.js';

/** Beyond these a message is shown as text, or cut, rather than rendered for ever. */
const LONGEST = 100_000;
const DEEPEST = 8;

const FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*([^`\s]*)[^`]*$/;
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.+)$/;
const SMALL = /^-#[ \t]+(.+)$/;
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^( {0,12})([-*+•]|\d{1,9}[.)])[ \t]+(.*)$/;

/**
 * @param {string} source
 * @returns {DocumentFragment}
 */
export function renderMarkdown(source) {
  const text = source.length > LONGEST ? source.slice(0, LONGEST) : source;
  const fragment = document.createDocumentFragment();
  fragment.append(...blocks(text.replace(/\r\n?/g, '\n').split('\n'), 0));
  if (text !== source) {
    fragment.append(h('p', { class: 'cut' }, `… ${source.length - LONGEST} more characters are not shown.`));
  }
  return fragment;
}

/**
 * @param {string[]} lines
 * @param {number} depth
 * @returns {Node[]}
 */
function blocks(lines, depth) {
  /** @type {Node[]} */
  const made = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    if (line.trim() === '') {
      at++;
      continue;
    }
    const [taken, node] = block(lines, at, depth);
    made.push(node);
    at += taken;
  }
  return made;
}

/**
 * The block that starts at line `at`, and how many lines it takes (one at least).
 * @param {string[]} lines
 * @param {number} at
 * @param {number} depth
 * @returns {[taken: number, node: Node]}
 */
function block(lines, at, depth) {
  const line = lines[at] ?? '';
  const fence = FENCE.exec(line);
  if (fence) return fenced(lines, at, fence[1] ?? '```', fence[2] ?? '');
  const heading = HEADING.exec(line);
  if (heading)
    return [1, headed((heading[1] ?? '#').length, (heading[2] ?? '').replace(/[ \t]+#+[ \t]*$/, ''))];
  const small = SMALL.exec(line);
  if (small) return [1, h('p', { class: 'small' }, inline(small[1] ?? ''))];
  if (RULE.test(line)) return [1, h('hr')];
  if (depth < DEEPEST && QUOTE.test(line)) return quoted(lines, at, depth);
  if (depth < DEEPEST && ITEM.test(line)) return listed(lines, at, depth);
  return paragraph(lines, at, depth);
}

/**
 * Up to a fence of the same sign that is at least as long, or to the end: a message that was cut stays code.
 * @type {(lines: string[], at: number, fence: string, language: string) => [number, Node]}
 */
function fenced(lines, at, fence, language) {
  const sign = fence[0] ?? '`';
  let end = at + 1;
  while (end < lines.length) {
    const line = (lines[end] ?? '').trim();
    if (line.length >= fence.length && [...line].every((c) => c === sign)) break;
    end++;
  }
  const code = h('code', language ? { 'data-language': language } : {}, lines.slice(at + 1, end).join('\n'));
  return [end - at + 1, h('pre', { tabindex: 0 }, code)];
}

/**
 * Headings start at h3: the page's own headings stand above a message's.
 * @type {(level: number, text: string) => Node}
 */
function headed(level, text) {
  const tag = level === 1 ? 'h3' : level === 2 ? 'h4' : 'h5';
  return h(tag, {}, inline(text));
}

/** @type {(lines: string[], at: number, depth: number) => [number, Node]} */
function quoted(lines, at, depth) {
  let end = at;
  while (end < lines.length && QUOTE.test(lines[end] ?? '')) end++;
  const inner = lines.slice(at, end).map((line) => line.replace(QUOTE, ''));
  return [end - at, h('blockquote', {}, ...blocks(inner, depth + 1))];
}

/**
 * Items of one kind; deeper-indented lines belong to the item above them.
 * @type {(lines: string[], at: number, depth: number) => [number, Node]}
 */
function listed(lines, at, depth) {
  const [, indent = '', sign = '-'] = ITEM.exec(lines[at] ?? '') ?? [];
  const ordered = /\d/.test(sign);
  const list = ordered ? h('ol', { start: Number.parseInt(sign, 10) }) : h('ul');
  let end = at;
  while (end < lines.length) {
    const item = ITEM.exec(lines[end] ?? '');
    if (!item || (item[1] ?? '').length > indent.length + 1) break;
    if (/\d/.test(item[2] ?? '') !== ordered || (item[1] ?? '').length < indent.length) break;
    const own = [item[3] ?? ''];
    end++;
    while (end < lines.length && belongs(lines, end, indent.length))
      own.push((lines[end++] ?? '').slice(indent.length + 2));
    list.append(h('li', {}, ...tight(blocks(own, depth + 1))));
  }
  return [end - at, list];
}

/**
 * Whether a line continues the item above: it is indented further, or blank before one that is.
 * @type {(lines: string[], at: number, indent: number) => boolean}
 */
function belongs(lines, at, indent) {
  const deeper = (/** @type {string} */ line) => /\S/.test(line) && line.search(/\S/) >= indent + 2;
  const line = lines[at] ?? '';
  return deeper(line) || (line.trim() === '' && deeper(lines[at + 1] ?? ''));
}

/**
 * A first paragraph's content stands in the item itself.
 * @param {Node[]} nodes
 */
function tight(nodes) {
  const first = nodes[0];
  return first?.nodeName === 'P' ? [...first.childNodes, ...nodes.slice(1)] : nodes;
}

/** @type {(lines: string[], at: number, depth: number) => [number, Node]} */
function paragraph(lines, at, depth) {
  let end = at + 1;
  while (end < lines.length && !interrupts(lines[end] ?? '', depth)) end++;
  const text = lines.slice(at, end).map((line) => line.trim());
  return [end - at, h('p', {}, inline(text.join('\n')))];
}

/** @type {(line: string, depth: number) => boolean} */
function interrupts(line, depth) {
  if (line.trim() === '' || FENCE.test(line) || HEADING.test(line) || SMALL.test(line) || RULE.test(line))
    return true;
  return depth < DEEPEST && (QUOTE.test(line) || ITEM.test(line));
}
