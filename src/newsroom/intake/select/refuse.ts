/** Why an event can't be offered, judged by itself; what there is room for is another question. */
import { withBreaths } from '../../../async/with-breaths.ts';
import type { Note } from '../../../sessions/note.ts';
import type { PlanKind } from '../../model/candidate.ts';
import type { Edition } from '../../edition/edition.ts';
import { ofEvent } from '../../coverage/same-happening.ts';
import { CoverageIndex } from '../../coverage/coverage-index.ts';
import { asHappening } from '../../coverage/covered-stories.ts';
import type { CoveredStory } from '../../coverage/covered-stories.ts';
import { DEVELOPING_MINUTES } from '../../model/freshness.ts';
import type { NewsEvent } from '../../model/event.ts';
import { excludedBy } from './exclusions.ts';
import type { Offer } from './offer.ts';
import type { Refusal } from './say-refusal.ts';
import { outletsOf } from '../../model/outlets.ts';
import { urlKey } from '../../model/url-key.ts';
import { passesGate } from '../../edition/tiers.ts';

interface RefusalTerms {
  readonly kind: PlanKind;
  /** Posted in the last 24 hours. */
  readonly posted: readonly NewsEvent[];
  /** Unexpired and not posted. */
  readonly open: readonly NewsEvent[];
  /** What the pipeline would leave out, whatever the pool knows of it. */
  readonly covered: readonly CoveredStory[];
  readonly notes: readonly Note[];
  readonly nowMs: number;
  /** Who asks: what they hold is free to them. */
  readonly holder?: string | undefined;
}

const HOUR_MS = 3_600_000;
const MOST_AGE_MS = 48 * HOUR_MS;
/** Nobody holds an event for longer: a clock was ahead. */
const LONGEST_HOLD_MS = 24 * HOUR_MS;

/** What too few tell is no candidate yet, and needs no closer look: most events of a pool are such. */
export function lacksOutlets({ links }: NewsEvent, { tiers }: Pick<Edition, 'tiers'>): Refusal | undefined {
  const [first] = links;
  const outlets =
    links.length === 1 && first !== undefined ? [first.domain] : outletsOf(links.map((link) => link.domain));
  if (outlets.length < 2) return { rule: 'gate', lack: 'outlets', only: outlets[0] };
  return passesGate(tiers, outlets) ? undefined : { rule: 'gate', lack: 'tier' };
}

/** The first rule that an offer breaks. What is far from being taken is not looked at `closely`, word for word. */
export async function refuser(
  terms: RefusalTerms,
): Promise<(offer: Offer, closely?: boolean) => Refusal | undefined> {
  const { kind, notes, nowMs } = terms;
  const index = await coverageIndex(terms);
  return (offer, closely = true) => {
    const { event, primary, category } = offer;
    const note = excludedBy(
      notes,
      { category, title: primary.title, description: primary.description },
      nowMs,
    );
    if (note !== undefined) return { rule: 'note', note };
    const ageMs = nowMs - offer.newestAtMs;
    if (ageMs > MOST_AGE_MS) return { rule: 'too_old', hours: MOST_AGE_MS / HOUR_MS };
    if (kind === 'hourly' && ageMs > DEVELOPING_MINUTES * 60_000)
      return { rule: 'too_old', hours: DEVELOPING_MINUTES / 60, nothingNew: true };
    const found = index.isEmpty ? undefined : index.same(ofEvent(event), closely);
    if (found !== undefined) return found.item;
    const held = heldByOthers(event, terms);
    if (held !== undefined) return held;
    const newer = event.links.some((link) => link.firstSeenAtMs > (event.released?.atMs ?? -Infinity));
    if (event.released !== undefined && !newer) return { rule: 'given_back', why: event.released.why };
    return undefined;
  };
}

function heldByOthers(event: NewsEvent, { nowMs, holder }: RefusalTerms): Refusal | undefined {
  const { reservedUntilMs: until, reservedBy: by } = event;
  if (until === null || until <= nowMs || until - nowMs > LONGEST_HOLD_MS) return undefined;
  if (by?.startsWith('planner:') !== true) return { rule: 'held', by: 'story' };
  // Whoever only looks is told what its own desk's planner would be offered.
  if (holder === undefined || by === holder) return undefined;
  return { rule: 'held', by: 'desk' };
}

/** What was covered, and what the pool has as posted, in one index. */
async function coverageIndex({ covered, open, posted }: RefusalTerms): Promise<CoverageIndex<Refusal>> {
  const index = new CoverageIndex<Refusal>();
  const events = await eventsWith(new Set(covered.map(({ url }) => urlKey(url))), [...open, ...posted]);
  for await (const story of withBreaths(covered)) {
    const { event = events.get(urlKey(story.url) ?? ''), ...known } = story;
    index.add(asHappening({ ...known, event }), refusalOf(story));
  }
  for await (const event of withBreaths(posted))
    index.add(ofEvent(event), refusalOf({ kind: 'posted', title: event.title }));
  return index;
}

/** The events that have one of these pages, by its key. */
async function eventsWith(
  keys: ReadonlySet<string | undefined>,
  events: readonly NewsEvent[],
): Promise<ReadonlyMap<string, NewsEvent>> {
  const found = new Map<string, NewsEvent>();
  for await (const event of withBreaths(keys.size === 0 ? [] : events))
    for (const { key } of event.links) if (keys.has(key)) found.set(key, event);
  return found;
}

function refusalOf({ kind, title, by }: Pick<CoveredStory, 'kind' | 'title' | 'by'>): Refusal {
  switch (kind) {
    case 'posted':
      return { rule: 'posted', title };
    case 'killed':
      return { rule: 'killed', title, by };
    case 'waiting':
      return { rule: 'held', by: 'story', title };
  }
}
