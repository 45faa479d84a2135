import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GATEWAY } from '../../src/sessions/actor.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import { FakeClock, eventually, settle } from '../support/fake-clock.ts';
import {
  ann,
  newsroom,
  other,
  person,
  placeDesk,
  platform,
  thread,
  withPlaces,
} from '../support/place-desk.ts';
import type { PlaceDesk } from '../support/place-desk.ts';
import { transcript } from '../support/stage.ts';

const sure = { confirmed: true };
const refused = { kind: 'refused', because: 'missing permission Manage Channels' } as const;

async function opened(options: Parameters<typeof placeDesk>[0] = {}) {
  const house = placeDesk(options);
  await withPlaces(house);
  await house.job('Morning', newsroom);
  await house.job('Follow', thread, person('Bob', 'jobs'));
  await house.job('Old', newsroom, ann, false);
  return house;
}

const idOfJob = async (house: PlaceDesk, name: string) =>
  (await house.cron.list({ includeDisabled: true })).find((job) => job.name === name)!.id;

const before = ['Morning', 'Follow', 'Old: paused'];

describe('deleting a channel', () => {
  it('touches nothing without confirmation, and names the jobs of its threads too', async () => {
    const house = await opened();
    const asked = await house.deletion.delete(newsroom, { confirmed: false }, ann);
    expect(asked.kind === 'asks' && asked.jobs.map(({ name }) => name)).toEqual(['Morning', 'Old', 'Follow']);
    expect(await house.jobs()).toEqual(before);
    expect(house.there.attempts).toEqual([]);
    await house.die();
  });

  it('deletes it on the platform once, and takes away jobs, notes, sessions and transcripts', async () => {
    const house = await opened();
    await house.desk.addNote(newsroom, 'no crypto', 'Ann');
    await house.job('Elsewhere', other);
    expect(await house.deletion.delete(newsroom, sure, ann)).toEqual({ kind: 'deleted', jobs: 3 });
    expect([...house.there.gone]).toEqual(['100']);
    expect(house.there.attempts).toHaveLength(1);
    expect(await house.jobs()).toEqual(['Elsewhere']);
    expect(await house.desk.notes(newsroom)).toEqual([]);
    expect((await house.desk.sessions()).map(({ key }) => key)).toEqual([other]);
    expect(readdirSync(join(house.home, 'sessions', 'archive'))).toHaveLength(2);
    expect(house.clock.waiters).toBe(0);
    await house.die();
  });

  it('deletes a thread and leaves its channel alone', async () => {
    const house = await opened();
    expect(await house.deletion.delete(thread, sure, ann)).toEqual({ kind: 'deleted', jobs: 1 });
    expect([...house.there.gone]).toEqual(['101']);
    expect(await house.jobs()).toEqual(['Morning', 'Old: paused']);
    expect((await house.desk.sessions()).map(({ key }) => key)).toContain(newsroom);
    await house.die();
  });

  it('restores everything when the platform refuses, and tells whoever asked', async () => {
    const house = await opened();
    const slots = (await house.cron.list()).map(({ state }) => state.nextRunAtMs);
    house.there.fates.push(refused);
    expect(await house.deletion.delete(newsroom, sure, ann)).toEqual({
      kind: 'kept',
      because: 'missing permission Manage Channels',
      jobs: 2,
    });
    expect(await house.jobs()).toEqual(before);
    expect((await house.cron.list()).map(({ state }) => state.nextRunAtMs)).toEqual(slots);
    await house.desk.say({ session: newsroom, text: 'still here?' }, ann);
    await house.conductor.idle();
    expect((await transcript(house.stores, newsroom)).slice(-4)).toEqual([
      'system: #news is being deleted, as Ann asked',
      expect.stringMatching(/^system: This place was not deleted: .*Manage Channels/),
      'user: still here?',
      'assistant: You said: still here?',
    ]);
    expect(house.there.posts.filter(({ text }) => text.includes('asked me to delete'))).toEqual([]);
    await house.die();
  });

  it('tries anew, under a new key, when it is asked for again after a refusal', async () => {
    const house = await opened();
    house.there.fates.push(refused);
    await house.deletion.delete(newsroom, sure, ann);
    house.clock.set(house.clock.now() + 1);
    expect(await house.deletion.delete(newsroom, sure, ann)).toMatchObject({ kind: 'deleted' });
    expect(new Set(house.there.attempts).size).toBe(2);
    await house.die();
  });

  it('restores everything when nobody can say whether it was deleted', async () => {
    const house = await opened();
    house.there.fates.push('never arrives');
    house.there.seen.readable = false;
    const asked = house.deletion.delete(newsroom, sure, ann);
    await eventually(() => house.clock.waiters > 1);
    await house.clock.advance(8_000);
    expect(await asked).toEqual({ kind: 'pending' });
    await house.clock.advance(7_000);
    await eventually(() => house.there.posts.some(({ text }) => text.includes('nothing can be read there')));
    expect(await house.jobs()).toEqual(before);
    await house.die();
  });

  it('finishes when the answer was lost and the channel is not there any more', async () => {
    const house = await opened();
    house.there.fates.push('answer lost');
    const asked = house.deletion.delete(newsroom, sure, ann);
    await eventually(() => house.clock.waiters > 1);
    await house.clock.advance(15_000);
    expect(await asked).toEqual({ kind: 'pending' });
    await eventually(async () => (await house.jobs()).length === 0);
    expect(house.there.attempts).toHaveLength(1);
    await house.die();
  });

  it('answers in time when the platform takes long, and says in the channel, once, that it stays', async () => {
    const house = await opened();
    let answer = () => {};
    house.there.fates.push(new Promise<void>((resolve) => (answer = resolve)), refused);
    const asked = house.deletion.delete(newsroom, { confirmed: true, locale: 'zh' }, ann);
    await eventually(() => house.there.attempts.length === 1);
    const again = house.deletion.delete(newsroom, sure, person('Bob', 'jobs'));
    await eventually(() => house.clock.waiters === 2);
    await house.clock.advance(8_000);
    expect([await asked, await again]).toEqual([{ kind: 'pending' }, { kind: 'pending' }]);
    answer();
    const asks = () => house.there.posts.filter(({ text }) => text.includes('Ann 要求刪除這裡'));
    await eventually(() => asks().length > 0);
    await house.dispatcher.idle();
    const told = asks();
    expect(told).toHaveLength(1);
    expect(told[0]!.text).toContain('missing permission Manage Channels');
    expect(await house.jobs()).toEqual(before);
    await house.die();
  });

  it('takes in nothing while it is being deleted: no message, no slot, no second deletion', async () => {
    const house = await opened();
    let answer = () => {};
    house.there.fates.push(new Promise<void>((resolve) => (answer = resolve)));
    const asked = house.deletion.delete(newsroom, sure, ann);
    await eventually(() => house.there.attempts.length === 1);
    expect(await house.jobs()).toEqual([
      'Morning: #news is being deleted, as Ann asked',
      'Follow: #news is being deleted, as Ann asked',
      'Old: paused',
    ]);
    expect(await house.places.isDeleting(newsroom)).toBe(true);
    expect(await house.places.isDeleting(thread)).toBe(true);
    expect(await house.places.isDeleting(other)).toBe(false);
    for (const session of [newsroom, thread])
      await expect(house.desk.say({ session, text: 'wait' }, ann)).rejects.toThrow('is being deleted');
    expect((await house.cron.run(await idOfJob(house, 'Morning'), 'force')).reason).toContain(
      'is being deleted',
    );
    await expect(house.sessionDeletion.delete(newsroom, true, GATEWAY)).rejects.toThrow(
      'is being deleted already',
    );
    await house.places.gone(newsroom, '#news was deleted in Discord');
    await house.places.gone(thread, 'the thread was deleted in Discord');
    expect(await house.places.pendingNotices()).toEqual([]);
    answer();
    expect(await asked).toEqual({ kind: 'deleted', jobs: 3 });
    await house.places.gone(newsroom, '#news was deleted in Discord');
    expect(await house.places.pendingNotices()).toEqual([]);
    await house.die();
  });

  it('takes along what came meanwhile: a job, and a thread', async () => {
    const house = await opened();
    let answer = () => {};
    house.there.fates.push(new Promise<void>((resolve) => (answer = resolve)));
    const asked = house.deletion.delete(newsroom, sure, ann);
    await eventually(() => house.there.attempts.length === 1);
    await house.job('Late', newsroom);
    const born = parseSessionKey('discord:102');
    const origin = { channel: 'discord', chatId: '102', kind: 'thread', parent: newsroom } as const;
    await house.stores.sessions.open({ key: born, origin, title: 'new' }, house.clock.now());
    await house.job('Later', born);
    answer();
    expect(await asked).toEqual({ kind: 'deleted', jobs: 5 });
    expect(await house.jobs()).toEqual([]);
    expect((await house.desk.sessions()).map(({ key }) => key)).toEqual([other]);
    await house.die();
  });

  it('is not opened again by what was on its way when it was deleted', async () => {
    const house = await opened();
    await house.deletion.delete(newsroom, sure, ann);
    await expect(house.desk.say({ session: newsroom, text: 'too late' }, ann)).rejects.toThrow('no session');
    const origin = { channel: 'discord', chatId: '100', kind: 'channel' } as const;
    await house.stores.sessions.open({ key: newsroom, origin, title: '#news' }, house.clock.now());
    expect(await house.stores.sessions.get(newsroom)).toBeUndefined();
    await house.die();
  });

  it('stops the turn that runs there, which leaves no answer, and keeps the memory when it stays', async () => {
    let state = 'not begun';
    const house = placeDesk({
      perform: async (pass) => {
        const { signal, started } = pass;
        if (started.turn.text === 'work') {
          state = 'begun';
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          state = 'stopped';
        }
        await pass.settle({ status: 'ok', summary: `${state} and done` });
      },
    });
    await withPlaces(house);
    const job = await house.job('Morning', newsroom);
    const { turnId } = await house.desk.say({ session: newsroom, text: 'work' }, ann);
    await eventually(() => state === 'begun');
    const { runId } = await house.cron.run(job.id, 'force');
    await eventually(async () => (await house.cron.runs(job.id))[0]?.status === 'deferred');
    house.there.fates.push(refused);
    expect(await house.deletion.delete(newsroom, sure, ann)).toMatchObject({ kind: 'kept' });
    await house.conductor.idle();
    expect(state).toBe('stopped');
    expect(await house.cron.runs(job.id)).toMatchObject([
      { runId, status: 'skipped', error: '#news is being deleted, as Ann asked' },
    ]);
    expect(await house.stores.book.find(turnId)).toMatchObject({ end: { status: 'interrupted' } });
    expect((await house.stores.sessions.get(newsroom))?.generation).toBe(0);
    await house.dispatcher.idle();
    expect(house.there.posts.map(({ text }) => text)).not.toContain('stopped and done');
    await house.die();
  });

  it('first says what stands in the outbox of the channel: it is not lost when the channel stays', async () => {
    const house = await opened();
    const spec = { kind: 'post', channel: { id: '100' }, text: 'Gold at a record' } as const;
    await house.stores.ops.put([{ key: 'post', lane: newsroom, spec }]);
    house.there.fates.push(refused);
    await house.deletion.delete(newsroom, sure, ann);
    expect(house.there.posts.map(({ text }) => text)).toContain('Gold at a record');
    await house.die();
  });

  it('lists jobs of the system beside those that go with the place', async () => {
    const house = await opened();
    const { id } = await house.job('Plan', thread, { kind: 'system', name: 'Nightdesk', rights: [] });
    const asked = await house.deletion.delete(newsroom, { confirmed: false }, ann);
    expect(asked).toMatchObject({ kind: 'asks', left: [{ id, name: 'Plan' }] });
    expect(asked.kind === 'asks' && asked.jobs.some((job) => job.id === id)).toBe(false);
    expect(await house.deletion.delete(newsroom, sure, ann)).toMatchObject({ kind: 'deleted' });
    expect(await house.cron.get(id)).toMatchObject({ name: 'Plan' });
    await house.die();
  });

  it('refuses who may not, and what nobody knows', async () => {
    const house = await opened();
    await expect(house.deletion.delete(newsroom, sure, person('Eve'))).rejects.toThrow('Eve may not');
    await expect(house.deletion.delete(parseSessionKey('discord:5'), sure, ann)).rejects.toThrow(
      'no session',
    );
    expect(house.there.attempts).toEqual([]);
    await house.die();
  });

  it('is told to those who follow jobs', async () => {
    const house = await opened();
    const id = await idOfJob(house, 'Morning');
    const told: { jobId: string; action: string; nextRunAtMs?: number }[] = [];
    house.subscribe(({ event, payload }) => event === 'cron' && told.push(payload as (typeof told)[number]));
    house.there.fates.push(refused);
    await house.deletion.delete(newsroom, sure, ann);
    const news = told.filter(({ jobId }) => jobId === id);
    expect(news.map(({ action, nextRunAtMs }) => [action, nextRunAtMs !== undefined])).toEqual([
      ['updated', false],
      ['updated', true],
    ]);
    await house.die();
  });
});

