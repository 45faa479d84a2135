/** The story that an op was made for, by the op's key; undefined for others. */
export function storyOfKey(key: string): string | undefined {
  return /^story:([^/]+\/[^/]+)\//.exec(key)?.[1];
}
