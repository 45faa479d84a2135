/**
 * `nightdesk newsroom cluster`: links sorted into events as the line would sort them, without the pool.
 *
 * Answers come in the order of the lines. Without a model each comes before the next line is read; with one, links wait
 * until a prompt's worth of ambiguous ones has gathered or the lines end.
 */
import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { ClusterAsker } from '../newsroom/cluster/ask-cluster.ts';
import type { ModelDesk } from '../newsroom/cluster/ask-json.ts';
import { Clusterer } from '../newsroom/cluster/clusterer.ts';
import { decideInBatches, type Outcome } from '../newsroom/cluster/decide-in-batches.ts';
import { coreSettings } from '../newsroom/cluster/known-events.ts';
import type { NewsItem } from '../newsroom/cluster/news-item.ts';
import { PromptBudget } from '../newsroom/cluster/prompt-budget.ts';
import { canonicalCategory, type Edition } from '../newsroom/edition.ts';
import { parseFeedDate } from '../newsroom/feeds/feed-date.ts';
import { HomeLocked, lockHome } from '../store/home-lock.ts';
import type { Clock } from '../time/clock.ts';
import { editionOf } from './edition.ts';
import { openLog } from './logging.ts';
import { modelDesk } from './model-desk.ts';
import { buildModels } from './models.ts';
import { openStores } from './stores.ts';

/** A line as it was read: an object, or what is wrong with it. */
export type AskedLine =
  { readonly asked: Readonly<Record<string, unknown>> } | { readonly id: unknown; readonly error: string };

interface ClusterAnswer {
  readonly id: unknown;
  readonly eventId: number;
  readonly action: 'new_event' | 'assign' | 'development';
  /** How probable it is by rule that the link tells of the likest event's happening, 0 to 1. */
  readonly score: number;
  readonly ambiguous: boolean;
  readonly parentEventId?: number;
  /** Why it stands alone whatever it is like: `roundup`, `multi_topic`. */
  readonly reason?: string;
  /** Who decided on an ambiguous link, where somebody was asked. */
  readonly decidedBy?: string;
  /** What its date was taken for, where it has none that can be used. */
  readonly warning?: DateWarning;
}

type DateWarning = 'no_date' | 'bad_date' | 'date_in_future';

