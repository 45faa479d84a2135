/**
 * One line of the list on the left: a channel, a thread, or one of the desk's own sessions.
 *
 * @import { Session, State } from './shapes.js'
 */
import { h } from './dom.js';
import { icon } from './icons.js';
import { hrefOf, isUnread, titleOf } from './session-tree.js';

/** @type {(session: Session, state: State) => string} */
export const rowSignature = (session, state) =>
  [
    session.key,
    titleOf(session),
    session.key === state.selected && state.view === 'conversation',
    isUnread(state, session),
    busy(session, state),
    session.draft,
  ].join(' ');

/** @type {(session: Session, state: State) => boolean} */
const busy = (session, state) => (state.turns[session.key]?.length ?? 0) > 0;

/** @type {(session: Session, state: State, kind: 'hash' | 'thread' | 'clock') => HTMLElement} */
export function sessionRow(session, state, kind) {
  const unread = isUnread(state, session);
  const here = session.key === state.selected && state.view === 'conversation';
  return h(
    'a',
    {
      class: `row${unread ? ' unread' : ''}${session.draft ? ' draft' : ''}`,
      href: hrefOf(session.key),
      title: titleOf(session),
      'aria-current': here && 'page',
      'data-focus': session.key,
      'data-session': session.key,
    },
    icon(kind),
    h('span', { class: 'row-title' }, titleOf(session)),
    busy(session, state) ? h('span', { class: 'working-dot', title: 'Nightdesk is working' }) : null,
    unread ? unreadDot() : null,
  );
}

export const unreadDot = () =>
  h('span', { class: 'unread-dot' }, h('span', { class: 'visually-hidden' }, 'unread'));
