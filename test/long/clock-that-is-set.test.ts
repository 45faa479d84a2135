/** A real desk whose machine's clock is set while it runs. */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { found, startDesk } from '../support/desk-process.ts';
import { atRest } from '../support/home-at-rest.ts';
import { tempHome } from '../support/temp-home.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
interface Run {
  readonly runId: string;
  readonly finishedAtMs?: number;
  readonly status: string;
  readonly scheduledForMs: number;
  readonly error?: string;
}

it('goes on with its jobs at once, three hours back and 400 days forward', { timeout: 600_000 }, async () => {
  const home = tempHome();
  const moved = join(home, 'moved');
  // At once: half a number would be a third time on the desk's clock.
  const set = (ms: number) => {
    writeFileSync(`${moved}.new`, String(ms));
    renameSync(`${moved}.new`, moved);
  };
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
  const ledger = async () => (await desk.rpc<{ entries: Run[] }>('cron.runs', { id, limit: 200 })).entries;
  const ran = (fromMs: number, toMs: number, n: number) =>
    found(async () => {
      const there = (await ledger()).filter(
        ({ status, scheduledForMs: at }) =>
          (status === 'ok' || status === 'quiet') && at >= fromMs && at < toMs,
      );
      return there.length >= n ? there : undefined;
    });
  const begun = Date.now();
  await ran(begun, Infinity, 1);
  set(-3 * HOUR);
  await ran(begun - 4 * HOUR, begun - 2 * HOUR, 2);
  set(400 * DAY);
  await ran(begun + 399 * DAY, Infinity, 2);
  const all = await ledger();
  // One line for three million slots. A busy machine may miss some on either side, and pass some over while a run lasts.
  expect(all.filter(({ error }) => /^missed: \d{6,} /.test(error ?? ''))).toHaveLength(1);
  const between = (at: number) => at > begun + HOUR && at < begun + 399 * DAY;
  expect(all.filter(({ scheduledForMs }) => between(scheduledForMs))).toEqual([]);
  const slots = all.filter(({ status }) => status !== 'skipped').map(({ scheduledForMs }) => scheduledForMs);
  expect(new Set(slots).size).toBe(slots.length);
  expect((await desk.stop()).code).toBe(0);
  // The hour came at once, and with it what drops all that is older than 30 days: not by a clock that was just set.
  const early = all.filter(({ finishedAtMs = Infinity }) => finishedAtMs < begun + DAY);
  const kept = await atRest(home, ({ turns }) => Promise.all(early.map(({ runId }) => turns.find(runId))));
  expect(kept.filter((turn) => turn?.state === 'closed').length).toBeGreaterThanOrEqual(3);
});
