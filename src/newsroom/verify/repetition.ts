/** Finds repeated sentences in a body. */
import { citedSentences } from '../../text/cited-sentences.ts';
import type { CitedSentence } from '../../text/cited-sentences.ts';
import { cjkLength, wordCount } from '../../text/cjk.ts';
import { finding } from './finding.ts';
import type { Finding } from './finding.ts';
import { tidied } from './repair-claims.ts';

/** Shorter sentences ("She declined to comment.") may occur more than once. */
const LEAST_WORDS = 6;
const LEAST_CJK = 12;
const MOST_SHORT = 3;
/** How much of a sentence is shown to identify it. */
const SHOWN = 60;

/** One finding for all repetitions, with the first of them. */
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

/** The body with each sentence only at its first place; the same body without repetitions. */
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

/** The sentences beyond the allowed number, in order. */
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
