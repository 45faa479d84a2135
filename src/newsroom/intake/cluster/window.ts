/**
 * Which links count: those in the window for the volume; those of a week, and at least the newest thousands, for how
 * common words are.
 *
 * The window's clock is the median time of the newest arrivals and never goes back, so a feed with future dates
 * doesn't end every event, and an old article doesn't hold them.
 */
import type { SeenLink } from './seen-link.ts';
import type { Vocabulary } from './vocabulary.ts';

const ARRIVALS = 31;
const SWEEP_EVERY = 256;
const WEEK_MS = 7 * 24 * 3_600_000;
/** Where little arrives, a week is too short to learn which words are common. */
const COUNTED_AT_LEAST = 3_000;

export class Window {
  readonly #windowMs: number;
  readonly #vocabulary: Vocabulary;
  /** In the order of arrival. */
  #links: SeenLink[] = [];
  /** The times of the newest arrivals, over and over from the start; and the same in order. */
  readonly #newest: number[] = [];
  readonly #ordered: number[] = [];
  #arrived = 0;
  #nowMs = -Infinity;
  #sinceSweep = 0;
  /** Arrivals that are in the window. */
  #volume = 0;
  #firstInWindow = 0;

  constructor(windowMs: number, vocabulary: Vocabulary) {
    this.#windowMs = windowMs;
    this.#vocabulary = vocabulary;
  }

  get links(): number {
    return this.#volume;
  }

  observe(link: SeenLink): void {
    this.#vocabulary.observe(link, link.bridge !== undefined);
    this.#links.push(link);
    this.#sinceSweep += 1;
    this.#nowMs = Math.max(this.#nowMs, this.#medianWith(link.atMs));
    const since = this.#nowMs - this.#windowMs;
    while ((this.#links[this.#firstInWindow]?.atMs ?? Infinity) < since) this.#firstInWindow += 1;
    this.#volume = this.#links.length - this.#firstInWindow;
  }

  /** The median of the newest arrivals, of which this is one from now on. */
  #medianWith(atMs: number): number {
    const ordered = this.#ordered;
    const at = this.#arrived % ARRIVALS;
    if (this.#arrived >= ARRIVALS) ordered.splice(ordered.indexOf(this.#newest[at]!), 1);
    this.#newest[at] = atMs;
    this.#arrived += 1;
    const before = ordered.findIndex((other) => other > atMs);
    ordered.splice(before < 0 ? ordered.length : before, 0, atMs);
    return ordered[ordered.length >> 1]!;
  }

  /**
   * From time to time: `forget` what is over before a time, and words that no link of the week has. `gone` hears of each
   * link that counts no longer.
   */
  sweep(forget: (beforeMs: number) => void, gone: (link: SeenLink) => void): void {
    if (this.#sinceSweep < SWEEP_EVERY) return;
    this.#sinceSweep = 0;
    const beforeMs = this.#nowMs - this.#windowMs;
    forget(beforeMs);
    const keepMs = this.#nowMs - Math.max(WEEK_MS, 2 * this.#windowMs);
    let left = 0;
    const most = Math.min(this.#firstInWindow, this.#links.length - COUNTED_AT_LEAST);
    while (left < most && this.#links[left]!.atMs < keepMs) {
      const link = this.#links[left]!;
      this.#vocabulary.forget(link, link.bridge !== undefined);
      link.isForgotten = true;
      gone(link);
      left += 1;
    }
    this.#links = this.#links.slice(left);
    this.#firstInWindow -= left;
  }
}
