/**
 * The time by which things are old enough to be dropped. A clock may be wrong for a while: a machine without one of its
 * own starts in 1970 or in a year to come until a time server corrects it, and people mistype. What was dropped for its
 * age is gone, so a moment is believed only when the one that was believed before leads to it.
 *
 * - What the desk lives through is believed, and a night or a day in which it was off.
 * - Any other moment is believed once the clock has said so for a day in which the desk ran, whether the desk was really
 *   off for a year or somebody set the clock. Until then the old time goes on by what passes.
 * - Nothing is older than the clock says, either: one that was set back drops nothing.
 */
import type { Clock } from './clock.ts';

export interface Belief {
  /** ms since the epoch. */
  readonly atMs: number;
  /** What the clock says instead, and for how long it has. */
  readonly doubt?: { readonly atMs: number; readonly provenMs: number };
}

const DAY_MS = 86_400_000;
/** Off for so long, nobody doubts the clock. */
const OFF_MS = DAY_MS;
const PROOF_MS = DAY_MS;

/**
 * What is believed after another look.
 * @param passedMs how much time has passed since the look before, as far as this process knows
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
  /** Survives a restart. */
  readonly kept: { get(): Promise<string | undefined>; set(value: string): Promise<void> };
  /** What the clock said last, where nothing was believed yet. */
  readonly seenMs: () => Promise<number | undefined>;
  /** The clock is doubted from now on. */
  readonly doubts: (believedMs: number, saidMs: number) => void;
}

export class BelievedTime {
  readonly #deps: BelievedTimeDeps;
  #belief: Belief | undefined;
  #lookedAtMs: number;
  /** One look after the other. */
  #looking: Promise<unknown>;

  constructor(deps: BelievedTimeDeps) {
    this.#deps = deps;
    this.#lookedAtMs = deps.clock.elapsed();
    // At once: the clock's last word is overwritten soon.
    this.#looking = this.#load().catch(() => {}); // then the first look is the beginning
  }

  /** ms since the epoch: what is older than something by this time may be dropped for it. */
  now(): Promise<number> {
    const look = this.#looking.then(() => this.#look());
    this.#looking = look.catch(() => {}); // whoever asked is told
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
