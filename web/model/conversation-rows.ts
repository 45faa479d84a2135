/**
 * From entries to the rows that a person reads: days, messages grouped by who speaks, folded tool work,
 * scheduled triggers, quiet notices.
 */
import { amended } from './amended.ts';
import type { Entry, Pending, Whisper } from './shapes.ts';
import { dayOf } from './times.ts';

export type Row =
  | { kind: 'day'; key: string; ts: number }
  /** `to`: whose words the desk answers, where several people speak. */
  | { kind: 'message'; key: string; entry: Entry; first: boolean; to?: string }
  | { kind: 'trigger'; key: string; entry: Entry }
  | { kind: 'tools'; key: string; entries: Entry[]; names: string[] }
  | { kind: 'notice'; key: string; entry: Entry }
  | { kind: 'pending'; key: string; message: Pending; first: boolean }
  | { kind: 'whisper'; key: string; whisper: Whisper };

const SAME_BREATH_MS = 5 * 60_000;

export function rowsOf(entries: Entry[], pending: Pending[], whispers: Whisper[]): Row[] {
  const rows: Row[] = [];
  const private_ = [...whispers].sort((a, b) => a.ts - b.ts);
  let day = '';
  let speaker = '';
  let spokeAt = 0;

  const beginDay = (ts: number) => {
    if (dayOf(ts) === day) return;
    day = dayOf(ts);
    speaker = '';
    rows.push({ kind: 'day', key: `day ${day}`, ts });
  };
  const startsGroup = (who: string, ts: number) => {
    const first = who !== speaker || ts - spokeAt > SAME_BREATH_MS;
    speaker = who;
    spokeAt = ts;
    return first;
  };
  const whisperUntil = (ts: number) => {
    for (let next = private_[0]; next && next.ts <= ts; next = private_[0]) {
      private_.shift();
      speaker = '';
      rows.push({ kind: 'whisper', key: `whisper ${next.id}`, whisper: next });
    }
  };
  const tell = (kind: 'trigger' | 'notice', entry: Entry) => {
    beginDay(entry.ts);
    rows.push({ kind, key: entry.id, entry });
    speaker = '';
  };

  const known = amended(entries);
  const askers = askersIn(known);
  for (const entry of known) {
    if (isHidden(entry)) continue;
    whisperUntil(entry.ts - 1);
    const names = toolNames(entry);
    if (entry._cron_turn) tell('trigger', entry);
    else if (entry.role === 'system' || entry.meta?.['kind'] === 'report') tell('notice', entry);
    else if (entry.role === 'tool') fold(rows, entry, names);
    else {
      beginDay(entry.ts);
      if (entry.content.trim()) {
        const to = entry.role === 'assistant' ? askers.get(turnOf(entry)) : undefined;
        const first = startsGroup(`${speakerOf(entry)} ${to ?? ''}`, entry.ts);
        rows.push({ kind: 'message', key: entry.id, entry, first, ...(to !== undefined && { to }) });
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

/** How a memory was summed up is the desk's own business. */
const isHidden = ({ meta }: Entry) => meta?.['kind'] === 'compaction' || meta?.['kind'] === 'summary';

/** Tool work next to tool work is one disclosure. */
function fold(rows: Row[], entry: Entry, names: string[]): void {
  const last = rows.at(-1);
  if (last?.kind !== 'tools') rows.push({ kind: 'tools', key: `tools ${entry.id}`, entries: [entry], names });
  else {
    last.entries.push(entry);
    const already = entry.role === 'tool' ? new Set(last.names) : new Set();
    last.names.push(...names.filter((name) => !already.has(name)));
  }
}

const turnOf = ({ meta }: Entry): string => (typeof meta?.['turn'] === 'string' ? meta['turn'] : '');

/** Who asked, by turn; nobody where one person speaks with the desk alone. */
function askersIn(entries: readonly Entry[]): ReadonlyMap<string, string> {
  const askers = new Map<string, string>();
  for (const entry of entries) {
    const { role, author } = entry;
    if (role !== 'user' || !author || entry._cron_turn || turnOf(entry) === '') continue;
    const before = askers.get(turnOf(entry));
    const all = before === undefined ? [] : before.split(', ');
    if (!all.includes(author.name)) askers.set(turnOf(entry), [...all, author.name].join(', '));
  }
  return new Set(askers.values()).size > 1 ? askers : new Map();
}

const speakerOf = (entry: Entry) => (entry.role === 'user' ? `user ${entry.author?.name ?? ''}` : entry.role);

/** The tools that an entry called, or answers for. */
function toolNames(entry: Entry): string[] {
  if (entry.role === 'tool')
    return typeof entry.meta?.['toolName'] === 'string' ? [entry.meta['toolName']] : [];
  return toolCalls(entry).map(({ name }) => name);
}

/** A call whose name is missing has an empty one. */
export function toolCalls(entry: Entry): { name: string; args: unknown }[] {
  const calls = entry.meta?.['toolCalls'];
  if (!Array.isArray(calls)) return [];
  return (calls as ({ name?: unknown; args?: unknown } | null)[]).map((call) => ({
    name: typeof call?.name === 'string' ? call.name : '',
    args: call?.args,
  }));
}
