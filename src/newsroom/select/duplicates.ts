/**
 * Whether an event repeats what was posted. By identity first: a URL or a title that is the same. Titles
 * that are merely alike are two happenings: "announces tariffs on China" is not "China tariffs paused".
 */
import { tokens } from '../../text/tokens.ts';
import { jaccard } from '../../text/similarity.ts';

/** So alike, and with the same numbers, two titles tell the same. */
const SAME_TITLE = 0.85;

export function isSameTitle(a: string, b: string): boolean {
  const one = new Set(tokens(a));
  const other = new Set(tokens(b));
  if (one.size < 3 || other.size < 3) return plain(a) === plain(b);
  return jaccard(one, other) >= SAME_TITLE && jaccard(numbers(one), numbers(other)) !== 0 && inOrder(a, b);
}

/** Shared words in another order tell another story ("dog bites man"). */
function inOrder(a: string, b: string): boolean {
  const shared = new Set(tokens(a).filter((token) => tokens(b).includes(token)));
  const kept = (title: string) => [...new Set(tokens(title))].filter((token) => shared.has(token)).join(' ');
  return kept(a) === kept(b);
}

/** Two titles without numbers agree on them. */
function numbers(title: ReadonlySet<string>): Set<string> {
  const found = [...title].filter((token) => /^\d/.test(token));
  return new Set(found.length === 0 ? ['none'] : found);
}

function plain(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
