/** The clustering stage: pending links in, decisions out. It writes nothing; the pool keeps what it decides. */
import { setImmediate as breathe } from 'node:timers/promises';
import { linkTime, type Link, type NewsEvent } from '../event.ts';
import type { EventRef, LinkDecision } from '../pool/pool.ts';
import { Clusterer } from './clusterer.ts';
import type { ClusterItem } from './features.ts';

interface PendingWork {
  /** Oldest first. */
  readonly pending: readonly Link[];
  /** The events that a link may join, with their links. */
  readonly events: readonly NewsEvent[];
  /** The category of an event that begins with this link. */
  readonly categoryOf: (link: Link) => string;
  readonly signal?: AbortSignal | undefined;
}

/** So many links are decided before others get a turn: about 20 ms. */
const LINKS_A_BREATH = 40;
/** Counting and placing are quicker than deciding. */
const READ_A_BREATH = 100;

/** Decide each pending link, in order, with turns for others between. Rejects only with the signal's reason. */
export async function clusterPending({
  pending,
  events,
  categoryOf,
  signal,
}: PendingWork): Promise<LinkDecision[]> {
  const clusterer = new Clusterer();
  const items = new Map(pending.map((link) => [link.id, itemOf(link)]));
  const known = events.map((event) => ({ event, items: event.links.map(itemOf) }));
  // What is common is counted over all first: the order of a batch then matters less.
  const everything = [...known.flatMap((it) => it.items), ...items.values()];
  for (const [n, item] of everything.entries()) {
    if (n % READ_A_BREATH === READ_A_BREATH - 1) await breathe();
    signal?.throwIfAborted();
    clusterer.observe(item);
  }
  let read = 0;
  for (const { event, items: placed } of known) {
    clusterer.begin(event.id, event.parentId, event.postedAtMs);
    for (const item of placed) {
      if (++read % READ_A_BREATH === 0) await breathe();
      signal?.throwIfAborted();
      clusterer.place(item, event.id);
    }
  }

  // Events of this batch have no id yet: they are numbered downwards from -1.
  let made = 0;
  const ref = (eventId: number): EventRef => (eventId > 0 ? { id: eventId } : { newEvent: eventId });
  const decisions: LinkDecision[] = [];
  for (const [n, link] of pending.entries()) {
    if (n % LINKS_A_BREATH === LINKS_A_BREATH - 1) await breathe();
    signal?.throwIfAborted();
    const item = items.get(link.id) ?? itemOf(link);
    const decision = clusterer.decide(item);
    const told = {
      linkId: link.id,
      score: decision.score,
      ambiguous: decision.ambiguous,
      candidates: decision.candidates.map(({ eventId, score }) => ({ event: ref(eventId), score })),
    };
    switch (decision.action) {
      case 'skip':
        decisions.push({ ...told, action: { kind: 'skip', reason: decision.reason } });
        break;
      case 'join':
        clusterer.place(item, decision.eventId);
        decisions.push({ ...told, action: { kind: 'join', event: ref(decision.eventId) } });
        break;
      case 'new_event':
      case 'development': {
        const newEvent = --made;
        const parentId = decision.action === 'development' ? decision.parentId : null;
        clusterer.begin(newEvent, parentId);
        clusterer.place(item, newEvent);
        const begun = { newEvent, category: categoryOf(link) };
        decisions.push({
          ...told,
          action:
            parentId === null
              ? { kind: 'new_event', ...begun }
              : { kind: 'development', parent: ref(parentId), ...begun },
        });
      }
    }
  }
  return decisions;
}

function itemOf(link: Link): ClusterItem {
  return { title: link.title, lede: link.description, atMs: linkTime(link) };
}
