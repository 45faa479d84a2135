/**
 * An edition: what a newsroom covers, in which language, when, and with which quotas.
 *
 * The file is strict JSON of the schema below. Unknown or misplaced fields are refused, with file, path, value and
 * what is allowed, so that a typing error never becomes a silent default.
 */
import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { z } from 'zod';
import { nextSlot } from '../../cron/schedule.ts';
import { modelPlanSchema } from '../../llm/model-plan.ts';
import { alertsSchema } from './edition-alerts.ts';
import { deskSchema } from './edition-desk.ts';
import { feedSchema, outletSchema } from './edition-feed.ts';
import { marketsSchema } from './edition-markets.ts';
import { newsletterSchema } from './edition-newsletter.ts';
import { clusteringSchema } from './clustering-settings.ts';
import { publisherMode } from '../model/assignment.ts';
import { mentions } from '../../text/mentions.ts';
import { mistakesOf, whatIsWrong } from './edition-mistakes.ts';
import type { EditionMistake } from './edition-mistakes.ts';
import { isZone } from '../../time/zone.ts';

export { mentions };

const text = z.string().trim().min(1);
const duration = z.string().regex(/^\d+(ms|s|m|h|d)$/, 'a duration such as 90s, 10m, 1h');
const count = z.int().min(0);
const outlets = z.array(outletSchema);
const queries = z.union([text, z.array(text)]).transform((given) => [given].flat());

const category = z.strictObject({
  name: text,
  /** The name for readers, in the edition's language; `name` by default. */
  label: text.optional(),
  group: text.optional(),
  aliases: z.array(text).default([]),
  words: z.array(text).default([]),
});

const quota = z.strictObject({
  candidates: count.max(15),
  stories: count,
  perCategory: z.int().min(1),
  groups: z.record(text, count).default({}),
  slots: z.array(z.strictObject({ category: text, atLeast: count })).default([]),
});

const zone = z.string().refine(isZone, 'an IANA time zone such as Europe/London');

const schedule = z
  .strictObject({
    name: text,
    profile: text,
    every: duration.optional(),
    cron: text.refine(comesDue, 'a cron expression such as 0 7 * * 1-5').optional(),
    tz: zone.optional(),
    startAfter: duration.optional(),
    quiet: z.boolean().optional(),
    timeoutSeconds: z.int().positive().optional(),
  })
  .refine((it) => (it.every === undefined) !== (it.cron === undefined), 'exactly one of every and cron');

const lengths = z
  .strictObject({ unit: z.enum(['words', 'cjk']), min: count, max: count })
  .refine((it) => it.min <= it.max, 'min at most max');
const range = z.tuple([count, count]).refine(([min, max]) => min <= max, 'the smaller number first');

