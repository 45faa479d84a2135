/** What the methods of the pool, of inputs and of events answer. */
import { z } from 'zod';
import { listedEventSchema } from '../intake/event-service.ts';
import { deliverySchema } from '../intake/pool/delivery.ts';
import { feedHealthSchema } from '../intake/pool/feed-health.ts';
import { poolCountsSchema, poolRunSchema, prunedSchema } from '../intake/pool/pool.ts';

export const poolStatusSchema = poolCountsSchema.extend({ feeds: z.array(feedHealthSchema) });
export const poolGcSchema = prunedSchema.extend({ recounted: z.number() });

export const previewSchema = z.strictObject({
  feed: feedHealthSchema,
  nextReadAtMs: z.number().exactOptional(),
  links: z.array(deliverySchema.extend({ fate: z.string(), why: z.string() })),
});

export const auditSchema = z.strictObject({ runs: z.array(poolRunSchema) });
export const listedEventsSchema = z.strictObject({ events: z.array(listedEventSchema) });
export const mergedEventSchema = z.strictObject({ event: listedEventSchema });
export const splitEventSchema = z.strictObject({ event: listedEventSchema, from: listedEventSchema });
