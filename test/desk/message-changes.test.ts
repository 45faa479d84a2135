import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GATEWAY } from '../../src/sessions/actor.ts';
import type { Entry } from '../../src/sessions/entry.ts';
import { UNIFIED } from '../../src/sessions/key.ts';
import { readWindow } from '../../src/sessions/window.ts';
import { eventually } from '../support/fake-clock.ts';
import { stuckTurn } from '../support/stuck-turn.ts';
import { message } from '../support/inbound.ts';
import { tempHome } from '../support/temp-home.ts';
import { ann, listening, origin, room, talk } from './intake-world.ts';

type World = ReturnType<typeof listening>;

/** What the next turn in the room would read. */
async function readable({
  stores,
  unified,
}: Pick<World, 'stores'> & { unified?: boolean }): Promise<Entry[]> {
  const lane = unified ? UNIFIED : room;
  const turn = { ...message('next', 'next', room), lane, seq: 9, acceptedAtMs: 0, attempts: 1 };
  const terms = { turn, waiting: [], tokens: 1_000_000, history: 'full', zone: 'UTC' } as const;
  return readWindow(stores.transcripts, lane, terms);
}

const read = async (world: World) => (await readable(world)).map(({ content }) => content);
const edit = (id: string, text: string) => ({ session: room, id, text, author: ann, atMs: 500 });
const removal = (...ids: string[]) => ({ session: room, ids, atMs: 500 });

describe('a message that was changed', () => {
  it('is followed by an edit that names it, and read with its newest words', async () => {
    const world = listening();
    const { intake, entries } = world;
    await intake.observe(talk('1', 'the 12% is wrong'));
    await intake.observe(talk('2', 'is it?'));
    expect(await intake.edited(edit('1', 'the 12% is right'))).toBe(true);
    expect(await intake.edited(edit('1', 'the 13% is right'))).toBe(true);
    expect((await entries()).at(-1)).toEqual({
      v: 1,
      id: 'discord:77/1:0:edit2',
      ts: 500,
      role: 'user',
      content: 'the 13% is right',
      author: ann,
      meta: { kind: 'edit', target: 'discord:77/1:0' },
    });
    expect(await read(world)).toEqual(['the 13% is right', 'is it?']);
    expect((await readable(world))[0]!.meta).toMatchObject({ edited: true });
  });

  it('has nothing new when its words are the same, when the edit is repeated, or when it is unknown', async () => {
    const { intake, entries } = listening();
    await intake.observe(talk('1', 'x'.repeat(3_000)));
    expect(await intake.edited(edit('1', 'x'.repeat(3_000)))).toBe(false);
    expect(await intake.edited(edit('1', 'y'))).toBe(true);
    expect(await Promise.all([1, 2].map(() => intake.edited(edit('1', ' y '))))).toEqual([false, false]);
    expect(await intake.edited(edit('1', ''))).toBe(false);
    expect(await intake.edited(edit('2', 'z'))).toBe(false);
    expect(await entries()).toHaveLength(2);
  });

  it('is answered as it is now, when its turn still waits', async () => {
    const asked: string[] = [];
    let finish: (() => void) | undefined;
    const { intake, desk, conductor } = listening({
      perform: async (pass) => {
        asked.push(pass.started.turn.text);
        if (asked.length === 1) await new Promise<void>((resolve) => (finish = resolve));
        await pass.settle({ status: 'ok', summary: 'Noted.' });
      },
    });
    const say = (id: string, name: string) =>
      desk.say({ session: room, text: `words of ${id}`, id, origin }, { ...GATEWAY, name });
    await say('1', 'Ann');
    await eventually(() => finish);
    await say('2', 'Bo');
    expect(await intake.edited(edit('2', 'other words'))).toBe(true);
    finish!();
    await conductor.idle();
    expect(asked).toEqual(['words of 1', 'other words']);
  });
});

