/** How many requests may still be sent: attempts count, not successes. */
export class RequestBudget {
  #left: number;

  constructor(requests: number) {
    this.#left = requests;
  }

  /** Take one; false when there is none left. */
  take(): boolean {
    if (this.#left <= 0) return false;
    this.#left -= 1;
    return true;
  }

  get left(): number {
    return this.#left;
  }
}
