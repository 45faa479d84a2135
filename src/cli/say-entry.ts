import { dayAndTime } from '../time/zone.ts';
import type { EntryAnswer } from './answers.ts';
import { stepOf } from './say-step.ts';
import { oneLine } from './table.ts';

/** A transcript entry for people: "[Fri 20 Nov, 07:30] Ann: hello". */
export function sayEntry(entry: EntryAnswer, zone: string): string {
  const words = entry.role === 'tool' ? oneLine(entry.content, 100) : entry.content;
  return `[${dayAndTime(entry.ts, zone)}] ${speaker(entry)}: ${words || '…'}`;
}

/**
 * An entry in a conversation that the reader takes part in: a step in words; the person addressed, if it is another
 * than the reader. Undefined for an entry without text.
 */
export function sayInChat(
  entry: EntryAnswer,
  { zone, me, to }: { readonly zone: string; readonly me: string; readonly to: string | undefined },
): string | undefined {
  const step = stepOf(entry);
  if (step !== undefined) return `-# · ${step}`;
  if (entry.content === '') return undefined;
  const who = entry.role === 'assistant' && to !== undefined && to !== me ? ` (to ${to})` : '';
  return `[${dayAndTime(entry.ts, zone)}] **${speaker(entry)}**${who}: ${entry.content}`;
}

/** The author's name before an entry; an automation's before the words of a scheduled turn. */
export function speaker({ role, author, cron_job_name: job }: EntryAnswer): string {
  if (role === 'assistant') return 'Nightdesk';
  return author?.name ?? job ?? (role === 'user' ? 'somebody' : role);
}
