/** The links of the pool that are nearest to a topic. Pure. */
import { linkTime } from '../newsroom/model/event.ts';
import type { Link, NewsEvent } from '../newsroom/model/event.ts';
import { skipReason } from '../newsroom/intake/skip-rules.ts';
import { bundledGlossary } from '../text/glossary/glossary.ts';
import { tokens } from '../text/tokens.ts';
import { isOneThing, topicShare } from './topic-share.ts';

/** So much of the topic an event must speak of. */
const LIKE = 0.6;
/** So much of what the topic says besides where it is: "Hong Kong housing" is about housing. */
const LIKE_SUBJECT = 0.5;
/** More of one happening tell the same. */
const MOST_OF_EVENT = 3;
/** Words of any topic. */
const ANY_TOPIC =
  /\b(?:latest|recent|breaking|news|updates?|headlines?|stor(?:y|ies)|reports?|developments?|situation|today|this week)\b|最新|最近|近日|近期|今日|本週|本周|新聞|消息|動態|動向|情況|近況|進展|走勢|趨勢|前景|報道|報導|发展|新闻|动态|动向|情况|近况|进展|走势|趋势|报道/giu;

/**
 * The nearest events first, of equals the newest; of each its newest links, of different outlets where it has such. What is no
 * story, such as a quiz, is none of them, nor is what only mentions the one thing that the topic names.
 */
export function mostSimilar(topic: string, events: readonly NewsEvent[]): Link[] {
  const named = topic.replace(ANY_TOPIC, ' ').trim();
  const whole = tokens(named).length > 0 ? named : topic;
  const subject = subjectOf(whole);
  const speaksOf = isOneThing(whole) ? isAbout : () => true;
  return events
    .map((event) => ({ ...event, links: event.links.filter(({ url, title }) => !skipReason(url, title)) }))
    .filter(({ links }) => links.length > 0)
    .map((event) => ({ event, words: wordsOf(event) }))
    .map(({ event, words }) => ({ event, words, share: topicShare(whole, words) }))
    .filter(({ words, share }) => share >= LIKE && topicShare(subject, words) >= LIKE_SUBJECT)
    .filter(({ event }) => speaksOf(whole, event))
    .sort((a, b) => b.share - a.share || b.event.updatedAtMs - a.event.updatedAtMs)
    .flatMap(({ event }) => linksOf(event));
}

/** The topic without the countries and places that it names, or all of it where it names nothing else. */
function subjectOf(topic: string): string {
  // Names begin with a capital; who types none means them all the same.
  const named = topic === topic.toLowerCase() ? topic.replace(/\b[a-z]/gu, (c) => c.toUpperCase()) : topic;
  const places = bundledGlossary()
    .mentionsIn(named)
    .filter(({ known }) => known.kind !== 'body');
  const rest = places.reduceRight(
    (left, { start, end }) => `${left.slice(0, start)} ${left.slice(end)}`,
    topic,
  );
  return tokens(rest).length > 0 ? rest : topic;
}

function wordsOf({ title, category, summaryEn = '', links }: NewsEvent): string[] {
  return [title, category, summaryEn, ...links.flatMap((link) => [link.title, link.description])];
}

/** Whether a headline has it, or half of the event's reports: what one of three mentions is not what they are about. */
function isAbout(topic: string, { title, category, summaryEn = '', links }: NewsEvent): boolean {
  if (topicShare(topic, [title, category, summaryEn, ...links.map((link) => link.title)]) >= LIKE)
    return true;
  const reports = links.filter((link) => topicShare(topic, [link.title, link.description]) >= LIKE);
  return reports.length >= links.length / 2;
}

function linksOf({ links }: NewsEvent): Link[] {
  const newest = [...links].sort((a, b) => linkTime(b) - linkTime(a));
  const first = newest.filter(
    ({ domain }, at) => newest.findIndex((other) => other.domain === domain) === at,
  );
  const others = newest.filter((link) => !first.includes(link));
  return [...first, ...others].slice(0, MOST_OF_EVENT);
}
