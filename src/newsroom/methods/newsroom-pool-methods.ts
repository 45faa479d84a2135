import { z } from 'zod';
import { inputsSchema, planKindSchema } from '../model/candidate.ts';
import type { PoolService } from '../intake/pool-service.ts';
import { limitParam, method, noParams } from '../../feature/rpc-method.ts';
import type { Opened } from '../../feature/rpc-method.ts';
import { feedHealthSchema } from '../intake/pool/feed-health.ts';
import { poolUpdateSchema } from '../intake/pool/pool-update.ts';
import { auditSchema, poolGcSchema, poolStatusSchema, previewSchema } from './pool-results.ts';

const feed = z.string().trim().min(1).max(200);

/** `newsroom.inputs` and `newsroom.pool.*`: the candidates, and the pool behind them. */
export function newsroomPoolMethods({ pool }: { readonly pool: Opened<PoolService> }) {
  return {
    'newsroom.inputs': method(
      {
        description:
          'What a planner would be offered now: feeds that are due are read, and candidates come with their reasons. Nothing is held.',
        scope: 'read',
        params: z.strictObject({ kind: planKindSchema }),
        result: inputsSchema,
        hints: { readOnly: true, openWorld: true, material: true },
      },
      async ({ kind }) => (await pool()).inputs(kind),
    ),
    'newsroom.pool.status': method(
      {
        description: 'How many links and events the pool has, and how each feed stands.',
        scope: 'read',
        params: noParams,
        result: poolStatusSchema,
        hints: { readOnly: true, material: true },
      },
      async () => (await pool()).status(),
    ),
    'newsroom.pool.update': method(
      {
        description: 'Read the feeds (or one of them), or ask a search, and sort what is new into events.',
        scope: 'editor',
        params: z.strictObject({ source: z.enum(['rss', 'brave', 'gdelt']), feed: feed.exactOptional() }),
        result: poolUpdateSchema,
        hints: { openWorld: true, material: true },
      },
      async ({ source, feed: key }) => (await pool()).update(source, key),
    ),
    'newsroom.pool.preview': method(
      {
        description: 'What became of each link of a feed, and when the feed is read next.',
        scope: 'read',
        params: z.strictObject({ feed, limit: limitParam(100, 2_000) }),
        result: previewSchema,
        hints: { readOnly: true, material: true },
      },
      async ({ feed: key, limit }) => (await pool()).preview(key, limit),
    ),
    'newsroom.pool.enable': method(
      {
        description: 'Read a feed again that failed too often.',
        scope: 'editor',
        params: z.strictObject({ feed }),
        result: feedHealthSchema,
        hints: { idempotent: true },
      },
      async ({ feed: key }) => (await pool()).enable(key),
    ),
    'newsroom.pool.gc': method(
      {
        description: 'Drop links, events and articles that have served their time.',
        scope: 'admin',
        params: noParams,
        result: poolGcSchema,
        hints: { idempotent: true },
      },
      async () => (await pool()).gc(),
    ),
    'newsroom.pool.audit': method(
      {
        description: 'What was done to the pool, the newest first.',
        scope: 'read',
        params: z.strictObject({ limit: limitParam(20, 500) }),
        result: auditSchema,
        hints: { readOnly: true, material: true },
      },
      async ({ limit }) => ({ runs: await (await pool()).audit(limit) }),
    ),
  };
}
