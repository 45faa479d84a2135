import { z } from 'zod';
import { authorParam, keyParam, method } from '../feature/rpc-method.ts';
import { GATEWAY } from '../sessions/actor.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { BriefOrders } from './order-brief.ts';
import { briefStateSchema } from './state.ts';
import type { BriefState } from './state.ts';

interface MethodDeps {
  readonly orders: Pick<BriefOrders, 'order' | 'make'>;
  /** Where a brief lands that names no conversation. */
  readonly session: SessionKey;
}

const params = z.strictObject({
  topic: z.string(),
  sessionKey: keyParam.optional(),
  author: authorParam.exactOptional(),
  model: z.string().trim().min(1).max(200).exactOptional(),
  clientId: z.string().min(1).max(100).exactOptional(),
  wait: z.boolean().default(true),
});

const result = briefStateSchema.partial().extend({
  turnId: z.string(),
  sessionKey: z.string(),
  /** How the run ended; absent where nobody waited. */
  status: z.string().exactOptional(),
});

/** `brief.run`: a brief, and what it came to; with `wait: false` what was ordered. */
export function briefMethods({ orders, session }: MethodDeps) {
  return {
    'brief.run': method(
      {
        description:
          'Search what was reported on a topic in the last 30 days, write a brief of it and review it.',
        scope: 'editor',
        params,
        result,
        hints: { openWorld: true, material: true },
      },
      async ({ topic, sessionKey = session, author, model, clientId, wait }) => {
        const actor = author ? { ...GATEWAY, ...author } : GATEWAY;
        const id = clientId && `${sessionKey}/${clientId}`;
        const request = { topic, session: sessionKey, actor, model, ...(id !== undefined && { id }) };
        if (!wait) return { turnId: (await orders.order(request)).turn, sessionKey };
        const { turn, end } = await orders.make(request);
        const state = end.value as BriefState | undefined;
        return {
          ...{ turnId: turn, sessionKey, status: end.status },
          ...(state ?? { outcome: 'interrupted' as const, user_topic: topic }),
          final_post: end.summary,
        };
      },
    ),
  };
}
