import type { Candidate } from '../../model/candidate.ts';
import type { Edition } from '../../edition/edition.ts';
import { linkTime } from '../../model/event.ts';
import { flagsOf } from '../../model/freshness.ts';
import type { Headlines } from '../../../text/headline.ts';
import { languageOf } from '../../model/language.ts';
import { shortenAtWord } from '../../../text/shorten.ts';
import { ageMinutes } from './offer.ts';
import type { Offer } from './offer.ts';
import { sayPicked } from './say-picked.ts';
import type { Place } from './say-picked.ts';
import { tierOf, weightOf } from '../../edition/tiers.ts';

const MOST_SUPPORTING = 4;
/** A longer headline is no headline. */
const MOST_TITLE = 200;

interface Taken extends Place {
  readonly i: number;
  /** What outlets put behind their titles, as far as that is known. */
  readonly headlines: Headlines;
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
    picked_because: sayPicked(offer, taken),
  };
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
