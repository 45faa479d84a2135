/** Whether a text speaks of a topic: Latin words by their stems, Chinese ones as they stand or by what they mean in English. */
import { meantWords } from './chinese/meanings.ts';
import { tokens } from './tokens.ts';

/**
 * @param topic few words that name it
 * @param share of its words that must be told where there are more than two; all by default
 */
export function tellsOf(text: string, topic: string, share = 1): boolean {
  const known = new Set(tokens(text));
  const wanted = [
    ...tokens(topic.replace(/\p{Script=Han}+/gu, ' ')).map((token) => known.has(token)),
    ...meantWords(topic).map(
      ({ word, meanings }) =>
        text.includes(word) || meanings.some((meaning) => meaning.every((stem) => known.has(stem))),
    ),
  ];
  const least = wanted.length <= 2 ? wanted.length : wanted.length * share;
  return wanted.length > 0 && wanted.filter((isTold) => isTold).length >= least;
}
