/** A worker's session that is reset, with the conductor that performs its turns: its batch goes on. */
import { expect, it } from 'vitest';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { Inbound } from '../../src/sessions/turn.ts';
import type { AskTurn } from '../../src/sessions/perform.ts';
import { FakeClock, eventually } from '../support/fake-clock.ts';
import { conduct } from '../support/stage.ts';
import { openStores } from '../support/stores.ts';
import { tempHome } from '../support/temp-home.ts';
import { NewsroomWorld, byDeskModel } from './newsroom-world.ts';

it('a batch whose running worker was reset asks for it again, and is done', async () => {
  const clock = new FakeClock(Date.UTC(2026, 10, 20, 7, 0, 0));
  const stores = openStores(tempHome());
  const world = new NewsroomWorld({ stores, clock });
  const inbounds = new Map<string, Inbound>();
  const begun: string[] = [];
  const { conductor } = conduct(stores, clock, async (pass) => {
    const { id } = pass.started.turn;
    begun.push(id);
    // The first never ends by itself.
    if (id.endsWith('/write')) await new Promise(() => {});
    await pass.settle(await byDeskModel(inbounds.get(id)!));
  });
  const ask: AskTurn = (inbound) => {
    inbounds.set(inbound.id, inbound);
    return conductor.ask(inbound);
  };
  const plan = await world.order('run-1', 1);
  const line = world.line({ ask });
  line.take('run-1');
  await eventually(() => begun.includes('story:run-1/story_01/write'), 'the worker writes');
  await conductor.reset(parseSessionKey('story:run-1/story_01/write'), 'Ann');
  await line.idle();
  expect(await world.statuses(plan)).toEqual(['SUCCESS']);
  expect(begun).toEqual(['story:run-1/story_01/write', 'story:run-1/story_01/write-101']);
  world.close();
});
