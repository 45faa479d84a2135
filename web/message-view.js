/** A message's frame, face and text, the same for people and for the desk. */
import { h } from './dom.js';
import { icon } from './icons.js';
import { renderMarkdown } from './markdown.js';
import { clockTime, fullTime, languageOf } from './words.js';

/** How many colours the style sheet has for people. */
const TONES = 6;

/**
 * @param {{ name: string, fromDesk?: boolean, first: boolean, ts: number, id?: string, extra?: string }} about
 * @param {...(Node | null)} content
 */
export function message({ name, fromDesk = false, first, ts, id, extra = '' }, ...content) {
  const time = (/** @type {string} */ kind) =>
    h('time', { class: kind, datetime: new Date(ts).toISOString(), title: fullTime(ts) }, clockTime(ts));
  const face = fromDesk
    ? h('span', { class: 'avatar desk', 'aria-hidden': 'true' }, icon('moon'))
    : h(
        'span',
        { class: `avatar tone-${toneOf(name)}`, 'aria-hidden': 'true' },
        [...name.trim()][0]?.toUpperCase() ?? '?',
      );
  return h(
    'article',
    {
      class: `message${first ? ' first' : ''} ${extra}`,
      'data-entry': id,
      'aria-label': `${name}, ${clockTime(ts)}`,
    },
    first ? face : time('gutter'),
    h(
      'div',
      { class: 'message-body' },
      first
        ? h(
            'header',
            {},
            h('b', { class: 'name' }, name),
            fromDesk ? h('span', { class: 'badge' }, 'Desk') : null,
            time('when'),
          )
        : null,
      ...content,
    ),
  );
}

/** @param {string} content */
export function text(content) {
  const element = h('div', { class: 'text', lang: languageOf(content) });
  element.append(renderMarkdown(content));
  return element;
}

/** @param {string} name */
function toneOf(name) {
  let sum = 7;
  for (const sign of name) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9973;
  return sum % TONES;
}
