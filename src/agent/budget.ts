import { ModelError } from '../llm/chat-model.ts';
import type { ModelReply, Spending } from '../llm/chat-model.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';
import type { Locale } from '../time/locale.ts';
import { TURN_WORDS } from './wording.ts';

/**
 * The budget of one turn. Attempts are counted, not successes; tokens that a provider didn't count are estimated,
 * never taken as zero.
 *
 * The provider that makes attempts counts them here (`Spending`). `settle` counts for a model that doesn't, so that
 * every call is counted exactly once.
 */
export class Budget implements Spending {
  readonly #limits: { readonly attempts: number; readonly tokens: number };
  readonly #locale: Locale;
  #attempts = 0;
  #tokens = 0;
  /** The counts at the start of the last call. */
  #before = { attempts: 0, tokens: 0 };

  /** @param locale of the sentence that says that it is spent */
  constructor(limits: { readonly attempts: number; readonly tokens: number }, locale: Locale) {
    this.#limits = limits;
    this.#locale = locale;
  }

  /** @throws ModelError `exhausted` when another attempt would exceed the budget. */
  attempt(): void {
    const ceiling = this.#ceiling();
    if (ceiling !== undefined) throw new ModelError('exhausted', ceiling);
    this.#attempts += 1;
  }

  used(tokens: number): void {
    this.#tokens += Math.max(1, tokens);
  }

  /** Whether there can be another attempt. */
  hasLeft(): boolean {
    return this.#ceiling() === undefined;
  }

  /** A model call begins. @throws ModelError `exhausted` when it can't make a single attempt. */
  begin(): void {
    const ceiling = this.#ceiling();
    if (ceiling !== undefined) throw new ModelError('exhausted', ceiling);
    this.#before = { attempts: this.#attempts, tokens: this.#tokens };
  }

  /** A call was answered: count what wasn't counted yet. `sent` is what the model read. */
  settle(reply: ModelReply, sent: string): void {
    if (this.#attempts === this.#before.attempts) this.#attempts += 1;
    if (this.#tokens > this.#before.tokens) return;
    const { input = estimateTokens(sent), output = estimateTokens(reply.text) } = reply.usage;
    this.used(input + output);
  }

  #ceiling(): string | undefined {
    const { attempts, tokens } = this.#limits;
    const words = TURN_WORDS[this.#locale];
    if (this.#attempts >= attempts) return words.callsSpent(attempts);
    if (this.#tokens >= tokens) return words.tokensSpent(tokens);
    return undefined;
  }
}