describe('a desk that dies while it deletes a channel', () => {
  const never = () => new Promise<never>(() => {});

  it('sends the deletion at the next start, when it had not', async () => {
    const there = platform();
    there.fates.push(new Promise(() => {}));
    const house = await opened({ there });
    void house.deletion.delete(newsroom, sure, ann);
    await eventually(() => there.attempts.length === 1);
    for (const { key } of await house.stores.ops.under('remove:'))
      await house.stores.ops.postpone(key, 'it was not sent');
    await house.die();
    const again = placeDesk({ there, home: house.home, clock: house.clock });
    await again.deletion.resume();
    await eventually(async () => (await again.jobs()).length === 0);
    expect([...there.gone]).toEqual(['100']);
    await again.die();
  });

  it('asks whether it was deleted, when it died while sending', async () => {
    const there = platform();
    there.fates.push(new Promise(() => {}));
    const house = await opened({ there });
    void house.deletion.delete(newsroom, sure, ann);
    await eventually(() => there.attempts.length === 1);
    there.gone.add('100');
    await house.die();
    const again = placeDesk({ there, home: house.home, clock: new FakeClock(house.clock.now() + 60_000) });
    await again.deletion.resume();
    await eventually(async () => (await again.jobs()).length === 0);
    expect(there.attempts).toHaveLength(1);
    await again.die();
  });

  it.each([
    ['before anything was taken away', { removal: 'family' }],
    ['before the transcripts were set aside', { transcripts: 'archive' }],
    ['before the sessions were taken away', { removal: 'finish' }],
  ] as const)('finishes what was sent, when it died %s', async (_, where) => {
    const there = platform();
    const house = await opened({ there });
    const [[room, step]] = Object.entries(where) as [['removal' | 'transcripts', string]];
    const real = room === 'removal' ? house.placeRemoval : house.stores.transcripts;
    let calls = 0;
    const dies = new Proxy(real, {
      get: (target, name) => {
        const value = Reflect.get(target, name) as unknown;
        if (typeof value !== 'function') return value;
        // The family is asked for before the sending too.
        if (name === step && ++calls > (step === 'family' ? 1 : 0)) return never;
        return value.bind(target) as unknown;
      },
    });
    const dying = house.deletionOver({ [room]: dies });
    void dying.delete(newsroom, sure, ann);
    await eventually(() => there.gone.has('100'));
    await settle();
    await house.die();
    const again = placeDesk({ there, home: house.home, clock: house.clock });
    expect(await again.places.isDeleting(newsroom)).toBe(true);
    await again.deletion.resume();
    await eventually(async () => (await again.desk.sessions()).length === 1);
    expect(await again.jobs()).toEqual([]);
    expect(there.attempts).toHaveLength(1);
    expect(readdirSync(join(house.home, 'sessions', 'archive'))).toHaveLength(2);
    await again.die();
  });

  it('restores at the next start what was refused, and says so in the channel', async () => {
    const there = platform();
    there.fates.push(refused);
    const house = await opened({ there });
    const real = house.placeRemoval;
    const dies = new Proxy(real, {
      get: (target, name) => {
        const value = Reflect.get(target, name) as unknown;
        return name === 'restore'
          ? never
          : typeof value === 'function'
            ? (value.bind(target) as unknown)
            : value;
      },
    });
    void house.deletionOver({ removal: dies }).delete(newsroom, sure, ann);
    await eventually(() => there.attempts.length === 1);
    await settle();
    await house.die();
    const again = placeDesk({ there, home: house.home, clock: house.clock });
    await again.deletion.resume();
    await eventually(() => there.posts.some(({ text }) => text.startsWith('Ann asked me to delete this')));
    expect(await again.jobs()).toEqual(before);
    await again.deletion.resume();
    await again.dispatcher.idle();
    expect(there.posts.filter(({ text }) => text.startsWith('Ann asked me to delete this'))).toHaveLength(1);
    await again.die();
  });

  it('is not taken for the deletion of a session alone', async () => {
    const there = platform();
    there.fates.push(new Promise(() => {}));
    const house = await opened({ there });
    void house.deletion.delete(newsroom, sure, ann);
    await eventually(() => there.attempts.length === 1);
    await house.die();
    const again = placeDesk({ home: house.home, clock: house.clock });
    await again.sessionDeletion.resume();
    expect(await again.jobs()).toHaveLength(3);
    await again.die();
  });
});

it('deletes the session only, where the channel is not to be deleted', async () => {
  const house = await opened();
  expect(await house.sessionDeletion.delete(newsroom, true, GATEWAY)).toEqual({ deleted: true });
  expect(house.there.attempts).toEqual([]);
  await house.die();
});
