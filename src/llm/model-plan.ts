/**
 * How an edition wants models used: which providers for which task and in which order, spending limits, and prices.
 * Every field has a default; unknown fields are refused.
 */
import { z } from 'zod';
import { TASKS } from './chat-model.ts';
import type { Task } from './chat-model.ts';
import { providerNames } from './provider-kinds.ts';

/** Any provider that exists, configured or not. */
const providerName = z.string().check(({ value, issues }) => {
  const values = providerNames();
  if (!values.includes(value)) issues.push({ code: 'invalid_value', values, input: value });
});

const chain = z
  .array(providerName)
  .min(1)
  .refine((names) => new Set(names).size === names.length, 'each provider once');

/** Spending limits over all providers. The desk model costs nothing. */
const ceiling = z.strictObject({
  /** Calls of models, successful or not. */
  attempts: z.int().min(0).exactOptional(),
  tokens: z.int().min(0).exactOptional(),
  costUsd: z.number().min(0).exactOptional(),
});

const share = z.number().min(0).max(1);

const price = z.strictObject({ input: z.number().min(0), output: z.number().min(0) });

export const modelPlanSchema = z.strictObject({
  /** Providers in the order of asking; those that are not configured are skipped. */
  chains: z.partialRecord(z.enum(['default', ...TASKS]), chain).default({}),
  /** Whether a refusal by one provider is followed by asking the next. */
  refusals: z.enum(['stop', 'next']).default('stop'),
  /** How long a reply may wait for a provider's limit to end, in total. */
  waitSeconds: z.number().min(0).max(600).default(30),
  /**
   * After this time an attempt counts as unavailable. By default a minute in conversation, five minutes otherwise.
   */
  attemptSeconds: z.number().positive().max(3_600).exactOptional(),
  ceilings: z
    .strictObject({
      day: ceiling.exactOptional(),
      run: ceiling.exactOptional(),
      /** Shares of the day's ceiling: per person, per channel, and reserved for scheduled work. */
      shares: z
        .strictObject({
          person: share.exactOptional(),
          channel: share.exactOptional(),
          scheduled: share.exactOptional(),
        })
        .exactOptional(),
    })
    .default({})
    .transform(({ day, run, shares }) => ({
      day: { ...DAY, ...day },
      run: { ...RUN, ...run },
      shares: { ...SHARES, ...shares },
    })),
  /** US dollars per million tokens, keyed by the start of a model's name. */
  prices: z.record(z.string().min(1), price).default({}),
});

const DAY = { attempts: 2_000, tokens: 10_000_000, costUsd: 10 } as const;
const RUN = { attempts: 200, tokens: 2_000_000, costUsd: 3 } as const;
const SHARES = { person: 0.3, channel: 0.5, scheduled: 0.4 } as const;

export type ModelPlan = Readonly<z.output<typeof modelPlanSchema>>;
export type Ceilings = ModelPlan['ceilings'];

/** The providers for a task, in order. */
export function chainOf({ chains }: ModelPlan, task: Task): readonly string[] {
  return chains[task] ?? chains.default ?? providerNames();
}
