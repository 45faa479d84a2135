import type { Words } from '../words/en.ts';
import type { Finder, Hit } from './finders.ts';

/** What a finder has answered so far. */
export interface Group {
  readonly heading: string;
  readonly hits: readonly Hit[];
  readonly state: 'done' | 'busy' | 'failed';
}

/**
 * Ask each finder. Those that answer later show what they had for the query before until then; what fails takes nothing
 * from the others.
 *
 * @param before the groups of the query before, in the finders' order
 * @param signal aborted once the query is another one: nothing is told from then on
 * @param tell called at once, and again with each answer that comes later
 */
export function askFinders(
  finders: readonly Finder[],
  query: string,
  say: Words['finder'],
  before: readonly Group[],
  signal: AbortSignal,
  tell: (groups: readonly Group[]) => void,
): void {
  let groups: readonly Group[] = [];
  const set = (n: number, change: Pick<Group, 'hits' | 'state'>) => {
    if (signal.aborted) return;
    groups = groups.map((group, at) => (at === n ? { ...group, ...change } : group));
    tell(groups);
  };
  groups = finders.map((finder, n) => {
    const heading = finder.heading(say);
    const answer = finder.find(query, signal);
    if (!(answer instanceof Promise)) return { heading, hits: answer, state: 'done' };
    answer.then(
      (hits) => set(n, { hits, state: 'done' }),
      () => set(n, { hits: [], state: 'failed' }),
    );
    return { heading, hits: before[n]?.hits ?? [], state: 'busy' };
  });
  tell(groups);
}
