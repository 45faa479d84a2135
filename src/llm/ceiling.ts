/**
 * Ceilings: what language models may spend in a day of the edition's zone, and in one run.
 *
 * They fail closed: while nobody can say what was spent, nothing more is. The desk model costs nothing and is never
 * asked about. An attempt under way counts from its beginning, so that workers side by side don't go over together.
 */
import type { Clock } from '../time/clock.ts';
import { startOfDay } from '../text/zone-day.ts';
import { ModelError } from './chat-model.ts';
import type { Ceilings } from './model-plan.ts';
import type { Spent } from './receipt.ts';
import type { Receipts } from './receipts.ts';

interface CeilingHouse {
  readonly ceilings: Ceilings;
  readonly receipts: Pick<Receipts, 'spent'>;
  readonly clock: Clock;
  readonly zone: string;
  /** Providers that cost nothing. */
  readonly free: ReadonlySet<string>;
  readonly failed: (what: string, error: unknown) => void;
}

type Sum = Record<Measure, number>;
type Measure = keyof Ceilings['day'];
const MEASURES: readonly Measure[] = ['attempts', 'tokens', 'costUsd'];

export class Ceiling {
  readonly #house: CeilingHouse;
  readonly #underWay = new Set<{ readonly run: string | undefined; readonly tokens: number }>();

  #endings = 0;

  constructor(house: CeilingHouse) {
    this.#house = house;
  }

  /** @returns why no language model may be asked now; undefined when it may. */
  reached(): Promise<ModelError | undefined> {
    return this.#judge(undefined, () => {});
  }

  /** `allowed` is called in the same moment in which the sums were found to be low enough. */
  async #judge(run: string | undefined, allowed: () => void): Promise<ModelError | undefined> {
    const { ceilings, receipts, zone, clock, failed } = this.#house;
    try {
      const nowMs = clock.now();
      const read = () =>
        Promise.all([
          receipts.spent({ sinceMs: startOfDay(zone, nowMs, 0) }),
          run === undefined ? undefined : receipts.spent({ run }),
        ]);
      let endings = this.#endings;
      let [today, inRun] = await read();
      // What ended while it was read may be in neither sum.
      while (endings !== this.#endings) {
        endings = this.#endings;
        [today, inRun] = await read();
      }
      const ofDay = over('day', this.#sum(today), ceilings.day);
      if (ofDay) return exhausted(ofDay, startOfDay(zone, nowMs, 1));
      const ofRun = inRun && over('run', this.#sum(inRun, run), ceilings.run);
      if (ofRun) return exhausted(ofRun);
      allowed();
      return undefined;
    } catch (error) {
      failed('reading what models have cost', error);
      return new ModelError(
        'exhausted',
        'It is not known what was spent, so no language model is asked: receipts can’t be read or written.',
        { cause: error },
      );
    }
  }

  /**
   * An attempt begins, where it may: asked and counted in one go, so that of two at once the second sees the first.
   * @returns what to call when its receipt is there, or why no language model may be asked.
   */
  async enter(run: string | undefined, tokens: number): Promise<ModelError | (() => void)> {
    const attempt = { run, tokens };
    const enter = () => this.#underWay.add(attempt);
    const refused = await this.#judge(run, enter);
    const leave = () => {
      if (this.#underWay.delete(attempt)) this.#endings += 1;
    };
    return refused ?? leave;
  }

  #sum(spent: readonly Spent[], run?: string): Sum {
    const sum: Sum = { attempts: 0, tokens: 0, costUsd: 0 };
    for (const { provider, calls, countedTokens, costUsd } of spent) {
      if (this.#house.free.has(provider)) continue;
      sum.attempts += calls;
      sum.tokens += countedTokens;
      sum.costUsd += costUsd;
    }
    for (const attempt of this.#underWay) {
      if (run !== undefined && attempt.run !== run) continue;
      sum.attempts += 1;
      sum.tokens += attempt.tokens;
    }
    return sum;
  }
}

function over(of: 'day' | 'run', sum: Sum, ceiling: Sum): string | undefined {
  const measure = MEASURES.find((one) => sum[one] >= ceiling[one]);
  if (measure === undefined) return undefined;
  const most = ceiling[measure].toLocaleString('en-GB');
  const what = {
    attempts: `${most} ${most === '1' ? 'call' : 'calls'}`,
    tokens: `${most} tokens`,
    costUsd: `US$${most}`,
  }[measure];
  const period = { day: 'a day', run: 'for one run' }[of];
  return (
    `The ceiling of ${what} ${period} is reached, so no language model is asked; ` +
    `it is models.ceilings.${of}.${measure} in the edition.`
  );
}

function exhausted(sentence: string, retryAtMs?: number): ModelError {
  return new ModelError('exhausted', sentence, retryAtMs === undefined ? {} : { retryAtMs });
}
