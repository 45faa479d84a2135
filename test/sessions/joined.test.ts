import { expect, it } from 'vitest';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { PerformTurn } from '../../src/sessions/perform.ts';
import { SqlPlaceBook } from '../../src/store/sql/place-book.ts';
import { FakeClock, eventually } from '../support/fake-clock.ts';
import { message } from '../support/inbound.ts';
import { conduct } from '../support/stage.ts';
import { openStores } from '../support/stores.ts';
import { tempHome } from '../support/temp-home.ts';

const channel = parseSessionKey('discord:5');

/** One memory for all chats: a message of a channel has joined what runs in the console. */
async function joinedFromChannel(perform: (go: Promise<void>) => PerformTurn) {
  const clock = new FakeClock();
  const stores = openStores(tempHome());
  let go = () => {};
  const gone = new Promise<void>((resolve) => (go = resolve));
  const { conductor } = conduct(stores, clock, perform(gone), { unified: true });
  await conductor.submit(message('m1', 'one'));
  await eventually(async () => (await stores.book.find('m1'))?.state === 'running', 'm1 runs');
  const accepted = await conductor.submit(message('m2', 'two', channel));
  expect(accepted).toMatchObject({ kind: 'joined', running: 'm1' });
  const places = new SqlPlaceBook(stores.sql);
  return { conductor, stores, places, clock, go };
}

it('what had joined from a place that is gone is not answered any more', async () => {
  const told: string[] = [];
  const { conductor, stores, places, clock, go } = await joinedFromChannel((gone) => async (pass) => {
    await gone;
    told.push(await pass.settle({ status: 'ok', summary: 'one answer' }));
  });
  const stopped = await places.gone(channel, 'The channel was deleted', clock.now());
  expect(stopped?.turns).toEqual(['m2']);
  go();
  await conductor.idle();
  expect(told).toEqual(['closed']);
  expect(await stores.book.find('m2')).toMatchObject({
    state: 'closed',
    end: { summary: 'The channel was deleted' },
  });
});

it('nor does it get a turn of its own, where the turn that it had joined breaks', async () => {
  const { conductor, stores, places, clock, go } = await joinedFromChannel((gone) => async () => {
    await gone;
    throw new Error('broken');
  });
  await places.gone(channel, 'The channel was deleted', clock.now());
  go();
  await conductor.idle();
  expect(await stores.book.find('m1')).toMatchObject({ state: 'closed', end: { status: 'failed' } });
  expect(await stores.book.find('m2')).toMatchObject({
    state: 'closed',
    end: { summary: 'The channel was deleted' },
  });
});
