/**
 * From entries to the rows that a person reads: days, messages grouped by who speaks, folded tool work,
 * scheduled triggers, quiet notices. Pure.
 *
 * @import { Entry, Pending, State, Whisper } from './shapes.js'
 */
import { amended } from './amended.js';
import { dayOf } from './words.js';

/**
 * @typedef {{ kind: 'day', key: string, ts: number }
 *   | { kind: 'message', key: string, entry: Entry, first: boolean }
 *   | { kind: 'trigger', key: string, entry: Entry }
 *   | { kind: 'tools', key: string, entries: Entry[], names: string[] }
 *   | { kind: 'notice', key: string, entry: Entry }
 *   | { kind: 'pending', key: string, message: Pending, first: boolean }
 *   | { kind: 'whisper', key: string, whisper: Whisper }} Row
 */

const SAME_BREATH_MS = 5 * 60_000;

/**
 * @param {Entry[]} entries
 * @param {Pending[]} pending
 * @param {Whisper[]} whispers
 * @returns {Row[]}
 */
export function rowsOf(entries, pending, whispers) {
  /** @type {Row[]} */
  const rows = [];
  const private_ = [...whispers].sort((a, b) => a.ts - b.ts);
  let day = '';
  let speaker = '';
  let spokeAt = 0;

  /** @param {number} ts */
  const beginDay = (ts) => {
    if (dayOf(ts) === day) return;
    day = dayOf(ts);
    speaker = '';
    rows.push({ kind: 'day', key: `day ${day}`, ts });
  };
  /** @type {(who: string, ts: number) => boolean} */
  const startsGroup = (who, ts) => {
    const first = who !== speaker || ts - spokeAt > SAME_BREATH_MS;
    speaker = who;
    spokeAt = ts;
    return first;
  };
  /** @param {number} ts */
  const whisperUntil = (ts) => {
    for (let next = private_[0]; next && next.ts <= ts; next = private_[0]) {
      private_.shift();
      speaker = '';
      rows.push({ kind: 'whisper', key: `whisper ${next.id}`, whisper: next });
    }
  };

  for (const entry of amended(entries)) {
    if (isHidden(entry)) continue;
    whisperUntil(entry.ts - 1);
    const names = toolNames(entry);
    if (entry._cron_turn) {
      beginDay(entry.ts);
      rows.push({ kind: 'trigger', key: entry.id, entry });
      speaker = '';
    } else if (entry.role === 'system' || entry.meta?.['kind'] === 'report') {
      beginDay(entry.ts);
      rows.push({ kind: 'notice', key: entry.id, entry });
      speaker = '';
    } else if (entry.role === 'tool') fold(rows, entry, names);
    else {
      beginDay(entry.ts);
      if (entry.content.trim()) {
        rows.push({ kind: 'message', key: entry.id, entry, first: startsGroup(speakerOf(entry), entry.ts) });
      }
      if (names.length) fold(rows, entry, names);
    }
  }
  whisperUntil(Infinity);
  for (const message of pending) {
    beginDay(message.ts);
    const first = startsGroup(`user ${message.author}`, message.ts);
    rows.push({ kind: 'pending', key: `pending ${message.clientId}`, message, first });
  }
  return rows;
}

/**
 * How a memory was summed up is the desk's own business.
 * @param {Entry} entry
 */
const isHidden = ({ meta }) => meta?.['kind'] === 'compaction' || meta?.['kind'] === 'summary';

/**
 * Tool work next to tool work is one disclosure.
 * @param {Row[]} rows
 * @param {Entry} entry
 * @param {string[]} names
 */
function fold(rows, entry, names) {
  const last = rows.at(-1);
  if (last?.kind !== 'tools') rows.push({ kind: 'tools', key: `tools ${entry.id}`, entries: [entry], names });
  else {
    last.entries.push(entry);
    const already = entry.role === 'tool' ? new Set(last.names) : new Set();
    last.names.push(...names.filter((name) => !already.has(name)));
  }
}

/** @param {Entry} entry */
const speakerOf = (entry) => (entry.role === 'user' ? `user ${entry.author?.name ?? ''}` : entry.role);

/**
 * The tools that an entry called, or answers for.
 * @param {Entry} entry
 * @returns {string[]}
 */
export function toolNames(entry) {
  if (entry.role === 'tool')
    return typeof entry.meta?.['toolName'] === 'string' ? [entry.meta['toolName']] : [];
  return toolCalls(entry).map(({ name }) => name);
}

/**
 * @param {Entry} entry
 * @returns {{ name: string, args: unknown }[]}
 */
export function toolCalls(entry) {
  const calls = entry.meta?.['toolCalls'];
  if (!Array.isArray(calls)) return [];
  return calls.map((call) => ({ name: String(call?.name ?? 'a tool'), args: call?.args }));
}

/**
 * Everything that decides how a row looks, as one comparable value.
 * @param {Row} row
 * @param {State} state
 */
export function signatureOf(row, state) {
  switch (row.kind) {
    case 'day':
      return dayOf(Date.now());
    case 'message':
      return `${row.first} ${row.entry.ts} ${row.entry.meta?.['edited']} ${row.entry.content} ${threadSignature(row.entry, state)}`;
    case 'trigger':
    case 'notice':
      return row.entry.content;
    case 'tools':
      return row.entries.map(({ id }) => id).join(' ');
    case 'pending':
      return `${row.first} ${row.message.state} ${row.message.error}`;
    case 'whisper':
      return `${row.whisper.busy}`;
  }
}

/**
 * @param {Entry} entry
 * @param {State} state
 */
function threadSignature(entry, state) {
  const key = entry.meta?.['thread'];
  if (typeof key !== 'string') return '';
  const thread = state.sessions.find((session) => session.key === key);
  return `${thread?.title} ${thread?.entries}`;
}
