import { createHash } from 'node:crypto';
import type { FoundLink } from '../../src/newsroom/model/event.ts';
import type { LinkDecision } from '../../src/newsroom/intake/pool/pool.ts';
import type { PoolEngine } from './pool-engine.ts';

export const HOUR = 3_600_000;

export const found = (n: number | string, more: Partial<FoundLink> = {}): FoundLink => ({
  url: `https://paper.test/${n}`,
  title: `Title ${n}`,
  description: '',
  foundBy: 'feed:paper',
  ...more,
});

/** Nearly as long as a feed may have a word, and of no two parts that are alike. */
export const LONG = Array.from({ length: 60 }, (_, n) =>
  createHash('sha384').update(String(n)).digest('base64url'),
).join('');

/** A decision of the rule that nobody doubts. */
export const plain = { score: 0, ambiguous: false, candidates: [] };

interface Where {
  readonly join?: number;
  readonly parent?: number;
}

/** Adds a link and gives it an event of its own, a place in one, or one that develops another. @returns the event. */
export async function place(
  { pool, clock }: Pick<PoolEngine, 'pool' | 'clock'>,
  n: number | string,
  where: Where = {},
): Promise<number> {
  await pool.addLinks([found(n)], clock.now());
  const link = (await pool.pendingLinks()).at(-1);
  if (link === undefined) throw new Error('nothing pending');
  await pool.keepDecisions([{ linkId: link.id, action: actionOf(where), ...plain }], clock.now());
  return (await pool.eventOf(found(n).url))?.id ?? -1;
}

function actionOf({ join, parent }: Where): LinkDecision['action'] {
  const category = 'Global News';
  if (join !== undefined) return { kind: 'join', event: { id: join } };
  if (parent !== undefined) return { kind: 'development', parent: { id: parent }, newEvent: 0, category };
  return { kind: 'new_event', newEvent: 0, category };
}

/** An event with so many links. */
export async function anEvent(engine: PoolEngine, name: string, links = 1): Promise<number> {
  const id = await place(engine, `${name}-0`);
  for (let n = 1; n < links; n++) await place(engine, `${name}-${n}`, { join: id });
  return id;
}
