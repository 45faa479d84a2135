import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseSessionKey } from '../../src/sessions/key.ts';
import { GATEWAY } from '../../src/sessions/actor.ts';
import { eventually } from '../support/fake-clock.ts';
import {
  GUILD,
  ann,
  idOf,
  newsroom,
  other,
  person,
  placeDesk,
  thread,
  withPlaces,
} from '../support/place-desk.ts';
import type { PlaceDesk } from '../support/place-desk.ts';

const bob = person('Bob', 'jobs');
const deleted = '#news was deleted in Discord';

async function opened(options: Parameters<typeof placeDesk>[0] = {}) {
  const house = placeDesk(options);
  await withPlaces(house);
  await house.job('Morning', newsroom);
  await house.job('Follow', thread, bob);
  await house.job('Old', newsroom, ann, false);
  await house.job('Sport', other);
  return house;
}

const named = async (house: PlaceDesk, name: string) =>
  (await house.cron.list({ includeDisabled: true })).find((job) => job.name === name)!;

describe('a channel that was deleted on its platform', () => {
  it('pauses its jobs and those of its threads, with the reason, and leaves all others alone', async () => {
    const house = await opened();
    await house.places.gone(newsroom, deleted);
    expect(await house.jobs()).toEqual([`Morning: ${deleted}`, `Follow: ${deleted}`, 'Old: paused', 'Sport']);
    expect((await house.desk.sessions()).map(({ key }) => key)).toEqual([other]);
    expect(readdirSync(join(house.home, 'sessions', 'archive'))).toHaveLength(2);
    await house.die();
  });

  it('leaves a notice for everybody who made jobs there, once, however often it is said', async () => {
    const house = await opened();
    await house.job('Import', newsroom, GATEWAY);
    for (let n = 0; n < 2; n++) {
      await house.places.gone(newsroom, deleted);
      await house.places.gone(thread, 'the thread was deleted in Discord');
    }
    const notices = await house.places.pendingNotices();
    const what = { kind: 'gone', guildId: GUILD, because: deleted, place: { key: newsroom, title: '#news' } };
    expect(notices).toHaveLength(3);
    expect(notices).toMatchObject(notices.map(() => what));
    expect(notices.map(({ owner, jobs }) => [owner?.name, jobs.map(({ name }) => name)])).toEqual(
      expect.arrayContaining([
        ['Ann', ['Morning', 'Old']],
        ['Bob', ['Follow']],
        [undefined, ['Import']],
      ]),
    );
    expect(notices.find(({ owner }) => owner?.name === 'Bob')?.owner?.id).toBe(idOf('Bob'));
    for (const { id } of notices) await house.places.noticeTold(id);
    await house.places.gone(newsroom, deleted);
    expect(await house.places.pendingNotices()).toEqual([]);
    await house.die();
  });

  it('keeps a notice until it is told, over restarts', async () => {
    const house = await opened();
    await house.places.gone(thread, 'the thread was deleted in Discord');
    const [notice] = await house.places.pendingNotices();
    await house.die();
    const again = placeDesk({ home: house.home, clock: house.clock });
    expect(await again.places.pendingNotices()).toEqual([notice]);
    await again.places.noticeTold(notice!.id);
    expect(await again.places.pendingNotices()).toEqual([]);
    await again.die();
  });

  it('stops what runs there, skips what waits, drops what was not sent, and takes nothing in any more', async () => {
    let state = 'not begun';
    const house = await opened({
      perform: async (pass) => {
        if (pass.started.turn.text === 'work') {
          state = 'begun';
          await new Promise((resolve) => pass.signal.addEventListener('abort', resolve));
          state = 'stopped';
        }
        await pass.settle({ status: 'ok', summary: `${state}, and done` });
      },
    });
    const { id } = await named(house, 'Morning');
    const { turnId } = await house.desk.say({ session: newsroom, text: 'work' }, ann);
    await eventually(() => state === 'begun');
    const { runId } = await house.cron.run(id, 'force');
    await eventually(async () => (await house.cron.runs(id))[0]?.status === 'deferred');
    const spec = { kind: 'post', channel: { id: '100' }, text: 'too late' } as const;
    await house.stores.ops.put([{ key: 'late', lane: newsroom, spec }]);
    await house.places.gone(newsroom, deleted);
    await house.conductor.idle();
    expect(state).toBe('stopped');
    expect(await house.stores.book.find(turnId)).toMatchObject({
      end: { status: 'interrupted', summary: deleted },
    });
    expect(await house.cron.runs(id)).toMatchObject([{ runId, status: 'skipped', error: deleted }]);
    expect(await house.stores.ops.find('late')).toMatchObject({ state: 'failed', error: deleted });
    await expect(house.desk.say({ session: newsroom, text: 'hello?' }, ann)).rejects.toThrow('no session');
    const origin = { channel: 'discord', chatId: '100', kind: 'channel' } as const;
    await house.stores.sessions.open({ key: newsroom, origin, title: '#news' }, house.clock.now());
    expect(await house.stores.sessions.get(newsroom)).toBeUndefined();
    await house.die();
  });

  it('skips, in the ledger, each slot of a job that somebody lets run there nevertheless', async () => {
    const house = await opened();
    await house.places.gone(newsroom, deleted);
    const { id } = await named(house, 'Morning');
    await house.cron.update(id, { enabled: true });
    house.cron.start();
    await house.clock.advance(2 * 3_600_000);
    const runs = await eventually(async () => {
      const found = await house.cron.runs(id);
      return found.length > 0 && found;
    });
    expect(runs).toMatchObject([{ status: 'skipped', error: 'session discord:100 is gone' }]);
    expect((await house.cron.get(id))?.state.nextRunAtMs).toBeGreaterThan(house.clock.now());
    await house.die();
  });

  it('finishes at the next start what a dead desk had begun', async () => {
    const house = await opened();
    await house.book.gone(newsroom, deleted, house.clock.now());
    await house.die();
    const again = placeDesk({ home: house.home, clock: house.clock });
    await again.places.resume();
    expect(readdirSync(join(house.home, 'sessions', 'archive'))).toHaveLength(2);
    expect(await again.book.leaving()).toEqual([]);
    await again.die();
  });

  it('knows a place that only a job knows of, and none that nobody knows', async () => {
    const house = await opened();
    const far = parseSessionKey('discord:777');
    await house.places.gone(far, 'it was deleted');
    expect(await house.places.pendingNotices()).toEqual([]);
    await house.job('Far', far);
    await house.places.gone(far, 'it was deleted');
    expect(await house.jobs()).toContain('Far: it was deleted');
    expect(await house.places.pendingNotices()).toMatchObject([{ place: { key: far, title: '777' } }]);
    await house.die();
  });

  it('can be opened again when it is there after all, with the jobs that its deletion had paused', async () => {
    const house = await opened();
    await house.places.gone(newsroom, deleted);
    await house.cron.update((await named(house, 'Follow')).id, { name: 'Followed' });
    await house.places.back(newsroom);
    expect(await house.jobs()).toEqual(['Morning', 'Followed', 'Old: paused', 'Sport']);
    expect(await house.places.pendingNotices()).toEqual([]);
    await house.desk.say({ session: newsroom, text: 'anew' }, ann);
    await house.conductor.idle();
    const said = (await house.desk.history(newsroom, 10)).map(({ content }) => content);
    expect(said).toEqual(['anew', 'You said: anew']);
    await house.die();
  });
});

