import { z } from 'zod';
import { method, noParams } from '../../feature/rpc-method.ts';
import type { Opened } from '../../feature/rpc-method.ts';
import { categoryLabel } from '../edition/category-label.ts';
import type { Edition } from '../edition/edition.ts';
import type { FeedService } from '../intake/feed-service.ts';
import {
  addressParam,
  knownDiscoverySchema,
  editionFeedSchema,
  feedChangeParam,
  feedImportSchema,
  feedListSchema,
  feedPreviewSchema,
  filterCountSchema,
  filtersParam,
  newFeedParams,
  removedFeedSchema,
} from '../intake/feed-results.ts';

interface FeedMethodDeps {
  readonly feedService: Opened<FeedService>;
  readonly edition: Edition;
}

const feed = z.string().trim().min(1).max(200);

/** `newsroom.feeds.*`: the edition's feeds, looked at and changed. */
export function newsroomFeedMethods({ feedService, edition }: FeedMethodDeps) {
  return {
    ...lookingMethods({ feedService, edition }),
    ...changingMethods({ feedService, edition }),
  };
}

function lookingMethods({ feedService, edition }: FeedMethodDeps) {
  return {
    'newsroom.feeds.list': method(
      {
        description:
          "The edition's feeds: how each does, its fields and filters, its items of the last 48 hours.",
        scope: 'read',
        params: noParams,
        result: feedListSchema,
        hints: { readOnly: true, material: true },
      },
      async () => {
        const service = await feedService();
        return {
          ...(await service.feeds()),
          categories: edition.categories.map(({ name }) => ({ name, label: categoryLabel(name, edition) })),
          edition: edition.name,
          ...service.list.status(),
        };
      },
    ),
    'newsroom.feeds.discover': method(
      {
        description:
          'The feeds of a site, by the address of any of its pages; which of them the edition has.',
        scope: 'read',
        params: z.strictObject({ url: addressParam }),
        result: knownDiscoverySchema,
        hints: { readOnly: true, openWorld: true, material: true },
      },
      async ({ url }, { signal }) => (await feedService()).discover(url, signal),
    ),
    'newsroom.feeds.preview': method(
      {
        description:
          'What would become of each item of a feed if it were read now, and why. Nothing is stored.',
        scope: 'read',
        params: z.strictObject({
          url: addressParam,
          category: z.string().trim().min(1).max(200).exactOptional(),
          filters: filtersParam.exactOptional(),
        }),
        result: feedPreviewSchema,
        hints: { readOnly: true, openWorld: true, material: true },
      },
      async (request, { signal }) => (await feedService()).preview(request, signal),
    ),
    'newsroom.feeds.count': method(
      {
        description: 'How many items of a feed these filters would have dropped in the last 48 hours.',
        scope: 'read',
        params: z.strictObject({ feed, filters: filtersParam }),
        result: filterCountSchema,
        hints: { readOnly: true, material: true },
      },
      async ({ feed: key, filters }) => (await feedService()).count(key, filters),
    ),
    'newsroom.feeds.export': method(
      {
        description: "The edition's feeds as OPML.",
        scope: 'read',
        params: noParams,
        result: z.strictObject({ opml: z.string() }),
        hints: { readOnly: true },
      },
      async () => ({ opml: await (await feedService()).list.export() }),
    ),
  };
}

function changingMethods({ feedService, edition }: FeedMethodDeps) {
  return {
    'newsroom.feeds.add': method(
      {
        description: 'Add a feed to the edition. What `newsroom.feeds.remove` answered puts a feed back.',
        scope: 'admin',
        params: newFeedParams,
        result: editionFeedSchema,
      },
      async (request) => (await feedService()).list.add(request),
    ),
    'newsroom.feeds.change': method(
      {
        description: 'Change fields of a feed: pause it, filter it, name it; null takes a field away.',
        scope: 'admin',
        params: z.strictObject({ feed, change: feedChangeParam }),
        result: editionFeedSchema,
        hints: { idempotent: true },
      },
      async ({ feed: key, change }) => (await feedService()).list.change(key, change),
    ),
    'newsroom.feeds.remove': method(
      {
        description: 'Remove a feed from the edition. What it delivered stays.',
        scope: 'admin',
        params: z.strictObject({ feed }),
        result: removedFeedSchema,
        hints: { destructive: true },
      },
      async ({ feed: key }) => (await feedService()).list.remove(key),
    ),
    'newsroom.feeds.import': method(
      {
        description: 'Feeds of an OPML file that the edition has not; with `write` they are added to it.',
        scope: 'admin',
        params: z.strictObject({
          opml: z.string().min(1).max(10_000_000),
          write: z.boolean().default(false),
        }),
        result: feedImportSchema,
        hints: { idempotent: true },
      },
      async ({ opml, write }) => {
        const { list } = await feedService();
        const found = await list.import(opml, write);
        const isWritten = write && found.added.length > 0;
        return { edition: edition.name, ...found, ...(isWritten && { file: list.status().file }) };
      },
    ),
  };
}
