/** What is remembered of a decision on a link besides what was done: who decided, on what, and what was changed. */
import { z } from 'zod';
import type { Given } from '../../../text/given.ts';

export const decisionRecordSchema = z.strictObject({
  /** `rule`: the clusterer; `desk`: the desk model's rules; `model`: a language model; `editor`: a person. */
  decidedBy: z.enum(['rule', 'model', 'desk', 'editor']),
  /** Who was asked, as `provider/model`; also where its answer didn't count. */
  model: z.string().exactOptional(),
  /** Of all that it read. */
  promptSha256: z.string().exactOptional(),
  /** What it said of this link, as it said it. */
  raw: z.string().exactOptional(),
  /** The same once it was read and checked for its shape. */
  validated: z.string().exactOptional(),
  /** Why something else was done, or why its answer didn't count. */
  because: z.string().exactOptional(),
  confidence: z.number().exactOptional(),
  /** What is the same, or what differs. */
  basis: z.string().exactOptional(),
});
export type DecisionRecord = Given<z.output<typeof decisionRecordSchema>>;

/** What a decision says of the happening itself; kept with the event. */
export interface HappeningFacts {
  readonly summaryEn?: string;
  readonly jurisdiction?: string;
  /** Names in every spelling that the texts have. */
  readonly entities?: readonly string[];
  readonly flags?: readonly string[];
}

/** Spellings of names, and flags, that are remembered of an event. */
const MOST_NAMES = 60;

/** Names or flags of an event with those that a further link brings: each once, the first of too many. */
export function addedUp(before: readonly string[], more: readonly string[]): readonly string[] {
  return [...new Set([...before, ...more])].slice(0, MOST_NAMES);
}