describe('a message that was taken back', () => {
  it('is read by nobody from then on, nor is what quoted it, and who did it is said', async () => {
    const world = listening();
    const { intake, entries } = world;
    await intake.observe(talk('1', 'my number is 5551234'));
    await intake.observe(talk('2', 'call her', { replyTo: { id: '1', author: 'Ann', text: '5551234' } }));
    await intake.edited(edit('1', 'my number is 5554321'));
    expect(await intake.removed(removal('1', '9'))).toBe(1);
    expect(await intake.removed(removal('1'))).toBe(0);
    expect(await intake.edited(edit('1', 'again'))).toBe(false);
    expect((await entries()).at(-1)).toEqual({
      v: 1,
      id: 'discord:77/1:0:gone',
      ts: 500,
      role: 'system',
      content: 'Ann took back a message',
      meta: { kind: 'delete', target: 'discord:77/1:0' },
    });
    expect(await read(world)).toEqual(['call her']);
    expect((await readable(world))[0]!.meta!.replyTo).toEqual({ id: '1', author: 'Ann' });
  });

  it('is not read and is erased though thousands were written after it, and leaves nothing where it never was', async () => {
    const world = listening();
    const { intake, entries, transcriptWriter, stores } = world;
    await intake.observe(talk('10', 'SECRET'));
    const header = (await stores.intake.look(room))!.header;
    const later = Array.from({ length: 5_100 }, (_, n): Entry => ({
      v: 1,
      id: `discord:77/${n + 100}:0`,
      ts: 1,
      role: 'user',
      content: 'ok',
      author: ann,
      meta: { kind: 'observed' },
    }));
    await transcriptWriter.overhear(room, async () => ({ header, entries: later }));
    expect(await intake.removed(removal('10', '11'))).toBe(0);
    expect(await intake.removed(removal('10'))).toBe(0);
    expect((await entries()).filter(({ meta }) => meta?.kind === 'delete')).toHaveLength(2);
    expect(await read(world)).not.toContain('SECRET');
    expect(await intake.erase()).toEqual({ erased: 2, left: 0 });
    expect(JSON.stringify((await entries())[0])).not.toContain('SECRET');
  });

  it('is never answered when its turn had not read it yet', async () => {
    const asked: string[] = [];
    const finish: (() => void)[] = [];
    const { intake, desk, conductor, stores } = listening({
      perform: async (pass) => {
        asked.push(pass.started.turn.text);
        await new Promise<void>((resolve) => finish.push(resolve));
        asked.push(...(await pass.joined()).map(({ content }) => content));
        await pass.settle({ status: 'ok', summary: 'Noted.' });
      },
    });
    const say = (id: string, name: string) =>
      desk.say({ session: room, text: `words of ${id}`, id, origin }, { ...GATEWAY, name });
    await say('1', 'Ann');
    await eventually(() => finish.length === 1);
    await say('2', 'Ann'); // joins the running turn
    await say('3', 'Bo'); // waits for one of its own
    expect(await intake.removed(removal('2', '3'))).toBe(2);
    finish[0]!();
    await conductor.idle();
    expect(asked).toEqual(['words of 1']);
    expect(await stores.book.find('discord:77/3')).toMatchObject({
      state: 'closed',
      end: { status: 'skipped' },
    });
  });

  it('is not told to a turn that runs again after a crash', async () => {
    const asked: string[] = [];
    const stuck = stuckTurn();
    const first = listening({ perform: stuck.perform });
    await first.desk.say({ session: room, text: 'secret', id: '1', origin }, GATEWAY);
    await eventually(stuck.performing);
    await first.intake.removed(removal('1'));
    first.die();
    const again = listening({
      home: first.home,
      clock: first.clock,
      perform: async (pass) => {
        asked.push(pass.started.turn.text);
        await pass.settle({ status: 'ok', summary: 'Noted.' });
      },
    });
    await again.conductor.recover();
    await again.conductor.idle();
    expect(asked).toEqual(['(the message was taken back)']);
  });
});

