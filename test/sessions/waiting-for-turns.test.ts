import { describe, expect, it } from 'vitest';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { PerformTurn } from '../../src/sessions/perform.ts';
import { SqlSessionRemoval } from '../../src/store/sql/session-removal.ts';
import { FakeClock, eventually } from '../support/fake-clock.ts';
import { message } from '../support/inbound.ts';
import { conduct } from '../support/stage.ts';
import { openStores } from '../support/stores.ts';
import { tempHome } from '../support/temp-home.ts';

const desk = parseSessionKey('console:desk');

/** Turns that go on until the test lets them, whatever happens to them. */
function opened() {
  const going: (() => void)[] = [];
  const perform: PerformTurn = async (pass) => {
    await new Promise<void>((go) => void going.push(go));
    await pass.settle({ status: 'ok', summary: 'done' });
  };
  const clock = new FakeClock();
  const stores = openStores(tempHome());
  const house = conduct(stores, clock, perform);
  const removal = new SqlSessionRemoval(stores.sql);
  const running = () => eventually(() => going.length > 0, 'a turn runs');
  const go = () => going.forEach((one) => one());
  return { ...house, stores, removal, clock, running, go };
}

const worker = (id: string) => ({ ...message(id), kind: 'worker' as const });

describe('whoever waits for a turn is told how it ended', () => {
  it('when its session is reset while it runs', async () => {
    const { conductor, running } = opened();
    const ended = conductor.ask(worker('w1'));
    await running();
    await conductor.reset(desk, 'Ann');
    expect(await ended).toMatchObject({ status: 'interrupted', summary: 'session reset' });
  });

  it('when its session is closed while it runs', async () => {
    const { conductor, removal, running, clock } = opened();
    const ended = conductor.ask(worker('w1'));
    await running();
    await removal.begin([desk], clock.now());
    await removal.finish([desk], clock.now());
    await conductor.cutOff(['w1'], 'the session was deleted');
    expect(await ended).toMatchObject({ status: 'interrupted', summary: 'the session was deleted' });
  });

  it('when its own end comes too late: its session is gone', async () => {
    const { conductor, removal, running, go, clock } = opened();
    const ended = conductor.ask(worker('w1'));
    await running();
    await removal.begin([desk], clock.now());
    await removal.finish([desk], clock.now());
    go();
    expect(await ended).toMatchObject({ status: 'interrupted', summary: 'the session was deleted' });
  });

  it('when it waits behind another, and its session is deleted', async () => {
    const { conductor, stores, removal, running, go, clock } = opened();
    const first = conductor.ask(worker('w1'));
    await running();
    const second = conductor.ask(worker('w2'));
    await eventually(async () => (await stores.book.find('w2'))?.state === 'waiting');
    await removal.begin([desk], clock.now());
    go();
    await first;
    expect(await second).toMatchObject({ status: 'skipped' });
  });

  it('when it is skipped', async () => {
    const { conductor, stores, running, go } = opened();
    const first = conductor.ask(worker('w1'));
    await running();
    const second = conductor.ask(worker('w2'));
    await eventually(async () => (await stores.book.find('w2'))?.state === 'waiting');
    await conductor.skip('w2', 'the job was paused');
    expect(await second).toEqual({ status: 'skipped', summary: 'the job was paused' });
    go();
    await first;
  });

  it('when it is refused', async () => {
    const { conductor, removal, clock, running, go } = opened();
    const first = conductor.ask(worker('w1'));
    await running();
    go();
    await first;
    await removal.begin([desk], clock.now());
    expect(await conductor.ask(worker('w2'))).toMatchObject({ status: 'skipped' });
  });

  it('when it had ended before they asked, and by everybody who asked', async () => {
    const { conductor, running } = opened();
    const [one, other] = [conductor.ask(worker('w1')), conductor.ask(worker('w1'))];
    await running();
    await conductor.reset(desk, 'Ann');
    const end = { status: 'interrupted', summary: 'session reset' };
    expect(await Promise.all([one, other, conductor.ask(worker('w1'))])).toMatchObject([end, end, end]);
  });
});
