/** Verdicts of a model on a story's sentences: a checker's on all, or the reporter's on doubted ones. */

export interface SentenceVerdict {
  /** `not_found`: no passage says it or says otherwise. */
  readonly verdict: 'supported' | 'contradicted' | 'not_found';
  /** The passages that support or contradict it; supposed to be verbatim, but not verified yet. */
  readonly passages: readonly string[];
  /** What differs, in a few words. */
  readonly why?: string;
  readonly by: 'checker' | 'reporter';
  /**
   * For a reporter's verdict: the checker's before it, which applies if the reporter's passages don't support the
   * sentence.
   */
  readonly otherwise?: SentenceVerdict;
}

/** Keyed by the sentence without citations, so a changed sentence has no verdict. */
export type SentenceVerdicts = ReadonlyMap<string, SentenceVerdict>;
