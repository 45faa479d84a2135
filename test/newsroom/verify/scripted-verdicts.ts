/**
 * A checker that is scripted from a story's labels: what the honest story says is supported by the passages that the prompt
 * names, what was changed is not found. It errs in a share of its sentences, seeded: then it says the opposite.
 */
import { checkerBy } from '../../../src/newsroom/inspect/claims-checker.ts';
import type { ClaimsChecker } from '../../../src/newsroom/inspect/claims-checker.ts';
import { citedSentences } from '../../../src/text/cited-sentences.ts';
import { askedCheck } from '../../support/models/scripted-checker.ts';
import { seeded } from './mutate.ts';

interface Labelled {
  readonly title: string;
  readonly body: string;
}

/** @param percent of the sentences that it errs in. */
export function labelledChecker({ title, body }: Labelled, percent: number, seed = 1): ClaimsChecker {
  const below = seeded(seed);
  const honest = new Set([title, ...citedSentences(body).map(({ text }) => text)]);
  return checkerBy(async ({ text }) => {
    const { passages, sentences } = askedCheck(text)!;
    const all = [...passages.values()];
    return {
      sentences: sentences.map(({ i, text: said, see }) => {
        const isRight = honest.has(said) !== below(100) < percent;
        const best = see.map((id) => passages.get(id) ?? '').filter(Boolean);
        return isRight
          ? { i, verdict: 'supported' as const, passages: best.length > 0 ? best : all.slice(0, 1) }
          : { i, verdict: 'not_found' as const, passages: [], why: 'scripted' };
      }),
    };
  });
}
