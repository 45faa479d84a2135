/**
 * One row of a conversation as an element.
 *
 * @import { Entry, State } from './shapes.js'
 * @import { Row } from './conversation-rows.js'
 * @import { Desk } from './desk.js'
 */
import { toolCalls } from './conversation-rows.js';
import { h } from './dom.js';
import { icon } from './icons.js';
import { message, text } from './message-view.js';
import { hrefOf, titleOf } from './session-tree.js';
import { clockTime, dayName, fullTime } from './words.js';

/** @type {(row: Row, state: State, desk: Desk) => HTMLElement} */
export function rowView(row, state, desk) {
  switch (row.kind) {
    case 'day':
      return h('div', { class: 'day', role: 'separator' }, h('span', {}, dayName(row.ts, Date.now())));
    case 'message': {
      const { entry, first } = row;
      const fromDesk = entry.role === 'assistant';
      const name = fromDesk ? 'Nightdesk' : (entry.author?.name ?? 'Somebody');
      return message(
        { name, fromDesk, first, ts: entry.ts, id: entry.id },
        text(entry.content),
        threadCard(entry, state),
      );
    }
    case 'pending':
      return pendingView(row, desk);
    case 'trigger':
      return triggerView(row.entry);
    case 'tools':
      return toolsView(row.entries, row.names);
    case 'notice':
      return noticeView(row.entry);
    case 'whisper':
      return whisperView(row, desk);
  }
}

/** @type {(entry: Entry, state: State) => HTMLElement | null} */
function threadCard(entry, state) {
  const key = entry.meta?.['thread'];
  if (typeof key !== 'string') return null;
  const thread = state.sessions.find((session) => session.key === key);
  const count = thread ? `${thread.entries} ${thread.entries === 1 ? 'message' : 'messages'}` : '';
  return h(
    'a',
    { class: 'thread-card', href: hrefOf(key) },
    icon('thread'),
    h('span', { class: 'thread-card-title' }, thread ? titleOf(thread) : 'Story thread'),
    h('span', { class: 'thread-card-count' }, count),
    h('span', { class: 'thread-card-open' }, 'Open thread →'),
  );
}

/** @type {(row: Extract<Row, { kind: 'pending' }>, desk: Desk) => HTMLElement} */
function pendingView({ message: typed, first }, desk) {
  const failed = typed.state === 'failed';
  const button = (/** @type {string} */ label, /** @type {() => void} */ click) =>
    h('button', { type: 'button', class: 'link-button', on: { click } }, label);
  const problem =
    failed &&
    h(
      'p',
      { class: 'send-problem', role: 'alert' },
      `Not sent: ${typed.error} `,
      button('Try again', () => void desk.deliver(typed)),
      button('Discard', () => desk.discard(typed.clientId)),
    );
  const about = { name: typed.author, first, ts: typed.ts, extra: failed ? 'pending failed' : 'pending' };
  return message(about, text(typed.text), problem || null);
}

/** @param {Entry} entry */
function triggerView(entry) {
  return h(
    'details',
    { class: 'trigger', 'data-entry': entry.id },
    h(
      'summary',
      {},
      icon('clock'),
      h('span', {}, 'Scheduled: ', h('b', {}, entry.cron_job_name ?? 'a job')),
      h('time', { title: fullTime(entry.ts) }, clockTime(entry.ts)),
    ),
    text(entry.content),
  );
}

/** @type {(entries: Entry[], names: string[]) => HTMLElement} */
function toolsView(entries, names) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const label =
    [...counts].map(([name, count]) => (count > 1 ? `${name} × ${count}` : name)).join(', ') || 'a tool';
  /** @type {(entry: Entry) => HTMLElement[]} */
  const stepsOf = (entry) =>
    entry.role === 'tool'
      ? [h('pre', { tabindex: 0 }, entry.content)]
      : toolCalls(entry).map(({ name, args }) =>
          h('p', { class: 'tool-call' }, h('b', {}, name), ' ', h('code', {}, JSON.stringify(args) ?? '')),
        );
  return h(
    'details',
    { class: 'tools' },
    h('summary', {}, icon('tool'), h('span', {}, `used ${label}`)),
    ...entries.flatMap(stepsOf),
  );
}

/** @param {Entry} entry */
function noticeView(entry) {
  return h(
    'div',
    { class: 'notice', 'data-entry': entry.id, title: fullTime(entry.ts) },
    text(entry.content),
  );
}

/** @type {(row: Extract<Row, { kind: 'whisper' }>, desk: Desk) => HTMLElement} */
function whisperView({ whisper }, desk) {
  const { reply, busy } = whisper;
  const confirm =
    reply.confirm &&
    h(
      'button',
      {
        type: 'button',
        class: 'button danger',
        disabled: busy,
        on: { click: () => void desk.confirmWhisper(whisper) },
      },
      reply.confirm.label,
    );
  const dismiss = h(
    'button',
    { type: 'button', class: 'link-button', on: { click: () => desk.dismiss(whisper.id) } },
    'Dismiss message',
  );
  return h(
    'div',
    { class: 'whisper', role: 'group', 'aria-label': `Answer to /${whisper.command}` },
    h(
      'p',
      { class: 'whisper-command' },
      icon('moon'),
      h('b', {}, 'Nightdesk'),
      h('span', { class: 'badge' }, 'Desk'),
      h('code', {}, `/${whisper.command}`),
    ),
    text(reply.text ?? ''),
    confirm ? h('div', { class: 'whisper-actions' }, confirm) : null,
    h(
      'p',
      { class: 'whisper-foot' },
      icon('eye'),
      reply.ephemeral === false ? '' : 'Only you can see this · ',
      dismiss,
    ),
  );
}
