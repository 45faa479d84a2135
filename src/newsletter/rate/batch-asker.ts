/** Questions to a language model about articles, a batch at a time. It stops asking when nobody answers. */
import { allSettledFirst } from '../../async/joined.ts';
import { askAbout } from '../../llm/ask-about.ts';
import type { ModelDesk, Question } from '../../llm/ask-about.ts';
import { PromptBudget } from '../../llm/prompt-budget.ts';

const AT_ONCE = 3;
const FAILURES_IN_A_ROW = 3;

export class BatchAsker {
  readonly #desk: ModelDesk | undefined;
  readonly #budget: PromptBudget;
  readonly #signal: AbortSignal;
  #failures = 0;
  #prompts = 0;

  constructor(desk: ModelDesk | undefined, mostPrompts: number, signal: AbortSignal) {
    this.#desk = desk;
    this.#budget = new PromptBudget(mostPrompts);
    this.#signal = signal;
  }

  get prompts(): number {
    return this.#prompts;
  }

  /** Whether another question may be answered by a language model. */
  get asks(): boolean {
    const hasModel = this.#desk?.hasLanguageModel('newsletter') ?? false;
    return hasModel && !this.#budget.isSpent && this.#failures < FAILURES_IN_A_ROW;
  }

  /** An answer for each batch, in their order; undefined where there is none. Rejects only with the signal's reason. */
  async ask<T, A>(
    batches: readonly T[],
    question: (batch: T) => Pick<Question<A>, 'prompt' | 'material' | 'answer' | 'read' | 'maxOutputTokens'>,
  ): Promise<(A | undefined)[]> {
    const answers: (A | undefined)[] = [];
    for (let at = 0; at < batches.length; at += AT_ONCE)
      answers.push(
        ...(await allSettledFirst(
          batches.slice(at, at + AT_ONCE).map((batch) => this.#one<A>(question(batch))),
        )),
      );
    return answers;
  }

  async #one<A>(
    question: Pick<Question<A>, 'prompt' | 'material' | 'answer' | 'read' | 'maxOutputTokens'>,
  ): Promise<A | undefined> {
    if (!this.asks || this.#desk === undefined) return undefined;
    this.#prompts += 1;
    const reply = await askAbout(this.#desk, {
      ...question,
      task: 'newsletter',
      budget: this.#budget,
      signal: this.#signal,
    });
    if (reply.kind === 'failed' || !reply.by.languageModel) {
      this.#failures += 1;
      return undefined;
    }
    this.#failures = 0;
    return reply.value;
  }
}
