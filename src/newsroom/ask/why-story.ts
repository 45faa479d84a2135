/** Why a story was picked and what happened to it, from its record, its inputs, and the pool. */
import { categoryLabel } from '../edition/category-label.ts';
import type { Labels } from '../edition/category-label.ts';
import type { Candidate, InputsSnapshot } from '../model/candidate.ts';
import type { StoryRecord } from '../model/story-service.ts';
import type { ShownEvent } from '../intake/event-service.ts';
import { urlKey } from '../model/url-key.ts';
import type { StoryBook } from '../model/story-book.ts';

interface WhyDeps {
  readonly edition: Labels;
  readonly stories: Pick<StoryBook, 'inputs'>;
  /** The event's present state; undefined when the pool has none with this number. */
  readonly event: (id: number) => Promise<ShownEvent | undefined>;
}

export interface WhyStory {
  readonly record: StoryRecord;
  /** Its category's label. */
  readonly category: string;
  /** What the planner read about it; dropped after a while. */
  readonly candidate?: Candidate;
  readonly event?: ClusteredEvent;
}

/** How its links were clustered. */
export interface ClusteredEvent {
  readonly id: number;
  readonly parentId: number | null;
  readonly links: number;
  readonly outlets: readonly string[];
  /** Counts of decisions about its links, by kind: `join: 4`. */
  readonly decided: Readonly<Record<string, number>>;
  /** The lowest score at which a link was joined to it; above 0, up to 1. */
  readonly weakest?: number;
  readonly changes: readonly { readonly kind: string; readonly by: string; readonly why: string }[];
}

/** Why a story was written, as it was, and by whom. */
export async function whyStory(record: StoryRecord, deps: WhyDeps): Promise<WhyStory> {
  const { job, published } = record;
  const eventId = job?.story.event_id ?? published?.eventId;
  const candidate = eventId === undefined ? undefined : await candidateOf(record, eventId, deps);
  const shown = typeof eventId === 'number' ? await deps.event(eventId) : undefined;
  return {
    record,
    category: categoryLabel(record.status.category, deps.edition),
    ...(candidate && { candidate }),
    // A rebuilt pool renumbers its events: a shared page shows that it is the same event.
    ...(shown && isSame(shown, record) && { event: clustered(shown) }),
  };
}

/** As the planner's turn read it; the run's job and slot identify that turn. */
async function candidateOf(
  { job, published }: StoryRecord,
  eventId: number | null,
  { stories }: WhyDeps,
): Promise<Candidate | undefined> {
  const by = job?.run.job ? { id: job.run.job.id, slotMs: job.run.job.slot_ms } : published?.job;
  if (!by) return undefined;
  const snapshot: InputsSnapshot | undefined = await stories.inputs(`${by.id}:${by.slotMs}`);
  return snapshot?.candidates.find((candidate) => candidate.event_id === eventId);
}

function isSame({ event }: ShownEvent, { job, published }: StoryRecord): boolean {
  const key = urlKey(job?.story.primary_url ?? published?.primaryUrl ?? '');
  return event.links.some((link) => link.key === key);
}

function clustered({ event, decisions, changes }: ShownEvent): ClusteredEvent {
  const decided: Record<string, number> = {};
  for (const { action } of decisions) decided[action] = (decided[action] ?? 0) + 1;
  const joined = decisions.filter(({ action, eventId }) => action === 'join' && eventId === event.id);
  const weakest = Math.min(...joined.map(({ score }) => score));
  return {
    id: event.id,
    parentId: event.parentId,
    links: event.links.length,
    outlets: [...new Set(event.links.map(({ domain }) => domain))],
    decided,
    ...(Number.isFinite(weakest) && { weakest }),
    changes: changes.map(({ kind, by, why }) => ({ kind, by, why })),
  };
}
