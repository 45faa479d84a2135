import { z } from 'zod';
import { shownEventSchema, type EventService } from '../intake/event-service.ts';
import { limitParam, method } from '../../feature/rpc-method.ts';
import type { Opened } from '../../feature/rpc-method.ts';
import { listedEventsSchema, mergedEventSchema, splitEventSchema } from './pool-results.ts';

const id = z.int().positive();
const ids = z.array(id).min(1).max(500);
/** Who asks, and why; both are stored with the change. */
const told = {
  by: z.string().trim().min(1).max(100).default('gateway'),
  why: z.string().trim().max(500).default(''),
};

/** `newsroom.events.*`: the pool's events, and people's changes to them. */
export function newsroomEventMethods({ events }: { readonly events: Opened<EventService> }) {
  return {
    'newsroom.events.list': method(
      {
        description: 'Open events and those posted in the last two days; what moved last comes first.',
        scope: 'read',
        params: z.strictObject({ limit: limitParam(50, 2_000) }),
        result: listedEventsSchema,
        hints: { readOnly: true, material: true },
      },
      async ({ limit }) => ({ events: await (await events()).list(limit) }),
    ),
    'newsroom.events.show': method(
      {
        description: 'An event with its links, what was decided about each, and what people changed.',
        scope: 'read',
        params: z.strictObject({ id }),
        result: shownEventSchema,
        hints: { readOnly: true, material: true },
      },
      async ({ id: event }) => (await events()).show(event),
    ),
    'newsroom.events.merge': method(
      {
        description: 'Put events into one, for good.',
        scope: 'editor',
        params: z.strictObject({ ids, ...told }),
        result: mergedEventSchema,
        hints: { destructive: true },
      },
      async ({ ids: all, by, why }) => ({
        event: await (await events()).merge(all, `editor:${by}`, why),
      }),
    ),
    'newsroom.events.split': method(
      {
        description: 'Begin an event of its own with some links of another.',
        scope: 'editor',
        params: z.strictObject({ id, links: ids, ...told }),
        result: splitEventSchema,
        hints: { destructive: true },
      },
      async ({ id: event, links, by, why }) => (await events()).split(event, links, `editor:${by}`, why),
    ),
  };
}
