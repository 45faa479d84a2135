import { expect, it, onTestFinished } from 'vitest';
import { pino } from 'pino';
import { TaskRunner } from '../../src/async/task-runner.ts';
import type { Freed } from '../../src/desk/upkeep.ts';
import { hourly } from '../../src/desk/hourly.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { openStores } from '../support/stores.ts';
import { tempHome } from '../support/temp-home.ts';

const NOTHING = { turns: 0, runs: 0, events: 0, effects: 0, messages: 0, receipts: 0, bytes: 0 };
const hour = 3_600_000;

it('drops what is old and erases what was taken back at each start and every hour, also after a failure', async () => {
  const { tasks: book, close } = openStores(tempHome());
  onTestFinished(() => void close());
  const clock = new FakeClock();
  const did: string[] = [];
  const failures: string[] = [];
  let fails = false;
  const started = async () => {
    const tasks = new TaskRunner({
      book,
      handlers: () => feature.tasks ?? [],
      clock,
      failed: (what) => void failures.push(what),
    });
    const gc = async (): Promise<Freed> => {
      did.push('tidy');
      if (fails) throw new Error('the disk is full');
      return NOTHING;
    };
    const erase = async () => ({ erased: did.push('erase'), left: 0 });
    const kernel = { tasks, intake: { erase } } as unknown as Parameters<typeof hourly>[0];
    const upkeep = { gc } as unknown as Parameters<typeof hourly>[0]['upkeep'];
    const feature = hourly({ ...kernel, upkeep, clock, log: pino({ level: 'silent' }) });
    await feature.start?.();
    await tasks.start();
    await tasks.idle();
    return tasks;
  };
  const counted = () => did.splice(0).sort();

  const first = await started();
  expect(counted()).toEqual(['erase', 'tidy']);
  await clock.advance(hour - 1);
  expect(counted()).toEqual([]);
  fails = true;
  await clock.advance(1);
  await first.idle();
  expect(counted()).toEqual(['erase', 'tidy']);
  expect(failures).toEqual(['task desk.tidy desk.tidy']);
  fails = false;
  await clock.advance(hour);
  await first.idle();
  expect(counted()).toEqual(['erase', 'tidy']);
  await first.stop();
  expect(clock.waiters).toBe(0);

  const again = await started();
  expect(counted()).toEqual(['erase', 'tidy']);
  await again.stop();
});
