/**
 * Questions that want a yes or a no. One is said only where a sentence settles it: it speaks of all that is asked,
 * without "may" or "could", and either denies it or plainly says it. Else the sentence is quoted, and that is all.
 */
import type { Evidence } from './find-answer.ts';
import type { Question } from './question.ts';

const ASKS =
  /^(?:(?:so|and|but|ok(?:ay)?)[, ]+)?(?:is|are|was|were|did|does|do|has|have|had|will|would|can|could)(?:n['’]t)? (?!you\b|we\b|i\b)(?!.*\bor\b)|[嗎么]$|^(?:有冇|有沒有|有無|係咪|是不是|是否)|(?:有冇|有沒有|係咪|是不是|是否|會唔會|會不會)/iu;
const DENIES =
  /\b(?:no|not|nobody|no one|none|never|neither|without|n['’]t|denie[ds]|deny|rejected|ruled out|failed to)\b|n['’]t\b|沒有|未有|並無|並非|不會|否認|無人|冇|尚未|從未/iu;
const UNSURE =
  /\b(?:may|might|could|would|if|whether|expected|plans?|planned|likely|possibly|reportedly|alleged\w*|believed|feared|unclear|consider\w*|propos\w*|hopes?)\b|可能|或會|如果|若|預計|計劃|據報|懷疑|未知|考慮|建議|有機會/iu;
/** What is asked must stand in the sentence itself, nearly all of it. */
const COVERED = 0.85;

export function settles(
  question: Question,
  { sentence, coverage }: Evidence,
): 'yes' | 'no' | 'open' | undefined {
  if (
    !ASKS.test(question.text) ||
    ['count', 'money', 'time', 'person', 'place', 'cause'].includes(question.expected)
  )
    return undefined;
  const asked = question.text;
  if (coverage < COVERED || UNSURE.test(sentence) !== UNSURE.test(asked) || DENIES.test(asked)) return 'open';
  return DENIES.test(sentence) ? 'no' : 'yes';
}
