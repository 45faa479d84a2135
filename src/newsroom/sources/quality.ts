/** Computes `Article.quality`. */
import { weight } from './weight.ts';

const WHOLE = 1_200;
const SENTENCE = 60;
const WITH_PROBLEM = 0.3;

/** @param linked the share of the text in links */
export function qualityOf(text: string, linked: number, hasProblem: boolean): number {
  const all = weight(text);
  if (all === 0) return 0;
  const enough = Math.min(1, Math.sqrt(all / WHOLE));
  const quality = enough * proseShare(text) * (1 - linked);
  return Math.round(Math.min(hasProblem ? WITH_PROBLEM : 1, quality) * 1_000) / 1_000;
}

/** The share of the text in sentences: lines that are long, or end like one. */
function proseShare(text: string): number {
  let prose = 0;
  let all = 0;
  for (const line of text.split('\n')) {
    const own = weight(line);
    all += own;
    if (own >= SENTENCE || (own >= 20 && /[.!?…。！？」』"”]$/u.test(line))) prose += own;
  }
  return all === 0 ? 0 : prose / all;
}
