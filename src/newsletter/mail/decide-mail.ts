/** When an e-mail is sent, and what its attempt makes of it. */
import type { DecideMail, MailRecord } from './mail-book.ts';

/** How an attempt ended. `later`: nothing arrived, and it may be tried again. */
export interface Attempted {
  readonly kind: 'sent' | 'refused' | 'later' | 'unknown';
  readonly words: string;
}

interface Moment {
  readonly session: string;
  readonly recipient: string;
  readonly nowMs: number;
}

/**
 * Take a recipient's e-mail up, where it may go out: `sending` is on record before the server hears of it.
 * @param askedAtMs when an editor wanted it sent although it was refused, or may have arrived; what it came to since stands.
 */
export function begin({ session, recipient, nowMs }: Moment, askedAtMs?: number): DecideMail {
  return (record) => {
    const mayGo =
      record === undefined ||
      record.state === 'waiting' ||
      (askedAtMs !== undefined &&
        record.atMs <= askedAtMs &&
        (record.state === 'unknown' || record.state === 'refused'));
    if (!mayGo) return undefined;
    return { session, recipient, state: 'sending', attempts: (record?.attempts ?? 0) + 1, atMs: nowMs };
  };
}

/** Record how an attempt ended. Nothing changes unless the mail is being sent; `later` puts it back to wait. */
export function settle({ kind, words }: Attempted, nowMs: number): DecideMail {
  return (record) =>
    record?.state === 'sending'
      ? { ...record, state: kind === 'later' ? 'waiting' : kind, atMs: nowMs, words }
      : undefined;
}

/** What was under way when the desk died: it may have arrived. */
export function giveUp(nowMs: number): DecideMail {
  return (record) =>
    record?.state === 'sending' ? { ...withoutWords(record), state: 'unknown', atMs: nowMs } : undefined;
}

function withoutWords({ words: _, ...record }: MailRecord): MailRecord {
  return record;
}
