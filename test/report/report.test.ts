/** What a report says of the figures of the charts, and which pages it has; in both languages. */
import { expect, it } from 'vitest';
import type { Charted } from '../../src/report/charted.ts';
import { readFigures, reportOf } from '../../src/report/report.ts';

const DAYS = ['2026-11-21', '2026-11-22', '2026-11-23'];
const HOURS = ['2026-11-23T15:00:00.000Z', '2026-11-23T16:00:00.000Z'];

const figure = (id: string, unit: Charted['unit'], series: Charted['series'], points = DAYS): Charted => ({
  ...{ id, unit, series, points },
});
const line = (name: string, ...values: (number | null)[]) => ({ name, values });

const FULL: readonly Charted[] = [
  figure('items', 'items', [line('Harbour News', 1_200, 30), line('others', 4, 0)], HOURS),
  figure('outcomes', 'stories', [line('SUCCESS', 4, 2, 3), line('FAILURE', 0, 1, 0)]),
  figure('categories', 'stories', [line('UK News', 4, 3, 3)]),
  figure('lateness', 'seconds', [line('median', 0, null, 2), line('worst', 0, null, 700)]),
  figure('tokens', 'tokens', [line('write', 1_000, 0, 20_000), line('verify', 0, 500, 0)]),
  figure('cost', 'usd', [line('write', 0.01, 0, 0.2)]),
  figure('doubts', 'claims', [line('supported', 10, 5, 5), line('not_checkable', 0, 1, 0)]),
  figure('pace', 'minutes', [line('median', 12, null, 45), line('worst', 12, null, 400)]),
];
const EMPTY = FULL.map(({ id, unit, points }) =>
  figure(
    id,
    unit,
    id === 'lateness' || id === 'pace'
      ? [line('median', null, null, null), line('worst', null, null, null)]
      : [],
    [...points],
  ),
);
const terms = { days: 3, zone: 'Asia/Hong_Kong', masthead: 'The Harbour Desk' } as const;

it('tells each chart in a sentence', () => {
  const { title, lines } = reportOf(FULL, { ...terms, locale: 'en' });
  expect(title).toBe("The desk's last 3 days (21–23 November 2026)");
  expect(lines.map(({ chart, text }) => `${chart}: ${text}`)).toEqual([
    'outcomes: Stories ordered: 10 (posted 9, failed 1).',
    'categories: By category: UK News 10.',
    'items: Items from feeds in 48 hours: 1,234, most from Harbour News (1,230).',
    'pace: From the first link to the post: 12 min to 45 min on a median day, at most 6 h 40 min.',
    'lateness: Scheduled runs began 0 s to 2 s late on a median day, at most 11 min 40 s.',
    'doubts: Claims of posted stories: 21 (supported 20, not checkable 1).',
    'tokens: Tokens of models: 21,500 (writing 21,000, checking 500).',
    'cost: Cost of models: US$0.21 (writing 0.21).',
  ]);
});

it('speaks Chinese to a Chinese newsroom, in its words, units and dates', () => {
  const { title, lines, pages } = reportOf(FULL, { ...terms, locale: 'zh' });
  expect(title).toBe('編輯台過去 3 日（2026年11月21日至23日）');
  expect(lines.map(({ text }) => text)).toEqual([
    '訂了 10 篇報道（已發佈 9、失敗 1）。',
    '按類別：UK News 10。',
    '48 小時內收到 1,234 則項目，最多來自 Harbour News（1,230）。',
    '由首條連結至發佈：每日中位數 12 分鐘 至 45 分鐘，最長 6 小時 40 分鐘。',
    '定時工作的延誤：每日中位數 0 秒 至 2 秒，最長 11 分鐘 40 秒。',
    '已發佈報道的陳述：21 項（有佐證 20、無法核實 1）。',
    '模型用了 21,500 個 token（撰寫 21,000、核實 500）。',
    '模型費用：0.21 美元（撰寫 0.21）。',
  ]);
  const [stories] = pages;
  expect(stories!.work).toMatchObject({
    title: '報道',
    line: '2026年11月21日至23日 · The Harbour Desk',
    panels: [{ title: '每日報道，按結果', unit: '篇', series: [{ name: '已發佈' }, { name: '失敗' }] }, {}],
  });
  // An hour is told in the editors' zone.
  const items = pages.find(({ id }) => id === 'sources')!.work.panels[0]!;
  expect(items.labels).toEqual(['23/11 23:00', '24/11 00:00']);
});

