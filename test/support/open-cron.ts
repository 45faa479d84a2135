import { Cron } from '../../src/cron/cron.ts';
import type { CronDeps } from '../../src/cron/cron-deps.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { ConductorDeps } from '../../src/sessions/conductor.ts';
import type { PerformTurn } from '../../src/sessions/perform.ts';
import { FakeClock, eventually } from './fake-clock.ts';
import { conduct } from './stage.ts';
import { openStores, sessionOf } from './stores.ts';
import { tempHome } from './temp-home.ts';

/** Cron over real stores and a conductor, on a clock that the test moves. Jobs are numbered: job1, job2, … */
export function openCron(
  perform: PerformTurn,
  clock = new FakeClock(),
  home = tempHome(),
  newId = numbered(),
  more: Partial<CronDeps> = {},
  staged: Partial<ConductorDeps> = {},
) {
  const stores = openStores(home);
  // A turn that is held for a minute, until a slot comes, is not at its deadline then.
  const stage = conduct(stores, clock, perform, { defaultTimeoutMs: 600_000, ...staged });
  let isPaused = false;
  const cron = new Cron({
    jobs: stores.jobs,
    clock,
    zone: 'Europe/London',
    hourlySpreadMs: 0,
    newId,
    render: (profile, values) => ({
      ref: { id: profile, version: 1, sha256: 'x' },
      text: values['MESSAGE']!,
      variables: values,
    }),
    submit: (inbound, slot) => stage.conductor.submit(inbound, slot),
    skip: (turn, because) => stage.conductor.skip(turn, because),
    jobProfiles: () => [{ name: 'reminder' }, { name: 'planner_daily' }],
    profiles: () => ['reminder', 'planner_daily'],
    paused: async () => isPaused,
    setPaused: async (paused) => void (isPaused = paused),
    enabled: true,
    events: stores.events,
    mainSession: parseSessionKey('main'),
    beat: () => stage.news.push('beat'),
    destination: async (provider, to) => {
      const key = await sessionOf(stores, `${provider}:${to}`);
      return key ? { key } : { because: `there is no session ${provider}:${to ?? ''} to deliver to` };
    },
    report: (news) => stage.news.push(`${news.jobId} ${news.action}`),
    failed: (what, error) => stage.failures.push([what, error]),
    ...more,
  });
  const done = async (runs: number, id = 'job1') =>
    eventually(async () => {
      const ledger = await cron.runs(id);
      return (
        ledger.filter(({ status }) => status !== 'queued' && status !== 'running').length >= runs && ledger
      );
    }, `${runs} runs of ${id} are done`);
  return { ...stage, stores, clock, cron, home, done };
}

function numbered(): () => string {
  let ids = 0;
  return () => `job${++ids}`;
}
