import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { JobFields } from '../../web/model/job-form.ts';
import type { Call } from '../../web/state/gateway-client.ts';
import type { JobRuns } from '../../web/state/job-runs.ts';
import type { Store } from '../../web/state/store.ts';
import type { Upkeep } from '../../web/state/upkeep.ts';
import { stubBrowser } from './stub-browser.ts';

beforeEach(stubBrowser);
afterEach(() => void vi.unstubAllGlobals());

const FIELDS: JobFields = {
  ...{ name: 'Diary', message: 'Check the diary', schedule: 'every 2h', tz: '', profile: 'turn' },
  ...{ session: '', model: '', quiet: false },
};
const EVERY_2H = { kind: 'every', everyMs: 7_200_000 } as const;

/** A desk whose first answer to `cron.add` is lost, after it was added (`done`) or before. */
async function losing({ isDone }: { readonly isDone: boolean }) {
  const { JobActions } = await import('../../web/state/job-actions.ts');
  const { GatewayError } = await import('../../web/state/gateway-client.ts');
  const jobs: object[] = [
    { id: '1', name: 'Diary', payload: { kind: 'agentTurn', message: 'Check the diary' } },
  ];
  let isLost = false;
  const call = async (method: string, params: object) => {
    if (method === 'cron.list') return { jobs: [...jobs] };
    const isFirst = !isLost;
    isLost = true;
    const job = { ...params, id: String(jobs.length + 1), sessionTarget: 'isolated' };
    if (!isFirst || isDone) jobs.push(job);
    if (isFirst) throw new GatewayError('timeout', 'The desk did not answer cron.add in time.');
    return job;
  };
  const store = {
    ...{ view: signal('jobs'), connection: signal('open'), author: signal('Ann') },
    ...{ allJobs: signal({ jobs: [...jobs] }), allJobsFailed: signal(false) },
  } as unknown as Store;
  const runs = { follow: () => Promise.resolve() } as unknown as JobRuns;
  const actions = new JobActions(call as unknown as Call, store, {} as Upkeep, runs);
  return { actions, jobs };
}

it.each([true, false])(
  'an automation is added once though the desk did not say so in time (added before: %s)',
  async (isDone) => {
    const { actions, jobs } = await losing({ isDone });
    await expect(actions.add(FIELDS, EVERY_2H)).rejects.toThrow('did not answer');
    await actions.add(FIELDS, { ...EVERY_2H, anchorMs: 5 });
    expect(jobs).toHaveLength(2);
  },
);

it('another one is added, whatever became of the one before', async () => {
  const { actions, jobs } = await losing({ isDone: true });
  await expect(actions.add(FIELDS, EVERY_2H)).rejects.toThrow('did not answer');
  await actions.add({ ...FIELDS, name: 'Tides' }, EVERY_2H);
  expect(jobs).toHaveLength(3);
});
