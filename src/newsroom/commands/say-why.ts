/**
 * Why a story was picked, how its links were clustered, who wrote it, what was done with it; and why something was
 * not written.
 */
import type { WhyTopic } from '../ask/why-topic.ts';
import type { ClusteredEvent, WhyStory } from '../ask/why-story.ts';
import type { Candidate } from '../model/candidate.ts';
import type { StoryRecord, StoryStatus } from '../model/story-service.ts';
import { threadLink } from '../model/thread-link.ts';
import { dayAndTime } from '../../time/zone.ts';
import { count } from '../../text/count.ts';
import type { Locale } from '../../feature/command.ts';
import { sayAction, sayStatus } from './say-status.ts';
import { shortLine } from '../../text/shorten.ts';

const MOST_WHY = 300;
const MOST_OUTLETS = 6;
const MOST_CHANGES = 3;
const MOST_ACTIONS = 10;

/** One line per known fact. */
export function sayWhy(
  { record, category, candidate, event }: WhyStory,
  locale: Locale,
  zone: string,
): string {
  const { status, actions } = record;
  const lines = [
    `**${status.title}** · ${category}`,
    row({ en: 'State', zh: '狀態' }, sayState(record.status, locale, zone), locale),
    row({ en: 'Picked', zh: '選用原因' }, whyOf(record), locale),
    row({ en: 'Candidate', zh: '候選資料' }, candidate && sayCandidate(candidate, locale), locale),
    row({ en: 'Grouped', zh: '歸類' }, event && sayEvent(event, locale), locale),
    row({ en: 'Written', zh: '撰寫' }, sayWriting(record, locale), locale),
    row({ en: 'Claims', zh: '查核' }, sayClaims(record, locale), locale),
    row({ en: 'Cost', zh: '費用' }, sayCost(record, locale), locale),
    ...actions.slice(-MOST_ACTIONS).map((action) => `- ${sayAction(action, locale, zone)}`),
  ];
  return lines.filter((line) => line !== undefined).join('\n');
}

/**
 * What happened to a topic: its stories with state, time and thread, then candidates that never became one, with
 * the reason.
 */
export function sayTopic(
  topic: string,
  { stories, leftOut: left }: WhyTopic,
  locale: Locale,
  zone: string,
): string {
  const told = stories.map((story) => `- ${sayInList(story, locale, zone)}`);
  const given = shortLine(topic, 80);
  if (told.length === 0 && left.length === 0)
    return {
      en: `Nothing like "${given}" was in the last inputs: no feed has told of it, or it is not clustered yet.`,
      zh: `最近的選稿資料中沒有類似「${given}」的內容：可能沒有來源報道，或尚未歸類。`,
    }[locale];
  const offered = { en: 'offered to the planner, not ordered so far', zh: '已提供給選稿，暫未訂稿' }[locale];
  const others = left.map(({ title, why = offered, atMs }) => {
    const when = dayAndTime(atMs, zone, locale);
    const short = shortLine(title, 150);
    return {
      en: `- **${short}** (${when}): ${shortLine(why, MOST_WHY)}`,
      zh: `- **${short}**（${when}）：${shortLine(why, MOST_WHY)}`,
    }[locale];
  });
  return [...told, ...others].join('\n');
}

/** "**The mill**: posted, Fri 20 Nov, 07:00, its thread: the reason" */
export function sayInList(status: StoryStatus, locale: Locale, zone: string): string {
  const { title, posted } = status;
  const where = posted?.thread === undefined ? [] : [threadLink(posted.thread)];
  const state = [sayState(status, locale, zone), ...where].join({ en: ', ', zh: '，' }[locale]);
  return `**${shortLine(title, 150)}**${{ en: ': ', zh: '：' }[locale]}${state}`;
}

type Words = Readonly<Record<Locale, string>>;

function row(label: Words, said: string | undefined, locale: Locale): string | undefined {
  if (said === undefined || said === '') return undefined;
  return `${label[locale]}${{ en: ': ', zh: '：' }[locale]}${said}`;
}

/** The state, its time and reason; for withdrawn or checked stories also when they were posted. */
function sayState(status: StoryStatus, locale: Locale, zone: string): string {
  const { posted, sinceMs = posted?.atMs, reason, retriedAs } = status;
  const at = (ms: number | undefined) => ms !== undefined && dayAndTime(ms, zone, locale);
  const before = posted && posted.atMs !== sinceMs && at(posted.atMs);
  const parts = [
    sayStatus(status, locale, zone),
    at(sinceMs),
    before && { en: `posted ${before}`, zh: `${before} 發佈` }[locale],
    reason !== undefined && shortLine(reason, MOST_WHY),
    retriedAs !== undefined && { en: 'ordered anew', zh: '已重新訂稿' }[locale],
  ];
  return parts.filter((part) => part !== undefined && part !== false).join({ en: ', ', zh: '，' }[locale]);
}

function whyOf({ job, published }: StoryRecord): string | undefined {
  const why = job?.story.why ?? published?.why;
  return why === undefined ? undefined : shortLine(why, MOST_WHY);
}

