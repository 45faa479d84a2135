/** Finds events and titles that match what somebody describes in their own words, in either language. */
import { hasHan } from '../../text/chinese/has-han.ts';
import { conceptsOf, termsOf } from '../../text/concepts.ts';
import { bundledGlossary } from '../../text/glossary/glossary.ts';
import { tokens } from '../../text/tokens.ts';
import type { NewsEvent } from './event.ts';

/** The share of the words that an event must have. */
const LIKE = 0.6;

/** The event whose titles, in all languages, contain most of these words; the newest of equals. */
export function mostLike<E extends Pick<NewsEvent, 'title' | 'links' | 'updatedAtMs'>>(
  text: string,
  events: readonly E[],
  least = LIKE,
): E | undefined {
  let best: { readonly event: E; readonly score: number } | undefined;
  for (const event of events) {
    const score = shareIn(text, [event.title, ...event.links.map(({ title }) => title)]);
    const isNewer = event.updatedAtMs > (best?.event.updatedAtMs ?? -Infinity);
    if (score >= least && (score > (best?.score ?? 0) || (score === best?.score && isNewer)))
      best = { event, score };
  }
  return best?.event;
}

/**
 * The share of `wanted` that some titles contain together, 0 to 1. Titles in the other language are compared by known
 * names, figures and the dictionary.
 */
export function shareIn(wanted: string, titles: readonly string[]): number {
  const words = new Set(tokens(wanted));
  if (words.size === 0) return 0;
  const told = new Set(tokens(titles.join('\n')));
  const literal = [...words].filter((word) => told.has(word)).length / words.size;
  const others = titles.filter((title) => hasHan(title) !== hasHan(wanted));
  return others.length === 0 || literal === 1
    ? literal
    : Math.max(literal, shareAcross(wanted, others.join('\n')));
}

function shareAcross(wanted: string, titles: string): number {
  const terms = { glossary: bundledGlossary(), acrossLanguages: true };
  const concepts = conceptsOf(wanted, terms);
  const told = termsOf(titles, terms);
  const shared = concepts.filter((concept) => concept.some((term) => told.has(term)));
  return shared.length / Math.max(1, concepts.length);
}
