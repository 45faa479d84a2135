/**
 * Selection: open events in, candidates and a reason for each event out, those taken and those left. It reserves and
 * writes nothing, and of a great pool it gives others a turn now and then.
 *
 * - First what an event is by itself (outlets, notes, age, reservation, repetition), then what there is room for.
 * - Guaranteed slots are filled first, and never past the limit; maxima of categories and groups hold for
 *   them too.
 * - Ties end in the event's id: the same pool always gives the same candidates.
 */
import { withBreaths } from '../../../async/with-breaths.ts';
import type { Note } from '../../../sessions/note.ts';
import type { Candidate, LeftOut, LeftRule, PlanKind } from '../../model/candidate.ts';
import type { Edition } from '../../edition/edition.ts';
import { isFamily } from '../../model/event.ts';
import type { NewsEvent } from '../../model/event.ts';
import { isBreaking } from '../../model/freshness.ts';
import { Headlines } from '../../../text/headline.ts';
import { ofEvent } from '../../coverage/same-happening.ts';
import type { Happening } from '../../coverage/same-happening.ts';
import { CoverageIndex } from '../../coverage/coverage-index.ts';
import type { CoveredStory } from '../../coverage/covered-stories.ts';
import { readyToCompare } from '../../coverage/ready-to-compare.ts';
import { ageMinutes, offerOf, type Offer } from './offer.ts';
import type { FeedbackWeight } from '../../model/story-vote.ts';
import { lacksOutlets, refuser } from './refuse.ts';
import { roomFor } from './room.ts';
import { sayRefusal } from './say-refusal.ts';
import type { Refusal } from './say-refusal.ts';
import { toCandidate } from './to-candidate.ts';

interface Selection {
  readonly kind: PlanKind;
  readonly edition: Edition;
  /** Unexpired and not posted. */
  readonly open: readonly NewsEvent[];
  /** Posted within `POSTED_MS`. */
  readonly posted: readonly NewsEvent[];
  /** What was posted, killed, or is being made: not to be offered. */
  readonly covered: readonly CoveredStory[];
  readonly notes: readonly Note[];
  readonly nowMs: number;
  /** What people's votes weigh. */
  readonly feedback?: readonly FeedbackWeight[] | undefined;
  /** Who asks: what they hold is free to them. */
  readonly holder?: string | undefined;
}

interface Selected {
  readonly candidates: readonly Candidate[];
  /** Those that came closest first; at most a thousand, and `leftOutBy` counts them all. */
  readonly leftOut: readonly LeftOut[];
  readonly leftOutBy: Readonly<Partial<Record<LeftRule, number>>>;
}

/** What was posted within this time is not offered again. */
export const POSTED_MS = 24 * 3_600_000;
const MOST_LEFT_OUT = 1_000;
/** So many of the strongest are compared word for word: many times what is taken of them. */
const CLOSELY = 60;

/** Candidates for a planner, best first, within the numbers of the edition; what is left out has its reason. */
export async function selectCandidates(selection: Selection): Promise<Selected> {
  const { kind, edition, nowMs, feedback } = selection;
  const alone: Judged[] = [];
  const offers: Offer[] = [];
  for await (const event of withBreaths(selection.open)) {
    const refusal = lacksOutlets(event, edition);
    const offer = refusal === undefined ? offerOf(event, edition, nowMs, feedback) : undefined;
    if (offer !== undefined) offers.push(offer);
    else if (refusal !== undefined && event.links.length > 0) alone.push({ event, refusal });
  }
  offers.sort(kind === 'daily' ? byStrength : byUrgency(nowMs));

  const { eligible, refused } = await judge(offers, selection);
  const { taken, noRoom } = roomFor(eligible, edition.quotas[kind], kind);
  const headlines = await headlinesOf(
    taken.map(({ offer }) => offer.primary.domain),
    selection,
  );
  const rankOf = new Map(eligible.map((offer, n) => [offer, n + 1]));
  const out: Judged[] = [
    ...noRoom.map(({ offer, refusal }) => ({ ...offer, refusal })),
    ...refused,
    ...alone,
  ];
  return {
    candidates: taken.map(({ offer, slot }, n) =>
      toCandidate(offer, {
        i: n + 1,
        rank: rankOf.get(offer) ?? 0,
        among: eligible.length,
        slot,
        kind,
        headlines,
        edition,
        nowMs,
      }),
    ),
    leftOut: out.slice(0, MOST_LEFT_OUT).map((judged) => left(judged, edition)),
    leftOutBy: countBy(out),
  };
}

