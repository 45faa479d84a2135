interface Facts {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
}

const PAUSED = 'paused';

/** Whether all scheduled work is paused: a small fact of the desk that outlives a restart. */
export class KeptPause {
  readonly #facts: Facts;

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  async isOn(): Promise<boolean> {
    return (await this.#facts.get(PAUSED)) === 'true';
  }

  async set(isOn: boolean): Promise<void> {
    await this.#facts.set(PAUSED, String(isOn));
  }
}
