import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/sessions/entry.ts';
import type { IntakeBook } from '../../src/sessions/intake-book.ts';
import { UNIFIED } from '../../src/sessions/key.ts';
import { message } from '../support/inbound.ts';
import type { Engine, OpenEngine } from './engine.ts';
import { CHANNEL, THREAD, at, closing, ended, entry, openPlace, started, unwritten } from './given.ts';

const said = (id: string) => message(id, `words of ${id}`, CHANNEL);

/** Somebody takes these messages back; what is heard of an edit or a deletion is an entry. */
const takenBack = (ids: readonly string[], files = [CHANNEL]) => ({
  session: CHANNEL,
  files,
  messages: ids.map((id) => ({ turn: id, target: `${id}:0`, entry: entry(`del:${id}`) })),
  atMs: 30,
});

const edited = (id: string, content: string, files = [CHANNEL]) => ({
  session: CHANNEL,
  files,
  turn: id,
  entry: entry(`edit:${id}:${content}`, content),
});

/** What every book of what was heard keeps to. */
export function describeIntakeBook(open: OpenEngine): void {
  const peopled = async (): Promise<Engine> => {
    const engine = await open();
    await openPlace(engine, CHANNEL);
    return engine;
  };
  /** What a turn that starts now reads. */
  const readBy = async ({ turns }: Engine, turn: string) => {
    const begun = await turns.start(turn, { nowMs: 40, deadlineMs: 99 });
    return begun.kind === 'started' ? begun.turn : undefined;
  };

  describe('sessions', () => {
    const described = (more: object = {}, title = '#news') => ({
      key: CHANNEL,
      origin: { channel: 'discord', chatId: '100', ...more },
      title,
    });

    it('are opened by what the platform says of them, and brought up to date', async () => {
      const engine = await open();
      const terms = (nowMs: number) => ({ nowMs, unified: false });
      expect(await engine.intake.look(CHANNEL)).toBeUndefined();
      await engine.intake.describe(described({ guildId: '9' }), terms(5));
      await engine.intake.describe(described({ kind: 'forum' }, '#world'), terms(6));
      await engine.intake.describe({ key: CHANNEL, origin: { channel: 'discord', chatId: '100' } }, terms(7));
      const origin = { channel: 'discord', chatId: '100', guildId: '9', kind: 'forum' };
      const { intake, sessions } = await engine.restart();
      expect(await intake.look(CHANNEL)).toEqual({
        header: { v: 1, header: true, key: CHANNEL, createdAtMs: 5, origin },
        title: '#world',
        isOpen: true,
      });
      expect(await sessions.get(UNIFIED)).toBeUndefined();
    });

    it('have the shared memory beside them in unified mode', async () => {
      const { intake, sessions } = await open();
      await intake.describe(described(), { nowMs: 5, unified: true });
      expect(await sessions.get(UNIFIED)).toBeDefined();
    });

    it('are not open while they are being deleted', async () => {
      const engine = await peopled();
      await engine.removal.begin([CHANNEL], 20);
      expect(await engine.intake.look(CHANNEL)).toMatchObject({ isOpen: false });
      expect(await engine.intake.edit(edited('m1', 'other'))).toBe(false);
      expect(await engine.intake.takeBack(takenBack(['m1']))).toBe(false);
      expect(await engine.intake.erasures()).toEqual([]);
      expect(await unwritten(engine, CHANNEL)).toEqual([]);
    });
  });

  it('knows a turn that was accepted, also when it is over', async () => {
    const engine = await peopled();
    await ended(engine, said('m1'));
    expect(await engine.intake.isTurn('m1')).toBe(true);
    expect(await engine.intake.isTurn('m2')).toBe(false);
  });

  describe('how far was heard', () => {
    const note = ({ intake }: { intake: IntakeBook }, id: string, talkMs = 50, key = CHANNEL) =>
      intake.note(new Map([[key, { id, talkMs }]]));

    it('never goes back, whatever the lengths of ids', async () => {
      const engine = await peopled();
      expect(await engine.intake.seen(CHANNEL)).toBeUndefined();
      for (const [id, newest] of [
        ['99', '99'],
        ['100', '100'],
        ['98', '100'],
        ['101', '101'],
      ] as const) {
        await note(engine, id);
        expect(await engine.intake.seen(CHANNEL)).toBe(newest);
      }
      expect(await (await engine.restart()).intake.seen(CHANNEL)).toBe('101');
    });

    it('is noted of many sessions at once, with when something was said there', async () => {
      const engine = await peopled();
      await openPlace(engine, THREAD, CHANNEL);
      await engine.intake.note(
        new Map([
          [CHANNEL, { id: '7', talkMs: 50 }],
          [THREAD, { id: '8', talkMs: 1 }],
        ]),
      );
      expect(await engine.intake.seen(THREAD)).toBe('8');
      expect((await engine.sessions.list()).map(({ key, updatedAtMs }) => [key, updatedAtMs])).toEqual([
        [CHANNEL, 50],
        [THREAD, 5],
      ]);
    });
  });

  describe('an edit', () => {
    it('is remembered in all files, and read by a turn that is still to read it', async () => {
      const engine = await peopled();
      await engine.turns.accept(said('m1'), at(10, { unified: true }));
      expect(await engine.intake.edit(edited('m1', 'other words', [CHANNEL, UNIFIED]))).toBe(true);
      for (const file of [CHANNEL, UNIFIED])
        expect(await unwritten(engine, file)).toEqual(['m1:0', 'edit:m1:other words']);
      expect((await readBy(engine, 'm1'))?.text).toBe('other words');
    });

    it.each([
      [[], ['talk']],
      [
        ['talk', 'jobs', 'desk'],
        ['talk', 'jobs'],
      ],
    ] as const)('made with the rights %j lets a turn that had "jobs" act with %j', async (rights, left) => {
      const engine = await peopled();
      const inbound = said('m1');
      await engine.turns.accept(
        { ...inbound, actor: { ...inbound.actor, rights: ['talk', 'jobs'] } },
        at(10),
      );
      await engine.intake.edit({ ...edited('m1', 'other'), rights });
      expect((await readBy(engine, 'm1'))?.actor.rights).toEqual(left);
    });

    it('is remembered once, and changes no turn that is over', async () => {
      const engine = await peopled();
      await ended(engine, said('m1'));
      for (let n = 0; n < 2; n++) expect(await engine.intake.edit(edited('m1', 'other'))).toBe(true);
      expect(await unwritten(engine, CHANNEL)).toEqual(['m1:0', 'edit:m1:other']);
    });
  });

  describe('what is taken back', () => {
    it('is read by nobody any more: a turn that waits is closed, and so is one that had joined', async () => {
      const engine = await peopled();
      const { fence } = await started(engine, said('m1'));
      await engine.turns.accept(said('m2'), at(11));
      await engine.turns.accept(said('m3'), at(12, { overdue: true }));
      expect(await engine.intake.takeBack(takenBack(['m2', 'm3']))).toBe(true);
      for (const id of ['m2', 'm3'])
        expect(await engine.turns.find(id)).toMatchObject({ state: 'closed', end: { status: 'skipped' } });
      expect(await engine.turns.readSteering('m1', fence)).toEqual([]);
      expect(await engine.turns.waiting(CHANNEL)).toEqual([]);
    });

    it('is gone for a running turn that starts again', async () => {
      const engine = await peopled();
      const { fence } = await started(engine, said('m1'));
      await engine.intake.takeBack(takenBack(['m1']));
      expect(await engine.turns.find('m1')).toEqual({ state: 'running' });
      await engine.turns.handBack('m1', fence);
      expect((await readBy(engine, 'm1'))?.text).not.toContain('words of m1');
    });

    it('is on record until it is erased, in every file, once', async () => {
      const engine = await peopled();
      await ended(engine, said('m1'));
      const files = [CHANNEL, UNIFIED];
      for (let n = 0; n < 2; n++) await engine.intake.takeBack(takenBack(['m1'], files));
      const again = await engine.restart();
      expect((await again.intake.erasures()).toSorted((a, b) => a.file.localeCompare(b.file))).toEqual(
        files.map((file) => ({ file, entry: 'm1:0', atMs: 30 })),
      );
      expect(await unwritten(again, CHANNEL)).toEqual(['m1:0', 'del:m1']);
    });

    it('is taken back whole or not at all', async () => {
      const engine = await peopled();
      await engine.turns.accept(said('m1'), at(10));
      const broken = takenBack(['m1', 'm2']);
      const unwritable = {
        ...broken.messages[1]!,
        get entry(): Entry {
          throw new Error('it cannot be written down');
        },
      };
      const taken = { ...broken, messages: [broken.messages[0]!, unwritable] };
      await expect(engine.intake.takeBack(taken)).rejects.toThrow('written down');
      expect(await engine.turns.find('m1')).toEqual({ state: 'waiting' });
      expect(await engine.intake.erasures()).toEqual([]);
      expect(await unwritten(engine, CHANNEL)).toEqual(['m1:0']);
    });
  });

  describe('erasing', () => {
    it('waits for a turn that still holds the words', async () => {
      const engine = await peopled();
      const begun = await started(engine, said('m1'));
      await engine.intake.takeBack(takenBack(['m1', 'm0']));
      expect((await engine.intake.erasures()).map((erasure) => erasure.entry)).toEqual(['m0:0']);
      await engine.turns.commit(closing(begun));
      expect((await engine.intake.erasures()).map((erasure) => erasure.entry).toSorted()).toEqual([
        'm0:0',
        'm1:0',
      ]);
    });

    it('is done for one file, and not for the others', async () => {
      const engine = await peopled();
      await ended(engine, said('m1'));
      await engine.intake.takeBack(takenBack(['m1'], [CHANNEL, UNIFIED]));
      await engine.intake.erased(CHANNEL, ['m1:0'], { own: ['m1'], quoting: [] });
      expect((await (await engine.restart()).intake.erasures()).map(({ file }) => file)).toEqual([UNIFIED]);
    });

    it('comes oldest first', async () => {
      const engine = await peopled();
      await engine.intake.takeBack({ ...takenBack(['b']), atMs: 31 });
      await engine.intake.takeBack({ ...takenBack(['a']), atMs: 32 });
      await engine.intake.takeBack({ ...takenBack(['c']), atMs: 30 });
      expect((await engine.intake.erasures()).map((erasure) => erasure.entry)).toEqual(['c:0', 'b:0', 'a:0']);
    });

    it('takes a turn’s own words from its record, and what others quoted of them', async () => {
      const engine = await peopled();
      const replyTo = { id: 'm1', author: 'Ann', text: 'words of m1' };
      const attachments = [{ name: 'secret.pdf' }];
      const prompt = { ref: { id: 'p', version: 1, sha256: 'x' }, text: 'words of m1', variables: {} };
      await engine.turns.accept({ ...said('m1'), replyTo, attachments, prompt, material: { a: 1 } }, at(10));
      await engine.turns.accept({ ...said('m2'), replyTo }, at(11));
      await engine.intake.erased(CHANNEL, [], { own: ['m1', 'never'], quoting: ['m2'] });
      const own = await readBy(engine, 'm1');
      expect(own).toMatchObject({ id: 'm1', text: '' });
      for (const gone of ['replyTo', 'attachments', 'prompt', 'material'])
        expect(own).not.toHaveProperty(gone);
      const quoting = await readBy(engine, 'm2');
      expect(quoting?.text).toBe('words of m2');
      expect(quoting?.replyTo).toEqual({ id: 'm1' });
    });
  });
}
