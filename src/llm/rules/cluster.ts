/** Decides ambiguous links and merges of events, by rule. */
import { cosine, tfIdf } from '../../text/similarity.ts';
import type { ModelReply, ModelRequest } from '../chat-model.ts';
import { clusterMaterial, mergeMaterial } from '../cluster-shapes.ts';
import type { ClusterCandidate, ClusterDecisions, ClusterLink, MergeGroups } from '../cluster-shapes.ts';
import { concepts } from './concepts.ts';
import { sayText } from './desk-reply.ts';
import { happeningOf } from './happening.ts';
import type { Happening } from './happening.ts';
import { relationOf } from './same-happening.ts';
import { readMaterial } from './tool-talk.ts';

/** The lowest score for a merge. It is high because later links can't undo a wrong merge. */
const MERGED_FROM = 0.8;

/** The text is `ClusterDecisions` as JSON: one per link, in order. */
export function clusterLinks(request: ModelRequest): ModelReply {
  const { links } = readMaterial(clusterMaterial, request);
  const likeness = likenessOf(links.flatMap((link) => [textOf(link), ...link.candidates.map(candidateText)]));
  const decisions = links.map((link) => decide(link, likeness));
  return sayText(JSON.stringify({ decisions } satisfies ClusterDecisions));
}

function decide(
  link: ClusterLink,
  likeness: (a: string, b: string) => number,
): ClusterDecisions['decisions'][number] {
  const { link_id } = link;
  const own = happeningOf(titleOf(link), link.description ?? '');
  const judged = link.candidates.map((candidate) => {
    const other = happeningOf(candidate.title, candidate.summary ?? '');
    const { shared_numbers: numbers, score } = candidate;
    const relation = relationOf(own, other, {
      cosine: likeness(textOf(link), candidateText(candidate)),
      probability: score,
      sharedNumbers: typeof numbers === 'number' ? numbers : (numbers?.length ?? 0),
    });
    return { candidate, other, relation };
  });
  const best = judged
    .filter(({ relation }) => relation.kind !== 'distinct')
    .sort(
      (a, b) => b.relation.confidence - a.relation.confidence || b.candidate.score - a.candidate.score,
    )[0];
  if (best === undefined) {
    const why = judged[0]?.relation ?? { confidence: 0.9, why: 'nothing like it is known' };
    return { link_id, action: 'new_event', confidence: round(why.confidence), basis: why.why };
  }
  const { candidate, relation, other } = best;
  const confidence = round(relation.confidence);
  if (relation.kind === 'development' || isLater(link, candidate, own, other))
    return {
      link_id,
      action: 'development',
      parent_event_id: candidate.event_id,
      confidence,
      basis: `a later turn; ${relation.why}`,
    };
  return { link_id, action: 'assign', event_id: candidate.event_id, confidence, basis: relation.why };
}

/** Whether a later report has words of a development that the event's headline lacks. */
function isLater(link: ClusterLink, candidate: ClusterCandidate, own: Happening, other: Happening): boolean {
  const [after, before] = [msOf(link.published), msOf(candidate.published)];
  const came = after === undefined || before === undefined || after > before;
  return candidate.posted === true && came && own.develops && !other.develops;
}

/** The text is `MergeGroups` as JSON. A group never contains two posted events. */
export function mergeEvents(request: ModelRequest): ModelReply {
  const { events } = readMaterial(mergeMaterial, request);
  const likeness = likenessOf(events.map(candidateText));
  const groups: { eventIds: number[]; confidence: number; why: string; posted: boolean }[] = [];
  const grouped = new Set<number>();
  for (const [at, event] of events.entries()) {
    if (grouped.has(event.event_id)) continue;
    const own = happeningOf(event.title, event.summary ?? '');
    const group = { eventIds: [event.event_id], confidence: 1, why: '', posted: event.posted === true };
    for (const other of events.slice(at + 1)) {
      if (grouped.has(other.event_id) || (group.posted && other.posted === true)) continue;
      const cosine = likeness(candidateText(event), candidateText(other));
      const relation = relationOf(own, happeningOf(other.title, other.summary ?? ''), { cosine });
      if (relation.kind !== 'same' || relation.confidence < MERGED_FROM) continue;
      group.eventIds.push(other.event_id);
      grouped.add(other.event_id);
      group.confidence = Math.min(group.confidence, relation.confidence);
      group.why = relation.why;
      group.posted ||= other.posted === true;
    }
    if (group.eventIds.length > 1) groups.push(group);
  }
  const said = groups.map(({ eventIds, confidence, why }) => ({
    event_ids: eventIds,
    confidence: round(confidence),
    basis: why,
  }));
  return sayText(JSON.stringify({ groups: said } satisfies MergeGroups));
}

/** Cosine similarity of words weighted by rarity among the batch's texts. */
function likenessOf(texts: readonly string[]): (a: string, b: string) => number {
  const all = [...new Set(texts)];
  const { vectors } = tfIdf(all.map(concepts));
  const vector = new Map(all.map((text, at) => [text, vectors[at] ?? new Map<string, number>()]));
  return (a, b) =>
    cosine(vector.get(a) ?? new Map<string, number>(), vector.get(b) ?? new Map<string, number>());
}

function textOf(link: ClusterLink): string {
  return `${titleOf(link)}\n${(link.description ?? '').slice(0, 400)}`;
}

/** In both languages where there are two, so that names and numbers are found in either. */
function titleOf({ title, title_en }: ClusterLink): string {
  return title_en ? `${title} (${title_en})` : title;
}

function candidateText({ title, summary }: { title: string; summary?: string | null | undefined }): string {
  return `${title}\n${(summary ?? '').slice(0, 400)}`;
}

function msOf(published: number | string | null | undefined): number | undefined {
  const ms = typeof published === 'string' ? Date.parse(published) : published;
  return ms == null || Number.isNaN(ms) ? undefined : ms;
}

function round(confidence: number): number {
  return Math.round(confidence * 100) / 100;
}
