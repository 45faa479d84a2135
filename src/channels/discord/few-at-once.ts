/** Limits how many pieces of work run at the same time, to limit memory. */
export class FewAtOnce {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(few: number) {
    this.#free = few;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
