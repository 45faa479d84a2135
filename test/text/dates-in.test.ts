import { describe, expect, it } from 'vitest';
import { datesIn } from '../../src/text/dates/dates-in.ts';
import { NOT_QUADRATIC, growth } from '../support/growth.ts';

/** The days of a text that have a month, as month/day or year/month/day. */
function daysOf(text: string): string[] {
  return datesIn(text).flatMap(({ read }) =>
    read?.kind === 'day' && read.month !== undefined
      ? [[read.year, read.month + 1, read.day].filter((part) => part !== undefined).join('/')]
      : [],
  );
}

describe('the days of a text', () => {
  it.each([
    ['It runs from 5 to 7 December.', '12/5 12/7'],
    ['It runs on 5–7 December 2026.', '2026/12/5 2026/12/7'],
    ['It runs December 5 to 7.', '12/5 12/7'],
    ['It runs December 5 through 7 in Leeds.', '12/5 12/7'],
    ['It runs December 5 to 7, 2026.', '12/5 2026/12/7'],
    ['It ran Nov. 3–14 there.', '11/3 11/14'],
    ['Talks on 9 and 10 December failed.', '12/9 12/10'],
    ['Talks on December 9 and 10 in Rome failed.', '12/9 12/10'],
    ['Talks on 9, 10 and 12 December failed.', '12/9 12/10 12/12'],
    ['Talks on December 9, 10 and 12.', '12/9 12/10 12/12'],
    ['On Saturday 5 and Sunday 6 December it rains.', '12/5 12/6'],
    ['From the 5th to the 7th of December.', '12/5 12/7'],
    ['It runs December 5–7 and 10–12.', '12/5 12/7 12/10 12/12'],
    ['展覽於12月5至7日舉行。', '12/5 12/7'],
    ['展覽於12月5日至7日舉行。', '12/5 12/7'],
    ['展覽於2026年12月5、6及7日舉行。', '2026/12/5 2026/12/6 2026/12/7'],
    ['展覽於12月5日（星期六）及7日舉行。', '12/5 12/7'],
    ['展覽於十二月五至七日舉行。', '12/5 12/7'],
    // Counts, rates and times beside a date.
    ['On December 5 and 12 men died.', '12/5'],
    ['On December 5, 12 men died.', '12/5'],
    ['It rose on December 5 to 7 percent.', '12/5'],
    ['It rose on December 5 to 7.5.', '12/5'],
    ['Open December 5 to 7 p.m. daily.', '12/5'],
    ['It opens on December 20 with 5 stalls.', '12/20'],
    ['They killed 50 and 7 December is a day of mourning.', '12/7'],
    ['It ran from December 28 to 3 January.', '12/28 1/3'],
    ['On December 5 and 7-year-olds came.', '12/5'],
    ['12月5日和7人', '12/5'],
    ['12月5日，7日圓', '12/5'],
  ])('%s has %s', (text, days) => {
    expect(daysOf(text).join(' ')).toBe(days);
  });

  it('stand where they are written, in order', () => {
    const text = 'Open 5 to 7 December, 12月9日及10日.';
    expect(datesIn(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      '5',
      '7 December',
      '12月9日',
      '10',
    ]);
  });

  it('are found in linear time', async () => {
    const find = (size: number) => datesIn(`${'5, '.repeat(size)}5 and 6 December, ${'7, '.repeat(size)}`);
    expect(await growth(find, 1_000)).toBeLessThan(NOT_QUADRATIC);
  });
});
