/** What the methods of a setup answer. */
import { z } from 'zod';
import type { Given } from '../text/given.ts';
import { draftFeedSchema, draftSchema, STEPS } from './draft.ts';
import { shownChangeSchema } from './plan-files.ts';

export {
  channelLookSchema as channelLook,
  chatPermissionsSchema as permissions,
} from '../feature/channel-setup.ts';
export { firstRunSchema as firstRun } from './first-run.ts';
export { discoverySchema as discovery } from '../newsroom/intake/feeds/discovery.ts';

const both = z.strictObject({ en: z.string(), zh: z.string() });
const names = z.array(z.string());

export const look = z.strictObject({
  draft: draftSchema.omit({ settings: true }),
  /** The settings that were given; their values are not told. */
  given: names,
  /** The questions without an answer. */
  open: z.array(z.enum(STEPS)),
  /** Whether this home has been set up. */
  done: z.boolean(),
  /** Variables of `.env` that the running desk has otherwise: they count after a restart. */
  waiting: names,
  editions: z.array(
    z.strictObject({
      ...{ name: z.string(), title: z.string(), language: z.enum(['en', 'zh-Hant-HK']) },
      /** Whether stories, or some of them, wait for an editor. */
      approval: z.boolean(),
    }),
  ),
  /** The feeds to choose from. */
  feeds: z.array(draftFeedSchema),
  providers: z.array(
    z.strictObject({
      name: z.string(),
      title: z.string(),
      isSetUp: z.boolean(),
      asks: z.array(
        z.strictObject({
          ...{ name: z.string(), meaning: z.string(), example: z.string() },
          ...{ secret: z.boolean(), isSet: z.boolean() },
        }),
      ),
    }),
  ),
  channels: z.array(
    z.strictObject({
      ...{ name: z.string(), title: z.string(), secret: z.string(), howTo: both, isSet: z.boolean() },
    }),
  ),
  zone: z.string(),
  usualSchedule: both,
});

const feedTestSchema = z.strictObject({
  url: z.string(),
  /** What the feed calls itself. */
  title: z.string().exactOptional(),
  items: z.number().exactOptional(),
  /** Its newest item, ms since the epoch, UTC. */
  newestAtMs: z.number().exactOptional(),
  /** Why it can't be read, for people. */
  error: z.string().exactOptional(),
});
export type FeedTest = Given<z.output<typeof feedTestSchema>>;

export const feedTests = z.strictObject({ tests: z.array(feedTestSchema) });

export const findings = z.strictObject({
  findings: z.array(
    z.strictObject({
      ...{ check: z.string(), text: z.string() },
      state: z.enum(['ok', 'warning', 'problem']),
      remedy: z.string().exactOptional(),
    }),
  ),
});

export const schedule = z.discriminatedUnion('understood', [
  z.strictObject({ understood: z.literal(true), sentence: both, nextMs: z.array(z.number()) }),
  z.strictObject({ understood: z.literal(false), because: both }),
]);

export const plan = z.strictObject({
  files: z.array(shownChangeSchema),
  /** Settings that the environment overrides. */
  overridden: names,
  revision: z.string(),
});

export const written = z.strictObject({ files: names, overridden: names, restart: z.boolean() });
