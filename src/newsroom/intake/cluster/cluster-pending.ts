/** The clustering stage: pending links in, decisions out. It writes nothing; the pool stores its decisions. */
import { withBreaths } from '../../../async/with-breaths.ts';
import type { ClusteringSettings } from '../../edition/clustering-settings.ts';
import type { Link, NewsEvent } from '../../model/event.ts';
import type { EventRef, LinkDecision } from '../pool/pool.ts';
import { ClusterAsker } from './ask-cluster.ts';
import type { AskReport } from '../pool/pool-update.ts';
import type { ModelDesk } from '../../../llm/ask-about.ts';
import type { Clusterer } from './clusterer.ts';
import { decideInBatches, type Outcome } from './decide-in-batches.ts';
import { knownEvents } from './known-events.ts';
import type { NewsItem } from './news-item.ts';
import type { PromptBudget } from '../../../llm/prompt-budget.ts';

export interface PendingWork {
  /** Oldest first. */
  readonly pending: readonly Link[];
  /** The events that a link may join, with their links. */
  readonly events: readonly NewsEvent[];
  /** The category of an event that starts with this link. */
  readonly categoryOf: (link: Link) => string;
  /** English titles of links in other languages, by the title. */
  readonly english?: ReadonlyMap<string, string> | undefined;
  readonly settings?: ClusteringSettings | undefined;
  /** The models to ask about ambiguous links; without them the rule decides alone. */
  readonly second?: SecondOpinion | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface SecondOpinion {
  readonly desk: ModelDesk;
  readonly budget: PromptBudget;
  readonly categories: readonly string[];
  /** The edition's spelling of a category; undefined when it has no such category. */
  readonly categoryNamed: (name: string) => string | undefined;
}

export interface ClusteredLinks {
  readonly decisions: LinkDecision[];
  /** With every link placed; new events are numbered downwards from -1. */
  readonly clusterer: Clusterer;
  /** Events that are new or got a link, by those numbers. */
  readonly changed: ReadonlySet<number>;
  readonly report?: AskReport;
}

/** Decide each pending link, in order, letting other work run in between. Rejects only with the signal's reason. */
export async function clusterPending(work: PendingWork): Promise<ClusteredLinks> {
  const { pending, events, settings, second, signal } = work;
  const { clusterer, items } = await knownEvents(work);
  const byId = new Map(events.map((event) => [event.id, event]));
  const asker =
    second &&
    new ClusterAsker({
      ...second,
      clusterer,
      isPosted: (id) => byId.get(id)?.postedAtMs != null,
      summaryOf: (id) => byId.get(id)?.summaryEn,
      signal: signal ?? new AbortController().signal,
    });
  let made = 0;
  const outcomes = decideInBatches({
    clusterer,
    links: withBreaths(items),
    newEventId: () => --made,
    ...(asker && { ask: asker.ask }),
    ...(settings && { perPrompt: settings.linksPerPrompt }),
    signal,
  });
  const family = new Family(events);
  const links = new Map(pending.map((link) => [link.id, link]));
  const decisions: LinkDecision[] = [];
  const changed = new Set<number>();
  for await (const outcome of outcomes) {
    const heard = asker?.answerFor(outcome.item.linkId);
    const link = links.get(outcome.item.linkId)!;
    const category = heard?.category ?? work.categoryOf(link);
    decisions.push({
      ...recordOf(outcome),
      action: actionOf(outcome, family, category),
      ...(heard && { record: heard.record, facts: heard.facts }),
    });
    if (outcome.eventId !== null) changed.add(outcome.eventId);
  }
  return { decisions, clusterer, changed, ...(asker && { report: asker.report }) };
}

/** Parents of events. A development of a development belongs to the root. */
class Family {
  readonly #parents = new Map<number, number>();

  constructor(events: readonly NewsEvent[]) {
    for (const { id, parentId } of events) if (parentId !== null) this.#parents.set(id, parentId);
  }

  begin(eventId: number, parentId: number): number {
    const root = this.#parents.get(parentId) ?? parentId;
    this.#parents.set(eventId, root);
    return root;
  }
}

function recordOf({ item, decision }: Outcome<NewsItem>): Omit<LinkDecision, 'action'> {
  return {
    linkId: item.linkId,
    score: decision.score,
    ambiguous: decision.ambiguous,
    candidates: decision.candidates.map(({ eventId, score }) => ({ event: refTo(eventId), score })),
  };
}

function actionOf(
  { action, eventId }: Outcome<NewsItem>,
  family: Family,
  category: string,
): LinkDecision['action'] {
  if (action.action === 'skip') return { kind: 'skip', reason: action.reason };
  if (action.action === 'join') return { kind: 'join', event: refTo(action.eventId) };
  const begun = { newEvent: eventId!, category };
  if (action.action === 'new_event') return { kind: 'new_event', ...begun };
  return { kind: 'development', parent: refTo(family.begin(eventId!, action.parentId)), ...begun };
}

function refTo(eventId: number): EventRef {
  return eventId > 0 ? { id: eventId } : { newEvent: eventId };
}
