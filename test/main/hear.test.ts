/** Desks that hear each other, while none of them has the role that is meant: its desk has just died. */
import { expect, it } from 'vitest';
import { TaskRunner } from '../../src/async/task-runner.ts';
import { hear } from '../../src/main/roles.ts';
import { Dispatcher } from '../../src/sessions/dispatcher.ts';
import type { Signal } from '../../src/sessions/peers.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { openStores } from '../support/stores.ts';
import { tempHome } from '../support/temp-home.ts';

type Heard = Parameters<typeof hear>[1];

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
    const tell = (signal: Signal) => {
      told.push(signal);
      for (const other of desks) if (other.tell !== tell) waiting.push(() => hear(signal, other.heard));
    };
    const sending = { ops: stores.ops, outboxes: {}, clock, landed: () => {}, lost: () => {}, failed };
    const dispatcher = new Dispatcher({ ...sending, peers: { sends: () => false, tell } });
    const elsewhere = () => tell({ kind: 'tasks' });
    const tasks = new TaskRunner({ book: stores.tasks, handlers: () => [], clock, elsewhere, failed });
    const heard = { dispatcher, tasks, stores: { peers: { holds: () => false } } };
    return { tell, dispatcher, tasks, heard: heard as unknown as Heard };
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
