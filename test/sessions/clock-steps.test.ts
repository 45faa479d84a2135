/** A run that waits behind people, while the clock is set: by a person, or by a time server. */
import { describe, expect, it } from 'vitest';
import type { PerformTurn } from '../../src/sessions/perform.ts';
import { FakeClock, eventually } from '../support/fake-clock.ts';
import { message, slot, writtenJob } from '../support/inbound.ts';
import { conduct } from '../support/stage.ts';
import { openStores } from '../support/stores.ts';
import { tempHome } from '../support/temp-home.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const PATIENCE = { maxDeferMs: 15 * MINUTE };

async function opened(stores = openStores(tempHome()), clock = new FakeClock()) {
  const begun: string[] = [];
  const going = new Map<string, () => void>();
  const perform: PerformTurn = async (pass) => {
    begun.push(pass.started.turn.id);
    await new Promise<void>((go) => going.set(pass.started.turn.id, go));
    await pass.joined();
    await pass.settle({ status: 'ok', summary: 'done' });
  };
  const house = conduct(stores, clock, perform, { defaultTimeoutMs: DAY });
  const begins = (turn: string) => eventually(() => going.has(turn), `${turn} begins`);
  const finish = async (turn: string) => (await begins(turn), going.get(turn)!());
  const waits = (turn: string) => eventually(() => house.news.includes(`${turn} deferred`), `${turn} waits`);
  return { ...house, stores, clock, begun, begins, finish, waits };
}

/** Minutes in which the hands stand, or go on. */
async function passing(clock: FakeClock, minutes: number, stands: boolean): Promise<void> {
  for (let n = 0; n < minutes; n++) {
    await clock.advance(MINUTE);
    if (stands) clock.step(-MINUTE);
  }
}

describe('a run that waits behind people', () => {
  it.each([
    ['goes back three hours', -3 * HOUR],
    ['goes forward 400 days', 400 * DAY],
    ['stands', 0],
  ])('goes first once it has waited for as long as it may, and not before, though the clock %s', async (_, step) => {
    const { conductor, stores, clock, begun, begins, finish, waits } = await opened();
    await stores.jobs.add(writtenJob('job', null));
    await conductor.submit(message('m1'));
    await begins('m1');
    await conductor.submit(slot('job', 1, 'console:desk', PATIENCE));
    await waits('job:1');
    clock.step(step);
    await passing(clock, 14, step === 0);
    expect(await conductor.submit(message('m2'))).toMatchObject({ kind: 'joined' });
    await passing(clock, 2, step === 0);
    expect(await conductor.submit(message('m3'))).toMatchObject({ kind: 'queued' });
    await finish('m1');
    await begins('job:1');
    expect(begun).toEqual(['m1', 'job:1']);
    await finish('job:1');
    await finish('m3');
    await conductor.idle();
  });

  it('waits no longer than it may after a restart on a clock that is three hours behind', async () => {
    const stores = openStores(tempHome());
    const clock = new FakeClock();
    await stores.jobs.add(writtenJob('job', null));
    const nowMs = clock.now() + 3 * HOUR;
    await stores.book.accept(message('m1'), { nowMs, unified: false });
    await stores.book.accept(slot('job', 1, 'console:desk', PATIENCE), { nowMs, unified: false });
    const { conductor, begins, finish, waits } = await opened(stores, clock);
    await conductor.recover();
    await begins('m1');
    await waits('job:1');
    await passing(clock, 14, false);
    expect(await conductor.submit(message('m2'))).toMatchObject({ kind: 'joined' });
    await passing(clock, 2, false);
    expect(await conductor.submit(message('m3'))).toMatchObject({ kind: 'queued' });
    await finish('m1');
    await finish('job:1');
    await finish('m3');
    await conductor.idle();
  });
});
