import { describe, expect, it } from 'vitest';
import { GATEWAY } from '../../src/sessions/actor.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { PerformTurn } from '../../src/sessions/perform.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { message, slot, writtenJob } from '../support/inbound.ts';
import { conduct, transcript } from '../support/stage.ts';
import { openStores } from '../support/stores.ts';
import { tempHome } from '../support/temp-home.ts';

const [a, b, shared] = ['console:a', 'console:b', 'unified:default'].map(parseSessionKey) as [
  ReturnType<typeof parseSessionKey>,
  ReturnType<typeof parseSessionKey>,
  ReturnType<typeof parseSessionKey>,
];
const answers: PerformTurn = async (pass) => void (await pass.settle({ status: 'ok', summary: 'done' }));

function opened(unified: boolean, home = tempHome()) {
  const stores = openStores(home);
  return { home, stores, ...conduct(stores, new FakeClock(), answers, { unified }) };
}

describe('unified mode', () => {
  it('has the chats share one memory, while each keeps its own history and its own jobs', async () => {
    const { conductor, stores } = opened(true);
    await stores.jobs.add(writtenJob('diary', 5, 'console:b'));
    await conductor.submit(message('m1', 'hello', 'console:a'));
    await conductor.idle();
    await conductor.submit(slot('diary', 5, 'console:b'), { nextRunAtMs: 6 });
    await conductor.idle();
    expect(await transcript(stores, a)).toEqual(['user: hello', 'assistant: done']);
    expect(await transcript(stores, b)).toEqual([
      'user: Scheduled cron job triggered: diary',
      'assistant: done',
    ]);
    expect(await transcript(stores, shared)).toHaveLength(4);
    expect(await stores.jobs.list({ session: b })).toHaveLength(1);
    expect(await stores.jobs.list({ session: a })).toEqual([]);
    expect(await stores.jobs.list({ session: shared })).toEqual([]);
  });

  it('answers where the words or the job came from', async () => {
    const { conductor, stores } = opened(true);
    await conductor.submit(message('m1', 'hello', 'console:a'));
    await conductor.idle();
    expect((await stores.ops.under('')).map(({ lane }) => lane)).toEqual(['console:a']);
  });

  it('takes one turn at a time over all chats', async () => {
    let running = 0;
    const one: PerformTurn = async (pass) => {
      running += 1;
      expect(running).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      await pass.settle({ status: 'ok', summary: 'done' });
    };
    const stores = openStores(tempHome());
    const { conductor } = conduct(stores, new FakeClock(), one, { unified: true });
    for (let n = 0; n < 6; n++)
      await conductor.submit(message(`m${n}`, 'x', n % 2 ? 'console:a' : 'console:b'));
    await conductor.idle();
    for (let n = 0; n < 6; n++) expect(await stores.book.find(`m${n}`)).toMatchObject({ state: 'closed' });
  });

  it('leaves the desk itself, isolated jobs and workers their own memories', async () => {
    const { conductor, stores } = opened(true);
    for (const key of ['main', 'cron:x', 'story:r/s/write']) {
      await conductor.submit({ ...message(`in ${key}`, 'x', key), kind: 'worker', actor: GATEWAY });
      await conductor.idle();
      expect(await transcript(stores, parseSessionKey(key))).toHaveLength(2);
    }
    expect(await transcript(stores, shared)).toEqual([]);
  });

  it('migrates nothing when it is switched on or off', async () => {
    const first = opened(false);
    await first.conductor.submit(message('m1', 'before', 'console:a'));
    await first.conductor.idle();
    first.stores.close();
    const second = opened(true, first.home);
    await second.conductor.submit(message('m2', 'together', 'console:a'));
    await second.conductor.idle();
    expect(await transcript(second.stores, shared)).toEqual(['user: together', 'assistant: done']);
    second.stores.close();
    const third = opened(false, first.home);
    await third.conductor.submit(message('m3', 'after', 'console:a'));
    await third.conductor.idle();
    const own = (await transcript(third.stores, a)).filter((line) => line.startsWith('user'));
    expect(own).toEqual(['user: before', 'user: together', 'user: after']);
    expect(await transcript(third.stores, shared)).toHaveLength(2);
    third.stores.close();
  });
});
