/**
 * Lines of transcripts that are no entries: found once, told once, and passed over from then on, so that a file that was
 * spoiled costs one scan.
 */
import type { Line, Span } from './lines.ts';

/** Of one file. */
export class SpoiledLines {
  /** Where each line begins. */
  readonly #lines = new Set<number>();
  /** Where each run of such lines ends, and where it begins. */
  readonly #spans = new Map<number, number>();
  /** Where each run begins, and where it ends. */
  readonly #ends = new Map<number, number>();

  /** What is passed over when the file is read backwards. */
  passedOver(end: number): Span | undefined {
    const start = this.#spans.get(end);
    return start === undefined ? undefined : { start, end };
  }

  /** Files are read by several at once: whoever finds a line first tells it. @returns whether it is new. */
  add({ start, end }: Pick<Line, 'start' | 'end'>): boolean {
    if (this.#lines.has(start)) return false;
    this.#lines.add(start);
    // Runs that touch become one.
    const last = this.#ends.get(end) ?? end;
    const first = this.#spans.get(start) ?? start;
    this.#ends.delete(end);
    this.#spans.delete(start);
    this.#spans.set(last, first);
    this.#ends.set(first, last);
    return true;
  }
}
