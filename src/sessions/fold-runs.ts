/**
 * Shows runs in a window. Of a past run, only its trigger and its closure remain, not its steps. Consecutive runs
 * without a post become one line.
 */
import { dayAndTime } from '../time/zone.ts';
import type { Entry } from './entry.ts';

export interface Row {
  readonly entry: Entry;
  /** It belongs to a job's run, so it is dropped before people's messages. */
  readonly scheduled: boolean;
}

/** Endings after which nothing was posted. */
const NOTHING_POSTED: readonly string[] = ['quiet', 'skipped'];

/** Entries oldest first; rows in the same order. People's messages are never folded. */
export function foldRuns(entries: readonly Entry[], zone: string): Row[] {
  const runs = new Set(entries.flatMap((entry) => entry.cron_run_id ?? []));
  const idle = new Set(entries.flatMap((entry) => (endedIdle(entry) ? turnOf(entry) : [])));
  const rows: Row[] = [];
  let folded: Entry[] = [];
  const unfold = () => {
    if (folded.length > 0) rows.push({ entry: foldedLine(folded, zone), scheduled: true });
    folded = [];
  };
  for (const entry of entries) {
    const turn = turnOf(entry);
    const isStep = entry.meta?.kind === 'step';
    if (isStep && (runs.has(turn) || idle.has(turn))) continue;
    if (idle.has(turn) && entry.author === undefined) {
      if (entry.meta?.kind === 'closure') folded.push(entry);
      continue;
    }
    unfold();
    rows.push({ entry, scheduled: entry.cron_run_id !== undefined });
  }
  unfold();
  return rows;
}

/** The turn that an entry belongs to; empty if none. */
export function turnOf(entry: Entry): string {
  return entry.cron_run_id ?? entry.meta?.turn ?? '';
}

function endedIdle({ meta }: Entry): boolean {
  return meta?.kind === 'closure' && NOTHING_POSTED.includes(meta.status ?? '');
}

function foldedLine(closures: readonly Entry[], zone: string): Entry {
  const first = closures[0]!;
  const last = closures.at(-1)!;
  const names = [...new Set(closures.flatMap((closure) => closure.cron_job_name ?? []))];
  const runs = `${closures.length} scheduled ${closures.length === 1 ? 'run' : 'runs'}`;
  const of = names.length > 0 ? ` of ${names.map((name) => `"${name}"`).join(' and ')}` : '';
  const when = span(dayAndTime(first.ts, zone), dayAndTime(last.ts, zone));
  const content = `[${runs}${of} ${when} had nothing to post]`;
  return { v: 1, id: `folded:${first.id}`, ts: last.ts, role: 'system', content };
}

/** "between Fri 20 Nov, 09:00 and 10:00"; the day is repeated only when it differs. */
function span(from: string, to: string): string {
  if (from === to) return `at ${from}`;
  const day = from.slice(0, from.lastIndexOf(',') + 2);
  return `between ${from} and ${to.startsWith(day) ? to.slice(day.length) : to}`;
}
