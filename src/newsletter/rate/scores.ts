/** What an article is worth by itself: the parts of its score that need no comparison and no model. */
import type { DownloadedArticle } from '../model/outputs.ts';

const DAY_MS = 86_400_000;
/** By tier, from 1; an outlet that the edition doesn't know stands between the second and the third. */
const REPUTATION = [1, 0.67, 0.13] as const;
const UNKNOWN = 0.33;

/** 0.13 to 1. */
export function reputation(tier: number | undefined): number {
  return tier === undefined ? UNKNOWN : (REPUTATION[tier - 1] ?? REPUTATION[2]);
}

/** 0 up to a thousand characters, 2 from a hundred thousand. */
export function lengthScore(text: string): number {
  return Math.min(2, Math.max(0, Math.log10(Math.max(1, text.length)) - 3));
}

/** 1 for what is new, 0 after a day, towards -1 later; 0 without a date. */
export function recency(publishedAtMs: number | undefined, nowMs: number): number {
  if (publishedAtMs === undefined) return 0;
  const days = Math.max(0, nowMs - publishedAtMs) / DAY_MS;
  return 2 * Math.exp(-Math.LN2 * days) - 1;
}

/** What an article without a date loses: as much as the oldest one, so that a missing date is never an advantage. */
export function undated({ publishedAtMs }: Pick<DownloadedArticle, 'publishedAtMs'>): number {
  return publishedAtMs === undefined ? -1 : 0;
}
