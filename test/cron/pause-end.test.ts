import { expect, it } from 'vitest';
import { KeptPause } from '../../src/cron/kept-pause.ts';
import { pauseEnd } from '../../src/cron/pause-end.ts';

const NOW = Date.parse('2026-11-24T09:30:00Z');
const MINUTE = 60_000;

it.each([
  ['an hour', 60],
  ['for 2 hours', 120],
  ['half an hour', 30],
  ['90m', 90],
  ['three hours', 180],
  ['一個鐘', 60],
  ['兩個鐘頭', 120],
  ['半個鐘', 30],
  ['三小時', 180],
  ['30分鐘', 30],
  ['十五分鐘', 15],
  ['twenty minutes', 20],
  ['两小时', 120],
  ['until 6pm', 510],
  ['until tomorrow 9:00', 1_410],
  ['for the next hour', 60],
  ['for the next 2 hours', 120],
  ['一星期', 10_080],
  ['for today', 870],
  ['for the rest of the day', 870],
  ['今日', 870],
  ['over the weekend', 8_070],
  ['until the end of the day', 870],
  ['until next week', 8_070],
  ['for the rest of the week', 8_070],
  ['week', 8_070],
  ['a week', 10_080],
  ['直到下星期', 8_070],
  ['直到星期五', 3_750],
])('a pause for "%s" ends %i minutes later', (words, minutes) => {
  expect((pauseEnd(words, NOW, 'UTC') - NOW) / MINUTE).toBe(minutes);
});

it('refuses what is no time, and says what is one', () => {
  expect(pauseEnd('until:6pm', NOW, 'UTC')).toBe(pauseEnd('until 6pm', NOW, 'UTC'));
  expect(() => pauseEnd('a while', NOW, 'UTC')).toThrow(/no moment/);
  expect(() => pauseEnd('99999999w', NOW, 'UTC')).toThrow(/too far away/);
});

it('is on until its end, and off from then on', async () => {
  const facts = new Map<string, string>();
  const kept = {
    get: async (key: string) => facts.get(key),
    set: async (key: string, value: string) => void facts.set(key, value),
  };
  let now = NOW;
  const pause = new KeptPause(kept, () => now);
  await pause.set(true, NOW + 60 * MINUTE);
  expect(await pause.isOn()).toBe(true);
  // Another process reads the same.
  expect(await new KeptPause(kept, () => now).untilMs()).toBe(NOW + 60 * MINUTE);
  now += 60 * MINUTE;
  expect(await pause.isOn()).toBe(false);
  expect(await pause.untilMs()).toBeUndefined();
  await pause.set(true);
  now += 1_000 * 60 * MINUTE;
  expect(await pause.isOn()).toBe(true);
  await pause.set(false);
  expect(await pause.isOn()).toBe(false);
});
