import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GATEWAY, SYSTEM } from '../../src/sessions/actor.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { PerformTurn } from '../../src/sessions/perform.ts';
import { eventually } from '../support/fake-clock.ts';
import { transcript } from '../support/stage.ts';
import { smallDesk } from '../support/small-desk.ts';
import type { SmallDesk } from '../support/small-desk.ts';

const news = parseSessionKey('console:news');
const thread = parseSessionKey('console:news.1');
const ann = { kind: 'person' as const, name: 'Ann' };

const bound = (sessionKey: string, name = 'diary') => ({
  name,
  schedule: { kind: 'every', everyMs: 3_600_000 },
  payload: { kind: 'agentTurn', message: 'check the diary', sessionKey },
});

async function withThread(house: SmallDesk) {
  await house.desk.say({ session: news, text: 'hello' }, GATEWAY);
  await house.stores.sessions.open(
    {
      key: thread,
      origin: { channel: 'console', chatId: 'news.1', kind: 'thread', parent: news },
      title: 'a story',
    },
    house.clock.now(),
  );
  await house.desk.say({ session: thread, text: 'who says so?' }, GATEWAY);
  await house.conductor.idle();
}

describe('deleting a session', () => {
  it('touches nothing while automations live in it, those of its threads included, and names them', async () => {
    const house = smallDesk();
    await withThread(house);
    const mine = await house.cron.add(bound(news), ann);
    const theirs = await house.cron.add({ ...bound(thread, 'follow'), enabled: false }, ann);
    expect(await house.deletion.delete(news, false, GATEWAY)).toEqual({
      deleted: false,
      blocked_by_automations: true,
      automations: [
        { id: mine.id, name: 'diary', enabled: true },
        { id: theirs.id, name: 'follow', enabled: false },
      ],
    });
    expect(await house.cron.list({ includeDisabled: true })).toHaveLength(2);
    expect(await house.desk.history(news, 10)).toHaveLength(2);
    await house.close();
  });

  it('goes, once confirmed, with its threads, jobs and notes; the transcripts are set aside', async () => {
    const house = smallDesk();
    await withThread(house);
    await house.cron.add(bound(thread), ann);
    await house.desk.addNote(news, 'no crypto', 'Ann');
    expect(await house.deletion.delete(news, true, GATEWAY)).toEqual({ deleted: true });
    expect(await house.desk.sessions()).toEqual([]);
    expect(await house.cron.list({ includeDisabled: true })).toEqual([]);
    expect(await house.desk.notes(news)).toEqual([]);
    expect(readdirSync(join(house.home, 'sessions'))).toEqual(['archive']);
    expect(readdirSync(join(house.home, 'sessions', 'archive'))).toHaveLength(2);
    await house.close();
  });

  it('leaves other sessions and their jobs alone', async () => {
    const house = smallDesk();
    await withThread(house);
    await house.desk.say({ session: parseSessionKey('console:other'), text: 'hi' }, GATEWAY);
    await house.conductor.idle();
    await house.cron.add(bound('console:other'), ann);
    expect(await house.deletion.delete(news, false, GATEWAY)).toEqual({ deleted: true });
    expect((await house.desk.sessions()).map(({ key }) => key)).toEqual(['console:other']);
    expect(await house.cron.list()).toHaveLength(1);
    await house.close();
  });

  it('makes room for a new session of the same name, which remembers nothing', async () => {
    const house = smallDesk();
    await withThread(house);
    await house.deletion.delete(news, true, GATEWAY);
    await house.desk.say({ session: news, text: 'anew', clientId: 'c9' }, GATEWAY);
    await house.conductor.idle();
    expect(await transcript(house.stores, news)).toEqual(['user: anew', 'assistant: You said: anew']);
    await house.close();
  });

  it('cuts off the turn that runs in it, skips what waits, and the ledger says so', async () => {
    const stuck: PerformTurn = () => new Promise(() => {});
    const house = smallDesk({ perform: stuck });
    await house.desk.say({ session: news, text: 'hello', clientId: 'c1' }, GATEWAY);
    await eventually(() => house.conductor.runningIn(news), 'the turn runs');
    const job = await house.cron.add(bound(news), ann);
    const { runId } = await house.cron.run(job.id, 'force');
    await eventually(async () => (await house.cron.runs(job.id))[0]?.status === 'deferred', 'it waits');
    expect(await house.deletion.delete(news, true, GATEWAY)).toEqual({ deleted: true });
    expect(await house.cron.runs(job.id)).toMatchObject([
      { runId, status: 'skipped', error: 'the session was deleted' },
    ]);
    await house.conductor.idle();
    expect(await house.desk.sessions()).toEqual([]);
    await house.close();
  });

  it('is not blocked by jobs of the system and legacy jobs: they are listed, and stay', async () => {
    const house = smallDesk();
    await withThread(house);
    const own = await house.cron.add(bound(thread), ann);
    const system = await house.cron.add(bound(news), { kind: 'system', name: SYSTEM.name });
    const filed = (id: string, payload: object) => ({ id, name: id, schedule: { everyMs: 60_000 }, payload });
    await house.cron.import([
      filed('keyed', { message: 'm', sessionKey: news, deliver: true, to: '9' }),
      filed('sent', { message: 'm', deliver: true, channel: 'console', to: 'news' }),
      filed('elsewhere', { message: 'm', deliver: true, channel: 'console', to: 'other' }),
    ]);
    const named = ({ id, name }: { id: string; name: string }) => ({ id, name, enabled: true });
    const left_automations = [
      named(system),
      named({ id: 'keyed', name: 'keyed' }),
      named({ id: 'sent', name: 'sent' }),
    ];
    expect(await house.deletion.delete(news, false, GATEWAY)).toEqual({
      deleted: false,
      blocked_by_automations: true,
      automations: [named(own)],
      left_automations,
    });
    await house.cron.remove(own.id);
    expect(await house.deletion.delete(news, false, GATEWAY)).toEqual({ deleted: true, left_automations });
    const kept = await house.cron.list({ includeDisabled: true });
    expect(new Set(kept.map(({ id }) => id))).toEqual(new Set([system.id, 'keyed', 'sent', 'elsewhere']));
    await house.close();
  });

  it('lists the isolated jobs that deliver to it', async () => {
    const house = smallDesk();
    await withThread(house);
    const payload = { kind: 'agentTurn', message: 'm', deliver: true, provider: 'console', to: 'news' };
    const schedule = { kind: 'every', everyMs: 60_000 };
    const { id, name } = await house.cron.add(
      { name: 'report', schedule, sessionTarget: 'isolated', payload },
      ann,
    );
    expect(await house.deletion.delete(news, false, GATEWAY)).toEqual({
      deleted: true,
      left_automations: [{ id, name, enabled: true }],
    });
    await house.close();
  });

  it("refuses the desk's own memory and unknown sessions", async () => {
    const house = smallDesk();
    await withThread(house);
    await expect(house.deletion.delete(parseSessionKey('main'), true, GATEWAY)).rejects.toThrow(
      /reset, not deleted/,
    );
    await expect(house.deletion.delete(parseSessionKey('console:no'), true, GATEWAY)).rejects.toThrow(
      /no session/,
    );
    const visitor = { kind: 'person' as const, name: 'Bob', rights: ['talk' as const] };
    await expect(house.deletion.delete(thread, true, visitor)).rejects.toThrow(/Bob may not/);
    expect(await house.desk.sessions()).toHaveLength(2);
    await house.close();
  });

  it('finishes at the next start what a dead desk had begun', async () => {
    const house = smallDesk();
    await withThread(house);
    await house.cron.add(bound(thread), ann);
    await house.removal.begin([news, thread], house.clock.now());
    await expect(house.desk.say({ session: news, text: 'still there?' }, GATEWAY)).rejects.toThrow(
      /being deleted/,
    );
    await house.close();
    const again = smallDesk({ home: house.home });
    await again.deletion.resume();
    expect(await again.desk.sessions()).toEqual([]);
    expect(await again.cron.list({ includeDisabled: true })).toEqual([]);
    await again.close();
  });
});