/** Links, outlets with their tiers, age and score, from the selection's record. */
function sayCandidate(candidate: Candidate, locale: Locale): string {
  const { link_count: links, domains, age_minutes: age, score, picked_because: because } = candidate;
  const hours = age === null ? undefined : Math.round(age / 6) / 10;
  const old = hours === undefined ? '' : { en: `, ${hours} h old`, zh: `，${hours} 小時前` }[locale];
  return {
    en: `${count(links, 'link')} of ${outlets(domains, locale)}${old}, score ${score.total}: ${because}`,
    zh: `${outlets(domains, locale)} 共 ${links} 條連結${old}，評分 ${score.total}：${because}`,
  }[locale];
}

function sayEvent(event: ClusteredEvent, locale: Locale): string {
  const { parentId, links, decided, weakest, changes } = event;
  const counts = Object.entries(decided).map(([action, n]) => `${inChinese(action, locale)} ${n}`);
  const parent =
    parentId === null
      ? ''
      : { en: ', a development of an earlier one', zh: '，是較早事件的後續發展' }[locale];
  const least =
    weakest === undefined
      ? ''
      : { en: `, the weakest at ${weakest.toFixed(2)}`, zh: `，最低分 ${weakest.toFixed(2)}` }[locale];
  const changed = changes
    .slice(-MOST_CHANGES)
    .map(({ kind, by, why }) =>
      locale === 'en' ? `; ${kind} (${by}): ${why}` : `；${inChinese(kind, locale)}（${by}）：${why}`,
    );
  return {
    en: `one event with ${count(links, 'link')}${parent} (${counts.join(', ')}${least})${changed.join('')}`,
    zh: `同一事件，共 ${links} 條連結${parent}（${counts.join('、')}${least}）${changed.join('')}`,
  }[locale];
}

/** Chinese words for terms in records: decisions about links, changes of events, errors of writers. */
const CHINESE: Readonly<Record<string, string>> = {
  new_event: '新事件',
  join: '併入',
  development: '後續發展',
  skip: '略過',
  merge: '合併',
  split: '分拆',
  timeout: '逾時',
  paywall: '付費牆',
  missing_data: '資料不足',
  validation_failed: '稿件不合要求',
  channel_gone: '頻道已不存在',
  unknown: '未知錯誤',
};

function inChinese(word: string, locale: Locale): string {
  return locale === 'en' ? word : (CHINESE[word] ?? word);
}

function sayWriting({ job, published }: StoryRecord, locale: Locale): string | undefined {
  const byModel = published?.languageModel ?? job?.result.language_model ?? undefined;
  if (byModel === undefined) return undefined;
  const who = byModel
    ? { en: 'by a language model', zh: '由語言模型撰寫' }[locale]
    : { en: 'without a language model, by quoting', zh: '未經語言模型，引用原文' }[locale];
  const rescues = job?.state.rescue_attempts ?? 0;
  const rescued = rescues === 0 ? [] : [{ en: count(rescues, 'rescue'), zh: `補救 ${rescues} 次` }[locale]];
  const errors = (job?.result.errors ?? []).map(({ error_type: type, error_message: message }) =>
    shortLine(`${inChinese(type, locale)}${{ en: ': ', zh: '：' }[locale]}${message}`, 150),
  );
  return [who, ...rescued, ...errors].join({ en: '; ', zh: '；' }[locale]);
}

function sayClaims({ job, published }: StoryRecord, locale: Locale): string | undefined {
  const claims = published?.claims;
  if (!claims) return undefined;
  const supported = claims.filter(({ verdict }) => verdict === 'supported').length;
  const removed = job?.result.claims?.removed.length ?? 0;
  const conflicts = published.conflicts?.length ?? 0;
  return {
    en: `${supported} of ${claims.length} found in the sources, ${count(removed, 'sentence')} taken out, ${count(conflicts, 'conflict')} between sources`,
    zh: `${claims.length} 項說法中 ${supported} 項見於來源，刪去 ${removed} 句，來源之間 ${conflicts} 處不一`,
  }[locale];
}

function sayCost({ cost }: StoryRecord, locale: Locale): string | undefined {
  if (!cost) return undefined;
  const { attempts, tokens, usd } = cost;
  const price = usd === undefined ? { en: 'price unknown', zh: '價格不明' }[locale] : `US$${usd.toFixed(4)}`;
  return {
    en: `${count(attempts, 'model call')}, ${tokens.toLocaleString('en-GB')} tokens, ${price}`,
    zh: `${attempts} 次模型呼叫，${tokens.toLocaleString('en-GB')} 個 token，${price}`,
  }[locale];
}

function outlets(domains: readonly string[], locale: Locale): string {
  const more = domains.length - MOST_OUTLETS;
  const rest = more > 0 ? { en: ` and ${more} more`, zh: ` 等另外 ${more} 個` }[locale] : '';
  return `${domains.slice(0, MOST_OUTLETS).join({ en: ', ', zh: '、' }[locale])}${rest}`;
}
