import { describe, expect, it } from 'vitest';
import { readTime } from '../../src/text/dates/read-time.ts';
import { sameTime } from '../../src/text/dates/same-time.ts';
import { timesIn } from '../../src/text/times.ts';

/** The minutes since midnight of the only clock time in a text. */
function clockIn(text: string): number | undefined {
  const [only, ...more] = timesIn(text);
  expect(more).toEqual([]);
  const read = only && readTime(only.text);
  return read?.kind === 'clock' ? read.minutes : undefined;
}

describe('a clock time at twelve in Chinese', () => {
  it.each([
    ['凌晨12時15分', 15],
    ['凌晨十二時', 0],
    ['晚上12時', 0],
    ['深夜12時半', 30],
    ['午夜12時', 0],
    ['今晚12時', 0],
    ['昨晚十二時一刻', 15],
    ['晚12時', 0],
    ['零時15分', 15],
    ['零時', 0],
    ['〇時三十分', 30],
    ['凌晨零時五分', 5],
    ['晚上零時', 0],
    ['深夜1時', 60],
    ['晚上11時', 23 * 60],
    ['晚上8時半', 20 * 60 + 30],
    ['中午12時15分', 735],
    ['下午12時', 720],
    ['正午12時', 720],
    ['上午11時', 11 * 60],
  ])('%s is %i minutes after midnight', (said, minutes) => {
    expect(clockIn(`火警在${said}發生。`)).toBe(minutes);
  });

  it.each([
    ['凌晨12時15分', '12:15 p.m.', false],
    ['凌晨12時15分', '中午12時15分', false],
    ['凌晨12時15分', '12:15 a.m.', true],
    ['晚上12時', 'noon', false],
    ['晚上12時', '正午', false],
    ['晚上12時', 'midnight', true],
    ['零時15分', '00:15', true],
    ['零時15分', '12:15 a.m.', true],
    ['零時15分', '12:15 p.m.', false],
    ['00:15', '中午12時15分', false],
    ['中午12時15分', '12:15 p.m.', true],
    ['12時15分', '00:15', true],
  ])('%s against %s: %s', (told, other, same) => {
    const [a, b] = [readTime(told), readTime(other)];
    expect(a && b && sameTime(a, b)).toBe(same);
  });
});