/** The file's schema. */
export const editionSchema = z
  .strictObject({
    name: z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'lower-case letters, digits and dashes'),
    title: text,
    language: z.enum(['en', 'zh-Hant-HK']),
    zone,
    sample: z.literal(true).optional(),
    desk: deskSchema,
    categories: z.array(category).min(1),
    defaultCategory: text,
    quotas: z.strictObject({
      daily: quota,
      hourly: quota.refine((it) => it.candidates <= 3, 'at most 3 candidates hourly'),
    }),
    tiers: z.strictObject({ T1: outlets, T2: outlets, T3: outlets }),
    noBackfill: outlets.default([]),
    feeds: z.array(feedSchema),
    queries: z
      .strictObject({
        brave: z.strictObject({ daily: queries.default([]), hourly: queries.default([]) }).optional(),
        gdelt: queries.optional(),
      })
      .default({}),
    schedules: z.array(schedule),
    lengths: z.strictObject({
      story: lengths,
      rescue: lengths,
      desk: z.strictObject({ words: range, cjk: range }),
    }),
    /**
     * Names of the same person, place or body, one per row in all its forms: `["Alibaba", "阿里巴巴"]`. Added to the
     * bundled names.
     */
    glossary: z.array(z.array(text).min(2)).exactOptional(),
    style: z.strictObject({ readMoreLabel: text, notes: z.array(text).default([]) }),
    /** Where finance stories get numbers from. Without it they only have those of their sources. */
    markets: marketsSchema.optional(),
    /** False: stories are posted without charts, cards and photos. */
    pictures: z.boolean().optional(),
    /** False: 👍 and 👎 on stories are counted and listed, but selection doesn't use them. */
    feedback: z.boolean().optional(),
    /** Who makes a story's messages: the desk from a body (`script_posts`), or the writer (`agent_posts`). */
    publisherMode: publisherMode.optional(),
    /**
     * How a story's claims are checked: by rules only, and in addition by a language model (if configured) for what
     * the rules doubt (`doubts`) or for every sentence (`full`).
     */
    verification: z.enum(['rules', 'doubts', 'full']).default('full'),
    /** Stories that need an editor's approval: all, or those of these categories. */
    approval: z.union([z.literal(true), z.strictObject({ categories: z.array(text).min(1) })]).optional(),
    /** Whom breaking stories mention. */
    alerts: alertsSchema.optional(),
    /** The newsletter's contents and recipients. */
    newsletter: newsletterSchema.prefault({}),
    /** Which models to use, and what they may cost. */
    models: modelPlanSchema.prefault({}),
    /** How links are clustered into events. */
    clustering: clusteringSchema.prefault({}),
  })
  .superRefine((edition, context) => {
    const refuse = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    const names = edition.categories.map((it) => it.name);
    const known = new Set(names);
    const groups = new Set(edition.categories.flatMap((it) => it.group ?? []));
    const aKnown = `one of ${names.join(', ')}`;
    if (!known.has(edition.defaultCategory)) refuse(['defaultCategory'], aKnown);
    names.forEach((name, n) => {
      if (names.indexOf(name) !== n) refuse(['categories', n, 'name'], 'a name that no other category has');
    });
    const channels = Object.keys(edition.desk.channels ?? {});
    const meant = channels.map((name) => canonicalCategory(edition, name));
    channels.forEach((name, n) => {
      const path = ['desk', 'channels', name];
      if (meant[n] === undefined) refuse(path, `channels of ${names.join(', ')}`);
      else if (meant.indexOf(meant[n]) !== n) refuse(path, `one channel for ${meant[n]}`);
    });
    edition.feeds.forEach((it, n) => {
      if (edition.feeds.findIndex((other) => other.key === it.key) !== n)
        refuse(['feeds', n, 'key'], 'a key that no other feed has');
      if (it.category !== undefined && canonicalCategory(edition, it.category) === undefined)
        refuse(['feeds', n, 'category'], aKnown);
    });
    edition.schedules.forEach(({ name }, n) => {
      if (edition.schedules.findIndex((other) => other.name === name) !== n)
        refuse(['schedules', n, 'name'], 'a name that no other schedule has');
    });
    edition.markets?.symbols.forEach((it, n) =>
      it.categories.forEach((name, at) => {
        if (!known.has(name)) refuse(['markets', 'symbols', n, 'categories', at], aKnown);
      }),
    );
    const listed = [
      ['approval', edition.approval === true ? undefined : edition.approval?.categories],
      ['alerts', edition.alerts?.categories],
    ] as const;
    for (const [field, categories = []] of listed)
      categories.forEach((name, at) => {
        if (!known.has(name)) refuse([field, 'categories', at], aKnown);
      });
    for (const kind of ['daily', 'hourly'] as const) {
      const { slots, groups: limits } = edition.quotas[kind];
      slots.forEach((slot, n) => {
        if (!known.has(slot.category)) refuse(['quotas', kind, 'slots', n, 'category'], aKnown);
      });
      for (const group of Object.keys(limits))
        if (!groups.has(group))
          refuse(['quotas', kind, 'groups', group], `a group of the categories: ${[...groups].join(', ')}`);
    }
  });

export type Edition = Readonly<z.output<typeof editionSchema>> & {
  /** The zone in which editors enter and see times, when it isn't the edition's own. Not a field of the file. */
  readonly editorsZone?: string;
};
export type EditionFeed = Edition['feeds'][number];
export type Quota = Edition['quotas']['daily'];

