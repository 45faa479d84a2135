import { z } from 'zod';
import { deletionSchema, type DeleteSession } from '../../desk/delete-session.ts';
import type { Desk } from '../../desk/desk.ts';
import { findSession, finderOf, foundSessionSchema } from '../../desk/find-session.ts';
import { GATEWAY } from '../../sessions/actor.ts';
import { keyParam, limitParam, method, noParams } from '../../feature/rpc-method.ts';
import { entrySchema } from '../../sessions/entry.ts';
import { sessionSchema } from '../../sessions/session-index.ts';

type SessionMethodDeps = Parameters<typeof finderOf>[0] & {
  readonly desk: Desk;
  readonly deletion: DeleteSession;
};

/** `sessions.*`: conversations, their history, reset and deletion. */
export function sessionMethods({ desk, deletion, ...where }: SessionMethodDeps) {
  const finder = finderOf({ desk, ...where });
  return {
    'sessions.list': method(
      {
        description: 'The conversations that the desk remembers, the one that changed last first.',
        scope: 'read',
        params: noParams,
        result: z.strictObject({ sessions: z.array(sessionSchema.extend({ key: z.string() })) }),
        hints: { readOnly: true, material: true },
      },
      async () => ({ sessions: await desk.sessions() }),
    ),
    'sessions.find': method(
      {
        description: 'Whether a session is known, and the nearest keys where it is not.',
        scope: 'read',
        params: z.strictObject({ key: keyParam }),
        result: foundSessionSchema,
        hints: { readOnly: true },
      },
      ({ key }) => findSession(key, finder),
    ),
    'sessions.history': method(
      {
        description:
          'What was said in a session: the newest entries, or those before an entry, oldest first.',
        scope: 'read',
        params: z.strictObject({
          key: keyParam,
          limit: limitParam(50, 1_000),
          before: z.string().exactOptional(),
        }),
        result: z.strictObject({ entries: z.array(entrySchema) }),
        hints: { readOnly: true, material: true },
      },
      async ({ key, limit, before }) => ({ entries: await desk.history(key, limit, before) }),
    ),
    'sessions.reset': method(
      {
        description: 'Begin a session anew: what was said is kept and no longer read.',
        scope: 'admin',
        params: z.strictObject({ key: keyParam }),
        result: z.strictObject({ generation: z.number() }),
        hints: { destructive: true },
      },
      ({ key }) => desk.reset(key, GATEWAY),
    ),
    'sessions.delete': method(
      {
        description:
          'Delete a session with its threads. Where jobs live in it nothing is touched and they are listed, unless it is confirmed.',
        scope: 'admin',
        params: z.strictObject({ key: keyParam, confirm: z.boolean().default(false) }),
        result: deletionSchema,
        hints: { destructive: true },
      },
      ({ key, confirm }) => deletion.delete(key, confirm, GATEWAY),
    ),
  };
}
