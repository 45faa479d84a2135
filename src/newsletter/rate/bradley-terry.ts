/**
 * Bradley–Terry: how strong each article is, by who was preferred to whom.
 *
 * P(a before b) = s(a) / (s(a) + s(b)). The strengths are fitted by Zermelo's iteration (an MM algorithm: each round
 * makes the observed comparisons likelier). Each article also drew `PRIOR` times with a phantom of strength 1, so that an
 * article that never lost stays finite and one that was never compared has the middle.
 */

/** One comparison; numbers are places in the list of articles. A tie counts half for each. */
export interface Comparison {
  readonly a: number;
  readonly b: number;
  readonly preferred: 'a' | 'b' | 'tie';
}

/** Draws with the phantom. */
const PRIOR = 1;
const MOST_ROUNDS = 2_000;
/** In logarithms of strength. */
const SETTLED = 1e-7;

/**
 * The logarithm of each article's strength, in the order of the list; 0 is the middle. Always finite.
 * @param guess where the search begins, such as the strengths before the last comparisons: it saves time, nothing else.
 */
export function strengths(
  articles: number,
  comparisons: readonly Comparison[],
  guess?: readonly number[],
): number[] {
  const wins = new Array<number>(articles).fill(PRIOR / 2);
  for (const { a, b, preferred } of comparisons) {
    const share = preferred === 'tie' ? 0.5 : preferred === 'a' ? 1 : 0;
    wins[a]! += share;
    wins[b]! += 1 - share;
  }
  let logs = guess?.slice() ?? new Array<number>(articles).fill(0);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = improved(logs, wins, comparisons);
    const moved = Math.max(0, ...next.map((log, at) => Math.abs(log - logs[at]!)));
    logs = next;
    if (moved < SETTLED) break;
  }
  return logs;
}

/** One round of Zermelo: s(i) = wins(i) / Σ 1 / (s(i) + s(j)) over all whom i met. */
function improved(
  logs: readonly number[],
  wins: readonly number[],
  comparisons: readonly Comparison[],
): number[] {
  const strength = logs.map(Math.exp);
  const met = strength.map((own) => PRIOR / (own + 1));
  for (const { a, b } of comparisons) {
    const share = 1 / (strength[a]! + strength[b]!);
    met[a]! += share;
    met[b]! += share;
  }
  return wins.map((won, at) => Math.log(won / met[at]!));
}

/** How many standard deviations each value is above the mean; all 0 where they don't differ. */
export function zScores(values: readonly number[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const deviation = Math.sqrt(
    values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length),
  );
  return values.map((value) => (deviation < SETTLED ? 0 : (value - mean) / deviation));
}
