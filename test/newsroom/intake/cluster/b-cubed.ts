/** How well clusters fit gold labels: B-cubed precision, recall and their F1, each 0 to 1. */
export interface BCubed {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** `pairs` has one entry for each item: the cluster it got and the label it should have. */
export function bCubed(
  pairs: readonly { readonly cluster: string | number; readonly gold: string }[],
): BCubed {
  const count = (key: (pair: { cluster: string | number; gold: string }) => string) => {
    const counts = new Map<string, number>();
    for (const pair of pairs) counts.set(key(pair), (counts.get(key(pair)) ?? 0) + 1);
    return (pair: { cluster: string | number; gold: string }) => counts.get(key(pair)) ?? 0;
  };
  const both = count((pair) => JSON.stringify([pair.cluster, pair.gold]));
  const cluster = count((pair) => String(pair.cluster));
  const gold = count((pair) => pair.gold);
  const mean = (share: (pair: { cluster: string | number; gold: string }) => number) =>
    pairs.reduce((sum, pair) => sum + share(pair), 0) / (pairs.length || 1);
  const precision = mean((pair) => both(pair) / cluster(pair));
  const recall = mean((pair) => both(pair) / gold(pair));
  return {
    precision,
    recall,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
  };
}
