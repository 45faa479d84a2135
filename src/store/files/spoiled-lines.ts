/**
 * Lines of a transcript that are not entries. Each is found and reported once and skipped from then on, so a damaged
 * file costs one scan.
 */
import type { Line, Span } from './lines.ts';

export class SpoiledLines {
  /** Start offsets of lines that were reported. */
  readonly #lines = new Set<number>();
  /** Runs of damaged lines: end offset → start offset. */
  readonly #spans = new Map<number, number>();
  /** The same runs: start offset → end offset. */
  readonly #ends = new Map<number, number>();

  /** The run to skip when reading backwards has reached `end`. */
  passedOver(end: number): Span | undefined {
    const start = this.#spans.get(end);
    return start === undefined ? undefined : { start, end };
  }

  /**
   * Add a line. Several readers may find the same one at once.
   * @returns whether it is new and should be reported.
   */
  add({ start, end }: Pick<Line, 'start' | 'end'>): boolean {
    if (this.#lines.has(start)) return false;
    this.#lines.add(start);
    // Join adjacent runs.
    const last = this.#ends.get(end) ?? end;
    const first = this.#spans.get(start) ?? start;
    this.#ends.delete(end);
    this.#spans.delete(start);
    this.#spans.set(last, first);
    this.#ends.set(first, last);
    return true;
  }
}