describe('a channel that can not be reached', () => {
  const because = 'the bot may no longer see the channel';

  it('pauses the jobs and says so once, until it is found again; then they run as before', async () => {
    const house = await opened();
    for (let n = 0; n < 2; n++) await house.places.lost(newsroom, because);
    expect(await house.jobs()).toEqual([`Morning: ${because}`, `Follow: ${because}`, 'Old: paused', 'Sport']);
    const notices = await house.places.pendingNotices();
    expect(notices.map(({ kind, jobs }) => [kind, jobs.map(({ name }) => name)])).toEqual(
      expect.arrayContaining([
        ['lost', ['Morning']],
        ['lost', ['Follow']],
      ]),
    );
    for (const { id } of notices) await house.places.noticeTold(id);
    await house.places.lost(newsroom, because);
    expect(await house.places.pendingNotices()).toEqual([]);
    expect((await house.desk.history(newsroom, 10)).length).toBeGreaterThan(0);
    await house.places.found(newsroom);
    expect(await house.jobs()).toEqual(['Morning', 'Follow', 'Old: paused', 'Sport']);
    house.clock.set(house.clock.now() + 1);
    await house.places.lost(newsroom, because);
    expect(await house.places.pendingNotices()).toHaveLength(2);
    await house.die();
  });

  it('tells nobody who was not told yet, when it is found in time', async () => {
    const house = await opened();
    await house.places.lost(newsroom, because);
    await house.places.found(newsroom);
    expect(await house.places.pendingNotices()).toEqual([]);
    await house.die();
  });

  it('leaves alone what somebody has paused meanwhile', async () => {
    const house = await opened();
    await house.places.lost(newsroom, because);
    await house.cron.update((await named(house, 'Morning')).id, { enabled: false });
    await house.places.found(newsroom);
    expect(await house.jobs()).toEqual(['Morning: paused', 'Follow', 'Old: paused', 'Sport']);
    await house.die();
  });

  it('is told anew when it turns out to be gone, and its jobs come back with it', async () => {
    const house = await opened();
    await house.places.lost(newsroom, because);
    await house.places.gone(newsroom, deleted);
    expect((await house.places.pendingNotices()).map(({ kind }) => kind)).toEqual(['gone', 'gone']);
    expect(await house.jobs()).toContain(`Morning: ${deleted}`);
    await house.places.found(newsroom);
    expect(await house.jobs()).toContain(`Morning: ${deleted}`);
    await house.places.back(newsroom);
    expect(await house.jobs()).toEqual(['Morning', 'Follow', 'Old: paused', 'Sport']);
    await house.die();
  });
});

it('lists the places to ask for: those with jobs that are not gone, each with its server', async () => {
  const house = await opened();
  await house.cron.add(
    {
      name: 'x',
      schedule: { kind: 'every', everyMs: 60_000 },
      payload: { kind: 'agentTurn', message: 'x', sessionKey: 'console:x' },
    },
    { kind: 'gateway' },
  );
  expect(await house.places.list('discord')).toEqual([
    { key: newsroom, title: '#news', guildId: GUILD },
    { key: thread, title: 'Gold at a record', guildId: GUILD },
    { key: other, title: '#sport', guildId: GUILD },
  ]);
  await house.places.lost(other, 'no access');
  await house.places.gone(newsroom, deleted);
  expect(await house.places.list('discord')).toEqual([
    { key: other, title: '#sport', guildId: GUILD, lost: true },
  ]);
  await house.die();
});
