/** A dateline: where a report was filed, and by whom, in front of its first sentence. */
const DATELINE =
  /^(?:\p{Lu}[\p{Lu} .'’-]{2,30}(?:, \p{L}[\p{L} .]{2,20})?(?:,? \p{Lu}\p{Ll}+\.? \d{1,2})?(?: \([^)]{2,20}\))? ?[—–-]+ ?|【[^】]{2,12}】|（[^）]{2,14}(?:電|訊)）|\([^)]{2,14}(?:電|訊)\))/u;

/** The sentence without its dateline: still verbatim, and still grammatical. */
export function withoutDateline(sentence: string): string {
  return sentence.replace(DATELINE, '');
}
