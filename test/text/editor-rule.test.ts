import { describe, expect, it } from 'vitest';
import { parseRule } from '../../src/text/editor-rule.ts';

const categories = [
  { name: 'Crypto', aliases: ['crypto', 'cryptocurrency', '加密貨幣'] },
  { name: 'Sports', aliases: ['sport', '體育'] },
  { name: 'Hong Kong News', aliases: ['hk news', '香港新聞'] },
  { name: 'US Stocks', aliases: ['stocks', '美股'] },
];
/** A Wednesday, noon in London. */
const nowMs = Date.UTC(2026, 10, 18, 12);
const read = (text: string, zone = 'Europe/London') => parseRule(text, { categories, nowMs, zone });
const iso = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());

describe("editors' rules", () => {
  it.each([
    ['no more crypto today', 'Crypto', '2026-11-18T23:59:59.999Z'],
    ['skip sports until Friday', 'Sports', '2026-11-20T00:00:00.000Z'],
    ["skip tomorrow's sports", 'Sports', '2026-11-19T23:59:59.999Z'],
    ["leave out tonight's crypto news", 'Crypto', '2026-11-18T23:59:59.999Z'],
    ['Thanks. No more crypto today, please.', 'Crypto', '2026-11-18T23:59:59.999Z'],
    ['Could you skip sports this week?', 'Sports', '2026-11-22T23:59:59.999Z'],
    ['Remember: leave crypto out', 'Crypto', undefined],
    ['no Hong Kong stories this week', 'Hong Kong News', '2026-11-22T23:59:59.999Z'],
    ['no more sports for the next 3 days', 'Sports', '2026-11-21T12:00:00.000Z'],
    ['no more sports for two days', 'Sports', '2026-11-20T12:00:00.000Z'],
    ['no more sports for an hour', 'Sports', '2026-11-18T13:00:00.000Z'],
    ['未來兩日不要體育', 'Sports', '2026-11-20T12:00:00.000Z'],
    ['今日唔好再出加密貨幣', 'Crypto', '2026-11-18T23:59:59.999Z'],
    ['本週不要體育新聞', 'Sports', '2026-11-22T23:59:59.999Z'],
    ['加密貨幣今日唔好再出', 'Crypto', '2026-11-18T23:59:59.999Z'],
    ['直到星期五都唔好出體育新聞', 'Sports', '2026-11-20T00:00:00.000Z'],
    ['可唔可以今日唔好再出加密貨幣？', 'Crypto', '2026-11-18T23:59:59.999Z'],
  ])('"%s" excludes %s', (text, category, until) => {
    const rule = read(text);
    expect(rule?.exclude).toEqual({ categories: [category], subjects: [] });
    expect(iso(rule?.untilMs)).toBe(until);
  });

  it.each([
    ["don't post anything about the harbour tunnel this week", ['harbour tunnel']],
    ['leave the harbour tunnel out', ['harbour tunnel']],
    ["don't post anything about the harbour tunnel until further notice", ['harbour tunnel']],
    ['唔好再出海底隧道，直到另行通知', ['海底隧道']],
    ['no more Taylor Swift', ['taylor swift']],
    ['exclude search and rescue stories', ['search and rescue']],
    ["Don't run any more stories on Trump or Musk", ['trump', 'musk']],
    ['請停止報道海底隧道', ['海底隧道']],
  ])('"%s" excludes subjects', (text, subjects) => {
    expect(read(text)?.exclude).toEqual({ categories: [], subjects });
  });

  it.each([
    ['今日不要加密貨幣', ['Crypto']],
    ['不要虛擬資產', ['Crypto']],
    ['不要體育新聞', ['Sports']],
    ['停止報道體育', ['Sports']],
    ['唔好再報加密貨幣', ['Crypto']],
    ['不要再報道政治新聞', ['Politics', 'UK Parliament / Politics']],
    ['no politics', ['Politics', 'UK Parliament / Politics']],
    ['no politics today', ['Politics', 'UK Parliament / Politics']],
    ['no entertainment stories', ['Entertainment', 'Hong Kong Entertainment']],
    ['no Hong Kong entertainment', ['Hong Kong Entertainment']],
    ['本週不要黃金', ['Precious Metals']],
  ])('"%s" binds the categories of an English edition', (text, names) => {
    const english = [
      { name: 'UK Parliament / Politics', aliases: ['uk politics', 'parliament'], words: ['bill', '下議院'] },
      { name: 'Politics', aliases: ['politics'], words: ['election', '選舉'] },
      { name: 'Sports', aliases: ['sport'], words: ['football', '體育'] },
      { name: 'Hong Kong Entertainment', aliases: [], words: ['票房'] },
      { name: 'Entertainment', aliases: [], words: ['film'] },
      { name: 'Crypto', aliases: ['bitcoin'], words: ['虛擬資產', '加密貨幣'] },
      { name: 'Precious Metals', aliases: ['gold'], words: ['黃金'] },
      { name: 'Global News', aliases: ['world'], words: ['earthquake', '地震'] },
    ];
    const rule = parseRule(text, { categories: english, nowMs, zone: 'Europe/London' });
    expect(rule?.exclude?.categories.toSorted()).toEqual(names);
    expect(rule?.exclude?.subjects).toEqual([]);
  });

  it('does not take a topic for the section that tells of it', () => {
    const world = [{ name: 'Global News', aliases: ['world'], words: ['earthquake', '地震'] }];
    for (const text of ['今日不要地震新聞', 'no earthquake stories today'])
      expect(
        parseRule(text, { categories: world, nowMs, zone: 'Europe/London' })?.exclude?.categories,
      ).toEqual([]);
  });

  it.each([
    ['no stories about fires', ['fires', 'fire']],
    ['no stories about school fires', ['school fires', 'school fire']],
    ['no stories about robberies', ['robberies', 'robbery']],
    ['no stories about crashes', ['crashes', 'crash']],
    ['never mention Larkspur again', ['larkspur']],
    ['no stories about the Rolling Stones', ['rolling stones']],
  ])('"%s" looks for the singular too', (text, subjects) => {
    expect(read(text)?.exclude?.subjects).toEqual(subjects);
  });

  it('names several categories at once', () => {
    expect(read('No crypto and stocks until Monday')?.exclude?.categories).toEqual(['Crypto', 'US Stocks']);
  });

  it.each([
    'less crypto',
    'why no more crypto today?',
    'no more crypto today?',
    'no problem',
    'no more than three stories',
    'skip it',
    'we skipped sports today',
    'skip lunch today',
    'no more meetings today!',
    'there is no crypto today',
    "don't post anything",
    'drop me a line tomorrow',
    'leave me out of this',
    "don't worry about crypto today",
    'sports today',
    '唔好意思',
    '唔緊要',
    '點解今日唔出加密貨幣？',
    '少啲體育',
    '今日有冇加密貨幣？',
    '不要擔心',
    'no more crypto, but bitcoin is fine',
    "don't post any more crypto, only bitcoin",
    'stop posting only crypto',
    "don't use emojis",
    'please never use the word "slam"',
    'no sports stories were posted today',
    '唔好再出加密貨幣，但係比特幣照出',
    '唔好出加密貨幣，除咗比特幣',
    '不要加密貨幣以外的新聞',
    '唔好只出體育新聞',
    '唔好撤回渡輪嗰篇報道',
    '唔好再刪除體育新聞',
    '唔好漏咗體育新聞',
    '不要減少體育新聞',
    "skip tomorrow's summary",
    'skip the next story',
    "don't post anything about the royal visit until 6pm",
    'no more stories about the royal visit until December',
    '唔好發佈皇室訪問直到下午六點',
    'stop posting between 11pm and 6am',
    'no stories after 10pm',
    'no posts on Sunday',
    'no news on weekends',
    '星期日唔好出',
    '夜晚唔好出稿',
  ])('"%s" is no rule', (text) => expect(read(text)).toBeUndefined());

  it.each([
    ['no more crypto please, it is boring', 'Crypto'],
    ['唔好出改革新聞', undefined],
    ['不要改革新聞', undefined],
    ['no more stories about the Only Way', undefined],
  ])('"%s" is a rule', (text, category) => {
    const rule = read(text);
    expect(rule?.exclude?.categories).toEqual(category === undefined ? [] : [category]);
    expect(rule?.exclude?.subjects.join()).toMatch(category === undefined ? /改革|only way/ : /./);
  });

  it('ends the day in the zone of the edition, also when clocks change', () => {
    expect(iso(read('no more crypto today', 'Asia/Hong_Kong')?.untilMs)).toBe('2026-11-18T15:59:59.999Z');
    const eve = Date.UTC(2026, 9, 24, 12); // British clocks go back on 25 October
    const rule = parseRule('no more crypto this week', { categories, nowMs: eve, zone: 'Europe/London' });
    expect(iso(rule?.untilMs)).toBe('2026-10-25T23:59:59.999Z');
  });

  it.each([
    'No more stories about the Tories until Sunak resigns',
    'No Formula 1 before Monaco',
    'No sports until Wednesfield reopens',
    'No sports until Saturn is in view',
  ])('"%s" names no day of the week', (text) => expect(read(text)?.untilMs).toBeUndefined());

  it.each([
    ['Tues', '2026-11-24'],
    ['weds', '2026-11-25'],
    ['thur', '2026-11-19'],
    ['Thurs', '2026-11-19'],
    ['Saturday', '2026-11-21'],
    ['sundays', '2026-11-22'],
  ])('knows %s', (day, until) => {
    expect(iso(read(`no sports until ${day}`, 'UTC')?.untilMs)).toBe(`${until}T00:00:00.000Z`);
  });

  it('means the next Friday when said on a Friday', () => {
    const friday = Date.UTC(2026, 10, 20, 12);
    const rule = parseRule('skip sports until Friday', { categories, nowMs: friday, zone: 'UTC' });
    expect(iso(rule?.untilMs)).toBe('2026-11-27T00:00:00.000Z');
  });
});
