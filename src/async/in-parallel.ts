/** Work for each item, at most so many at once, in order; results in the order of the items. Rejects once all has settled. */
export async function inParallel<T, R>(
  items: readonly T[],
  atOnce: number,
  signal: AbortSignal | undefined,
  work: (item: T, at: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const serve = async () => {
    while (next < items.length) {
      signal?.throwIfAborted();
      const at = next++;
      results[at] = await work(items[at]!, at);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, serve));
  signal?.throwIfAborted();
  for (const end of ends) if (end.status === 'rejected') throw end.reason as Error;
  return results;
}
