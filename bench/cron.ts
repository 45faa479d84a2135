/**
 * Cron at scale: how fast a desk with very many jobs is armed and what it weighs, and what becomes of very many jobs
 * that are due in the same second. Real program, real house, real disk; only the model answers at once.
 */
import type { Cron } from '../src/cron/cron.ts';
import { found, startDesk } from '../test/support/desk-process.ts';
import { ShiftedClock, ZONE, openKernel } from './desk-kernel.ts';
import { median, percentile, residentMb, withHome } from './figures.ts';
import type { Row } from './row.ts';

const ARMED = { jobs: 100_000, sessions: 10_000, rounds: 3 };
export const BURST = { jobs: 10_000, sessions: 1_000, slots: 64 };
const AHEAD_MS = 2_000;

export const benchArmed = (): Promise<Row[]> => withHome(armed);
export const benchBurst = (): Promise<Row[]> => withHome(burst);

/** The built program on a home that has many jobs already, as a restart finds it. */
async function armed(home: string): Promise<Row[]> {
  const clock = new ShiftedClock(Date.now());
  const { cron, close } = openKernel(home, clock, 4);
  await inChunks(ARMED.jobs, (n) =>
    cron.add(job(n, ARMED.sessions, `${n % 60} ${5 + (n % 18)} * * *`, 'Pacific/Kiritimati'), {
      kind: 'person',
      name: 'Ann',
    }),
  );
  await close();
  const armedMs: number[] = [];
  const residents: number[] = [];
  for (let round = 0; round < ARMED.rounds; round++) {
    const begun = performance.now();
    const desk = await startDesk(home, { LOG_LEVEL: 'warn' });
    await found(async () => (await desk.rpc<{ nextWakeAtMs?: number }>('cron.status')).nextWakeAtMs);
    armedMs.push(performance.now() - begun);
    residents.push(residentMb(desk.child.pid!));
    await desk.stop();
  }
  return [
    {
      what: '100,000 jobs, process start to armed, median of 3',
      value: median(armedMs),
      unit: 'ms',
      goal: '< 2,000',
    },
    {
      what: '100,000 jobs, resident memory, most of 3',
      value: Math.max(...residents),
      unit: 'MB',
      goal: '< 300',
    },
  ];
}

/** Ten jobs in each of a thousand sessions, all at 07:00:00: what was recorded, and when it was done. */
async function burst(home: string): Promise<Row[]> {
  const slotMs = Date.parse('2027-01-15T07:00:00Z');
  const clock = new ShiftedClock(slotMs - 3_600_000);
  const desk = openKernel(home, clock, BURST.slots);
  const { cron, conductor, dispatcher, news, stores } = desk;
  const ids = await addJobs(cron);
  const lateness: number[] = [];
  const ends = new Map<string, number>();
  news.subscribe(({ event, payload }) => {
    const { state } = payload as { state?: string; turnId?: string };
    if (event !== 'turn') return;
    if (state === 'queued') lateness.push(clock.now() - slotMs);
    if (state === 'finished') ends.set(state, clock.now() - slotMs);
  });
  clock.set(slotMs - AHEAD_MS);
  const before = process.cpuUsage();
  cron.start();
  await found(() => (lateness.length >= BURST.jobs ? true : undefined), 120_000);
  const recordedCpuMs = cpuMs(before);
  await conductor.idle();
  const closedMs = ends.get('finished')!;
  const closedCpuMs = cpuMs(before);
  await dispatcher.idle();
  const sentMs = clock.now() - slotMs;
  const runs = await Promise.all(ids.map((id) => stores.jobs.runs(id, 2, false)));
  const whole = runs.filter(([run, another]) => run?.status === 'ok' && run.delivery === 'sent' && !another);
  await desk.close();
  if (whole.length < BURST.jobs)
    throw new Error(`only ${whole.length} of ${BURST.jobs} slots ran once and were sent`);
  return [
    {
      what: '10,000 due at once, recorded: p50 lateness',
      value: percentile(lateness, 0.5),
      unit: 'ms',
      goal: '',
    },
    {
      what: '10,000 due at once, recorded: p99 lateness',
      value: percentile(lateness, 0.99),
      unit: 'ms',
      goal: '< 2,000',
    },
    { what: '10,000 due at once, all closed', value: closedMs, unit: 'ms', goal: '< 30,000' },
    { what: '10,000 due at once, all sent', value: sentMs, unit: 'ms', goal: '' },
    { what: 'runs a second', value: (BURST.jobs / closedMs) * 1_000, unit: '1/s', goal: '' },
    { what: 'processor time until all were recorded', value: recordedCpuMs, unit: 'ms', goal: '' },
    { what: 'processor time until all were closed', value: closedCpuMs, unit: 'ms', goal: '' },
  ];
}

function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}

/** Jobs for one burst, at 07:00 in London. @returns their ids. */
export function addJobs(cron: Pick<Cron, 'add'>, { jobs, sessions } = BURST): Promise<string[]> {
  return inChunks(jobs, async (n) => {
    const { id } = await cron.add(job(n, sessions, '0 7 * * *'), { kind: 'person', name: 'Ann' });
    return id;
  });
}

function job(n: number, sessions: number, expr: string, tz = ZONE) {
  return {
    name: `Diary ${n}`,
    schedule: { kind: 'cron', expr, tz },
    sessionTarget: 'bound',
    payload: {
      kind: 'agentTurn',
      message: 'Check the diary and say what comes this morning.',
      sessionKey: `console:channel-${n % sessions}`,
    },
  };
}

/** Many writes, without all of them waiting at once. */
async function inChunks<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  while (done.length < count) {
    const chunk = Array.from({ length: Math.min(256, count - done.length) }, (_, n) => work(done.length + n));
    done.push(...(await Promise.all(chunk)));
  }
  return done;
}
