/** Why an event can't be offered, judged by itself; what there is room for is another question. */
import type { Note } from '../../sessions/note.ts';
import type { LeftRule, PlanKind } from '../candidate.ts';
import type { Edition } from '../edition.ts';
import { likeness, readTelling } from '../coverage/same-telling.ts';
import { isFamily } from '../event.ts';
import { DEVELOPING_MINUTES } from '../freshness.ts';
import type { NewsEvent } from '../event.ts';
import { TitleIndex } from '../coverage/same-title.ts';
import { excludedBy } from './exclusions.ts';
import type { Offer } from './offer.ts';
import { outletsOf } from '../outlets.ts';
import { urlKey } from '../pool/url-key.ts';
import type { ToldStory } from '../coverage/told-story.ts';
import { passesGate } from '../tiers.ts';

export interface Refusal {
  readonly rule: LeftRule;
  readonly reason: string;
  readonly noteId?: string;
}

interface RefusalTerms {
  readonly kind: PlanKind;
  /** Posted in the last 24 hours. */
  readonly posted: readonly NewsEvent[];
  /** Unexpired and not posted. */
  readonly open: readonly NewsEvent[];
  /** What the line would leave out, whatever the pool knows of it. */
  readonly told: readonly ToldStory[];
  readonly notes: readonly Note[];
  readonly nowMs: number;
  /** Who asks: what they hold is free to them. */
  readonly holder?: string | undefined;
}

/** Of a large event: more repeat each other. */
const MOST_TITLES = 12;
const MOST_AGE_MS = 48 * 3_600_000;
/** Nobody holds an event for longer: a clock was ahead. */
const LONGEST_HOLD_MS = 24 * 3_600_000;

/** What too few tell is no candidate yet, and needs no closer look: most events of a pool are such. */
export function lacksOutlets({ links }: NewsEvent, { tiers }: Pick<Edition, 'tiers'>): Refusal | undefined {
  const [first] = links;
  const outlets =
    links.length === 1 && first !== undefined ? [first.domain] : outletsOf(links.map((link) => link.domain));
  if (outlets.length < 2)
    return { rule: 'gate', reason: `only ${outlets[0] ?? 'nobody'} tells it: two outlets are needed` };
  return passesGate(tiers, outlets)
    ? undefined
    : { rule: 'gate', reason: 'no outlet of the first tier and fewer than two of the second' };
}

/** The first rule that an offer breaks. */
export function refuser(terms: RefusalTerms): (offer: Offer) => Refusal | undefined {
  const { kind, notes, nowMs } = terms;
  const wasPosted = postedBefore(terms.posted);
  const wasTold = toldBefore(terms);
  return (offer) => {
    const { event, primary, category } = offer;
    const note = excludedBy(
      notes,
      { category, title: primary.title, description: primary.description },
      nowMs,
    );
    if (note !== undefined)
      return { rule: 'note', reason: `“${note.text}” (${note.by} asked for it)`, noteId: note.id };
    const ageMs = nowMs - offer.newestAtMs;
    if (ageMs > MOST_AGE_MS) return { rule: 'too_old', reason: 'older than 48 hours' };
    if (kind === 'hourly' && ageMs > DEVELOPING_MINUTES * 60_000)
      return { rule: 'too_old', reason: 'nothing new of it for six hours' };
    const told = wasTold(offer);
    if (told !== undefined) return told;
    const held = heldByOthers(event, terms);
    if (held !== undefined) return held;
    const newer = event.links.some((link) => link.firstSeenAtMs > (event.released?.atMs ?? -Infinity));
    if (event.released !== undefined && !newer)
      return {
        rule: 'given_back',
        reason: `tried before and given back (${event.released.why}), nothing new since`,
      };
    const repeated = wasPosted(offer);
    if (repeated !== undefined)
      return { rule: 'posted', reason: `already posted in the last 24 hours as “${repeated.title}”` };
    return undefined;
  };
}

function heldByOthers(event: NewsEvent, { nowMs, holder }: RefusalTerms): Refusal | undefined {
  const { reservedUntilMs: until, reservedBy: by } = event;
  if (until === null || until <= nowMs || until - nowMs > LONGEST_HOLD_MS) return undefined;
  if (by?.startsWith('planner:') !== true) return { rule: 'held', reason: 'a story is being made of it now' };
  // Whoever only looks is told what its own desk's planner would be offered.
  if (holder === undefined || by === holder) return undefined;
  return { rule: 'held', reason: 'another desk was offered it minutes ago' };
}

/** A development is no repetition of the event that it develops, however alike the titles are. */
function postedBefore(posted: readonly NewsEvent[]): (offer: Offer) => NewsEvent | undefined {
  const byId = new Map(posted.map((event) => [event.id, event]));
  const byLink = new Map(posted.flatMap((event) => event.links.map((link) => [link.key, event] as const)));
  const byTitle = new TitleIndex<NewsEvent>();
  for (const event of posted)
    for (const title of new Set([event.title, ...event.links.map((link) => link.title)]))
      byTitle.add(title, event);
  return ({ event, primary }) => {
    const isFamily = (other: NewsEvent) =>
      event.parentId !== null && [other.id, other.parentId].includes(event.parentId);
    return (
      byId.get(event.id) ??
      byLink.get(primary.key) ??
      byTitle.find(primary.title, (other) => !isFamily(other))
    );
  };
}

/** By a page, or by a title in any language: what is a family may have the same title. */
function toldBefore({ told, open, posted }: RefusalTerms): (offer: Offer) => Refusal | undefined {
  const byPage = new Map(told.map((story) => [urlKey(story.url), story]));
  const byTitle = new TitleIndex<ToldStory>();
  for (const story of told) for (const title of story.titles) byTitle.add(title, story);
  const tellings = told.map((story) => ({
    story,
    telling: readTelling({ titles: story.titles, text: story.text ?? '' }),
  }));
  const events = new Map<ToldStory, NewsEvent>();
  for (const event of [...open, ...posted])
    for (const { key } of event.links) {
      const story = byPage.get(key);
      if (story) events.set(story, event);
    }
  return ({ event, primary }) => {
    const page = event.links.find(({ key }) => byPage.has(key));
    const sameEvent = page && byPage.get(page.key);
    if (sameEvent) return refusalOf(sameEvent);
    const titles = new Set([primary.title, event.title, ...event.links.map(({ title }) => title)]);
    for (const title of titles) {
      const same = byTitle.find(title, (story) => !isFamily(event, events.get(story)));
      if (same) return refusalOf(same);
    }
    if (tellings.length === 0) return undefined;
    const own = readTelling({
      titles: [...titles].slice(0, MOST_TITLES),
      text: event.links.map(({ description }) => description).join('\n'),
    });
    const alike = tellings.find(
      ({ story, telling }) => likeness(own, telling) === 'same' && !isFamily(event, events.get(story)),
    );
    return alike && refusalOf(alike.story);
  };
}

function refusalOf({ kind, title, by }: ToldStory): Refusal {
  switch (kind) {
    case 'posted':
      return { rule: 'posted', reason: `already posted in the last 24 hours as “${title}”` };
    case 'killed':
      return { rule: 'killed', reason: `${by ?? 'an editor'} killed “${title}” in the last 48 hours` };
    case 'waiting':
      return { rule: 'held', reason: `a story of it is being made, or waits: “${title}”` };
  }
}
