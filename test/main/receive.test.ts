/** Desks that hear each other; also while none of them has the role that is meant, as its desk has just died. */
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { TaskRunner } from '../../src/async/task-runner.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { Features } from '../../src/feature/features.ts';
import { News } from '../../src/feature/news.ts';
import { deskModel } from '../../src/llm/rules/desk-model.ts';
import { buildKernel } from '../../src/main/kernel.ts';
import { receive } from '../../src/main/roles.ts';
import { openEmbedded } from '../../src/main/stores.ts';
import { Dispatcher } from '../../src/sessions/dispatcher.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { Peers, Signal } from '../../src/sessions/peers.ts';
import { FakeClock, eventually } from '../support/fake-clock.ts';
import { openStores } from '../support/stores.ts';
import { tempHome } from '../support/temp-home.ts';

type Heard = Parameters<typeof receive>[1];

const MOST = 1_000;

/** Desks on one store; what one says, the others hear. `told` is all that was said. */
function desksWithoutRoles(count: number) {
  const stores = openStores(tempHome());
  const clock = new FakeClock();
  const told: Signal[] = [];
  const waiting: (() => void)[] = [];
  const failed = (what: string, error: unknown) => {
    throw new Error(what, { cause: error });
  };
  const desks = Array.from({ length: count }, () => {
    const send = (signal: Signal) => {
      told.push(signal);
      for (const other of desks) if (other.send !== send) waiting.push(() => receive(signal, other.heard));
    };
    const sending = { ops: stores.ops, outboxes: {}, clock, landed: () => {}, lost: () => {}, failed };
    const dispatcher = new Dispatcher({ ...sending, peers: { sends: () => false, signal: send } });
    const elsewhere = () => send({ kind: 'tasks' });
    const tasks = new TaskRunner({ book: stores.tasks, handlers: () => [], clock, elsewhere, failed });
    const heard = { dispatcher, tasks, stores: { peers: { holds: () => false } } };
    return { send, dispatcher, tasks, heard: heard as unknown as Heard };
  });
  const spread = () => {
    for (let next = waiting.shift(); next && told.length < MOST; next = waiting.shift()) next();
  };
  return { desks, told, spread };
}

it('says once that there is something to send, and that there are tasks, however many desks hear it', () => {
  const { desks, told, spread } = desksWithoutRoles(3);
  desks[0]!.dispatcher.poke();
  desks[1]!.tasks.poke();
  spread();
  expect(told).toEqual([{ kind: 'outbox' }, { kind: 'tasks' }]);
});

it('the heartbeat keeps to what is set at another desk', async () => {
  const home = tempHome();
  const { config } = readConfig({ NIGHTDESK_HOME: home }, home);
  const [clock, log] = [new FakeClock(), pino({ level: 'silent' })];
  const stores = openEmbedded(config, clock, log);
  const kernelOver = (send: (signal: Signal) => void) => {
    const peers = {
      desk: 'desk:a',
      hasOthers: () => true,
      holds: () => true,
      signal: send,
    } as unknown as Peers;
    const base = { config, clock, log, stores: { ...stores, peers }, model: deskModel };
    return buildKernel({ ...base, news: new News(), features: new Features(), interpret: () => ({}) });
  };
  const beating = kernelOver(() => {});
  const other = kernelOver((signal) => receive(signal, beating));
  onTestFinished(async () => {
    await beating.heartbeat.close();
    for (const { conductor, dispatcher } of [beating, other]) {
      await conductor.close();
      await dispatcher.close(Promise.resolve());
    }
    stores.close();
  });
  beating.heartbeat.start();
  await eventually(() => clock.waiters > 0);
  await beating.cron.wake('next-heartbeat', 'Look at the harbour.');
  const pending = () => stores.events.pending(parseSessionKey('main'));
  await other.setHeartbeat({ enabled: true, everyMs: 10_000 });
  // Time goes on only while the heartbeat waits for it, and never as far as its usual interval.
  let seconds = 0;
  await eventually(async () => {
    if (clock.waiters > 0 && seconds < 100) {
      seconds++;
      await clock.advance(1_000);
    }
    return (await pending()).length === 0;
  });
});
