/** Ranks candidates by rule: freshness, number of outlets, links and flags, with categories in balance. */
import { jaccard } from '../../text/similarity.ts';
import { tokens } from '../../text/tokens.ts';
import { concreteAnchor } from './concrete-anchor.ts';
import type { PlanCandidate, PlanInputs } from './plan-shapes.ts';
import { planWords } from './plan-words.ts';

interface Pick {
  readonly candidate: PlanCandidate;
  readonly anchor: string;
  readonly flags: readonly string[];
  /** For editors: the reasons in a phrase. */
  readonly why: string;
}

export interface Ranking {
  readonly picks: readonly Pick[];
  readonly passedOver: readonly { readonly candidate: PlanCandidate; readonly why: string }[];
}

const OLDEST_MINUTES = 48 * 60;
/** Breaking and developing stories are at most six hours old. */
const OLDEST_HOURLY_MINUTES = 6 * 60;
const MOST_OF_A_CATEGORY = 3;
const MOST_OF_FINANCE = 2;
const FINANCE = /crypto|stocks|metals|finance|加密|美股|股|金屬|財經/iu;
/** Titles at least this similar are about one event. */
const SAME_STORY = 0.5;

/** Candidates to write, best first, within quotas; the others with the reason. */
export function rankCandidates({ candidates, kind, pick, language }: PlanInputs): Ranking {
  const words = planWords(language);
  const picks: Pick[] = [];
  const passedOver: { candidate: PlanCandidate; why: string }[] = [];
  const isLast = (candidate: PlanCandidate) => (kind === 'hourly' && isFinance(candidate) ? 1 : 0);
  const ranked = [...candidates].sort(
    (a, b) => isLast(a) - isLast(b) || score(b, kind) - score(a, kind) || a.i - b.i,
  );
  const later: PlanCandidate[] = [];
  const consider = (candidate: PlanCandidate, strict: boolean): void => {
    const against =
      picks.length >= pick.atMost
        ? words.full
        : (foreign(candidate, language) ?? objection(candidate, picks, { kind, words }));
    if (against !== undefined) passedOver.push({ candidate, why: against });
    else if (strict && picks.some((other) => sameCategory(other.candidate, candidate))) later.push(candidate);
    else picks.push(picked(candidate, words));
  };
  // One of each category first; remaining places by rank alone.
  for (const candidate of ranked) consider(candidate, true);
  for (const candidate of later) consider(candidate, false);
  return { picks, passedOver };
}

/** Developments of a posted story come first in hourly runs. */
function score(candidate: PlanCandidate, kind: PlanInputs['kind']): number {
  const age = candidate.age_minutes ?? 24 * 60;
  const fresh = Math.exp(-Math.max(0, age) / (kind === 'hourly' ? 240 : 900));
  const outlets = Math.min(5, new Set(candidate.domains).size) / 5;
  const links = Math.log2(1 + Math.min(20, candidate.link_count)) / Math.log2(21);
  const flags =
    (candidate.suggest_flags.includes('breaking') ? 0.3 : 0) +
    (candidate.suggest_flags.includes('developing') ? 0.15 : 0);
  const development = candidate.parent_event_id !== null && kind === 'hourly' ? 0.4 : 0;
  return fresh + 1.2 * outlets + 0.6 * links + flags + development;
}

/** What is reported only in another language can't be quoted in the language of the stories. */
function foreign({ languages }: PlanCandidate, wanted: PlanInputs['language']): string | undefined {
  const known = languages.filter((language) => language !== 'unknown');
  const own = wanted === 'en' ? ['en'] : ['zh', 'mixed'];
  if (wanted === undefined || known.length === 0 || known.some((language) => own.includes(language)))
    return undefined;
  return planWords(wanted).foreign;
}

type Words = ReturnType<typeof planWords>;

interface Said {
  readonly kind: PlanInputs['kind'];
  readonly words: Words;
}

function objection(
  candidate: PlanCandidate,
  picks: readonly Pick[],
  { kind, words }: Said,
): string | undefined {
  const age = candidate.age_minutes ?? 0;
  if (age > OLDEST_MINUTES) return words.older(OLDEST_MINUTES / 60);
  if (kind === 'hourly' && age > OLDEST_HOURLY_MINUTES) return words.older(OLDEST_HOURLY_MINUTES / 60);
  if (new Set(candidate.domains).size < 2) return words.oneOutlet;
  if (concreteAnchor(candidate.title, candidate.description) === undefined) return words.noAnchor;
  const title = new Set(tokens(candidate.title));
  const same = picks.find((other) => jaccard(title, new Set(tokens(other.candidate.title))) >= SAME_STORY);
  if (same !== undefined) return words.same(same.candidate.title);
  if (picks.filter((other) => sameCategory(other.candidate, candidate)).length >= MOST_OF_A_CATEGORY)
    return words.enough(MOST_OF_A_CATEGORY, candidate.suggested_category);
  if (!isFinance(candidate)) return undefined;
  const finance = picks.filter((other) => isFinance(other.candidate)).length;
  // Hourly it is what is taken when there is nothing else.
  if (kind === 'hourly' && finance < picks.length) return words.fallback;
  return finance >= MOST_OF_FINANCE ? words.finance(MOST_OF_FINANCE) : undefined;
}

function isFinance({ suggested_category }: PlanCandidate): boolean {
  return FINANCE.test(suggested_category);
}

function picked(candidate: PlanCandidate, words: Words): Pick {
  const flags = new Set(candidate.suggest_flags);
  if (candidate.parent_event_id !== null) flags.add('developing');
  const outlets = new Set(candidate.domains).size;
  const reasons = [
    words.outlets(outlets),
    ageInWords(candidate.age_minutes, words),
    ...[...flags].map((flag) => words.flags[flag] ?? flag),
  ];
  return {
    candidate,
    anchor: concreteAnchor(candidate.title, candidate.description) ?? candidate.title,
    flags: [...flags],
    why: reasons.join(words.comma),
  };
}

function ageInWords(minutes: number | null, words: Words): string {
  if (minutes === null) return words.undated;
  if (minutes < 120) return words.minutesOld(Math.max(0, Math.round(minutes)));
  return words.hoursOld(Math.round(minutes / 60));
}

function sameCategory(a: PlanCandidate, b: PlanCandidate): boolean {
  return a.suggested_category === b.suggested_category;
}