it('has a page for two charts each, bars for sums and lines for times, long ones in a larger unit', () => {
  const { pages } = reportOf(FULL, { ...terms, locale: 'en' });
  expect(
    pages.map(({ id, work }) => [id, ...work.panels.map(({ shape, unit }) => `${shape} of ${unit}`)]),
  ).toEqual([
    ['stories', 'bars of stories', 'bars of stories'],
    ['sources', 'bars of items', 'lines of hours'],
    ['runs', 'lines of minutes', 'bars of claims'],
    ['models', 'bars of tokens', 'bars of US dollars'],
  ]);
  expect(pages[1]!.work.panels[1]!.series).toEqual([
    { name: 'Median', values: [0.2, null, 0.75] },
    { name: 'Largest', values: [0.2, null, 400 / 60] },
  ]);
  expect(pages[0]!.said).toBe('Stories ordered: 10 (posted 9, failed 1). By category: UK News 10.');
});

it('says honestly what it has nothing of, and has no page of it', () => {
  const noModels = FULL.map(
    (one) => EMPTY.find(({ id }) => id === one.id && ['tokens', 'cost', 'pace'].includes(id)) ?? one,
  );
  const { lines, pages } = reportOf(noModels, { ...terms, locale: 'en' });
  expect(lines.map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      'Tokens of models a day by task: nothing yet.',
      'Cost of models a day by task: nothing yet.',
      'From the first link to the post: nothing yet.',
    ]),
  );
  expect(pages.map(({ id }) => id)).toEqual(['stories', 'sources', 'runs']);
  for (const [locale, said] of [
    ['en', /^Nothing to report yet/],
    ['zh', /^暫時沒有可報告的/],
  ] as const) {
    const nothing = reportOf(EMPTY, { ...terms, locale });
    expect(nothing).toMatchObject({ pages: [], lines: [{ text: expect.stringMatching(said) as string }] });
  }
});

it.each([
  ['2026-10-28', '28 October – 3 November 2026', '2026年10月28日至11月3日', '2026-11-03'],
  ['2026-12-30', '30 December 2026 – 1 January 2027', '2026年12月30日至2027年1月1日', '2027-01-01'],
  ['2026-11-03', '3 November 2026', '2026年11月3日', '2026-11-03'],
])('names its days: from %s, %s', (from, en, zh, to) => {
  const days = [...new Set([from, to])];
  const figures = [figure('outcomes', 'stories', [], days)];
  const titles = (['en', 'zh'] as const).map((locale) => reportOf(figures, { ...terms, locale }).title);
  expect(titles).toEqual([`The desk's last 3 days (${en})`, `編輯台過去 3 日（${zh}）`]);
});

it('tells five parts of a sum, and the rest as one', () => {
  const many = figure(
    'categories',
    'stories',
    Array.from({ length: 8 }, (_, n) => line(`C${n}`, 8 - n, 0, 0)),
  );
  const { lines } = reportOf([...FULL.filter(({ id }) => id !== 'categories'), many], {
    ...terms,
    locale: 'en',
  });
  expect(lines.find(({ chart }) => chart === 'categories')!.text).toBe(
    'By category: C0 8, C1 7, C2 6, C3 5, C4 4, others 6.',
  );
});

it('asks each chart for the days that are wanted', async () => {
  const asked: string[] = [];
  const answer = (id: string) => (days?: number) => {
    asked.push(days === undefined ? id : `${id} ${days}`);
    return Promise.resolve({ points: DAYS, figures: [{ id, unit: 'stories' as const, series: [] }] });
  };
  const charts = {
    ...{ items: answer('items'), stories: answer('stories'), runs: answer('runs') },
    ...{ models: answer('models'), doubts: answer('doubts'), pace: answer('pace') },
  };
  const figures = await readFigures(charts, 3);
  expect(asked).toEqual(['items', 'stories 3', 'runs 3', 'models 3', 'doubts 3', 'pace 3']);
  expect(figures.map(({ id, points }) => [id, points])[0]).toEqual(['items', DAYS]);
});
