import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GATEWAY } from '../../src/sessions/actor.ts';
import { UNIFIED, parseSessionKey } from '../../src/sessions/key.ts';
import { FakeClock, eventually, settle } from '../support/fake-clock.ts';
import { message } from '../support/inbound.ts';
import { tempHome } from '../support/temp-home.ts';
import { ann, listening, origin, room, talk } from './intake-world.ts';

describe('overheard talk', () => {
  it('opens the session with its origin and is written after the header', async () => {
    const { intake, stores, entries } = listening();
    expect(await intake.observe(talk('101', 'the budget is out at noon'))).toBe(true);
    expect(await stores.transcripts.header(room)).toMatchObject({ key: room, origin });
    expect(await stores.sessions.get(room)).toMatchObject({ title: 'newsroom', origin });
    expect(await entries()).toEqual([
      {
        v: 1,
        id: 'discord:77/101:0',
        ts: 101,
        role: 'user',
        content: 'the budget is out at noon',
        author: ann,
        meta: { kind: 'observed' },
      },
    ]);
  });

  it('is called like the turn that it would have been', async () => {
    const { intake, desk, conductor, entries } = listening();
    await desk.say({ session: room, text: 'hello', id: '100', origin, author: ann }, GATEWAY);
    await conductor.idle();
    await intake.observe(talk('101'));
    expect((await entries()).map(({ id }) => id)).toEqual([
      'discord:77/100:0',
      expect.stringMatching(/^discord:77\/100:\d+$/) as string,
      'discord:77/101:0',
    ]);
  });

  it('is cut at 2,000 characters, with a sign that it went on', async () => {
    const { intake, contents } = listening();
    await intake.observe(talk('1', 'x'.repeat(2_000)));
    await intake.observe(talk('2', 'y'.repeat(2_001)));
    const [whole, cut] = await contents();
    expect(whole).toBe('x'.repeat(2_000));
    expect(cut).toBe(`${'y'.repeat(1_999)}…`);
  });

  it('keeps what it answers and which files came with it, in short', async () => {
    const { intake, entries } = listening();
    const replyTo = { id: '90', author: 'Bo', text: 'z'.repeat(2_500) };
    const attachments = [{ name: 'scan.pdf', type: 'application/pdf', bytes: 9 }];
    await intake.observe(talk('1', '', { replyTo, attachments }));
    const [entry] = await entries();
    expect(entry!.meta).toMatchObject({ replyTo: { id: '90', author: 'Bo' }, attachments });
    expect(entry!.meta!.replyTo!.text).toHaveLength(2_000);
  });

  it.each(['', '  ', '\u200b'])('is not written down when there is nothing to see: %j', async (text) => {
    const { intake, contents } = listening();
    expect(await intake.observe(talk('1', text))).toBe(false);
    expect(await contents()).toEqual([]);
    expect(await intake.newestSeen(room)).toBe('1');
  });

  it('goes into the shared memory as well, in unified mode', async () => {
    const { intake, contents, stores } = listening({ unified: true });
    await intake.observe(talk('1'));
    await intake.observe(talk('1'));
    expect(await contents(room)).toEqual(['talk 1']);
    expect(await contents(UNIFIED)).toEqual(['talk 1']);
    expect(await stores.transcripts.header(UNIFIED)).toMatchObject({ key: UNIFIED });
  });

  it('is completed in the shared memory when a crash came between', async () => {
    const { intake, contents, home, die } = listening({ unified: true });
    await intake.observe(talk('1'));
    die();
    // As if the second file had not been reached.
    const shared = join(home, 'sessions', 'unified%3Adefault.jsonl');
    const [header] = readFileSync(shared, 'utf8').split('\n');
    writeFileSync(shared, `${header}\n`);
    const again = listening({ unified: true, home });
    await again.intake.observe(talk('1'));
    expect(await again.contents(UNIFIED)).toEqual(['talk 1']);
    expect(await contents(room)).toEqual(['talk 1']);
  });

  it('is not written down in a session that is being deleted, and is in one that begins anew', async () => {
    const { intake, removal, stores, transcriptWriter, contents } = listening();
    await intake.observe(talk('1'));
    await removal.begin([room], 5);
    expect(await intake.observe(talk('2'))).toBe(false);
    await transcriptWriter.flush(room);
    await stores.transcripts.archive(room, 'then');
    await removal.finish([room], 6);
    await intake.observe(talk('1'));
    expect(await contents()).toEqual(['talk 1']);
    expect(await stores.transcripts.header(room)).toMatchObject({ key: room });
  });

  it('never leaves a file without its header, whenever the session is deleted', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.nat(12), { minLength: 6, maxLength: 6 }), async (waits) => {
        const { intake, removal, stores, transcriptWriter, clock } = listening();
        await intake.observe(talk('1'));
        const listen = async () => {
          for (const [n, wait] of waits.entries()) {
            await settle(wait);
            await intake.observe(talk(`${n + 2}`));
          }
        };
        const heard = listen();
        await settle(waits[0]);
        await removal.begin([room], clock.now());
        await transcriptWriter.flush(room);
        await stores.transcripts.archive(room, 'then');
        await removal.finish([room], clock.now());
        await heard;
        const known = await stores.sessions.get(room);
        const header = await stores.transcripts.header(room);
        expect(header?.header).toBe(known ? true : undefined);
        stores.close();
      }),
      { numRuns: 25 },
    ));
});

