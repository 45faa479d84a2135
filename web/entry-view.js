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
import { toolWords } from './tool-words.js';
import { clockTime, dayName, fullTime, languageOf } from './words.js';

/** @type {(row: Row, state: State, desk: Desk) => HTMLElement} */
export function rowView(row, state, desk) {
  switch (row.kind) {
    case 'day':
      return h('div', { class: 'day', role: 'separator' }, h('span', {}, dayName(row.ts, Date.now())));
    case 'message': {
      const { entry, first } = row;
      const fromDesk = entry.role === 'assistant';
      const name = fromDesk ? 'Nightdesk' : (entry.author?.name ?? 'Somebody');
      const content = isStory(entry)
        ? [storyCard(entry, state)]
        : [text(entry.content), threadCard(entry, state)];
      content.push(editedMark(entry));
      return message({ name, fromDesk, first, ts: entry.ts, id: entry.id }, ...content);
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

/** That these are not the words of before, and since when. @param {Entry} entry */
function editedMark({ meta }) {
  const at = meta?.['edited'];
  if (typeof at !== 'number') return null;
  return h('p', { class: 'edited' }, h('time', { title: fullTime(at) }, 'edited'));
}

/** @param {Entry} entry */
const isStory = ({ meta }) => meta?.['kind'] === 'story' && typeof meta['thread'] === 'string';

/** A story: its headline is the first line, what the channel remembers of it the rest. @type {(entry: Entry, state: State) => HTMLElement} */
function storyCard({ content, meta }, state) {
  const key = String(meta?.['thread']);
  const [first = '', ...rest] = content.trim().split('\n');
  const title = bare(first);
  const words = rest.join('\n').trim();
  return h(
    'section',
    { class: 'story-card', 'aria-label': title },
    h('h3', { class: 'story-title', lang: languageOf(title) }, title),
    words ? text(words) : null,
    h(
      'p',
      { class: 'story-foot' },
      h('a', { href: hrefOf(key) }, 'Open thread →'),
      h('span', {}, countOf(state, key)),
    ),
  );
}

/** A headline without the marks of one. @param {string} line */
const bare = (line) =>
  line
    .replace(/^\s*#{1,6}\s+/, '')
    .replace(/^\s*(\*\*|__)(.+)\1\s*$/, '$2')
    .trim();

/** @type {(state: State, key: string) => string} */
function countOf({ sessions }, key) {
  const thread = sessions.find((session) => session.key === key);
  return thread ? `${thread.entries} ${thread.entries === 1 ? 'message' : 'messages'}` : '';
}

/** @type {(entry: Entry, state: State) => HTMLElement | null} */
function threadCard(entry, state) {
  const key = entry.meta?.['thread'];
  if (typeof key !== 'string') return null;
  const thread = state.sessions.find((session) => session.key === key);
  return h(
    'a',
    { class: 'thread-card', href: hrefOf(key) },
    icon('thread'),
    h('span', { class: 'thread-card-title' }, thread ? titleOf(thread) : 'Story thread'),
    h('span', { class: 'thread-card-count' }, countOf(state, key)),
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
    h('summary', {}, icon('tool'), h('span', {}, toolWords(names))),
    ...entries.flatMap(stepsOf),
  );
}

/** @param {Entry} entry */
function noticeView(entry) {
  return h(
    'div',
    { class: 'notice', 'data-entry': entry.id, title: fullTime(entry.ts) },
    text(entry.content),
    editedMark(entry),
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
  const dismissing = { click: () => desk.dismiss(whisper.id) };
  const keep =
    reply.confirm?.keep &&
    h('button', { type: 'button', class: 'button', disabled: busy, on: dismissing }, reply.confirm.keep);
  const choose =
    reply.choose &&
    reply.choose.choices.map((choice) =>
      h(
        'button',
        {
          type: 'button',
          class: 'button',
          disabled: busy,
          on: { click: () => void desk.chooseWhisper(whisper, choice.value) },
        },
        choice.name,
      ),
    );
  const dismiss = h('button', { type: 'button', class: 'link-button', on: dismissing }, 'Dismiss message');
  const again = Object.keys(whisper.options).length
    ? h(
        'button',
        { type: 'button', class: 'link-button', on: { click: () => desk.editAgain(whisper) } },
        'Edit and run again',
      )
    : null;
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
    confirm ? h('div', { class: 'whisper-actions' }, confirm, keep || null) : null,
    choose
      ? h('div', { class: 'whisper-actions', role: 'group', 'aria-label': reply.choose?.label }, ...choose)
      : null,
    h(
      'p',
      { class: 'whisper-foot' },
      icon('eye'),
      reply.ephemeral === false ? '' : 'Only you can see this · ',
      dismiss,
      again,
    ),
  );
}
