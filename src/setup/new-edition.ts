/** Makes the file of an edition from the answers of a setup: from an edition that is there, or from a topic. Pure. */
import type { Schedule } from '../cron/schedule.ts';
import type { EditionJson } from '../newsroom/edition/edition-file.ts';
import { hasHan } from '../text/chinese/has-han.ts';
import { localeOf } from '../time/locale.ts';
import type { WrittenLanguage } from '../time/locale.ts';
import type { DraftFeed } from './draft.ts';

export interface EditionRequest {
  readonly name: string;
  readonly title: string;
  readonly language: WrittenLanguage;
  readonly zone: string;
  /** The feeds that it reads; those of the edition that it starts from when absent. */
  readonly feeds?: readonly DraftFeed[];
  /** The desk channel: the channel's name and the chat's id. */
  readonly desk: { readonly channel: string; readonly chat: string };
  /** When stories are planned; as in the edition that it starts from when absent. */
  readonly schedule?: Schedule;
  /** As in the edition that it starts from when absent. */
  readonly approval?: boolean;
}

/** Lengths of stories by language: what the bundled editions have. */
const LENGTHS = {
  en: { unit: 'words', story: [350, 1_200], rescue: [200, 800] },
  'zh-Hant-HK': { unit: 'cjk', story: [600, 3_000], rescue: [400, 2_000] },
} as const;
const READ_MORE = { en: 'Read more', 'zh-Hant-HK': '延伸閱讀' } as const;
const PLANNER = { en: 'Planner', zh: '定時策劃' } as const;

/** A copy of an edition with these answers. What is worded in another language is left out. */
export function editionFrom(base: EditionJson, request: EditionRequest): EditionJson {
  const { approval: had, ...rest } = base;
  const approval = request.approval ?? had;
  const own = base['language'] === request.language ? rest : reworded(rest, request.language);
  const feeds = request.feeds ? { feeds: keyed(request.feeds, base['feeds']) } : {};
  const planners = request.schedule ? { schedules: rescheduled(base['schedules'], request) } : {};
  return {
    ...own,
    ...headOf(request),
    ...feeds,
    ...planners,
    ...(!!approval && { approval }),
  };
}

/** An edition about one topic. @param words that news of it have in them */
export function editionAbout(topic: string, words: readonly string[], request: EditionRequest): EditionJson {
  const feeds = keyed(request.feeds ?? [], []);
  const hosts = [...new Set(feeds.flatMap(({ url }) => outletsOf(new URL(url).hostname)))];
  return {
    ...headOf(request),
    categories: [{ name: topic, words }],
    defaultCategory: topic,
    quotas: {
      daily: { candidates: 15, stories: 5, perCategory: 5 },
      hourly: { candidates: 3, stories: 2, perCategory: 2 },
    },
    tiers: { T1: hosts, T2: [], T3: [] },
    feeds: feeds.map((feed) => ({ ...feed, category: topic })),
    schedules: rescheduled([], request),
    lengths: lengthsIn(request.language),
    style: { readMoreLabel: READ_MORE[request.language], notes: [] },
    ...(request.approval && { approval: true }),
  };
}

/** The hosts of the pages that a feed's host leads to. */
function outletsOf(feedHost: string): readonly string[] {
  const host = feedHost.replace(/^(?:www|feeds?|rss)\./, '');
  return ELSEWHERE[host] ?? [host];
}

/** Hosts that only have feeds, and where the pages are. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'bbci.co.uk': ['bbc.co.uk', 'bbc.com'],
  'skynews.com': ['news.sky.com'],
};

/** The words of a topic: itself, and what stands in it between commas. */
export function topicWords(topic: string): string[] {
  const parts = topic.split(/[,，、;；/／]/u).map((part) => part.trim().toLowerCase());
  return [...new Set(parts.filter((part) => part !== ''))];
}

/** A name for a file: lower-case letters, digits and dashes. */
export function nameFrom(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const dashed = plain.replace(/[^a-z0-9]+/g, '-').slice(0, 40);
  return dashed.replace(/^-+|-+$/g, '') || 'newsroom';
}

function headOf({ name, title, language, zone, desk }: EditionRequest) {
  return { name, title, language, zone, desk: { [desk.channel]: desk.chat } };
}

/** Words for readers in another language are left out, or taken from the words of that language where there are any. */
function reworded(base: EditionJson, language: WrittenLanguage): EditionJson {
  const { style: _style, ...rest } = base;
  const markets = base['markets'] as { readonly symbols: readonly Fields[] } | undefined;
  return {
    ...rest,
    categories: (base['categories'] as readonly Fields[]).map(({ label: _label, ...category }) => category),
    ...(markets && {
      markets: { ...markets, symbols: markets.symbols.map((one) => relabelled(one, language)) },
    }),
    lengths: lengthsIn(language),
    style: { readMoreLabel: READ_MORE[language], notes: [] },
  };
}

type Fields = Readonly<Record<string, unknown>>;

function relabelled(symbol: Fields, language: WrittenLanguage): Fields {
  const words = (symbol['words'] ?? []) as readonly string[];
  const own = words.find((word) => hasHan(word) === (language !== 'en'));
  return own === undefined ? symbol : { ...symbol, label: own };
}

function lengthsIn(language: WrittenLanguage) {
  const { unit, story, rescue } = LENGTHS[language];
  const between = ([min, max]: readonly [number, number]) => ({ unit, min, max });
  return {
    story: between(story),
    rescue: between(rescue),
    desk: { words: [80, 400], cjk: [200, 1_200] },
  };
}

/** The daily planner at its new times, other planners as they were. */
function rescheduled(given: unknown, { schedule, language, zone }: EditionRequest): object[] {
  const all = Array.isArray(given) ? (given as Readonly<Record<string, unknown>>[]) : [];
  const old = all.find(({ profile }) => profile === 'planner_daily');
  const others = all.filter((one) => one !== old);
  const { every: _every, cron: _cron, tz: _tz, startAfter, ...kept } = old ?? { timeoutSeconds: 900 };
  const when = schedule ? whenOf(schedule, zone) : { cron: '0 8,18 * * *', tz: zone };
  const first = startAfter !== undefined && 'every' in when ? { startAfter } : {};
  return [
    { ...kept, name: PLANNER[localeOf(language)], profile: 'planner_daily', ...when, ...first },
    ...others,
  ];
}

function whenOf(schedule: Schedule, zone: string): object {
  switch (schedule.kind) {
    case 'every':
      return { every: `${Math.round(schedule.everyMs / 1_000)}s` };
    case 'cron':
      return { cron: schedule.expr, tz: schedule.tz ?? zone };
    case 'at':
      throw new Error('a planner runs again and again: one moment is no schedule of an edition');
  }
}

interface KeyedFeed extends DraftFeed {
  readonly key: string;
}

/** The feeds with keys: those that the edition had, else made of their labels. */
function keyed(feeds: readonly DraftFeed[], known: unknown): KeyedFeed[] {
  const had = new Map(
    (Array.isArray(known) ? (known as KeyedFeed[]) : []).map((feed) => [feed.url, feed] as const),
  );
  const taken = new Set([...had.values()].map(({ key }) => key));
  return feeds.map((feed) => had.get(feed.url) ?? { key: freeKey(nameFrom(feed.label), taken), ...feed });
}

function freeKey(stem: string, taken: Set<string>): string {
  let key = stem;
  for (let n = 2; taken.has(key); n++) key = `${stem}-${n}`;
  taken.add(key);
  return key;
}
