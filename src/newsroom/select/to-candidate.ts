import type { Candidate } from '../candidate.ts';
import type { Edition } from '../edition.ts';
import { linkTime } from '../event.ts';
import { shortenAtWord } from '../shorten.ts';
import type { Offer } from './offer.ts';
import { tierOf, weightOf } from './tiers.ts';

const BREAKING_MINUTES = 120;
const DEVELOPING_MINUTES = 360;
const MOST_SUPPORTING = 4;
/** A longer headline is no headline. */
const MOST_TITLE = 200;

/** The planner's view of an offer, in the seed's shape. */
export function toCandidate(offer: Offer, i: number, edition: Edition, nowMs: number): Candidate {
  const { event, primary } = offer;
  // A feed may date its items ahead: no candidate is younger than now.
  const age =
    offer.publishedAtMs === null ? null : Math.max(0, Math.round((nowMs - offer.publishedAtMs) / 60_000));
  const key = `event:${event.id}`;
  return {
    i,
    id: event.id,
    event_id: event.id,
    title: shortenAtWord(primary.title, MOST_TITLE),
    description: primary.description || longestDescription(offer),
    suggested_category: offer.category,
    primary_url: primary.url,
    supporting_urls: supporting(offer, edition),
    age_minutes: age,
    link_count: event.links.length,
    domains: offer.domains,
    parent_event_id: event.parentId,
    event_key: key,
    semantic_event_key: key,
    suggest_flags: flags(event.parentId, age),
  };
}

function flags(parentId: number | null, age: number | null): string[] {
  const found: string[] = [];
  if (age !== null && age <= BREAKING_MINUTES) found.push('breaking');
  if (parentId !== null || (age !== null && age > BREAKING_MINUTES && age <= DEVELOPING_MINUTES))
    found.push('developing');
  return found;
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
