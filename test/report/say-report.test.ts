import { expect, it } from 'vitest';
import type { Report } from '../../src/report/report.ts';
import { sayReport } from '../../src/report/say-report.ts';

const REPORT: Report = {
  title: "The desk's last 7 days",
  lines: [
    { chart: 'items', text: 'Items from feeds: 3, most from *The_Star* @everyone (2).' },
    { chart: 'cost', text: 'Cost: nothing yet.', lacks: 'Cost' },
    { chart: 'pace', text: 'Pace: nothing yet.', lacks: 'Pace' },
  ],
  pages: [],
};

it('tells the figures in a line each, and in one what there is nothing of; names of feeds do nothing', () => {
  expect(sayReport(REPORT, { locale: 'en', pages: 'posted' })).toBe(
    [
      "**The desk's last 7 days**",
      String.raw`- Items from feeds: 3, most from \*The\_Star\* @${'\u200b'}everyone (2).`,
      '- Nothing yet: Cost; Pace.',
    ].join('\n'),
  );
});

it('names the console where no picture stands beside it, and says when none could be drawn', () => {
  const said = (pages: 'not drawn' | 'no pictures', locale: 'en' | 'zh') =>
    sayReport(REPORT, { locale, pages }).split('\n').slice(3);
  expect(said('no pictures', 'en')).toEqual(['All the numbers: Charts, in the console.']);
  expect(said('no pictures', 'zh')).toEqual(['全部數字見控制台的「圖表」。']);
  expect(said('not drawn', 'en')).toEqual([
    'The pictures could not be drawn.',
    'All the numbers: Charts, in the console.',
  ]);
});
