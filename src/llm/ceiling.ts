/**
 * Ceilings on what language models may spend in a day (in the edition's zone) and in a run; and, within the day's,
 * each asker's share.
 *
 * They fail closed: while spending can't be determined, no language model is asked. The desk model costs nothing and
 * is exempt. A running attempt counts from its start, so that concurrent workers don't exceed a ceiling together.
 */
import type { Clock } from '../time/clock.ts';
import { startOfDay } from '../text/zone-day.ts';
import { ModelError } from './chat-model.ts';
import type { Asker } from './chat-model.ts';
import type { Ceilings } from './model-plan.ts';
import { isAskedBy } from './receipt.ts';
import type { Spent, SpentBy } from './receipt.ts';
import type { Receipts } from './receipts.ts';
import { CEILING_WORDS } from './ceiling-words.ts';
import type { CeilingWords, Measure } from './ceiling-words.ts';
import { sharesOf } from './shares.ts';
import type { Bilingual, Locale } from '../time/locale.ts';

interface CeilingDeps {
  readonly ceilings: Ceilings;
  readonly receipts: Pick<Receipts, 'spent'>;
  readonly clock: Clock;
  readonly zone: string;
  /** Providers that cost nothing. */
  readonly free: ReadonlySet<string>;
  /** The language of the sentences; English by default. */
  readonly locale?: Locale;
  readonly failed: (what: string, error: unknown) => void;
}

/** What an attempt belongs to. */
interface About {
  readonly run?: string;
  readonly asker?: Asker;
}

/** The sums that it is judged by. */
interface Read {
  readonly today: readonly Spent[];
  readonly inRun: readonly Spent[];
  /** For each of the asker's shares, in order. */
  readonly asked: readonly (readonly Spent[])[];
}

/** Why no language model may be asked. */
interface Refusal {
  say(words: CeilingWords): string;
  readonly retryAtMs?: number;
  readonly cause?: unknown;
}

type Sum = Record<Measure, number>;
const MEASURES: readonly Measure[] = ['attempts', 'tokens', 'costUsd'];

export class Ceiling {
  readonly #deps: CeilingDeps;
  readonly #underWay = new Set<About & { readonly tokens: number }>();
  #endings = 0;

  constructor(deps: CeilingDeps) {
    this.#deps = deps;
  }

  /** @returns why no language model may be asked now; undefined when one may. */
  async reached(): Promise<Bilingual | undefined> {
    const refusal = await this.#judge({}, () => {});
    return refusal && { en: refusal.say(CEILING_WORDS.en), zh: refusal.say(CEILING_WORDS.zh) };
  }

  /** `allowed` runs synchronously with the check. */
  async #judge(about: About, allowed: () => void): Promise<Refusal | undefined> {
    const { ceilings, receipts, zone, clock, failed } = this.#deps;
    const { run, asker } = about;
    const shares = asker ? sharesOf(ceilings, asker) : [];
    try {
      const nowMs = clock.now();
      const midnightMs = startOfDay(zone, nowMs, 1);
      // Receipts dated in the future, from a clock that was wrong, belong to no day yet.
      const day = { sinceMs: startOfDay(zone, nowMs, 0), beforeMs: midnightMs };
      const read = async (): Promise<Read> => {
        const [today, inRun, ...asked] = await Promise.all([
          receipts.spent(day),
          run === undefined ? [] : receipts.spent({ run }),
          ...shares.map(({ by }) => receipts.spent({ ...day, by })),
        ]);
        return { today, inRun, asked };
      };
      let endings = this.#endings;
      let spent = await read();
      // An attempt that ended while the sums were read may be missing from both.
      while (endings !== this.#endings) {
        endings = this.#endings;
        spent = await read();
      }
      const ofDay = overOf(this.#sum(spent.today), ceilings.day);
      if (ofDay) return { say: reached('day', ofDay, ceilings.day), retryAtMs: midnightMs };
      const ofRun = run === undefined ? undefined : overOf(this.#sum(spent.inRun, { run }), ceilings.run);
      if (ofRun) return { say: reached('run', ofRun, ceilings.run) };
      const used = shares.find(({ by, ceiling }, n) => overOf(this.#sum(spent.asked[n]!, { by }), ceiling));
      if (used) return { say: ({ shares: words }) => words[used.share], retryAtMs: midnightMs };
      allowed();
      return undefined;
    } catch (error) {
      failed('reading what models have cost', error);
      return { say: ({ unknown }) => unknown, cause: error };
    }
  }

  /**
   * Start an attempt, if allowed. Checking and counting are one step, so that a concurrent attempt sees this one.
   * @returns a function to call when its receipt is written, or why no language model may be asked.
   */
  async enter({ run, asker }: About, tokens: number): Promise<ModelError | (() => void)> {
    const attempt = { tokens, ...(run !== undefined && { run }), ...(asker && { asker }) };
    const enter = () => this.#underWay.add(attempt);
    const refusal = await this.#judge(attempt, enter);
    if (refusal) {
      const { say, ...rest } = refusal;
      return new ModelError('exhausted', say(CEILING_WORDS[this.#deps.locale ?? 'en']), rest);
    }
    return () => {
      if (this.#underWay.delete(attempt)) this.#endings += 1;
    };
  }

  #sum(spent: readonly Spent[], of: { readonly run?: string; readonly by?: SpentBy } = {}): Sum {
    const sum: Sum = { attempts: 0, tokens: 0, costUsd: 0 };
    for (const { provider, calls, countedTokens, costUsd } of spent) {
      if (this.#deps.free.has(provider)) continue;
      sum.attempts += calls;
      sum.tokens += countedTokens;
      sum.costUsd += costUsd;
    }
    for (const attempt of this.#underWay) {
      if (of.run !== undefined && attempt.run !== of.run) continue;
      if (of.by !== undefined && !isAskedBy(attempt, of.by)) continue;
      sum.attempts += 1;
      sum.tokens += attempt.tokens;
    }
    return sum;
  }
}

function overOf(sum: Sum, ceiling: Sum): Measure | undefined {
  return MEASURES.find((one) => sum[one] >= ceiling[one]);
}

function reached(of: 'day' | 'run', measure: Measure, ceiling: Sum): Refusal['say'] {
  return (words) =>
    words.reached(of, words.most[measure](ceiling[measure]), `models.ceilings.${of}.${measure}`);
}
