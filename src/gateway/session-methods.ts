import { z } from 'zod';
import type { DeleteSession } from '../desk/delete-session.ts';
import type { Desk } from '../desk/desk.ts';
import type { Cron } from '../cron/cron.ts';
import { findSession, finderOf } from '../desk/find-session.ts';
import { GATEWAY } from '../sessions/actor.ts';
import type { SessionKey } from '../sessions/key.ts';
import { keyParam, limitParam, method } from '../feature/rpc-method.ts';
import type { RpcMethods } from '../feature/rpc-method.ts';

interface SessionMethodDeps {
  readonly desk: Desk;
  readonly cron: Cron;
  readonly deletion: DeleteSession;
  /** Whether a chat is there on its platform; undefined where that can't be asked now. */
  readonly isThere?: ((session: SessionKey) => Promise<boolean | undefined>) | undefined;
  /** Channels that are opened when a desk first starts. */
  readonly ownChannels?: readonly SessionKey[] | undefined;
}

/** `sessions.*`: conversations, what was said in them, beginning anew, and deleting. */
export function sessionMethods({
  desk,
  cron,
  deletion,
  isThere,
  ownChannels,
}: SessionMethodDeps): RpcMethods {
  const finder = finderOf({ desk, cron, isThere, ownChannels });
  return {
    'sessions.list': method(z.strictObject({}), async () => ({ sessions: await desk.sessions() })),
    'sessions.find': method(z.strictObject({ key: keyParam }), ({ key }) => findSession(key, finder)),
    'sessions.history': method(
      z.strictObject({ key: keyParam, limit: limitParam(50, 1_000), before: z.string().exactOptional() }),
      async ({ key, limit, before }) => ({ entries: await desk.history(key, limit, before) }),
    ),
    'sessions.reset': method(z.strictObject({ key: keyParam }), ({ key }) => desk.reset(key, GATEWAY)),
    'sessions.delete': method(
      z.strictObject({ key: keyParam, confirm: z.boolean().default(false) }),
      ({ key, confirm }) => deletion.delete(key, confirm, GATEWAY),
    ),
  };
}
