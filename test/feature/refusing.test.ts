import { expect, it } from 'vitest';
import { CronError } from '../../src/cron/cron-error.ts';
import { checkSchedule } from '../../src/cron/schedule.ts';
import { parseScheduleWords } from '../../src/cron/schedule-words.ts';
import { refusing } from '../../src/feature/refusing.ts';

const NOW = Date.UTC(2026, 10, 30);

const refused = (work: () => unknown) =>
  refusing('Asia/Hong_Kong', () => Promise.resolve().then(work)).then(
    () => undefined,
    (error: unknown) => error,
  );

it('says why in Chinese too, for who reads it without a model', async () => {
  const read = () => parseScheduleWords('每日朝早25點', Date.parse('2026-11-29T09:00:00Z'), 'Asia/Hong_Kong');
  expect(await refused(read)).toMatchObject({
    name: 'ToolRefusal',
    message: expect.stringContaining('as a schedule') as string,
    zh: expect.stringMatching(/^我看不懂「每日朝早25點」這個時間。/) as string,
  });
});

it('says a time that has passed by the clocks of the zone', async () => {
  const check = () => checkSchedule({ kind: 'at', atMs: Date.UTC(2026, 10, 29, 9) }, NOW, 'Asia/Hong_Kong');
  expect(await refused(check)).toMatchObject({
    message: 'Sunday 29 November 2026 at 17:00, Hong Kong time, has passed; give a time to come.',
  });
});

it('leaves faults, and refusals without a problem, as they are', async () => {
  const fault = new TypeError('no such field');
  expect(await refused(() => Promise.reject(fault))).toBe(fault);
  const bare = await refused(() => Promise.reject(new CronError('bad_job', 'no')));
  expect(bare).toMatchObject({ name: 'ToolRefusal', message: 'no', zh: undefined });
});
