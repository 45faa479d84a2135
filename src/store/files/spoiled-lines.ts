/**
 * Lines of transcripts that are no entries: found once, told once, and passed over from then on, so that a file that was
 * spoiled costs one scan.
 */
import type { SessionKey } from '../../sessions/key.ts';
import type { Line, Span } from './lines.ts';

interface Spoiled {
  /** Where each line begins. */
  readonly lines: Set<number>;
  /** Where each run of such lines ends, and where it begins. */
  readonly spans: Map<number, number>;
  /** Where each run begins, and where it ends. */
  readonly ends: Map<number, number>;
}

export class SpoiledLines {
  readonly #sessions = new Map<SessionKey, Spoiled>();

  /** What is passed over when a file is read backwards. */
  readonly passedOver =
    (session: SessionKey) =>
    (end: number): Span | undefined => {
      const start = this.#sessions.get(session)?.spans.get(end);
      return start === undefined ? undefined : { start, end };
    };

  /** Files are read by several at once: whoever finds a line first tells it. @returns whether it is new. */
  add(session: SessionKey, { start, end }: Pick<Line, 'start' | 'end'>): boolean {
    const { lines, spans, ends } = this.#of(session);
    if (lines.has(start)) return false;
    lines.add(start);
    // Runs that touch become one.
    const last = ends.get(end) ?? end;
    const first = spans.get(start) ?? start;
    ends.delete(end);
    spans.delete(start);
    spans.set(last, first);
    ends.set(first, last);
    return true;
  }

  forget(session: SessionKey): void {
    this.#sessions.delete(session);
  }

  #of(session: SessionKey): Spoiled {
    const known = this.#sessions.get(session) ?? { lines: new Set(), spans: new Map(), ends: new Map() };
    this.#sessions.set(session, known);
    return known;
  }
}
