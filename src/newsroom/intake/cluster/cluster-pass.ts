/**
 * One pass over pending links: translate headlines where that helps, decide links, store the decisions, merge events.
 *
 * Nothing waits for an unavailable model: the rule's decision is stored at once, and a later merge pass may correct
 * it. A link is pending only between its arrival and the next pass.
 */
import { setImmediate as breathe } from 'node:timers/promises';
import { z } from 'zod';
import { deskModel } from '../../../llm/rules/desk-model.ts';
import { canonicalCategory, categoryOf, type Edition } from '../../edition/edition.ts';
import type { NewsEvent } from '../../model/event.ts';
import { EventRefusal } from '../pool/event-book.ts';
import type { EventMerge } from '../pool/event-book.ts';
import type { Pool } from '../pool/pool.ts';
import type { ClusterReport, MergeReport } from '../pool/pool-update.ts';
import type { ModelDesk } from '../../../llm/ask-about.ts';
import { clusterPending, type ClusteredLinks, type PendingWork } from './cluster-pending.ts';
import { mergesAmong } from './merge-events.ts';
import { isCjk } from './news-item.ts';
import { PromptBudget } from '../../../llm/prompt-budget.ts';
import { translateTitles } from './translate-titles.ts';

interface PassDeps {
  readonly pool: Pick<
    Pool,
    'pendingLinks' | 'clusterable' | 'keepDecisions' | 'event' | 'book' | 'translations' | 'runs'
  >;
  readonly edition: Edition;
  readonly nowMs: number;
  /** The models to ask; without them, or if the edition says never, rules decide alone. */
  readonly desk?: ModelDesk | undefined;
  readonly signal: AbortSignal;
}

const WINDOW_MS = 48 * 3_600_000;
const NOTHING: ClusterReport = { decided: 0, calls: 0, tokens: 0, merges: { pairs: 0, asked: 0, merged: 0 } };

/** Rejects with the signal's reason, or when the pool can't be read or written. */
export async function clusterPass(deps: PassDeps): Promise<ClusterReport> {
  const { pool, edition, nowMs, signal } = deps;
  const pending = await pool.pendingLinks();
  if (pending.length === 0) return NOTHING;
  await breathe();
  const { clustering } = edition;
  const desk = clustering.model === 'never' ? undefined : deps.desk;
  const budget = new PromptBudget(clustering.promptsPerUpdate);
  const base: PendingWork = {
    pending,
    events: await pool.clusterable(nowMs, nowMs - WINDOW_MS),
    categoryOf: (link) => categoryOf(edition, [link.title, link.description], link.feedCategory),
    settings: clustering,
    signal,
  };
  const english = await englishTitles(base, deps, desk);
  const clustered = await clusterPending({
    ...base,
    english: english.titles,
    ...(desk && {
      second: {
        desk,
        budget,
        categories: edition.categories.map(({ name }) => name),
        categoryNamed: (name) => canonicalCategory(edition, name),
      },
    }),
  });
  const numbers = await pool.keepDecisions(clustered.decisions, nowMs);
  const merges = await mergePass(clustered, base.events, numbers, { ...deps, budget });
  return {
    decided: clustered.decisions.length,
    calls: budget.attempts + english.calls,
    tokens: budget.tokens + english.tokens,
    ...(clustered.report && { asked: clustered.report }),
    ...(english.titles.size > 0 && { translated: english.titles.size }),
    merges,
    mergedAtMs: nowMs,
  };
}

/**
 * Translations of Chinese titles that would start events of their own while there is English news. They are found by
 * clustering once by rule alone: links similar to a known event need no translation.
 */
async function englishTitles(
  work: PendingWork,
  { pool, edition, nowMs, signal }: PassDeps,
  desk: ModelDesk | undefined,
) {
  const budget = new PromptBudget(edition.clustering.translationsPerUpdate);
  const nothing = { titles: new Map<string, string>() as ReadonlyMap<string, string>, calls: 0, tokens: 0 };
  const all = [...work.pending, ...work.events.flatMap(({ links }) => links)];
  const chinese = all.filter(isCjk);
  if (desk === undefined || chinese.length === 0 || chinese.length === all.length) return nothing;
  const known = await pool.translations.find(chinese.map(({ title }) => title));
  const byRule = await clusterPending({ ...work, english: known });
  const alone = new Set(
    byRule.decisions
      .filter(({ action, ambiguous }) => action.kind === 'new_event' && !ambiguous)
      .map(({ linkId }) => linkId),
  );
  const titles = work.pending.filter((link) => alone.has(link.id) && isCjk(link)).map(({ title }) => title);
  const fresh = await translateTitles(titles, { desk, cache: pool.translations, budget, nowMs, signal });
  return { titles: new Map([...known, ...fresh]), calls: budget.attempts, tokens: budget.tokens };
}

/** How many updates back the previous pass is looked for. */
const RUNS_BACK = 50;
const passOfRun = z.object({ clustering: z.object({ mergedAtMs: z.number() }) });

/** Up to when events were checked for merges; later changes come from passes that were interrupted. */
async function lookedAtUntil(pool: PassDeps['pool']): Promise<number> {
  const runs = await pool.runs(RUNS_BACK);
  if (runs.length === 0) return 0;
  const passes = runs.flatMap(({ detail }) => passOfRun.safeParse(detail).data ?? []);
  // Records of an earlier Nightdesk lack this; then nothing is checked twice.
  return passes.length === 0 ? Infinity : Math.max(...passes.map(({ clustering }) => clustering.mergedAtMs));
}

/** The changed events, and those that may be similar, under the clusterer's numbers. */
async function mergePass(
  { clusterer, changed }: ClusteredLinks,
  before: readonly NewsEvent[],
  numbers: ReadonlyMap<number, number>,
  { pool, edition, nowMs, signal, desk = RULES, budget }: PassDeps & { readonly budget: PromptBudget },
): Promise<MergeReport> {
  const events = new Map(before.map((event) => [event.id, event]));
  const untilMs = await lookedAtUntil(pool);
  const left = before.filter(({ updatedAtMs }) => updatedAtMs > untilMs).map(({ id }) => id);
  const looked = new Set([...changed, ...left]);
  for (const number of looked) {
    const event = await pool.event(number > 0 ? number : (numbers.get(number) ?? 0));
    if (event !== undefined) events.set(number, event);
  }
  const { model, mergeFrom } = edition.clustering;
  const parted = await pool.book.partedPairs();
  const asker = model === 'never' ? RULES : desk;
  const { merges, report } = await mergesAmong({
    clusterer,
    events,
    changed: looked,
    parted,
    desk: asker,
    budget: asker === RULES ? new PromptBudget(1) : budget,
    mergeFrom,
    nowMs,
    signal,
  });
  const kept = await keepMerges(merges, pool.book);
  const refused = merges.length - kept.length;
  if (refused === 0) return report;
  return { ...report, merged: kept.reduce((sum, { from }) => sum + from.length, 0), refused };
}

/** Those that the pool took: while a model was asked, an event may have been posted or merged. */
async function keepMerges(
  merges: readonly EventMerge[],
  book: Pick<Pool['book'], 'merge'>,
): Promise<EventMerge[]> {
  const kept: EventMerge[] = [];
  for (const merge of merges) {
    try {
      await book.merge(merge);
      kept.push(merge);
    } catch (error) {
      if (!(error instanceof EventRefusal)) throw error;
    }
  }
  return kept;
}

/** The desk model reads no prompts. */
const RULES: ModelDesk = {
  model: deskModel,
  render: () => ({ text: '' }),
  title: '',
  hasLanguageModel: () => false,
};
