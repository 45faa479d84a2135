import { describe, expect, it } from 'vitest';
import type { ConductorDeps } from '../../src/sessions/conductor.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { PerformTurn } from '../../src/sessions/perform.ts';
import type { TurnBook } from '../../src/sessions/turn-book.ts';
import { FakeClock, eventually } from '../support/fake-clock.ts';
import { message } from '../support/inbound.ts';
import { conduct } from '../support/stage.ts';
import { openStores } from '../support/stores.ts';
import { tempHome } from '../support/temp-home.ts';

const desk = parseSessionKey('console:desk');
const worker = (id: string) => ({ ...message(id), kind: 'worker' as const });

/** The book, but for a method that fails as often as it is told to. */
function failing(book: TurnBook, method: 'accept' | 'start', fails: () => boolean): TurnBook {
  const fault = () => Promise.reject(new Error(`${method} failed`));
  return new Proxy(book, {
    get: (target, name: keyof TurnBook) =>
      name === method && fails() ? fault : (target[name].bind(target) as unknown),
  });
}

/** Turns that go on until the test lets them, and read on when somebody has joined. */
function opened(more: (book: TurnBook) => Partial<ConductorDeps> = () => ({})) {
  const going: (() => void)[] = [];
  const perform: PerformTurn = async (pass) => {
    await new Promise<void>((go) => void going.push(go));
    while ((await pass.settle({ status: 'ok', summary: 'done' })) === 'joined') await pass.joined();
  };
  const clock = new FakeClock();
  const stores = openStores(tempHome());
  const stage = conduct(stores, clock, perform, more(stores.book));
  const running = () => eventually(() => going.length > 0, 'a turn runs');
  return { ...stage, stores, clock, running, go: () => going.splice(0).forEach((one) => one()) };
}

/** A message was asked about that has joined what runs. */
async function joined() {
  const stage = opened();
  await stage.conductor.submit(message('m1'));
  await stage.running();
  const ended = stage.conductor.ask(message('m2'));
  await eventually(async () => (await stage.stores.book.find('m2'))?.state === 'joined', 'm2 has joined');
  return { ...stage, ended };
}

describe('whoever asked for a turn hears of its end', () => {
  it('when it was answered together with the one that it had joined, and who asks again as well', async () => {
    const { conductor, go, ended } = await joined();
    const again = conductor.ask(message('m2'));
    go();
    const end = { status: 'ok', summary: 'answered together with m1' };
    expect(await Promise.all([ended, again, conductor.ask(message('m2'))])).toMatchObject([end, end, end]);
  });

  it('when the session is reset in which it had joined another', async () => {
    const { conductor, ended } = await joined();
    await conductor.reset(desk, 'Ann');
    expect(await ended).toEqual({ status: 'interrupted', summary: 'session reset' });
  });

  it('when the turn that it had joined ran out of time: then it is a turn of its own', async () => {
    const { conductor, stores, clock, go, ended } = await joined();
    await clock.advance(60_000);
    await eventually(async () => (await stores.book.find('m2'))?.state === 'running', 'm2 runs');
    go();
    go();
    expect(await ended).toEqual({ status: 'ok', summary: 'done' });
    await conductor.idle();
  });

  it('when the desk closes first: it runs after the restart, and nobody waits for that', async () => {
    const { conductor, stores, running } = opened();
    const first = conductor.ask(worker('w1'));
    await running();
    const second = conductor.ask(worker('w2'));
    await eventually(async () => (await stores.book.find('w2'))?.state === 'waiting', 'w2 waits');
    const told = Promise.allSettled([first, second]);
    await conductor.close();
    const closing = { status: 'rejected', reason: { name: 'DeskClosing' } };
    expect(await told).toMatchObject([closing, closing]);
    await expect(conductor.ask(worker('w3'))).rejects.toMatchObject({ name: 'DeskClosing' });
    expect(await stores.book.find('w1')).toEqual({ state: 'waiting' });
  });

  it('when somebody else asked for the same, and that could not be written down', async () => {
    let fails = false;
    const { conductor, running, go } = opened((book) => ({ book: failing(book, 'accept', () => fails) }));
    const first = conductor.ask(worker('w1'));
    await running();
    fails = true;
    await expect(conductor.ask(worker('w1'))).rejects.toThrow('accept failed');
    go();
    expect(await first).toEqual({ status: 'ok', summary: 'done' });
  });

  it('when its start could not be written down at first', async () => {
    let fails = 2;
    const { conductor, clock, failures, running, go } = opened((book) => ({
      book: failing(book, 'start', () => fails-- > 0),
    }));
    const ended = conductor.ask(worker('w1'));
    await eventually(async () => {
      await clock.advance(1_000);
      return fails < 0;
    }, 'it was tried again');
    await running();
    go();
    expect(await ended).toEqual({ status: 'ok', summary: 'done' });
    expect(failures).toMatchObject([{ message: 'start failed' }, { message: 'start failed' }]);
  });
});
