import { z } from 'zod';
import type { EventService } from '../intake/event-service.ts';
import { limitParam, method } from '../../feature/rpc-method.ts';
import type { RpcMethods, Opened } from '../../feature/rpc-method.ts';

const id = z.int().positive();
const ids = z.array(id).min(1).max(500);
/** Who asks, and why; both are kept with the change. */
const told = {
  by: z.string().trim().min(1).max(100).default('gateway'),
  why: z.string().trim().max(500).default(''),
};

/** `newsroom.events.*`: the events of the pool, and what people change about them. */
export function newsroomEventMethods({ events }: { readonly events: Opened<EventService> }): RpcMethods {
  return {
    'newsroom.events.list': method(z.strictObject({ limit: limitParam(50, 2_000) }), async ({ limit }) => ({
      events: await (await events()).list(limit),
    })),
    'newsroom.events.show': method(z.strictObject({ id }), async ({ id: event }) =>
      (await events()).show(event),
    ),
    'newsroom.events.merge': method(z.strictObject({ ids, ...told }), async ({ ids: all, by, why }) => ({
      event: await (await events()).merge(all, `editor:${by}`, why),
    })),
    'newsroom.events.split': method(
      z.strictObject({ id, links: ids, ...told }),
      async ({ id: event, links, by, why }) => (await events()).split(event, links, `editor:${by}`, why),
    ),
  };
}