describe('a message that is heard again', () => {
  it('is not written twice, whether it was talk or a turn', async () => {
    const { intake, desk, conductor, entries } = listening();
    await desk.say({ session: room, text: 'hello', id: '100', origin }, GATEWAY);
    await conductor.idle();
    expect(await intake.observe(talk('100', 'hello'))).toBe(false);
    expect(await intake.observe(talk('101'))).toBe(true);
    expect(await intake.observe(talk('101'))).toBe(false);
    expect((await entries()).filter(({ role }) => role === 'user')).toHaveLength(2);
  });

  it('is recognised after a restart, also when it is older than what was noted', async () => {
    const world = listening();
    for (const id of ['9', '10', '11']) await world.intake.observe(talk(id));
    await world.intake.flush();
    expect(await world.stores.intake.seen(room)).toBe('11');
    world.die();
    const { intake, contents } = listening({ home: world.home });
    for (const id of ['9', '10', '11', '12']) await intake.observe(talk(id));
    expect(await contents()).toEqual(['talk 9', 'talk 10', 'talk 11', 'talk 12']);
  });

  it('is recognised in its transcript, also after a restart', async () => {
    const world = listening();
    const { intake } = world;
    expect(await intake.isRecorded(room, '101')).toBe(false);
    await intake.observe(talk('101'));
    expect(await intake.isRecorded(room, '101')).toBe(true);
    expect(await intake.isRecorded(room, '102')).toBe(false);
    world.die();
    expect(await listening({ home: world.home }).intake.isRecorded(room, '101')).toBe(true);
  });

  it('is written when it comes late, behind newer ones that were noted', async () => {
    const { intake, contents } = listening();
    for (const id of ['9', '11']) await intake.observe(talk(id));
    await intake.flush();
    expect(await intake.observe(talk('10'))).toBe(true);
    expect(await intake.observe(talk('10'))).toBe(false);
    expect(await contents()).toEqual(['talk 9', 'talk 11', 'talk 10']);
  });

  it('stands there once, however channels are paged, restarted and noted', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            { weight: 6, arbitrary: fc.record({ kind: fc.constant('new' as const) }) },
            { weight: 2, arbitrary: fc.record({ kind: fc.constant('turn' as const) }) },
            { weight: 2, arbitrary: fc.record({ kind: fc.constant('page' as const), back: fc.nat(8) }) },
            { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('note', 'restart') }) },
          ),
          { maxLength: 30 },
        ),
        fc.boolean(),
        async (acts, unified) => {
          const home = tempHome();
          let world = listening({ home, unified });
          const sent: { id: string; turn: boolean }[] = [];
          const take = async ({ id, turn }: { id: string; turn: boolean }) => {
            if (turn) await world.desk.say({ session: room, text: `talk ${id}`, id, origin }, GATEWAY);
            else await world.intake.observe(talk(id));
            world.intake.seen(room, id);
          };
          for (const act of acts) {
            if (act.kind === 'new' || act.kind === 'turn') {
              sent.push({ id: `${98 + sent.length}`, turn: act.kind === 'turn' });
              await take(sent.at(-1)!);
            } else if (act.kind === 'note') await world.intake.flush();
            else {
              if (act.kind === 'restart') {
                await world.conductor.close();
                world.die();
                world = listening({ home, unified });
                await world.conductor.recover();
              }
              const after = BigInt((await world.intake.newestSeen(room)) ?? 0);
              const overlap = 'back' in act ? act.back : 0;
              for (const one of sent.filter(({ id }) => BigInt(id) > after - BigInt(overlap)))
                // What was once for the desk may be too old to be answered now.
                await take(act.kind === 'page' ? { ...one, turn: false } : one);
            }
          }
          await world.conductor.idle();
          for (const file of unified ? [room, UNIFIED] : [room]) {
            const written = (await world.entries(file)).filter(({ role }) => role === 'user');
            expect(written.map(({ content }) => content)).toEqual(sent.map(({ id }) => `talk ${id}`));
          }
          await world.conductor.close();
          world.die();
        },
      ),
      { numRuns: 60 },
    ));
});

