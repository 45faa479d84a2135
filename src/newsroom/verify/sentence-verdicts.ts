/** What somebody who can read says of a story's sentences: a checker of all, its reporter of those that were doubted. */

export interface SentenceVerdict {
  /** `not_found`: none of the passages says it, and none says otherwise. */
  readonly verdict: 'supported' | 'contradicted' | 'not_found';
  /** What bears it out, or says otherwise: meant to be word for word, and not looked for yet. */
  readonly passages: readonly string[];
  /** What differs, in a few words. */
  readonly why?: string;
  readonly by: 'checker' | 'reporter';
  /** Of a reporter's: what a checker said before. It stands where the reporter's passages don't bear the sentence out. */
  readonly otherwise?: SentenceVerdict;
}

/** By the text of the sentence without its citations: a sentence that was changed since has no verdict any more. */
export type SentenceVerdicts = ReadonlyMap<string, SentenceVerdict>;
