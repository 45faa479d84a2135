/** Upkeep of the index: drops what is gone and adds what is missing, also after the whole index was lost. */
import { UNIFIED } from '../sessions/key.ts';
import { Indexer } from './indexer.ts';
import type { IndexerDeps } from './indexer.ts';

/** @returns how many rows were dropped because their conversations and stories no longer exist. */
export function tidySearch(
  deps: Omit<IndexerDeps, 'record'>,
): (_: number, signal?: AbortSignal) => Promise<number> {
  const { index, sessions, stories } = deps;
  return async (_, signal) => {
    const keys = new Set((await sessions.list()).map(({ key }) => `session:${key}`));
    const posted = new Set((await stories.ids()).posted.map((id) => `story:${id}`));
    const conversations = [...(await index.marks('session')).keys()].filter(
      (part) => !keys.has(part) && part !== `session:${UNIFIED}`,
    );
    const withdrawn = [...(await index.marks('story'))].filter(
      ([part, { position }]) => position === 1 && !posted.has(part),
    );
    const dropped = await index.forget([...conversations, ...withdrawn.map(([part]) => part)]);
    await new Indexer(deps).catchUp(signal && { signal });
    return dropped;
  };
}
