import { dayAndTime } from '../time/zone.ts';
import type { EntryAnswer } from './answers.ts';
import { oneLine } from './table.ts';

/** An entry of a transcript as a person reads it: "[Fri 20 Nov, 07:30] Ann: hello". */
export function sayEntry(entry: EntryAnswer, zone: string): string {
  const words = entry.role === 'tool' ? oneLine(entry.content, 100) : entry.content;
  return `[${dayAndTime(entry.ts, zone)}] ${speaker(entry)}: ${words || '…'}`;
}

/** Who says an entry, as it is written before it. */
export function speaker({ role, author }: EntryAnswer): string {
  if (role === 'assistant') return 'Nightdesk';
  return author?.name ?? (role === 'user' ? 'somebody' : role);
}