export interface ClusterInspection {
  /** Answer every line, in order; resolves when the last was said. Rejects when the lines break. */
  answer(lines: AsyncIterable<AskedLine>, say: (answer: object) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

const TITLE_CHARACTERS = 1_000;
const LEDE_CHARACTERS = 2_000;
/** Clocks of outlets differ; what is dated further ahead is wrong. */
const AHEAD_MS = 3_600_000;
/** A number below this counts seconds. */
const LEAST_MS = 100_000_000_000;

const link = z.object({
  url: z.string().default(''),
  title: z.string().trim().min(1),
  description: z.string().nullish(),
  publishedAt: z.union([z.string(), z.number()]).nullish(),
});

/** @throws when a model is wanted and a desk runs on this home: its ledger of spending is the desk's own. */
export async function openClusterInspection(
  config: Config,
  clock: Clock,
  withModel: boolean,
): Promise<ClusterInspection> {
  const edition = editionOf(config);
  const models = withModel ? openModels(config, clock, edition) : undefined;
  return {
    answer: (lines, say) => answerAll(lines, say, { edition, clock, desk: models?.desk }),
    close: async () => models?.close(),
  };
}

interface Inspecting {
  readonly edition: Edition;
  readonly clock: Clock;
  readonly desk: ModelDesk | undefined;
}

type Waiting = { readonly said: object } | { readonly id: unknown; readonly warning?: DateWarning };

async function answerAll(
  lines: AsyncIterable<AskedLine>,
  say: (answer: object) => Promise<void>,
  { edition, clock, desk }: Inspecting,
): Promise<void> {
  const clusterer = new Clusterer(coreSettings(edition.clustering));
  const asker = desk && askerOf(desk, clusterer, edition);
  const waiting: Waiting[] = [];
  const times = new Times(clock);
  let numbers = 0;
  let events = 0;
  const saySaid = async () => {
    for (let next = waiting[0]; next !== undefined && 'said' in next; next = waiting[0]) {
      waiting.shift();
      await say(next.said);
    }
  };
  const items = async function* (): AsyncGenerator<NewsItem> {
    for await (const line of lines) {
      const read = 'error' in line ? { error: line.error } : link.safeParse(line.asked);
      if ('error' in read && read.error !== undefined) {
        const error = typeof read.error === 'string' ? read.error : `bad_request: ${issuesOf(read.error)}`;
        const id = 'asked' in line ? (line.asked['id'] ?? null) : line.id;
        waiting.push({ said: { id, error } });
        await saySaid();
        continue;
      }
      const { asked } = line as { asked: Readonly<Record<string, unknown>> };
      const given = (read as { data: z.infer<typeof link> }).data;
      const { atMs, warning } = times.of(given.publishedAt);
      waiting.push({ id: asked['id'] ?? null, ...(warning && { warning }) });
      yield itemOf(++numbers, given, atMs);
    }
  };
  const outcomes = decideInBatches({
    clusterer,
    links: items(),
    newEventId: () => ++events,
    perPrompt: edition.clustering.linksPerPrompt,
    ...(asker && { ask: asker.ask }),
  });
  for await (const outcome of outcomes) {
    const { id, warning } = waiting.shift() as Exclude<Waiting, { said: object }>;
    const decidedBy = asker?.heardOf(outcome.item.linkId)?.record.decidedBy;
    await say({
      id,
      ...answerOf(outcome, () => ++events),
      ...(decidedBy !== undefined && { decidedBy }),
      ...(warning && { warning }),
    });
    await saySaid();
  }
  await saySaid();
}

function answerOf(
  { action, decision, eventId }: Outcome<NewsItem>,
  fresh: () => number,
): Omit<ClusterAnswer, 'id'> {
  const told = { score: Math.round(decision.score * 10_000) / 10_000, ambiguous: decision.ambiguous };
  switch (action.action) {
    case 'skip':
      return { eventId: fresh(), action: 'new_event', ...told, reason: action.reason };
    case 'join':
      return { eventId: action.eventId, action: 'assign', ...told };
    case 'development':
      return { eventId: eventId!, action: 'development', ...told, parentEventId: action.parentId };
    case 'new_event':
      return { eventId: eventId!, action: 'new_event', ...told };
  }
}

function itemOf(linkId: number, { title, description }: z.infer<typeof link>, atMs: number): NewsItem {
  const lede = (description ?? '').slice(0, LEDE_CHARACTERS);
  const shown = title.slice(0, TITLE_CHARACTERS);
  return { linkId, plainTitle: shown, description: lede, title: shown, lede, atMs };
}

/** When links happened. One without a date that can be used counts as having come with the newest one before it. */
class Times {
  readonly #clock: Clock;
  #newestMs: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  of(given: string | number | null | undefined): { atMs: number; warning?: DateWarning } {
    const now = this.#clock.now();
    const instead = this.#newestMs ?? now;
    if (given === undefined || given === null || given === '') return { atMs: instead, warning: 'no_date' };
    const ms = typeof given === 'string' ? parseFeedDate(given) : given < LEAST_MS ? given * 1_000 : given;
    if (ms === undefined || !Number.isFinite(ms) || ms <= 0) return { atMs: instead, warning: 'bad_date' };
    if (ms > now + AHEAD_MS) return { atMs: instead, warning: 'date_in_future' };
    this.#newestMs = Math.max(this.#newestMs ?? ms, ms);
    return { atMs: ms };
  }
}

function askerOf(desk: ModelDesk, clusterer: Clusterer, edition: Edition): ClusterAsker {
  return new ClusterAsker({
    desk,
    // Whoever gives --model wants it asked; the ceilings of the edition hold all the same.
    budget: new PromptBudget(Number.POSITIVE_INFINITY),
    clusterer,
    isPosted: () => false,
    summaryOf: () => undefined,
    categories: edition.categories.map(({ name }) => name),
    categoryNamed: (name) => canonicalCategory(edition, name),
    signal: new AbortController().signal,
  });
}

function openModels(config: Config, clock: Clock, edition: Edition) {
  const { log } = openLog(config, false);
  const stores = openedStores(config, clock, log);
  const models = buildModels({ config, edition, clock, log, stores });
  const close = async () => {
    await models.close();
    stores.close();
  };
  return { desk: modelDesk({ config, edition, models }), close };
}

function openedStores(...[config, clock, log]: Parameters<typeof openStores>): ReturnType<typeof openStores> {
  try {
    return openStores(config, clock, log, lockHome(config.paths.lock, process.pid, 'command'));
  } catch (error) {
    if (!(error instanceof HomeLocked)) throw error;
    const because = `what --model spends is kept in this home, and a ${error.holder} is running on it`;
    throw new Error(`${because}: stop it, or leave --model out`, { cause: error });
  }
}

function issuesOf({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`).join('; ');
}
