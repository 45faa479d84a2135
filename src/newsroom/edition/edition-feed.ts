/** A feed of an edition: its fields in the file, and the filters that keep items out. And how an edition names an outlet. */
import { z } from 'zod';
import { outletHost } from '../model/url-key.ts';

const text = z.string().trim().min(1);

/** An outlet by its host. Editors copy it with `www.`, which is no part of the domains that it is compared with. */
export const outletSchema = z
  .string()
  .regex(/^[a-z0-9.-]+$/, 'a host name in lower case')
  .transform(outletHost);

/**
 * Which items of a feed are dropped: those with one of the words (`drop`), or all without any of them (`only`). Words
 * count as whole words in spaced scripts, anywhere in Chinese; in an address as a part of it.
 */
export const feedFilterSchema = z.strictObject({
  rule: z.enum(['drop', 'only']),
  words: z.array(text.max(200)).min(1).max(50),
  in: z.enum(['title', 'address']).default('title'),
});

export type FeedFilter = Readonly<z.output<typeof feedFilterSchema>>;

/** The most filters of a feed. */
export const MOST_FILTERS = 20;

export const feedSchema = z.strictObject({
  key: z.string().regex(/^[a-z0-9][a-z0-9_.-]*$/i, 'letters, digits, dot, dash, underscore'),
  url: z.url({ protocol: /^https?$/ }),
  label: text,
  region: text.optional(),
  language: text.optional(),
  category: text.optional(),
  /** True: the feed isn't read until an editor resumes it. */
  paused: z.boolean().optional(),
  filters: z.array(feedFilterSchema).max(MOST_FILTERS).optional(),
});

/** The feed with its `*.localhost` address on this port, because the sample server gets a new port at each start. */
export function feedOnPort<Feed extends { readonly url: string }>(feed: Feed, port: number): Feed {
  const at = new URL(feed.url);
  if (!at.hostname.endsWith('.localhost')) return feed;
  at.port = String(port);
  return { ...feed, url: at.href };
}
