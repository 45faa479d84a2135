import type { ModelReply } from '../llm/chat-model.ts';
import { estimateTokens } from '../sessions/estimate-tokens.ts';

export class BudgetExhausted extends Error {
  override readonly name = 'BudgetExhausted';
}

/**
 * What one turn may spend. Attempts are counted, not successes; tokens that a provider didn't count are estimated,
 * never taken as zero.
 */
export class Budget {
  #attempts: number;
  #tokens: number;

  constructor(limits: { attempts: number; tokens: number }) {
    this.#attempts = limits.attempts;
    this.#tokens = limits.tokens;
  }

  /** @throws BudgetExhausted when the next call would go too far. */
  attempt(): void {
    if (this.#attempts <= 0)
      throw new BudgetExhausted('the turn has made all the calls to a model that it may');
    if (this.#tokens <= 0) throw new BudgetExhausted('the turn has used all the tokens that it may');
    this.#attempts -= 1;
  }

  spend(reply: ModelReply, sent: string): void {
    const input = reply.usage.input ?? estimateTokens(sent);
    const output = reply.usage.output ?? estimateTokens(reply.text);
    this.#tokens -= input + output;
  }
}
