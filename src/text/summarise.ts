/** Selects the best sentences of several documents, English or Chinese, without repetition. */
import { salience } from './salience.ts';
import type { Placed } from './salience.ts';
import { sentences } from './sentences.ts';
import { cosine } from './similarity.ts';

interface SummarySentence extends Placed {
  /** UTF-16 offsets into the document, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** 0 to 1. */
  readonly score: number;
}

/** The weight of novelty against salience (maximal marginal relevance). */
const NEWNESS = 0.35;
/** Sentences this similar say the same. */
const SAME = 0.6;

/**
 * Choose up to `k` sentences by TextRank, each next one by salience less its similarity to those chosen. Returns
 * reading order: by document, then by place. Fewer than `k` when the rest would only repeat.
 */
export function summarise(documents: readonly string[], k: number): SummarySentence[] {
  const all = documents.flatMap((text, document) =>
    sentences(text).map((sentence, place) => ({ ...sentence, document, place })),
  );
  const scored = salience(all);
  const open = new Set(all.keys());
  const chosen: number[] = [];
  while (chosen.length < k) {
    let best: { at: number; worth: number } | undefined;
    for (const at of open) {
      const mine = scored[at];
      if (mine === undefined) continue;
      const nearest = Math.max(
        0,
        ...chosen.map((other) => cosine(mine.vector, scored[other]?.vector ?? new Map())),
      );
      if (nearest >= SAME) continue;
      const worth = (1 - NEWNESS) * mine.score - NEWNESS * nearest;
      if (best === undefined || worth > best.worth) best = { at, worth };
    }
    if (best === undefined) break;
    chosen.push(best.at);
    open.delete(best.at);
  }
  return chosen
    .sort((a, b) => a - b)
    .flatMap((at) => {
      const sentence = all[at];
      return sentence === undefined ? [] : [{ ...sentence, score: scored[at]?.score ?? 0 }];
    });
}
