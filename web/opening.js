/**
 * What stands above the first message: the conversation's beginning, or why it isn't shown yet.
 *
 * @import { State } from './shapes.js'
 * @import { IconName } from './icons.js'
 */
import { h, patch } from './dom.js';
import { icon } from './icons.js';
import { isReadOnly, sessionOf, titleOf } from './session-tree.js';

/** @typedef {'none' | 'failed' | 'loading' | 'start' | 'older' | ''} Stage */

/**
 * @param {HTMLElement} place
 * @param {State} state
 * @param {() => void} tryAgain
 */
export function drawOpening(place, state, tryAgain) {
  const session = sessionOf(state, state.selected);
  const stage = stageOf(state);
  const title = session ? titleOf(session) : '';
  const draft = session?.draft ?? false;
  const sign = session?.origin?.parent ? 'thread' : isReadOnly(state.selected ?? '') ? 'clock' : 'hash';
  place.className = `opening ${stage}`;
  const item = {
    key: 'opening',
    sig: `${stage} ${title} ${draft}`,
    build: () => view(stage, title, sign, draft, tryAgain),
  };
  patch(place, stage ? [item] : []);
}

/**
 * @param {State} state
 * @returns {Stage}
 */
function stageOf({ selected, logs, sessionsLoaded }) {
  if (!selected) return sessionsLoaded ? 'none' : '';
  const log = logs[selected];
  if (log?.failed && !log.loading) return 'failed';
  if (!log?.loaded) return 'loading';
  if (log.complete) return 'start';
  return log.loading ? 'older' : '';
}

/** @type {(stage: Stage, title: string, sign: IconName, draft: boolean, tryAgain: () => void) => HTMLElement} */
function view(stage, title, sign, draft, tryAgain) {
  switch (stage) {
    case 'loading':
      return h(
        'div',
        { class: 'skeleton', 'aria-label': 'Loading messages' },
        ...[1, 2, 3].map(() => h('div', {}, h('i'), h('span', {}, h('b'), h('b')))),
      );
    case 'older':
      return h('p', { class: 'quiet' }, 'Loading earlier messages …');
    case 'failed':
      return h(
        'p',
        { class: 'quiet' },
        'The messages could not be loaded. ',
        h('button', { type: 'button', class: 'link-button', on: { click: tryAgain } }, 'Try again'),
      );
    case 'none':
      return h(
        'div',
        { class: 'empty' },
        icon('moon'),
        h('h2', {}, 'The desk is quiet'),
        h('p', {}, 'Choose a channel, or create the first one.'),
      );
    default:
      return h(
        'div',
        { class: 'beginning' },
        h('span', { class: 'beginning-icon' }, icon(sign)),
        h('h2', {}, title),
        h(
          'p',
          {},
          draft
            ? 'Nothing here yet. Your first message opens the channel.'
            : 'This is where the conversation begins.',
        ),
      );
  }
}
