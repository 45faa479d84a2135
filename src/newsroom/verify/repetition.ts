/** Sentences that a body says again: a writer that runs in circles is no writer. */
import { citedSentences } from '../../text/cited-sentences.ts';
import type { CitedSentence } from '../../text/cited-sentences.ts';
import { cjkLength, wordCount } from '../../text/cjk.ts';
import { finding } from './finding.ts';
import type { Finding } from './finding.ts';
import { tidied } from './repair-claims.ts';

/** Shorter ones ("She declined to comment.") may well be said of a few people. */
const LEAST_WORDS = 6;
const LEAST_CJK = 12;
const MOST_SHORT = 3;
/** So much of a sentence says which one is meant. */
const SHOWN = 60;

/** One finding where sentences of a body are said again, with the first of them. */
export function repetitionFindings(body: string): Finding[] {
  const again = repeated(body);
  const [first] = again;
  if (!first) return [];
  const shown = first.text.slice(0, SHOWN);
  return [
    finding(
      `draft.body says ${again.length} ${again.length === 1 ? 'sentence' : 'sentences'} again: ${JSON.stringify(shown)}`,
      `it repeats itself: “${shown}”`,
      `內文有重複句子：「${shown}」`,
    ),
  ];
}

/** The body with each sentence where it was said first; the same body when none is said again. */
export function withoutRepetition(body: string): string {
  const again = repeated(body);
  if (again.length === 0) return body;
  let kept = '';
  let from = 0;
  for (const { start, end } of again) {
    kept += body.slice(from, start);
    from = end;
  }
  return tidied(kept + body.slice(from));
}

/** Those that go beyond how often one may be said, in their order. */
function repeated(body: string): CitedSentence[] {
  const said = new Map<string, number>();
  return citedSentences(body).filter(({ text }) => {
    const isShort = wordCount(text) < LEAST_WORDS && cjkLength(text) < LEAST_CJK;
    const key = text.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ');
    const times = (said.get(key) ?? 0) + 1;
    said.set(key, times);
    return times > (isShort ? MOST_SHORT : 1);
  });
}
