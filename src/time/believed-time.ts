/**
 * The time used to decide that things are old enough to delete. A clock can be wrong for a while: a machine without a
 * battery starts in 1970 or in some future year until a time server corrects it, and people mistype. Deleting can't
 * be undone, so a new time is only believed when the previously believed time leads to it.
 *
 * - Believed at once: time that passes while the desk runs, and up to a day during which it was off.
 * - Any other time is believed after the clock has shown it for a day in which the desk ran, whether the desk was
 *   really off for a year or somebody set the clock. Until then the old time advances by the time that passes.
 * - The result is never later than the clock, so a clock that was set back deletes nothing.
 */
import type { Clock } from './clock.ts';

export interface Belief {
  /** ms since the epoch. */
  readonly atMs: number;
  /** What the clock says instead, and for how long it has said so. */
  readonly doubt?: { readonly atMs: number; readonly provenMs: number };
}

const DAY_MS = 86_400_000;
/** A jump up to this long is not doubted. */
const OFF_MS = DAY_MS;
const PROOF_MS = DAY_MS;

/**
 * The belief after looking at the clock again.
 * @param passedMs the time since the previous look, as far as this process knows
 */
export function believe(
  before: Belief | undefined,
  { nowMs, passedMs }: { nowMs: number; passedMs: number },
): Belief {
  const leadsHere = (fromMs: number) => Math.abs(nowMs - passedMs - fromMs) <= OFF_MS;
  if (!before || leadsHere(before.atMs)) return { atMs: nowMs };
  const { doubt } = before;
  const provenMs = doubt && leadsHere(doubt.atMs) ? doubt.provenMs + passedMs : 0;
  if (provenMs >= PROOF_MS) return { atMs: nowMs };
  return { atMs: before.atMs + passedMs, doubt: { atMs: nowMs, provenMs } };
}

export interface BelievedTimeDeps {
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
  /** A value that survives a restart. */
  readonly kept: { get(): Promise<string | undefined>; set(value: string): Promise<void> };
  /** The last time known from elsewhere; used when nothing is stored yet. */
  readonly seenMs: () => Promise<number | undefined>;
  /** Called when the clock starts to be doubted. */
  readonly doubts: (believedMs: number, saidMs: number) => void;
}

export class BelievedTime {
  readonly #deps: BelievedTimeDeps;
  #belief: Belief | undefined;
  #lookedAtMs: number;
  /** Serializes looks at the clock. */
  #looking: Promise<unknown>;

  constructor(deps: BelievedTimeDeps) {
    this.#deps = deps;
    this.#lookedAtMs = deps.clock.elapsed();
    // Load at once, because the stored last time is overwritten soon.
    this.#looking = this.#load().catch(() => {}); // then the first look starts afresh
  }

  /** The believed time, ms since the epoch. What is too old by this time may be deleted. */
  now(): Promise<number> {
    const look = this.#looking.then(() => this.#look());
    this.#looking = look.catch(() => {}); // the caller gets the error
    return look;
  }

  async #load(): Promise<void> {
    const { kept, seenMs } = this.#deps;
    const atMs = await seenMs();
    this.#belief = beliefIn(await kept.get()) ?? (atMs === undefined ? undefined : { atMs });
  }

  async #look(): Promise<number> {
    const { clock, kept, doubts } = this.#deps;
    const [nowMs, elapsedMs] = [clock.now(), clock.elapsed()];
    const before = this.#belief;
    const belief = believe(before, { nowMs, passedMs: elapsedMs - this.#lookedAtMs });
    this.#belief = belief;
    this.#lookedAtMs = elapsedMs;
    if (belief.doubt && !before?.doubt) doubts(belief.atMs, nowMs);
    await kept.set(JSON.stringify(belief));
    return Math.min(nowMs, belief.atMs);
  }
}

function beliefIn(text: string | undefined): Belief | undefined {
  try {
    const { atMs, doubt } = JSON.parse(text ?? '') as Partial<Belief>;
    if (!Number.isFinite(atMs)) return undefined;
    const isWhole = Number.isFinite(doubt?.atMs) && Number.isFinite(doubt?.provenMs);
    return { atMs: atMs!, ...(isWhole && { doubt: doubt! }) };
  } catch {
    return undefined;
  }
}
