/** What is remembered of a decision on a link besides what was done: who decided, on what, and what was changed. */

export interface DecisionRecord {
  /** `rule`: the clusterer; `desk`: the desk model's rules; `model`: a language model; `editor`: a person. */
  readonly decidedBy: 'rule' | 'model' | 'desk' | 'editor';
  /** Who was asked, as `provider/model`; also where its answer didn't count. */
  readonly model?: string;
  /** Of all that it read. */
  readonly promptSha256?: string;
  /** What it said of this link, as it said it. */
  readonly raw?: string;
  /** The same once it was read and checked for its shape. */
  readonly validated?: string;
  /** Why something else was done, or why its answer didn't count. */
  readonly because?: string;
  readonly confidence?: number;
  /** What is the same, or what differs. */
  readonly basis?: string;
}

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