describe('the newest message seen', () => {
  it('counts by number, and never goes back', async () => {
    const { intake, stores } = listening();
    await intake.observe(talk('99'));
    intake.seen(room, '1000000000000000000');
    intake.seen(room, '100');
    await intake.flush();
    expect(await stores.intake.seen(room)).toBe('1000000000000000000');
    await stores.intake.note(new Map([[room, { id: '999', talkMs: 0 }]]));
    expect(await stores.intake.seen(room)).toBe('1000000000000000000');
    expect(await intake.newestSeen(room)).toBe('1000000000000000000');
  });

  it('is noted once for many messages, some seconds later', async () => {
    const clock = new FakeClock();
    const { intake, stores } = listening({ clock });
    for (let n = 10; n < 60; n++) await intake.observe(talk(`${n}`));
    expect(await stores.intake.seen(room)).toBeUndefined();
    let notes = 0;
    const { note } = stores.intake;
    stores.intake.note = (seen) => {
      notes += 1;
      return note.call(stores.intake, seen);
    };
    await clock.advance(5_000);
    await eventually(async () => (await stores.intake.seen(room)) === '59');
    expect(notes).toBe(1);
    expect(clock.waiters).toBe(0);
  });

  it('is noted when the desk closes', async () => {
    const { intake, stores, clock } = listening();
    await intake.observe(talk('10'));
    await intake.close();
    expect(await stores.intake.seen(room)).toBe('10');
    expect(clock.waiters).toBe(0);
  });

  it('does not pass a message that could not be written, until that is written', async () => {
    const { intake, stores } = listening();
    await intake.observe(talk('10'));
    const { jot } = stores.transcripts;
    stores.transcripts.jot = () => Promise.reject(new Error('the disk is full'));
    await expect(intake.observe(talk('11'))).rejects.toThrow('the disk is full');
    stores.transcripts.jot = jot;
    await intake.observe(talk('12'));
    await intake.flush();
    expect(await stores.intake.seen(room)).toBe('10');
    expect(await intake.newestSeen(room)).toBe('10');
    expect(await intake.observe(talk('11'))).toBe(true);
    expect(await intake.observe(talk('12'))).toBe(false);
    await intake.flush();
    expect(await stores.intake.seen(room)).toBe('12');
  });

  it('stays before a gap while it is read back, and when that fails', async () => {
    const { intake, stores } = listening();
    await intake.observe(talk('10'));
    const reading = intake.readBack(room, async (after) => {
      expect(after).toBe('10');
      await intake.observe(talk('20'));
      await intake.flush();
      expect(await stores.intake.seen(room)).toBe('10');
      throw new Error('the platform is away');
    });
    await expect(reading).rejects.toThrow('away');
    expect(await intake.newestSeen(room)).toBe('10');
    await intake.readBack(room, async () => void (await intake.observe(talk('11'))));
    await intake.flush();
    expect(await stores.intake.seen(room)).toBe('20');
  });
});

describe('what the platform says of a session', () => {
  it('brings origin and title up to date, and keeps what it leaves out', async () => {
    const { intake, stores } = listening();
    await intake.observe(talk('1', 'hello', { origin: { channel: 'discord', chatId: '77' } }));
    await intake.observe(talk('2', 'hello', { origin: { ...origin, parent: 'discord:7' } }));
    await intake.observe(talk('3', 'hello', { title: 'front page' }));
    expect(await stores.sessions.get(room)).toMatchObject({
      title: 'front page',
      origin: { ...origin, parent: 'discord:7' },
    });
    expect(await stores.sessions.children(parseSessionKey('discord:7'))).toEqual([room]);
    await intake.described({ key: room, origin, title: 'renamed' });
    expect((await stores.sessions.get(room))?.title).toBe('renamed');
  });

  it('opens nothing by itself', async () => {
    const { intake, stores } = listening();
    await intake.described({ key: room, origin, title: 'renamed' });
    expect(await stores.sessions.get(room)).toBeUndefined();
  });

  it('is not overruled by a job, nor by somebody at the gateway', async () => {
    const { intake, desk, conductor, stores } = listening();
    await intake.observe(talk('1'));
    const inbound = message('job', 'check', room);
    await conductor.submit({
      ...inbound,
      kind: 'scheduled',
      title: 'diary',
      origin: { channel: 'discord', chatId: '77' },
    });
    await desk.say({ session: room, text: 'hello' }, GATEWAY);
    await conductor.idle();
    expect(await stores.sessions.get(room)).toMatchObject({ title: 'newsroom', origin });
  });
});
