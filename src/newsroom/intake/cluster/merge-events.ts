/**
 * The merge pass: joins events that were started separately and are the same. Only events that got a link since the
 * last pass are checked, and only against similar ones; one prompt decides.
 *
 * - The posted one remains; else the one that a story holds, the one with most links, the oldest.
 * - Never merged: two posted or held events, a development with its parent, events that people split.
 * - Merging into a posted event needs the same confidence as adding a link to it.
 */
import { z } from 'zod';
import { mergeGroup, mergeGroups, type MergeMaterial } from '../../../llm/cluster-shapes.ts';
import type { NewsEvent } from '../../model/event.ts';
import type { EventMerge } from '../pool/event-book.ts';
import type { MergeReport } from '../pool/pool-update.ts';
import { askAbout, type ModelDesk } from '../../../llm/ask-about.ts';
import { parseAsWritten } from '../../../text/parse-as-written.ts';
import type { Clusterer } from './clusterer.ts';
import { winnerOf } from './merge-rules.ts';
import type { PromptBudget } from '../../../llm/prompt-budget.ts';

export interface MergeWork {
  /** With every link placed. */
  readonly clusterer: Pick<Clusterer, 'decide' | 'itemsOf' | 'has'>;
  /** The changed events and those similar to them, by the clusterer's numbers. */
  readonly events: ReadonlyMap<number, NewsEvent>;
  readonly changed: ReadonlySet<number>;
  /** Pairs of pool events that people split. */
  readonly parted: readonly (readonly [number, number])[];
  readonly desk: ModelDesk;
  readonly budget: PromptBudget;
  readonly mergeFrom: number;
  readonly nowMs: number;
  readonly signal: AbortSignal;
}

interface Pair {
  readonly a: NewsEvent;
  readonly b: NewsEvent;
  readonly score: number;
}

/** The score from which a pair is asked about. */
const LIKE = 0.25;
/** In one prompt. */
const MOST_EVENTS = 40;
const INTO_POSTED_FROM = 0.92;
const SUMMARY_CHARACTERS = 300;
const ANSWER = z.object({ groups: z.array(z.unknown()) });

/** Decide what to merge. Writes nothing. Rejects only with the signal's reason. */
export async function mergesAmong(
  work: MergeWork,
): Promise<{ readonly merges: readonly EventMerge[]; readonly report: MergeReport }> {
  const areParted = partedIn(work.parted);
  const pairs = likePairs(work, areParted);
  const asked = eventsOf(pairs);
  if (asked.length === 0) return { merges: [], report: { pairs: 0, asked: 0, merged: 0 } };
  const reply = await askAbout(work.desk, {
    task: 'merge',
    prompt: 'cluster_merge_v1',
    material: { events: asked.map(shown) } satisfies MergeMaterial,
    answer: { name: 'merge_groups', schema: mergeGroups },
    read: ANSWER,
    maxOutputTokens: 4_096,
    budget: work.budget,
    signal: work.signal,
  });
  const counted = { pairs: pairs.length, asked: asked.length };
  if (reply.kind === 'failed')
    return { merges: [], report: { ...counted, merged: 0, failure: reply.because } };
  const by = reply.by.languageModel ? `${reply.by.provider}/${reply.by.model}` : 'desk';
  const used = new Set<number>();
  const merges = reply.value.groups.flatMap((one): EventMerge[] => {
    const group = parseAsWritten(mergeGroup, one).data;
    if (group === undefined || group.confidence < work.mergeFrom) return [];
    const fresh = [...new Set(group.event_ids)].filter((id) => !used.has(id));
    const members = connected(
      asked.filter(({ id }) => fresh.includes(id)),
      pairs,
      areParted,
    );
    const winner = winnerOf(members, work.nowMs);
    if (winner === undefined) return [];
    if (winner.postedAtMs !== null && group.confidence < INTO_POSTED_FROM) return [];
    for (const { id } of members) used.add(id);
    const why = `${group.basis?.trim() || 'one happening'} (confidence ${group.confidence}, ${scoresOf(members, pairs)})`;
    const from = members.filter((it) => it !== winner).map(({ id }) => id);
    return [{ into: winner.id, from, by, why, atMs: work.nowMs }];
  });
  const merged = merges.reduce((sum, { from }) => sum + from.length, 0);
  return { merges, report: { ...counted, merged } };
}

