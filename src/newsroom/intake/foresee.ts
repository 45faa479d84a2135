/**
 * What would become of links that are not in the pool: clustered among its events by rule, then selected as for a
 * planner. Nothing is stored, and no model is asked.
 */
import type { Note } from '../../sessions/note.ts';
import { categoryOf, type Edition } from '../edition/edition.ts';
import type { CoveredStory } from '../coverage/covered-stories.ts';
import type { PlanKind, LeftRule } from '../model/candidate.ts';
import type { FoundLink, Link, NewsEvent } from '../model/event.ts';
import { domainOf, urlKey } from '../model/url-key.ts';
import { clusterPending } from './cluster/cluster-pending.ts';
import type { EventRef, LinkDecision } from './pool/pool.ts';
import { lacksOutlets } from './select/refuse.ts';
import { sayRefusal } from './select/say-refusal.ts';
import { POSTED_MS, selectCandidates } from './select/select-candidates.ts';

export interface ForeseeTerms {
  readonly edition: Edition;
  /** Unexpired and not posted. */
  readonly open: readonly NewsEvent[];
  /** Posted in the last two days. */
  readonly posted: readonly NewsEvent[];
  readonly covered: readonly CoveredStory[];
  readonly notes: readonly Note[];
  readonly nowMs: number;
}

/** How far a link would come. `reason` is a sentence in the edition's language. */
export type Foreseen =
  | {
      readonly fate: 'offered';
      readonly kinds: readonly PlanKind[];
      readonly category: string;
      readonly others: number;
    }
  | {
      readonly fate: 'left_out';
      readonly rule: LeftRule;
      readonly reason: string;
      readonly category: string;
      /** Other links of its event. */
      readonly others: number;
    }
  | { readonly fate: 'posted'; readonly category: string }
  | { readonly fate: 'kept_out'; readonly reason: string };

const KINDS: readonly PlanKind[] = ['daily', 'hourly'];

interface Foresight {
  /** A fate for each link, in their order. */
  readonly links: readonly Foreseen[];
  /** That of a link in the pool, by its event; undefined for an event that has expired. */
  ofEvent(event: NewsEvent): Foreseen | undefined;
}

/**
 * What the newsroom would do with links if it had them now: joined to which event, planned, posted before or left out,
 * and why. Nothing is stored.
 */
export async function foresee(found: readonly FoundLink[], terms: ForeseeTerms): Promise<Foresight> {
  const { edition, open, posted, nowMs } = terms;
  const links = found.map((link, n) => pendingLink(link, -1 - n, nowMs));
  const { decisions } = await clusterPending({
    pending: links,
    events: [...open, ...posted],
    categoryOf: (link) => categoryOf(edition, [link.title, link.description], link.feedCategory),
    settings: edition.clustering,
  });
  const events = placed(links, decisions, terms);
  const selections: Selection[] = [];
  // Planners are shown less of what was posted than links are joined to.
  const recent = posted.filter(({ postedAtMs }) => (postedAtMs ?? 0) >= nowMs - POSTED_MS);
  for (const kind of KINDS) {
    const pool = { open: [...events.values()], posted: recent };
    selections.push({ kind, ...(await selectCandidates({ ...terms, ...pool, kind })) });
  }
  const ofEvent = (id: number): Foreseen | undefined => {
    const event = events.get(id);
    if (event !== undefined) return fateOf(event, selections, edition);
    const told = posted.find((one) => one.id === id);
    return told && { fate: 'posted', category: told.category };
  };
  const actions = new Map(decisions.map(({ linkId, action }) => [linkId, action]));
  return {
    links: links.map((link): Foreseen => {
      const action = actions.get(link.id)!;
      if (action.kind === 'skip') return { fate: 'kept_out', reason: action.reason };
      return ofEvent(action.kind === 'join' ? idOf(action.event) : action.newEvent)!;
    }),
    ofEvent: ({ id }) => ofEvent(id),
  };
}

type Selection = { readonly kind: PlanKind } & Awaited<ReturnType<typeof selectCandidates>>;

function fateOf(event: NewsEvent, selections: readonly Selection[], edition: Edition): Foreseen {
  const others = event.links.length - 1;
  const taken = selections.flatMap(({ kind, candidates }) => {
    const candidate = candidates.find(({ event_id: id }) => id === event.id);
    return candidate === undefined ? [] : [{ kind, category: candidate.suggested_category }];
  });
  if (taken.length > 0)
    return { fate: 'offered', kinds: taken.map(({ kind }) => kind), category: taken[0]!.category, others };
  const left = selections[0]!.leftOut.find(({ event_id: id }) => id === event.id);
  // Of a great many that are left out, not all are told.
  const refusal = lacksOutlets(event, edition);
  return {
    fate: 'left_out',
    rule: left?.rule ?? refusal?.rule ?? 'limit',
    reason: left?.reason ?? (refusal === undefined ? '' : sayRefusal(refusal, edition)),
    category: left?.category ?? event.category,
    others,
  };
}

/** As the pool would have it before clustering; ids below zero are nobody's. */
function pendingLink(link: FoundLink, id: number, nowMs: number): Link {
  const key = urlKey(link.url) ?? link.url;
  return {
    ...link,
    id,
    key,
    domain: domainOf(link.url),
    firstSeenAtMs: nowMs,
    lastSeenAtMs: nowMs,
    eventId: null,
  };
}

/** The open events, and those that begin, with the links in them. */
function placed(
  links: readonly Link[],
  decisions: readonly LinkDecision[],
  { open, nowMs }: ForeseeTerms,
): ReadonlyMap<number, NewsEvent> {
  const events = new Map(open.map((event) => [event.id, event]));
  const byId = new Map(links.map((link) => [link.id, link]));
  for (const { linkId, action } of decisions) {
    const link = byId.get(linkId)!;
    if (action.kind === 'skip') continue;
    const id = action.kind === 'join' ? idOf(action.event) : action.newEvent;
    const parentId = action.kind === 'development' ? idOf(action.parent) : null;
    const known = action.kind === 'join' ? events.get(id) : begun(link, id, parentId, action.category, nowMs);
    if (known !== undefined) events.set(id, { ...known, links: [...known.links, link] });
  }
  return events;
}

function begun(link: Link, id: number, parentId: number | null, category: string, nowMs: number): NewsEvent {
  return {
    ...{ id, parentId, category, title: link.title, status: 'new' },
    ...{ createdAtMs: nowMs, updatedAtMs: nowMs, expiresAtMs: nowMs + 1 },
    ...{ reservedUntilMs: null, postedAtMs: null, links: [] },
  };
}

function idOf(event: EventRef): number {
  return 'id' in event ? event.id : event.newEvent;
}
