import type { Candidate, PlanKind } from '../candidate.ts';
import type { Edition } from '../edition.ts';
import { linkTime } from '../event.ts';
import { flagsOf } from '../freshness.ts';
import type { Headlines } from '../headline.ts';
import { languageOf } from '../language.ts';
import { shortenAtWord } from '../shorten.ts';
import { ageMinutes } from './offer.ts';
import type { Offer } from './offer.ts';
import { tierOf, weightOf } from '../tiers.ts';

const MOST_SUPPORTING = 4;
/** So many outlets are named in a reason. */
const MOST_OUTLETS = 4;
/** A longer headline is no headline. */
const MOST_TITLE = 200;

interface Taken {
  readonly i: number;
  /** Its place among those that could be offered, and how many these are. */
  readonly rank: number;
  readonly among: number;
  /** The category whose guaranteed slot it fills. */
  readonly slot: string | undefined;
  readonly kind: PlanKind;
  /** What outlets put behind their titles, as far as that is known. */
  readonly headlines: Headlines;
  readonly edition: Edition;
  readonly nowMs: number;
}

/** The planner's view of an offer, in the seed's shape. */
export function toCandidate(offer: Offer, taken: Taken): Candidate {
  const { event, primary } = offer;
  const { i, rank, headlines, edition, nowMs } = taken;
  const age = ageMinutes(offer, nowMs);
  const key = `event:${event.id}`;
  return {
    i,
    id: event.id,
    event_id: event.id,
    title: shortenAtWord(headlines.of(primary.title, primary.domain), MOST_TITLE),
    description: primary.description || longestDescription(offer),
    ...(event.summaryEn && { summary_en: event.summaryEn }),
    suggested_category: offer.category,
    primary_url: primary.url,
    supporting_urls: supporting(offer, edition),
    age_minutes: age,
    link_count: event.links.length,
    domains: offer.domains,
    languages: [...new Set(event.links.map(({ title }) => languageOf(title)))],
    parent_event_id: event.parentId,
    event_key: key,
    semantic_event_key: key,
    suggest_flags: flagsOf(event.parentId, age),
    rank,
    score: offer.score,
    picked_because: sayWhy(offer, taken),
  };
}

/** "2nd of 14 …": the rule that put it there, then the numbers behind it. */
function sayWhy(
  { event, outlets, score, category }: Offer,
  { rank, among, slot, kind, edition }: Taken,
): string {
  const place =
    kind === 'daily'
      ? `place ${rank} of ${among} by strength`
      : `place ${rank} of ${among}, the freshest first${event.parentId === null ? '' : ` (a development of event ${event.parentId})`}`;
  const told = outlets.slice(0, MOST_OUTLETS).map((domain) => {
    const tier = tierOf(edition.tiers, domain);
    return tier === 'unknown' ? domain : `${domain} (${tier})`;
  });
  const more = outlets.length > MOST_OUTLETS ? ` and ${outlets.length - MOST_OUTLETS} more` : '';
  const links = event.links.length;
  return [
    ...(slot === undefined ? [] : [`a guaranteed place for ${category}`]),
    place,
    `${told.join(', ')}${more} tell it in ${links} links`,
    `strength ${score.total} = outlets ${score.outlets} + links ${score.links} + recency ${score.recency}`,
  ].join('; ');
}

/** One link of each other outlet first, strong outlets before weak ones, then further links. */
function supporting({ event, primary }: Offer, edition: Edition): string[] {
  const weight = (domain: string) => weightOf(tierOf(edition.tiers, domain));
  const rest = event.links
    .filter((link) => link.id !== primary.id)
    .sort((a, b) => weight(b.domain) - weight(a.domain) || linkTime(b) - linkTime(a) || a.id - b.id);
  const seen = new Set([primary.domain]);
  const others = rest.filter((link) => !seen.has(link.domain) && seen.add(link.domain));
  const more = rest.filter((link) => !others.includes(link));
  return [...others, ...more].slice(0, MOST_SUPPORTING).map((link) => link.url);
}

function longestDescription({ event }: Offer): string {
  return event.links.map((link) => link.description).reduce((a, b) => (b.length > a.length ? b : a), '');
}
