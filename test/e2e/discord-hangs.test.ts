import { afterEach, describe, expect, it } from 'vitest';
import { START } from '../support/discord-desk.ts';
import { addJob, newsroom } from '../support/discord-newsroom.ts';
import type { Newsroom } from '../support/discord-newsroom.ts';
import { eventually } from '../support/fake-clock.ts';
import { FlowingClock } from '../support/flowing-clock.ts';

describe('a desk whose Discord hangs', () => {
  let room: Newsroom<FlowingClock>;

  afterEach(async () => {
    room.discord.faults.clear();
    await room.close();
    room.clock.stop();
  });

  const open = async () => {
    room = await newsroom({ clock: new FlowingClock(START) });
    await room.start();
    return room;
  };

  it('does what was confirmed, though nobody can be answered any more', async () => {
    const { discord, anna, news } = await open();
    const asked = await discord.slash(anna, news, 'channel delete').final();
    const held = discord.faults.holdRequests({ method: 'DELETE', times: 1 });
    discord.faults.cut({ method: 'POST', route: /callback/, times: 10 });
    discord.press(anna, asked.message!, 'Delete the channel');
    // It takes longer than Discord waits, and the deferral finds no connection: an unhandled rejection fails this test.
    await eventually(() =>
      discord.records.requests.some(({ path, status }) => path.includes('callback') && status === undefined),
    );
    held.release();
    await eventually(() => !discord.realm.world.channels.has(news.id));
  });

  it('stops while answers to interactions and reads are held', async () => {
    const { discord, anna, news, desk } = await open();
    await addJob(room, news);
    const callbacks = discord.faults.holdRequests({ method: 'POST', route: /callback/, times: 10 });
    discord.faults.tooManyRequests(60, { method: 'GET', route: '/channels/:channel', times: 10 });
    discord.slash(anna, news, 'cron list');
    discord.renameChannel(news, 'renamed');
    await eventually(() => callbacks.waiting > 0);
    await desk.stop();
    expect(callbacks.waiting).toBeGreaterThan(0); // it did not wait for them
    callbacks.release();
  });
});
