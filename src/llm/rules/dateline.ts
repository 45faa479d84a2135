/** A dateline: the place and reporter in front of a report's first sentence. */
const DATELINE =
  /^(?:\p{Lu}[\p{Lu} .'’-]{2,30}(?:, \p{L}[\p{L} .]{2,20})?(?:,? \p{Lu}\p{Ll}+\.? \d{1,2})?(?: \([^)]{2,20}\))? ?[—–-]+ ?|【[^】]{2,12}】|（[^）]{2,14}(?:電|訊)）|\([^)]{2,14}(?:電|訊)\))/u;

/** The sentence without its dateline: still verbatim and grammatical. */
export function withoutDateline(sentence: string): string {
  return sentence.replace(DATELINE, '');
}