/** What these domains put behind their titles. */
async function headlinesOf(domains: readonly string[], { open, posted }: Selection): Promise<Headlines> {
  const asked = new Set(domains);
  const headlines = new Headlines();
  for await (const { links } of withBreaths([...open, ...posted]))
    for (const { title, domain } of links) if (asked.has(domain)) headlines.learn(title, domain);
  return headlines;
}

async function judge(
  offers: readonly Offer[],
  selection: Selection,
): Promise<{ eligible: Offer[]; refused: Judged[] }> {
  await readyToCompare();
  const refuse = await refuser(selection);
  const stronger = new CoverageIndex<Offer>();
  const eligible: Offer[] = [];
  const refused: Judged[] = [];
  for await (const offer of withBreaths(offers)) {
    const closely = eligible.length < CLOSELY;
    const happening = faceOf(offer, closely);
    const refusal = refuse(offer, closely) ?? repeats(offer, happening, stronger, closely);
    if (refusal !== undefined) {
      refused.push({ ...offer, refusal });
      continue;
    }
    eligible.push(offer);
    stronger.add(happening, offer, closely);
  }
  return { eligible, refused };
}

/** What is offered here has nobody told: events are told apart by their words alone. */
function faceOf({ event, primary }: Offer, closely: boolean): Happening {
  const pages = new Set<string>();
  if (!closely) return { pages, titles: [primary.title], text: '' };
  return { pages, titles: [primary.title, event.title], text: ofEvent(event).text };
}

/** A development beside the event that it develops is another story, unless its title is the same. */
function repeats(
  { event }: Offer,
  happening: Happening,
  stronger: CoverageIndex<Offer>,
  closely: boolean,
): Refusal | undefined {
  const same = stronger.same(
    happening,
    closely,
    ({ by, item }) => by === 'title' || !isFamily(event, item.event),
  );
  return same && { rule: 'repeated', title: same.item.primary.title };
}

/** An event that is not offered. @param primary its face, where it was weighed. */
function left({ event, primary, category, refusal }: Judged, edition: Edition): LeftOut {
  return {
    event_id: event.id,
    title: primary?.title ?? event.title,
    category: category ?? event.category,
    rule: refusal.rule,
    reason: sayRefusal(refusal, edition),
    ...(refusal.rule === 'note' && { noteId: refusal.note.id }),
  };
}

interface Judged extends Partial<Pick<Offer, 'primary' | 'category'>> {
  readonly event: NewsEvent;
  readonly refusal: Refusal;
}

function countBy(left: readonly Judged[]): Partial<Record<LeftRule, number>> {
  const counts: Partial<Record<LeftRule, number>> = {};
  for (const { refusal } of left) counts[refusal.rule] = (counts[refusal.rule] ?? 0) + 1;
  return counts;
}

function byStrength(a: Offer, b: Offer): number {
  return b.score.total - a.score.total || b.newestAtMs - a.newestAtMs || a.event.id - b.event.id;
}

/**
 * What may break comes first, then the rest of the last six hours. Among equally fresh ones developments lead; then the
 * newest link decides, then how many tell it.
 */
function byUrgency(nowMs: number): (a: Offer, b: Offer) => number {
  const isFresh = (offer: Offer) => (isBreaking(ageMinutes(offer, nowMs)) ? 1 : 0);
  const isChild = (offer: Offer) => (offer.event.parentId === null ? 0 : 1);
  return (a, b) =>
    isFresh(b) - isFresh(a) ||
    isChild(b) - isChild(a) ||
    b.newestAtMs - a.newestAtMs ||
    b.event.links.length - a.event.links.length ||
    a.event.id - b.event.id;
}
