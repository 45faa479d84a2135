/**
 * A small, safe Markdown for messages, in Discord's flavour: paragraphs with their line breaks, headings, lists, quotes,
 * fenced code, rules, and what `markdown-inline.ts` knows. It yields Preact's nodes; nothing in a message can become
 * markup.
 */
import { h } from 'preact';
import type { ComponentChild, JSX } from 'preact';
import { inline } from './markdown-inline.ts';
import type { Shown } from './markdown-inline.ts';

/** What the page brings: besides moments, what is said where a message was cut. */
export interface MarkdownShown extends Shown {
  cut(characters: number): string;
}

/** One message while it is read: `level` is that of its last heading. */
interface Reading extends Shown {
  level: number;
}

/** The page's own headings stand above a message's. */
const LEVEL_ABOVE = 2;

/** Beyond these a message is shown as text, or cut, rather than rendered for ever. */
const LONGEST = 100_000;
const DEEPEST = 8;

/** No pattern tries a line's rest again from each of its signs: hostile lines are long. */
const FENCE = /^ {0,3}(`{3,}|~{3,}(?!~))([^`]*)$/;
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.+)$/s;
const SMALL = /^-#[ \t]+(.+)$/s;
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^( {0,12})([-*+•]|\d{1,9}[.)])[ \t]+(.*)$/s;

export function markdown(source: string, shown: MarkdownShown): JSX.Element[] {
  const text = source.length > LONGEST ? source.slice(0, LONGEST) : source;
  const reading = {
    moment: (ms: number, style?: string) => shown.moment(ms, style),
    chat: (key: string) => shown.chat(key),
    level: LEVEL_ABOVE,
  };
  const made = blocks(text.replace(/\r\n?/g, '\n').split('\n'), 0, reading);
  if (text !== source) made.push(h('p', { class: 'cut' }, shown.cut(source.length - LONGEST)));
  return made;
}

function blocks(lines: string[], depth: number, reading: Reading): JSX.Element[] {
  const made: JSX.Element[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    if (line.trim() === '') {
      at++;
      continue;
    }
    const [taken, node] = block(lines, at, depth, reading);
    made.push(node);
    at += taken;
  }
  return made;
}

/** A block, and how many lines it takes (one at least). */
type Block = [taken: number, node: JSX.Element];

/** The block that starts at line `at`. */
function block(lines: string[], at: number, depth: number, reading: Reading): Block {
  const line = lines[at] ?? '';
  const fence = FENCE.exec(line);
  if (fence) return fenced(lines, at, fence[1] ?? '```', (fence[2] ?? '').trim().split(/\s/, 1)[0] ?? '');
  const heading = HEADING.exec(line);
  if (heading) {
    const text = (heading[2] ?? '').trimEnd().replace(/^(.*[^ \t])[ \t]+#+$/s, '$1');
    return [1, headed((heading[1] ?? '#').length, text, reading)];
  }
  const small = SMALL.exec(line);
  if (small) return [1, h('p', { class: 'small' }, inline(small[1] ?? '', reading))];
  if (RULE.test(line)) return [1, h('hr', null)];
  if (depth < DEEPEST && QUOTE.test(line)) return quoted(lines, at, depth, reading);
  if (depth < DEEPEST && ITEM.test(line)) return listed(lines, at, depth, reading);
  return paragraph(lines, at, depth, reading);
}

/** Up to a fence of the same sign that is at least as long, or to the end: a message that was cut stays code. */
function fenced(lines: string[], at: number, fence: string, language: string): Block {
  const sign = fence[0] ?? '`';
  let end = at + 1;
  while (end < lines.length) {
    const line = (lines[end] ?? '').trim();
    if (line.length >= fence.length && [...line].every((c) => c === sign)) break;
    end++;
  }
  const code = h(
    'code',
    language ? { 'data-language': language } : null,
    lines.slice(at + 1, end).join('\n'),
  );
  return [end - at + 1, h('pre', { tabindex: 0 }, code)];
}

/** A heading looks as it was meant, and goes at most one level deeper than the one before: no level is left out. */
function headed(level: number, text: string, reading: Reading): JSX.Element {
  const size = Math.min(level, 3);
  reading.level = Math.min(LEVEL_ABOVE + size, reading.level + 1);
  return h(`h${reading.level}`, { class: `size-${size}` }, inline(text, reading));
}

function quoted(lines: string[], at: number, depth: number, reading: Reading): Block {
  let end = at;
  while (end < lines.length && QUOTE.test(lines[end] ?? '')) end++;
  const inner = lines.slice(at, end).map((line) => line.replace(QUOTE, ''));
  return [end - at, h('blockquote', null, blocks(inner, depth + 1, reading))];
}

/** Items of one kind; deeper-indented lines belong to the item above them. */
function listed(lines: string[], at: number, depth: number, reading: Reading): Block {
  const [, indent = '', sign = '-'] = ITEM.exec(lines[at] ?? '') ?? [];
  const ordered = /\d/.test(sign);
  const items: JSX.Element[] = [];
  let end = at;
  while (end < lines.length) {
    const item = ITEM.exec(lines[end] ?? '');
    if (!item || (item[1] ?? '').length > indent.length + 1) break;
    if (/\d/.test(item[2] ?? '') !== ordered || (item[1] ?? '').length < indent.length) break;
    const own = [item[3] ?? ''];
    end++;
    while (end < lines.length && belongs(lines, end, indent.length))
      own.push((lines[end++] ?? '').slice(indent.length + 2));
    items.push(h('li', null, tight(blocks(own, depth + 1, reading))));
  }
  return [end - at, ordered ? h('ol', { start: Number.parseInt(sign, 10) }, items) : h('ul', null, items)];
}

/** Whether a line continues the item above: it is indented further, or blank before one that is. */
function belongs(lines: string[], at: number, indent: number): boolean {
  const deeper = (line: string) => /\S/.test(line) && line.search(/\S/) >= indent + 2;
  const line = lines[at] ?? '';
  return deeper(line) || (line.trim() === '' && deeper(lines[at + 1] ?? ''));
}

/** A first paragraph's content stands in the item itself. */
function tight(nodes: JSX.Element[]): ComponentChild[] {
  const [first, ...rest] = nodes;
  return first?.type === 'p' ? [first.props.children as ComponentChild, ...rest] : nodes;
}

function paragraph(lines: string[], at: number, depth: number, reading: Reading): Block {
  let end = at + 1;
  while (end < lines.length && !interrupts(lines[end] ?? '', depth)) end++;
  const text = lines.slice(at, end).map((line) => line.trim());
  return [end - at, h('p', null, inline(text.join('\n'), reading))];
}

function interrupts(line: string, depth: number): boolean {
  if (line.trim() === '' || FENCE.test(line) || HEADING.test(line) || SMALL.test(line) || RULE.test(line))
    return true;
  return depth < DEEPEST && (QUOTE.test(line) || ITEM.test(line));
}
