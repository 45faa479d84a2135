import { z } from 'zod';
import { PoolError, type PoolService } from '../intake/pool-service.ts';
import { RpcError } from '../../feature/rpc-error.ts';
import { limitParam, method } from '../../feature/rpc-method.ts';
import type { RpcMethods, Opened } from '../../feature/rpc-method.ts';

const kind = z.enum(['daily', 'hourly']);
const feed = z.string().trim().min(1).max(200);
const none = z.strictObject({});

/** `newsroom.inputs` and `newsroom.pool.*`: what the newsroom may choose from, and the pool behind it. */
export function newsroomPoolMethods({ pool }: { readonly pool: Opened<PoolService> }): RpcMethods {
  return {
    'newsroom.inputs': method(z.strictObject({ kind }), async ({ kind: asked }) =>
      (await pool()).inputs(asked),
    ),
    'newsroom.pool.status': method(none, async () => (await pool()).status()),
    'newsroom.pool.update': method(
      z.strictObject({ source: z.enum(['rss', 'brave', 'gdelt']), feed: feed.exactOptional() }),
      ({ source, feed: key }) => refusing(async () => (await pool()).update(source, key)),
    ),
    'newsroom.pool.preview': method(
      z.strictObject({ feed, limit: limitParam(100, 2_000) }),
      ({ feed: key, limit }) => refusing(async () => (await pool()).preview(key, limit)),
    ),
    'newsroom.pool.enable': method(z.strictObject({ feed }), ({ feed: key }) =>
      refusing(async () => (await pool()).enable(key)),
    ),
    'newsroom.pool.gc': method(none, async () => (await pool()).gc()),
    'newsroom.pool.audit': method(z.strictObject({ limit: limitParam(20, 500) }), async ({ limit }) => ({
      runs: await (await pool()).audit(limit),
    })),
  };
}

async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PoolError) throw new RpcError('not_found', error.message, { cause: error });
    throw error;
  }
}
