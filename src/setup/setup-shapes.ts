/** What the methods of a setup answer. */
import { z } from 'zod';
import { draftFeedSchema, draftSchema, STEPS } from './draft.ts';

const both = z.strictObject({ en: z.string(), zh: z.string() });
const names = z.array(z.string());
const lineSchema = z.strictObject({ sign: z.enum(['+', '-', ' ']), text: z.string() });

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

export const feedTests = z.strictObject({
  tests: z.array(
    z.strictObject({
      url: z.string(),
      title: z.string().exactOptional(),
      items: z.number().exactOptional(),
      newestAtMs: z.number().exactOptional(),
      error: z.string().exactOptional(),
    }),
  ),
});

export const findings = z.strictObject({
  findings: z.array(
    z.strictObject({
      ...{ check: z.string(), text: z.string() },
      state: z.enum(['ok', 'warning', 'problem']),
      remedy: z.string().exactOptional(),
    }),
  ),
});

const trouble = z.strictObject({
  kind: z.literal('trouble'),
  reason: z.enum(['wrong_secret', 'busy', 'unreachable', 'refused']),
  says: z.string(),
});

export const channelLook = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('seen'),
    ...{ who: z.string(), invite: z.string(), readsMessages: z.boolean() },
    chats: z.array(z.strictObject({ id: z.string(), title: z.string(), server: z.string() })),
  }),
  trouble,
]);

export const permissions = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('seen'), title: z.string(), missing: names, wanted: names }),
  z.strictObject({ kind: z.literal('hidden') }),
  trouble,
]);

export const schedule = z.discriminatedUnion('understood', [
  z.strictObject({ understood: z.literal(true), sentence: both, nextMs: z.array(z.number()) }),
  z.strictObject({ understood: z.literal(false), because: both }),
]);

export const plan = z.strictObject({
  files: z.array(
    z.strictObject({
      file: z.string(),
      isNew: z.boolean(),
      copyOf: z.string().exactOptional(),
      lines: z.array(lineSchema),
    }),
  ),
  /** Settings that the environment overrides. */
  overridden: names,
  revision: z.string(),
});

export const written = z.strictObject({ files: names, overridden: names, restart: z.boolean() });

export const firstRun = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('idle') }),
  z.strictObject({ kind: z.literal('running') }),
  z.strictObject({ kind: z.literal('failed') }),
  z.strictObject({ kind: z.literal('none'), because: z.string() }),
  z.strictObject({
    kind: z.literal('written'),
    stories: z.array(
      z.strictObject({
        ...{ title: z.string(), category: z.string(), status: z.string() },
        ...{ reason: z.string().nullable(), body: z.string() },
      }),
    ),
  }),
]);
