/**
 * Limits how often models may be asked in one update of the pool, retries of the router included. The desk model
 * counts as well.
 */
import type { Spending } from './chat-model.ts';

export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';
}

export class PromptBudget implements Spending {
  readonly #most: number;
  #attempts = 0;
  #tokens = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** @throws BudgetSpent */
  attempt(): void {
    if (this.isSpent)
      throw new BudgetSpent(`Models were asked ${this.#attempts} times in this update, and no more.`);
    this.#attempts += 1;
  }

  used(tokens: number): void {
    this.#tokens += tokens;
  }

  get isSpent(): boolean {
    return this.#attempts >= this.#most;
  }

  get attempts(): number {
    return this.#attempts;
  }

  get tokens(): number {
    return this.#tokens;
  }
}
