/**
 * What would become of links that are not in the pool: clustered among its events by rule, then selected as for a
 * planner. Nothing is stored, and no model is asked.
 */
import type { Note } from '../../../sessions/note.ts';
import { categoryOf, type Edition } from '../../edition/edition.ts';
import type { ToldStory } from '../../coverage/told-stories.ts';
import type { PlanKind, LeftRule } from '../../model/candidate.ts';
import type { FoundLink, Link, NewsEvent } from '../../model/event.ts';
import { domainOf, urlKey } from '../../model/url-key.ts';
import { clusterPending } from '../cluster/cluster-pending.ts';
import type { EventRef, LinkDecision } from '../pool/pool.ts';
import { lacksOutlets } from '../select/refuse.ts';
import { sayRefusal } from '../select/say-refusal.ts';
import { selectCandidates } from '../select/select-candidates.ts';

export interface ForeseeTerms {
  readonly edition: Edition;
  /** Unexpired and not posted. */
  readonly open: readonly NewsEvent[];
  /** Posted in the last two days. */
  readonly posted: readonly NewsEvent[];
  readonly told: readonly ToldStory[];
  readonly notes: readonly Note[];
  readonly nowMs: number;
}

/** How far a link would come. `reason` is a sentence in the edition's language. */
export type Foreseen =
  | { readonly fate: 'offered'; readonly kinds: readonly PlanKind[]; readonly category: string; readonly others: number }
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

/** A fate for each link, in their order. */
export async function foresee(found: readonly FoundLink[], terms: ForeseeTerms): Promise<Foreseen[]> {
  const { edition, open, posted, nowMs } = terms;
  const links = found.map((link, n) => pendingLink(link, -1 - n, nowMs));
  const { decisions } = await clusterPending({
    pending: links,
    events: [...open, ...posted],
    categoryOf: (link) => categoryOf(edition, [link.title, link.description], link.feedCategory),
    settings: edition.clustering,
  });
  const { events, eventOf } = placed(links, decisions, terms);
  const selections = KINDS.map((kind) => ({
    kind,
    ...selectCandidates({ ...terms, kind, open: events }),
  }));
  const actions = new Map(decisions.map(({ linkId, action }) => [linkId, action]));
  return links.map((link): Foreseen => {
    const action = actions.get(link.id)!;
    if (action.kind === 'skip') return { fate: 'kept_out', reason: action.reason };
    const event = eventOf.get(link.id);
    if (event === undefined) return { fate: 'posted', category: categoryIn(posted, action) };
    const taken = selections.flatMap(({ kind, candidates }) => {
      const candidate = candidates.find(({ event_id: id }) => id === event.id);
      return candidate === undefined ? [] : [{ kind, category: candidate.suggested_category }];
    });
    const others = event.links.length - 1;
    if (taken.length > 0)
      return { fate: 'offered', kinds: taken.map(({ kind }) => kind), category: taken[0]!.category, others };
    const left = selections[0]!.leftOut.find(({ event_id: id }) => id === event.id);
    const refusal = lacksOutlets(event, edition);
    return {
      fate: 'left_out',
      rule: left?.rule ?? refusal?.rule ?? 'limit',
      reason: left?.reason ?? (refusal === undefined ? '' : sayRefusal(refusal, edition)),
      category: left?.category ?? event.category,
      others,
    };
  });
}

/** As the pool would have it before clustering; ids below zero are nobody's. */
function pendingLink(link: FoundLink, id: number, nowMs: number): Link {
  const key = urlKey(link.url) ?? link.url;
  return { ...link, id, key, domain: domainOf(link.url), firstSeenAtMs: nowMs, lastSeenAtMs: nowMs, eventId: null };
}

/** The open events with the links in them. A link that joins a posted event is in none. */
function placed(links: readonly Link[], decisions: readonly LinkDecision[], { open, nowMs }: ForeseeTerms) {
  const events = new Map(open.map((event) => [event.id, event]));
  const eventIds = new Map<number, number>();
  const byId = new Map(links.map((link) => [link.id, link]));
  for (const { linkId, action } of decisions) {
    const link = byId.get(linkId)!;
    if (action.kind === 'skip') continue;
    const id = action.kind === 'join' ? idOf(action.event) : action.newEvent;
    const parentId = action.kind === 'development' ? idOf(action.parent) : null;
    const known = action.kind === 'join' ? events.get(id) : begun(link, id, parentId, action.category, nowMs);
    if (known === undefined) continue;
    events.set(id, { ...known, links: [...known.links, link] });
    eventIds.set(link.id, id);
  }
  const eventOf = new Map([...eventIds].map(([link, id]) => [link, events.get(id)!]));
  return { events: [...events.values()], eventOf };
}

function begun(link: Link, id: number, parentId: number | null, category: string, nowMs: number): NewsEvent {
  return {
    ...{ id, parentId, category, title: link.title, status: 'new' },
    ...{ createdAtMs: nowMs, updatedAtMs: nowMs, expiresAtMs: nowMs + 1 },
    ...{ reservedUntilMs: null, postedAtMs: null, links: [] },
  };
}

function categoryIn(posted: readonly NewsEvent[], action: LinkDecision['action']): string {
  const id = action.kind === 'join' ? idOf(action.event) : undefined;
  return posted.find((event) => event.id === id)?.category ?? '';
}

function idOf(event: EventRef): number {
  return 'id' in event ? event.id : event.newEvent;
}
