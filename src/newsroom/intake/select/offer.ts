/** An event as selection weighs it: its face (primary link, category, age) and its strength. */
import type { CandidateScore } from '../../model/candidate.ts';
import { categoryOf, type Edition } from '../../edition/edition.ts';
import { languageOf } from '../../model/language.ts';
import { linkTime, type Link, type NewsEvent } from '../../model/event.ts';
import { outletsOf } from '../../model/outlets.ts';
import { tierOf, weightOf } from '../../edition/tiers.ts';
import { feedbackOn } from './feedback.ts';
import type { FeedbackWeight } from '../../model/story-vote.ts';

export interface Offer {
  readonly event: NewsEvent;
  readonly primary: Link;
  readonly category: string;
  readonly group: string | undefined;
  readonly domains: readonly string[];
  readonly outlets: readonly string[];
  /** The newest dated link's time; null when none is dated. */
  readonly publishedAtMs: number | null;
  /** When the newest link happened, or was first seen; never ahead of now. */
  readonly newestAtMs: number;
  readonly score: CandidateScore;
  /** What its score has from votes. */
  readonly feedback: readonly FeedbackWeight[];
}

const HALF_LIFE_MS = 12 * 3_600_000;
/** A page of running updates. Its title names no facts by which other pages could be recognised. */
const LIVE =
  /\blive (?:updates?|blog|coverage|reaction)\b|\bliveblog\b|\blive\s*[:|–—]|[:|–—-]\s*live\s*$|\bas it happened\b|[【（(]直播|直播(?:[】）):：]|$)|(?:即時|持續)更新/iu;

/**
 * Undefined for an event without links.
 * @param weights what people's votes weigh.
 */
export function offerOf(
  event: NewsEvent,
  edition: Edition,
  nowMs: number,
  weights: readonly FeedbackWeight[] = [],
): Offer | undefined {
  const primary = primaryOf(event.links, edition);
  if (primary === undefined) return undefined;
  const domains = [...new Set(event.links.map((link) => link.domain))];
  const dated = event.links.flatMap((link) => link.publishedAtMs ?? []);
  const category = categoryOfEvent(event, primary, edition);
  // A clock that was ahead must not make an event the newest for days.
  const newestAtMs = Math.min(nowMs, newest(event.links.map(linkTime)));
  const outlets = outletsOf(domains);
  const feedback = feedbackOn({ outlet: primary.domain, category, title: primary.title }, weights, edition);
  return {
    event,
    primary,
    category,
    group: edition.categories.find((it) => it.name === category)?.group,
    domains,
    outlets,
    publishedAtMs: dated.length === 0 ? null : newest(dated),
    newestAtMs,
    score: scoreOf({ links: event.links.length, outlets, ageMs: nowMs - newestAtMs, feedback }, edition),
    feedback,
  };
}

/** Since its newest dated link; null when none is dated. A feed may date its items ahead: nothing is younger than now. */
export function ageMinutes({ publishedAtMs }: Pick<Offer, 'publishedAtMs'>, nowMs: number): number | null {
  return publishedAtMs === null ? null : Math.max(0, Math.round((nowMs - publishedAtMs) / 60_000));
}

interface Weighed extends Pick<Offer, 'outlets' | 'feedback'> {
  readonly links: number;
  readonly ageMs: number;
}

function scoreOf({ links, outlets, ageMs, feedback }: Weighed, edition: Edition): CandidateScore {
  const weight = outlets.reduce((sum, domain) => sum + weightOf(tierOf(edition.tiers, domain)), 0);
  const many = Math.log2(1 + links);
  const recency = 3 * 2 ** -(ageMs / HALF_LIFE_MS);
  const liked = feedback.reduce((sum, one) => sum + one.weight, 0);
  return {
    total: rounded(weight + many + recency + liked),
    outlets: rounded(weight),
    links: rounded(many),
    recency: rounded(recency),
    ...(feedback.length > 0 && { feedback: rounded(liked) }),
  };
}

/** As editors read it; ranks are made of it too, so that what they see explains the order. */
function rounded(points: number): number {
  return Math.round(points * 100) / 100;
}

function newest(timesMs: readonly number[]): number {
  return timesMs.reduce((a, b) => Math.max(a, b));
}

/**
 * The newest link of the best tier, in the edition's language where there is one, and a running report only where
 * nothing else tells of it. Tiers 1 and 2 count alike, as do the rest.
 */
function primaryOf(links: readonly Link[], edition: Edition): Link | undefined {
  const rank = (link: Link) => (weightOf(tierOf(edition.tiers, link.domain)) >= 2 ? 1 : 0);
  const isChinese = edition.language !== 'en';
  const fits = (link: Link) => ((languageOf(link.title) === 'zh') === isChinese ? 1 : 0);
  const tells = (link: Link) => (LIVE.test(link.title) ? 0 : 1);
  return [...links].sort(
    (a, b) =>
      tells(b) - tells(a) ||
      rank(b) - rank(a) ||
      fits(b) - fits(a) ||
      linkTime(b) - linkTime(a) ||
      a.id - b.id,
  )[0];
}

/** By the words of all links together; a feed's own category counts where most links of such feeds agree. */
function categoryOfEvent(event: NewsEvent, primary: Link, edition: Edition): string {
  const promised = event.links.flatMap((link) => link.feedCategory ?? []);
  const votes = new Map<string, number>();
  for (const name of promised) votes.set(name, (votes.get(name) ?? 0) + 1);
  const [most] = [...votes].sort((a, b) => b[1] - a[1]);
  const agreed = most !== undefined && most[1] * 2 > event.links.length ? most[0] : primary.feedCategory;
  const texts = event.links.flatMap((link) => [link.title, link.description]);
  return categoryOf(edition, texts, agreed);
}