/** Whether people split two events. */
type AreParted = (a: NewsEvent, b: NewsEvent) => boolean;

function partedIn(pairs: MergeWork['parted']): AreParted {
  const keys = new Set(pairs.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]));
  return (a, b) => keys.has(`${a.id} ${b.id}`);
}

/** Each pair once, most similar first. */
function likePairs({ clusterer, events, changed }: MergeWork, areParted: AreParted): Pair[] {
  const found = new Map<string, Pair>();
  for (const number of changed) {
    const a = events.get(number);
    if (a === undefined || !clusterer.has(number)) continue;
    for (const { eventId, score } of likeOthers(clusterer, number)) {
      const b = events.get(eventId);
      if (b === undefined || score < LIKE || !mayMerge(a, b) || areParted(a, b)) continue;
      const key = a.id < b.id ? `${a.id} ${b.id}` : `${b.id} ${a.id}`;
      if ((found.get(key)?.score ?? 0) < score) found.set(key, { a, b, score });
    }
  }
  return [...found.values()].sort((one, other) => other.score - one.score);
}

/** Events similar to the first and newest link, other than their own. */
function likeOthers(clusterer: MergeWork['clusterer'], event: number) {
  const items = clusterer.itemsOf(event);
  const telling = new Set([items[0], items.at(-1)]);
  return [...telling]
    .flatMap((item) => (item === undefined ? [] : clusterer.decide(item).candidates))
    .filter(({ eventId }) => eventId !== event);
}

function mayMerge(a: NewsEvent, b: NewsEvent): boolean {
  return !isFamily(a, b) && (a.postedAtMs === null || b.postedAtMs === null);
}

/** Whether one is a development of the other. */
function isFamily(a: NewsEvent, b: NewsEvent): boolean {
  return a.parentId === b.id || b.parentId === a.id;
}

/** The most similar ones, as many as fit in a prompt. */
function eventsOf(pairs: readonly Pair[]): NewsEvent[] {
  const events = new Map<number, NewsEvent>();
  for (const { a, b } of pairs) {
    if (events.size + (events.has(a.id) ? 0 : 1) + (events.has(b.id) ? 0 : 1) > MOST_EVENTS) continue;
    events.set(a.id, a).set(b.id, b);
  }
  return [...events.values()].sort((a, b) => a.id - b.id);
}

/**
 * The part of a group that is connected by similarity: an answer can't join events that it wasn't asked about, and a
 * third event doesn't join those that people split, nor a development with its parent.
 */
function connected(group: readonly NewsEvent[], pairs: readonly Pair[], areParted: AreParted): NewsEvent[] {
  const linked = (x: NewsEvent, y: NewsEvent) =>
    pairs.some(({ a, b }) => (a.id === x.id && b.id === y.id) || (a.id === y.id && b.id === x.id));
  const [first, ...rest] = group;
  if (first === undefined) return [];
  const together = [first];
  for (let grown = true; grown;) {
    const next = rest.find(
      (it) =>
        !together.includes(it) &&
        together.some((other) => linked(it, other)) &&
        !together.some((other) => areParted(it, other) || isFamily(it, other)),
    );
    if (next !== undefined) together.push(next);
    grown = next !== undefined;
  }
  return together.length > 1 ? together : connected(rest, pairs, areParted);
}

function shown({ id, title, summaryEn, links, postedAtMs }: NewsEvent): MergeMaterial['events'][number] {
  const [first] = links;
  const newest = links.at(-1);
  return {
    event_id: id,
    title,
    summary: (summaryEn ?? first?.description ?? '').slice(0, SUMMARY_CHARACTERS),
    ...(newest && { published: new Date(newest.publishedAtMs ?? newest.firstSeenAtMs).toISOString() }),
    links: links.length,
    ...(postedAtMs !== null && { posted: true }),
  };
}

function scoresOf(members: readonly NewsEvent[], pairs: readonly Pair[]): string {
  const scores = pairs
    .filter(({ a, b }) => members.some(({ id }) => id === a.id) && members.some(({ id }) => id === b.id))
    .map(({ score }) => score.toFixed(2));
  return `likeness ${scores.join(', ')}`;
}