/** The zone in which editors enter and see times. */
export function editorsZone({ zone, editorsZone: own }: Pick<Edition, 'zone' | 'editorsZone'>): string {
  return own ?? zone;
}

export class EditionError extends Error {
  readonly code: 'not_found' | 'not_json' | 'invalid' | 'of_program';

  constructor(code: EditionError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EditionError';
    this.code = code;
  }
}

/**
 * Read an edition, by name (looked for in `editionsDirs` in order) or by the path of its file.
 * @throws EditionError with a message that an operator can act on.
 */
export function readEdition(nameOrPath: string, editionsDirs: readonly string[]): Edition {
  const file = findFile(nameOrPath, editionsDirs);
  return parseEdition(editionJson(file), file);
}

/** A file's JSON, without the byte order mark of some text editors. @throws EditionError where it has none. */
export function editionJson(file: string, read = () => readFileSync(file, 'utf8')): unknown {
  try {
    return JSON.parse(read().replace(/^\ufeff/, ''));
  } catch (cause) {
    throw new EditionError('not_json', `${file}: not valid JSON (${(cause as Error).message})`, { cause });
  }
}

/**
 * What a file has, as an edition.
 * @throws EditionError, whose cause is the ZodError.
 */
export function parseEdition(given: unknown, file: string): Edition {
  const parsed = editionSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new EditionError('invalid', whatIsWrong(file, editionMistakes(given)), { cause: parsed.error });
}

/** What keeps a value from being an edition; empty when it is one. */
export function editionMistakes(given: unknown): EditionMistake[] {
  const parsed = editionSchema.safeParse(given);
  return parsed.success ? [] : mistakesOf(editionSchema, given, parsed.error.issues);
}

function findFile(nameOrPath: string, dirs: readonly string[]): string {
  const isPath = isAbsolute(nameOrPath) || /[\\/]|\.json$/.test(nameOrPath);
  const places = isPath ? [resolve(nameOrPath)] : dirs.map((dir) => join(dir, `${nameOrPath}.json`));
  const file = places.find((place) => existsSync(place));
  if (file === undefined)
    throw new EditionError(
      'not_found',
      `no edition "${nameOrPath}": looked for ${places.join(', ') || 'nothing: no folder of editions'}`,
    );
  return file;
}

/** Whether a cron expression can be read and has a slot. */
function comesDue(expr: string): boolean {
  try {
    return nextSlot({ kind: 'cron', expr }, 0, 'UTC') !== null;
  } catch {
    return false;
  }
}

/** Common spellings in feeds and from models; used when the edition has the category. */
const FAMILIAR: Readonly<Record<string, string>> = {
  'us/world news': 'Global News',
  'world news': 'Global News',
  world: 'Global News',
  tech: 'AI',
  technology: 'AI',
};

/** The edition's spelling of a category that is given in another case or by an alias; undefined when unknown. */
export function canonicalCategory(edition: Pick<Edition, 'categories'>, name: string): string | undefined {
  const same = (other: string) => other.trim().toLowerCase() === name.trim().toLowerCase();
  const found =
    edition.categories.find((it) => same(it.name)) ??
    edition.categories.find((it) => it.aliases.some(same)) ??
    edition.categories.find((it) => it.name === FAMILIAR[name.trim().toLowerCase()]);
  return found?.name;
}

/**
 * An event's category, by rule: the feed's own unless that is the default, else the category whose words occur most
 * often in `texts`, else the feed's or the default. Earlier categories win ties.
 */
export function categoryOf(edition: Edition, texts: readonly string[], feedCategory?: string): string {
  const promised = feedCategory === undefined ? undefined : canonicalCategory(edition, feedCategory);
  if (promised !== undefined && promised !== edition.defaultCategory) return promised;
  let best = { name: edition.defaultCategory, hits: 0 };
  for (const { name, words } of edition.categories) {
    const hits = words.reduce((sum, word) => sum + texts.filter((text) => mentions(text, word)).length, 0);
    if (hits > best.hits) best = { name, hits };
  }
  return best.name;
}
