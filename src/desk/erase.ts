/**
 * Erases deleted messages from transcripts and from the records of turns. After a crash the next attempt completes
 * it: the file is rewritten first, then its records and the erasure in one transaction.
 *
 * A file is rewritten when its session's lane is idle, or after half a day in any case.
 */
import type { Conductor } from '../sessions/conductor.ts';
import type { Erasure, IntakeBook } from '../sessions/intake-book.ts';
import { memoryKey } from '../sessions/key.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { TranscriptWriter } from '../sessions/transcript-writer.ts';
import type { Clock } from '../time/clock.ts';

interface EraserDeps {
  readonly book: Pick<IntakeBook, 'erasures' | 'erased'>;
  readonly transcriptWriter: Pick<TranscriptWriter, 'flush' | 'erase'>;
  readonly conductor: Pick<Conductor, 'isIdle'>;
  readonly clock: Clock;
  readonly unified: boolean;
  readonly failed: (what: string, error: unknown) => void;
}

const PATIENCE_MS = 12 * 60 * 60_000;

export class Eraser {
  readonly #deps: EraserDeps;

  constructor(deps: EraserDeps) {
    this.#deps = deps;
  }

  /** Never rejects because of one session: the others continue, and it is retried next time. */
  async erase(): Promise<{ erased: number; left: number }> {
    let erased = 0;
    let left = 0;
    for (const [file, erasures] of byFile(await this.#deps.book.erasures())) {
      try {
        const isDone = this.#mayErase(file, erasures) && (await this.#eraseIn(file, erasures));
        if (isDone) erased += erasures.length;
        else left += erasures.length;
      } catch (error) {
        left += erasures.length;
        this.#deps.failed(`erasing in the transcript of ${file}`, error);
      }
    }
    return { erased, left };
  }

  #mayErase(file: SessionKey, erasures: readonly Erasure[]): boolean {
    const { conductor, clock, unified } = this.#deps;
    const oldest = Math.min(...erasures.map(({ atMs }) => atMs));
    return conductor.isIdle(memoryKey(file, unified)) || clock.now() - oldest > PATIENCE_MS;
  }

  async #eraseIn(file: SessionKey, erasures: readonly Erasure[]): Promise<true> {
    const { transcriptWriter, book } = this.#deps;
    await transcriptWriter.flush(file);
    const messages = erasures.map(({ entry }) => entry);
    const answers = await transcriptWriter.erase(file, new Set(messages));
    await book.erased(file, messages, { own: messages.map(turnOfEntry), quoting: answers.map(turnOfEntry) });
    return true;
  }
}

function byFile(erasures: readonly Erasure[]): Map<SessionKey, Erasure[]> {
  const files = new Map<SessionKey, Erasure[]>();
  for (const erasure of erasures) files.set(erasure.file, [...(files.get(erasure.file) ?? []), erasure]);
  return files;
}

/** A message's entry has the id of its turn and ":0". */
function turnOfEntry(entry: string): string {
  return entry.replace(/:0$/, '');
}
