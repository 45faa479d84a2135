/** Who waits for an op to be sent or given up. */
export class SettledOps {
  readonly #awaited = new Map<string, Set<() => void>>();

  /** Never resolves for an op that was settled before. */
  wait(key: string): Promise<void> {
    return new Promise((resolve) => {
      this.#awaited.set(key, (this.#awaited.get(key) ?? new Set()).add(resolve));
    });
  }

  settle(key: string): void {
    for (const tell of this.#awaited.get(key) ?? []) tell();
    this.#awaited.delete(key);
  }
}
