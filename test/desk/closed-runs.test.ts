/** Runs that end because their place does: each is closed with a line of the ledger, and told once. */
import { describe, expect, it } from 'vitest';
import { GATEWAY } from '../../src/sessions/actor.ts';
import type { PerformTurn } from '../../src/sessions/perform.ts';
import { eventually } from '../support/fake-clock.ts';
import { ann, newsroom, other, placeDesk, thread, withPlaces } from '../support/place-desk.ts';
import type { PlaceDesk } from '../support/place-desk.ts';

const deleted = '#news was deleted in Discord';

/** Scheduled turns fail, and those of the job "Long" go on until they are let go. */
function opened() {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const perform: PerformTurn = async (pass) => {
    const { run } = pass.started.turn;
    if (run?.jobName === 'Long') await held;
    await pass.settle(
      run
        ? { status: 'failed', summary: 'I could not do it.', error: 'no answer' }
        : { status: 'ok', summary: 'done' },
    );
  };
  const house = placeDesk({ perform });
  const told: { event: string; payload: unknown }[] = [];
  house.subscribe(({ event, payload }) => void told.push({ event, payload }));
  /** What was told of a run: by cron, where it has no turn, and of its turn. */
  const finished = (runId: string) =>
    told
      .filter(({ payload }) => {
        const { runId: run, turnId, action, state } = payload as Record<string, string>;
        return (action === 'finished' && run === runId) || (state === 'finished' && turnId === runId);
      })
      .map(({ payload }) => (payload as { status?: string }).status ?? 'finished');
  return { house, letGo, finished };
}

/** A job in #news or its thread that has failed, and waits for another try. */
async function waitingToTryAgain(house: PlaceDesk, session = newsroom) {
  const { id } = await house.job('Morning', session);
  await house.cron.update(id, { runtime: { maxAttempts: 3 } });
  await house.cron.run(id, 'force');
  await house.conductor.idle();
  const retry = await house.stores.jobs.retryOf(id);
  return { id, runId: `${id}:${retry!.slotMs}:r2` };
}

const endings: [string, string, (house: PlaceDesk) => Promise<unknown>][] = [
  ['was deleted on its platform', deleted, (house) => house.places.gone(newsroom, deleted)],
  ['can no longer be reached', 'no way in', (house) => house.places.lost(newsroom, 'no way in')],
  [
    'is deleted by the desk',
    '#news is being deleted, as Ann asked',
    (house) => house.deletion.delete(newsroom, { confirmed: true }, ann),
  ],
  [
    'is deleted as a session',
    'the job was removed',
    (house) => house.sessionDeletion.delete(newsroom, true, GATEWAY),
  ],
];

describe.each(endings)('where a channel %s', (_, because, end) => {
  it.each([['its own', newsroom] as const, ['that of its thread', thread] as const])(
    'the retry that a job waited for is closed, told once, and said to nobody: %s',
    async (_place, session) => {
      const { house, finished } = opened();
      await withPlaces(house);
      const { id, runId } = await waitingToTryAgain(house, session);
      house.dispatcher.poke();
      await house.dispatcher.idle();
      const before = house.there.posts.length;
      await end(house);
      expect((await house.cron.runs(id))[0]).toMatchObject({
        runId,
        trigger: 'retry',
        status: 'skipped',
        error: `the retry was dropped: ${because}`,
      });
      expect(finished(runId)).toEqual(['skipped']);
      expect(await house.stores.jobs.retryOf(id)).toBeUndefined();
      await house.dispatcher.idle();
      expect(house.there.posts.slice(before)).toEqual([]);
      await house.die();
    },
  );

  it('the run that goes on there and the one that waits behind it are finished, and told once', async () => {
    const { house, letGo, finished } = opened();
    await withPlaces(house);
    const [long, next] = [await house.job('Long', newsroom), await house.job('Next', newsroom)];
    const { runId: running } = await house.cron.run(long.id, 'force');
    await eventually(async () => (await house.cron.status()).running === 1);
    const { runId: waiting } = await house.cron.run(next.id, 'force');
    await eventually(async () => (await house.cron.status()).deferred === 1);
    const isLost = because === 'no way in';
    await end(house);
    expect(finished(waiting!)).toEqual(['finished']);
    expect((await house.cron.runs(next.id))[0]).toMatchObject({ runId: waiting, status: 'skipped' });
    expect(finished(running!)).toEqual(isLost ? [] : ['finished']);
    letGo();
    await house.conductor.idle();
    expect(finished(running!)).toEqual(['finished']);
    expect(await house.cron.status()).toMatchObject({ running: 0, deferred: 0 });
    await house.die();
  });
});

it('a place that stays out of reach closes what was let run there since, too', async () => {
  const { house, finished } = opened();
  await withPlaces(house);
  await house.places.lost(newsroom, 'no way in');
  const { id, runId } = await waitingToTryAgain(house);
  await house.places.lost(newsroom, 'no way in');
  expect((await house.cron.runs(id))[0]).toMatchObject({ runId, status: 'skipped' });
  expect(finished(runId)).toEqual(['skipped']);
  await house.die();
});

it('a run by hand never takes the place of the try that waits', async () => {
  const { house, finished } = opened();
  await withPlaces(house);
  const { id, runId } = await waitingToTryAgain(house, other);
  await house.clock.advance(1_000);
  await house.cron.run(id, 'force');
  await house.conductor.idle();
  expect(await house.stores.jobs.retryOf(id)).toMatchObject({ attempt: 2 });
  expect(`${id}:${(await house.stores.jobs.retryOf(id))!.slotMs}:r2`).toBe(runId);
  expect(finished(runId)).toEqual([]);
  await house.die();
});
