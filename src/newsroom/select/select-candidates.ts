/**
 * Selection: open events in, candidates and a reason for each event that is none out. Pure: it reserves and
 * writes nothing.
 *
 * - First what an event is by itself (age, reservation, notes, gate, duplicates), then what there is room for.
 * - Guaranteed slots are filled first, and never past the limit; maxima of categories and groups hold for
 *   them too.
 * - Ties end in the event's id: the same pool always gives the same candidates.
 */
import type { Note } from '../../sessions/note.ts';
import type { Candidate, LeftOut, PlanKind } from '../candidate.ts';
import type { Edition } from '../edition.ts';
import type { NewsEvent } from '../event.ts';
import { isSameTitle } from './duplicates.ts';
import { excludedBy } from './exclusions.ts';
import { offerOf, type Offer } from './offer.ts';
import { roomFor } from './room.ts';
import { passesGate } from './tiers.ts';
import { toCandidate } from './to-candidate.ts';

interface Selection {
  readonly kind: PlanKind;
  readonly edition: Edition;
  /** Unexpired and not posted. */
  readonly open: readonly NewsEvent[];
  /** Posted in the last 24 hours. */
  readonly posted: readonly NewsEvent[];
  readonly notes: readonly Note[];
  readonly nowMs: number;
}

interface Selected {
  readonly candidates: readonly Candidate[];
  readonly leftOut: readonly LeftOut[];
}

const MOST_AGE_MS = 48 * 3_600_000;

type Refusal = { readonly reason: string; readonly noteId?: string };

export function selectCandidates(selection: Selection): Selected {
  const { kind, edition, nowMs } = selection;
  const leftOut: LeftOut[] = [];
  const leave = (offer: Offer, refusal: Refusal) =>
    leftOut.push({
      event_id: offer.event.id,
      title: offer.primary.title,
      category: offer.category,
      ...refusal,
    });

  const offers = selection.open.flatMap((event) => offerOf(event, edition, nowMs) ?? []);
  const eligible: Offer[] = [];
  for (const offer of offers.sort(kind === 'daily' ? byStrength : byUrgency)) {
    const refusal = refuse(offer, selection) ?? repeatsStronger(offer, eligible);
    if (refusal === undefined) eligible.push(offer);
    else leave(offer, refusal);
  }

  const { taken, noRoom } = roomFor(eligible, edition.quotas[kind], kind);
  for (const { offer, reason } of noRoom) leave(offer, { reason });
  return { candidates: taken.map((offer, n) => toCandidate(offer, n + 1, edition, nowMs)), leftOut };
}

function refuse(offer: Offer, { edition, posted, notes, nowMs }: Selection): Refusal | undefined {
  const { event, primary, category } = offer;
  const note = excludedBy(notes, { category, title: primary.title, description: primary.description }, nowMs);
  if (note !== undefined) return { reason: `“${note.text}” (${note.by} asked for it)`, noteId: note.id };
  if (nowMs - offer.newestAtMs > MOST_AGE_MS) return { reason: 'older than 48 hours' };
  if (event.reservedUntilMs !== null && event.reservedUntilMs > nowMs)
    return { reason: 'a story is being made of it now' };
  const newer = event.links.some((link) => link.firstSeenAtMs > (event.released?.atMs ?? -Infinity));
  if (event.released !== undefined && !newer)
    return { reason: `tried before and given back (${event.released.why}), nothing new since` };
  const repeated = posted.find((other) => repeats(offer, other));
  if (repeated !== undefined) return { reason: `already posted in the last 24 hours as “${repeated.title}”` };
  if (!passesGate(edition.tiers, offer.domains))
    return {
      reason:
        offer.domains.length < 2
          ? `only ${offer.domains[0] ?? 'nobody'} tells it: two outlets are needed`
          : 'no outlet of the first tier and fewer than two of the second',
    };
  return undefined;
}

/** A development is no repetition of the event that it develops, however alike the titles are. */
function repeats(offer: Offer, posted: NewsEvent): boolean {
  if (offer.event.id === posted.id) return true;
  if (posted.links.some((link) => link.key === offer.primary.key)) return true;
  const isFamily =
    offer.event.parentId !== null && [posted.id, posted.parentId].includes(offer.event.parentId);
  return (
    !isFamily &&
    [posted.title, ...posted.links.map((it) => it.title)].some((it) => isSameTitle(it, offer.primary.title))
  );
}

function repeatsStronger(offer: Offer, eligible: readonly Offer[]): Refusal | undefined {
  const same = eligible.find((other) => isSameTitle(other.primary.title, offer.primary.title));
  return same === undefined ? undefined : { reason: `the same as “${same.primary.title}”` };
}

function byStrength(a: Offer, b: Offer): number {
  return b.strength - a.strength || b.newestAtMs - a.newestAtMs || a.event.id - b.event.id;
}

/** Developments first, then what is fresh, then what many tell. */
function byUrgency(a: Offer, b: Offer): number {
  const isChild = (offer: Offer) => (offer.event.parentId === null ? 0 : 1);
  return (
    isChild(b) - isChild(a) ||
    b.newestAtMs - a.newestAtMs ||
    b.event.links.length - a.event.links.length ||
    a.event.id - b.event.id
  );
}
