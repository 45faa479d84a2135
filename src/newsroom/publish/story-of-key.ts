/** The story that an op belongs to, from the op's key; undefined for other ops. */
export function storyOfKey(key: string): string | undefined {
  return /^story:([^/]+\/[^/]+)\//.exec(key)?.[1];
}
