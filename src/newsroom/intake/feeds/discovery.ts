/** The feeds that were found at a site. */
import { z } from 'zod';
import type { Given } from '../../../text/given.ts';

export const discoveredFeedSchema = z.strictObject({
  url: z.string(),
  /** What the page, else the feed calls it; may be empty. */
  title: z.string(),
  foundBy: z.enum(['itself', 'page', 'usual place']),
  /** Items that it has now; absent where it could not be read. */
  items: z.number().exactOptional(),
  /** Why it could not be read: `code: sentence`. */
  error: z.string().exactOptional(),
});
export type DiscoveredFeed = Given<z.output<typeof discoveredFeedSchema>>;

/** `failed`: the site's own address could not be fetched. */
export const discoverySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('found'), feeds: z.array(discoveredFeedSchema) }),
  z.strictObject({ kind: z.literal('none'), looked: z.array(z.string()) }),
  z.strictObject({ kind: z.literal('failed'), reason: z.string(), detail: z.string() }),
]);
export type Discovery = Given<z.output<typeof discoverySchema>>;
