import { z } from 'zod';
import { RpcError } from '../feature/rpc-error.ts';
import { authorParam, keyParam, method } from '../feature/rpc-method.ts';
import type { RpcMethods } from '../feature/rpc-method.ts';
import { GATEWAY } from '../sessions/actor.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { BriefOrders } from './order-brief.ts';
import { BriefRefusal } from './refusal.ts';
import type { BriefState } from './state.ts';

interface MethodDeps {
  readonly orders: Pick<BriefOrders, 'order' | 'make'>;
  /** Where a brief lands that names no conversation. */
  readonly session: SessionKey;
}

/** `brief.run`: a brief, and what it came to; with `wait: false` what was ordered. */
export function briefMethods({ orders, session }: MethodDeps): RpcMethods {
  return {
    'brief.run': method(
      z.strictObject({
        topic: z.string(),
        sessionKey: keyParam.default(session),
        author: authorParam.exactOptional(),
        clientId: z.string().min(1).max(100).exactOptional(),
        wait: z.boolean().default(true),
      }),
      async ({ topic, sessionKey, author, clientId, wait }) => {
        const actor = author ? { ...GATEWAY, ...author } : GATEWAY;
        const id = clientId && `${sessionKey}/${clientId}`;
        const wish = { topic, session: sessionKey, actor, ...(id !== undefined && { id }) };
        try {
          if (!wait) return { turnId: (await orders.order(wish)).turn, sessionKey };
          const { turn, end } = await orders.make(wish);
          const state = end.value as BriefState | undefined;
          return {
            ...{ turnId: turn, sessionKey, status: end.status },
            ...(state ?? { outcome: 'interrupted', user_topic: topic }),
            final_post: end.summary,
          };
        } catch (error) {
          if (error instanceof BriefRefusal) throw new RpcError(error.code, error.message, { cause: error });
          throw error;
        }
      },
    ),
  };
}