/** Everything that a home has on disk, as one text. */
function everything(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => readFileSync(join(file.parentPath, file.name), 'latin1'))
    .join('\n');
}

describe('erasing', () => {
  it.each([false, true])('leaves no trace of the words in any file (unified: %s)', async (unified) => {
    const { intake, desk, conductor, home, stores } = listening({ unified });
    const replyTo = { id: '1', author: 'Ann', text: 'quoting SECRET' };
    await intake.observe(talk('1', 'overheard SECRET', { attachments: [{ name: 'SECRET.pdf' }] }));
    await desk.say({ session: room, text: 'asked SECRET', id: '2', origin, author: ann }, GATEWAY);
    await conductor.idle();
    await intake.edited(edit('1', 'edited SECRET'));
    await intake.edited(edit('2', 'edited SECRET'));
    await intake.observe(talk('3', 'I see', { replyTo }));
    await desk.say({ session: room, text: 'really?', id: '4', origin, replyTo }, GATEWAY);
    await conductor.idle();
    await intake.removed(removal('1', '2'));
    expect(everything(home)).toContain('SECRET');
    expect(await intake.erase()).toEqual({ erased: unified ? 4 : 2, left: 0 });
    expect(everything(home)).not.toContain('SECRET');
    expect(await stores.intake.erasures()).toEqual([]);
    expect(await intake.erase()).toEqual({ erased: 0, left: 0 });
  });

  it('keeps every line in its place, whatever its length', async () => {
    const { intake, home, stores, entries } = listening();
    const texts = ['a', '漢字', 'x'.repeat(2_000), '"quoted"\nlines'];
    for (const [n, text] of texts.entries())
      await intake.observe(talk(`${n + 1}`, text, { author: { name: 'A' } }));
    await intake.removed(removal('1', '2', '3', '4'));
    const file = join(home, 'sessions', 'discord%3A77.jsonl');
    const before = readFileSync(file, 'utf8').split('\n');
    await intake.erase();
    const after = readFileSync(file, 'utf8').split('\n');
    expect(after.map((line) => Buffer.byteLength(line))).toEqual(
      before.map((line) => Buffer.byteLength(line)),
    );
    const erased = (await entries()).slice(0, 4);
    expect(erased.map(({ content, meta }) => [content, meta?.erased])).toEqual(texts.map(() => ['', true]));
    expect(stores.damages).toEqual([]);
  });

  it('waits until the lane is idle, and no longer than half a day', async () => {
    let finish: (() => void) | undefined;
    const { intake, desk, conductor, clock } = listening({
      perform: async (pass) => {
        await new Promise<void>((resolve) => (finish = resolve));
        await pass.settle({ status: 'ok', summary: 'Noted.' });
      },
    });
    await intake.observe(talk('1', 'SECRET'));
    await desk.say({ session: room, text: 'hello', id: '2', origin }, GATEWAY);
    await eventually(() => finish);
    await intake.removed({ ...removal('1'), atMs: clock.now() });
    expect(await intake.erase()).toEqual({ erased: 0, left: 1 });
    clock.set(clock.now() + 12 * 3_600_000 + 1);
    expect(await intake.erase()).toEqual({ erased: 1, left: 0 });
    finish!();
    await conductor.idle();
  });

  it('finds the words in the file that a deleted session left', async () => {
    const { intake, removal: sessionRemoval, stores, transcriptWriter, home } = listening();
    await intake.observe(talk('1', 'SECRET'));
    await intake.removed(removal('1'));
    await sessionRemoval.begin([room], 5);
    await transcriptWriter.flush(room);
    await stores.transcripts.archive(room, 'then');
    await sessionRemoval.finish([room], 6);
    expect(everything(home)).toContain('SECRET');
    expect(await intake.erase()).toEqual({ erased: 1, left: 0 });
    expect(everything(home)).not.toContain('SECRET');
  });

  it('is done again after a crash between the file and its records', async () => {
    const first = listening();
    await first.desk.say({ session: room, text: 'SECRET', id: '1', origin }, GATEWAY);
    await first.conductor.idle();
    const replyTo = { id: '1', text: 'SECRET' };
    await first.desk.say({ session: room, text: 'really?', id: '2', origin, replyTo }, GATEWAY);
    await first.conductor.idle();
    await first.intake.removed(removal('1'));
    first.stores.intake.erased = () => Promise.reject(new Error('died'));
    expect(await first.intake.erase()).toEqual({ erased: 0, left: 1 });
    expect(first.failures).toHaveLength(1);
    first.die();
    const again = listening({ home: first.home });
    expect(await again.intake.erase()).toEqual({ erased: 1, left: 0 });
    expect(everything(first.home)).not.toContain('SECRET');
  });

  it('loses and doubles nothing, in whatever order things are said, changed, taken back, erased and die', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            {
              weight: 4,
              arbitrary: fc.record({
                act: fc.constantFrom('talk', 'ask'),
                text: fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }),
              }),
            },
            {
              weight: 3,
              arbitrary: fc.record({
                act: fc.constant('edit'),
                of: fc.nat(),
                text: fc.string({ maxLength: 40 }),
              }),
            },
            { weight: 3, arbitrary: fc.record({ act: fc.constant('remove'), of: fc.nat() }) },
            {
              weight: 2,
              arbitrary: fc.record({ act: fc.constantFrom('erase', 'die', 'die while erasing', 'note') }),
            },
          ),
          { maxLength: 25 },
        ),
        async (acts) => {
          const home = tempHome();
          let world = listening({ home });
          const said = new Map<string, string>();
          /** The marks of all words that a message ever had. */
          const every = new Map<string, number[]>();
          let ids = 100;
          for (const { act, text = '', of = 0 } of acts as { act: string; text?: string; of?: number }[]) {
            const { intake, desk } = world;
            const id = [...said.keys()][of % (said.size || 1)];
            // Marked, so that a word of one message is no word of another.
            const words = `<${++ids} ${text.replace(/\s+/g, ' ').trim()}>`;
            if (act === 'talk') {
              said.set(`${ids}`, words);
              every.set(`${ids}`, [ids]);
              await intake.observe(talk(`${ids}`, words));
            } else if (act === 'ask') {
              said.set(`${ids}`, words);
              every.set(`${ids}`, [ids]);
              await desk.say({ session: room, text: words, id: `${ids}`, origin, author: ann }, GATEWAY);
            } else if (act === 'edit' && id !== undefined) {
              await intake.edited(edit(id, words));
              if (said.get(id) !== '') said.set(id, words);
              every.get(id)!.push(ids);
            } else if (act === 'remove' && id !== undefined) {
              await intake.removed(removal(id));
              said.set(id, '');
            } else if (act === 'erase') await intake.erase();
            else if (act === 'note') await intake.flush();
            else if (act.startsWith('die')) {
              if (act === 'die while erasing') {
                world.stores.intake.erased = () => Promise.reject(new Error('died'));
                await intake.erase();
              }
              await world.conductor.close();
              world.die();
              world = listening({ home });
              await world.conductor.recover();
            }
          }
          await world.conductor.idle();
          const people = async () =>
            (await readable(world)).filter(({ role }) => role === 'user').map(({ content }) => content);
          const left = [...said.values()].filter((words) => words !== '');
          expect((await people()).toSorted()).toEqual(left.toSorted());
          await world.intake.erase();
          expect((await people()).toSorted()).toEqual(left.toSorted());
          const disk = everything(home);
          for (const [id, words] of said)
            if (words === '') for (const gone of every.get(id)!) expect(disk).not.toContain(`<${gone} `);
          const written = (await world.entries()).map(({ id }) => id);
          expect(new Set(written).size).toBe(written.length);
          expect(world.stores.damages).toEqual([]);
          await world.conductor.close();
          world.die();
        },
      ),
      { numRuns: 30 },
    ));
});
