/** Small facts of the desk, by name. */
export interface Facts {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
}

const PAUSED = 'paused';

/** Whether scheduled work is paused, indefinitely or until a time; survives a restart. */
export class KeptPause {
  readonly #facts: Facts;
  readonly #now: () => number;

  constructor(facts: Facts, now: () => number) {
    this.#facts = facts;
    this.#now = now;
  }

  async isOn(): Promise<boolean> {
    const kept = await this.#facts.get(PAUSED);
    return kept === 'true' || this.#now() < endOf(kept);
  }

  /** When it ends by itself, ms since the epoch; undefined when it is off or indefinite. */
  async untilMs(): Promise<number | undefined> {
    const end = endOf(await this.#facts.get(PAUSED));
    return this.#now() < end ? end : undefined;
  }

  async set(isOn: boolean, untilMs?: number): Promise<void> {
    await this.#facts.set(PAUSED, isOn && untilMs !== undefined ? String(untilMs) : String(isOn));
  }
}

/** 0 for an indefinite pause. */
function endOf(kept: string | undefined): number {
  return kept !== undefined && /^\d+$/.test(kept) ? Number(kept) : 0;
}
