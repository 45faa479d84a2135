/**
 * Which messages of a session are already in a transcript. Messages up to the newest noted one are looked up in the
 * file, which is rare. Those after it are read once, when the session is first heard, and kept in memory.
 */
import type { Header } from '../sessions/entry.ts';
import type { IntakeBook } from '../sessions/intake-book.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { Transcripts } from '../sessions/transcripts.ts';
import { messagesBack } from './look-up-message.ts';

interface Known {
  /** Identifies the session's lifetime, because a deleted session may have begun anew. */
  readonly createdAtMs: number;
  /** Messages above this number are in `newer`, if they are in the file. */
  settled: bigint;
  readonly newer: Set<bigint>;
}

export class RecordedMessages {
  readonly #deps: { transcripts: Pick<Transcripts, 'backwards'>; book: Pick<IntakeBook, 'seen'> };
  /** By session, then by transcript. */
  readonly #known = new Map<SessionKey, Map<SessionKey, Known>>();

  constructor(deps: { transcripts: Pick<Transcripts, 'backwards'>; book: Pick<IntakeBook, 'seen'> }) {
    this.#deps = deps;
  }

  async has(file: SessionKey, session: Header, id: string): Promise<boolean> {
    const known = await this.#of(file, session);
    const number = BigInt(id);
    if (number > known.settled) return known.newer.has(number);
    for await (const message of messagesBack(this.#deps.transcripts, file, session.key, number))
      if (message.number === number) return true;
    return false;
  }

  add(file: SessionKey, { key }: Header, id: string): void {
    this.#known.get(key)?.get(file)?.newer.add(BigInt(id));
  }

  /** Read the files again: a write failed, or the session is deleted. */
  forget(session: SessionKey): void {
    this.#known.delete(session);
  }

  /** Everything up to this message is noted, so it is unlikely to come again. */
  settled(session: SessionKey, id: string): void {
    const upTo = BigInt(id);
    for (const known of this.#known.get(session)?.values() ?? []) {
      if (upTo > known.settled) known.settled = upTo;
      for (const number of known.newer) if (number <= upTo) known.newer.delete(number);
    }
  }

  async #of(file: SessionKey, { key, createdAtMs }: Header): Promise<Known> {
    const files = this.#known.get(key) ?? new Map<SessionKey, Known>();
    this.#known.set(key, files);
    const known = files.get(file);
    if (known?.createdAtMs === createdAtMs) return known;
    const settled = BigInt((await this.#deps.book.seen(key)) ?? -1);
    const fresh = { createdAtMs, settled, newer: new Set<bigint>() };
    for await (const { number } of messagesBack(this.#deps.transcripts, file, key, settled))
      if (number > settled) fresh.newer.add(number);
    files.set(file, fresh);
    return fresh;
  }
}
