/** A real desk whose machine's clock is set while it runs. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { found, startDesk } from '../support/desk-process.ts';
import { tempHome } from '../support/temp-home.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
interface Run {
  readonly status: string;
  readonly scheduledForMs: number;
}

it('goes on with its jobs at once, three hours back and 400 days forward', { timeout: 600_000 }, async () => {
  const home = tempHome();
  const moved = join(home, 'moved');
  const set = (ms: number) => writeFileSync(moved, String(ms));
  set(0);
  const preload = new URL('../support/moved-clock.js', import.meta.url).href;
  const desk = await startDesk(home, { NODE_OPTIONS: `--import=${preload}`, MOVED_CLOCK: moved });
  const { id } = await desk.rpc<{ id: string }>('cron.add', {
    job: {
      name: 'Diary',
      schedule: { kind: 'every', everyMs: 10_000 },
      sessionTarget: 'isolated',
      payload: { kind: 'agentTurn', message: 'Say hello' },
    },
  });
  const runs = async () => {
    const { entries } = await desk.rpc<{ entries: Run[] }>('cron.runs', { id, limit: 200 });
    return entries.filter(({ status }) => status === 'ok' || status === 'quiet' || status === 'skipped');
  };
  const ran = (fromMs: number, toMs: number, n: number) =>
    found(async () => {
      const there = (await runs()).filter(
        ({ status, scheduledForMs: at }) => status !== 'skipped' && at >= fromMs && at < toMs,
      );
      return there.length >= n ? there : undefined;
    });
  const begun = Date.now();
  await ran(begun, Infinity, 1);
  set(-3 * HOUR);
  await ran(begun - 4 * HOUR, begun - 2 * HOUR, 2);
  const before = (await runs()).length;
  set(400 * DAY);
  await ran(begun + 399 * DAY, Infinity, 2);
  // One line for three million slots; a few came while this was looked at.
  const after = await runs();
  expect(after.filter(({ status }) => status === 'skipped').length).toBeLessThanOrEqual(1);
  expect(after.length - before).toBeLessThan(10);
  const slots = after
    .filter(({ status }) => status !== 'skipped')
    .map(({ scheduledForMs }) => scheduledForMs);
  expect(new Set(slots).size).toBe(slots.length);
  expect((await desk.stop()).code).toBe(0);
});
