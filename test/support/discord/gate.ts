/** Requests that wait until a test lets them go. */
export interface Held {
  /** How many wait. */
  readonly waiting: number;
  release(): void;
}

export class Gate implements Held {
  readonly #waiting: (() => void)[] = [];
  #isOpen = false;

  get waiting(): number {
    return this.#waiting.length;
  }

  pass(): Promise<void> {
    return this.#isOpen ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve));
  }

  release(): void {
    this.#isOpen = true;
    for (const go of this.#waiting.splice(0)) go();
  }
}
