import { describe, expect, it } from 'vitest';
import { memorySessionState } from '../support/memory-session-state.ts';
import type { Actor, Right } from '../../src/sessions/actor.ts';
import { AskedBack } from '../../src/feature/asked-back.ts';
import type { OpenQuestion } from '../../src/desk/open-question.ts';
import { noteTools } from '../../src/desk/note-tools.ts';
import type { Note } from '../../src/sessions/note.ts';
import type { OpButton } from '../../src/sessions/op.ts';
import type { ToolContext } from '../../src/sessions/tool.ts';
import { parseRule } from '../../src/text/editor-rule.ts';

const nowMs = Date.UTC(2026, 10, 20, 12);
const zone = 'Europe/London';
const categories = [
  { name: 'Crypto', aliases: ['bitcoin'], words: ['加密貨幣'] },
  { name: 'Sports', aliases: ['sport'], words: ['體育'] },
];

const EDITOR: Actor = { kind: 'person', name: 'Ann', rights: ['talk', 'jobs'] };

/** The tools over a book in memory, called as a turn calls them. */
function channel() {
  const held: Note[] = [];
  const asked = new AskedBack<OpenQuestion>(memorySessionState(), 'asked back');
  const offered: OpButton[] = [];
  let ids = 0;
  let turns = 0;
  const tools = noteTools({
    notes: {
      add: async (_, note) => void held.push(note),
      list: async () => [...held],
      remove: async (_, id) =>
        held.splice(
          held.findIndex((note) => note.id === id),
          1,
        )[0],
    },
    interpret: (text, now) => parseRule(text, { categories, nowMs: now, zone }) ?? {},
    newId: () => `n${++ids}`,
    zone,
    asked,
  });
  const context = {
    session: 'console:desk',
    turn: { kind: 'person', actor: EDITOR },
    actor: EDITOR,
    saidBefore: '',
    nowMs,
    mark: () => ({}),
    offer: (button: OpButton) => void offered.push(button),
  } as unknown as ToolContext;
  const call = async (name: string, args: object, rights: readonly Right[] = EDITOR.rights, words = '') => {
    const tool = tools.find((one) => one.name === name)!;
    const said =
      words !== ''
        ? words
        : name === 'remember'
          ? `please remember: ${Object.values(args).join(' ')}`
          : `forget the note ${Object.values(args).join(' ')}`;
    return (await tool.run(tool.args.parse(args), {
      ...context,
      actor: { ...EDITOR, rights },
      turn: { ...context.turn, id: `turn${++turns}`, text: said },
      said,
    })) as Record<string, unknown>;
  };
  /** Asks to forget, and says yes to the question. */
  const forget = async (args: object) => {
    expect(await call('forget', args)).toMatchObject({ forgotten: null, asks: [{}] });
    return call('forget', {}, EDITOR.rights, 'yes');
  };
  return { held, call, forget, offered };
}

describe('the tools by which a channel remembers', () => {
  it('leave nothing out by words that the person said of something else', async () => {
    const { call, held } = channel();
    const remember = (text: string, words: string) => call('remember', { text }, EDITOR.rights, words);
    await expect(remember('No crypto', 'Please summarise this crypto page, no jargon')).rejects.toThrow(
      'nobody asked to leave that out',
    );
    expect(held).toEqual([]);
    await remember('no crypto today', "could you make sure there's no crypto today?");
    await remember('No crypto until Friday', 'no crypto until Friday please, thanks');
    expect(held).toHaveLength(2);
  });

  it('says the end for readers and for machines', async () => {
    const { call } = channel();
    expect(await call('remember', { text: 'no more crypto today' })).toMatchObject({
      until: 'Fri 20 Nov, 23:59',
      untilMs: Date.UTC(2026, 10, 20, 23, 59, 59, 999),
      zone,
    });
  });

  it('keeps one note of a rule that is said twice', async () => {
    const { held, call } = channel();
    await call('remember', { text: 'no more crypto today' });
    expect(await call('remember', { text: 'No more crypto today!' })).toMatchObject({
      id: 'n1',
      already: true,
    });
    expect(await call('remember', { text: '今日不要加密貨幣' })).toMatchObject({ id: 'n1', already: true });
    expect(held).toHaveLength(1);
    await call('remember', { text: 'no more crypto this week' });
    expect(held).toHaveLength(2);
  });

  it('forgets the last one, or the one that leaves out what is named, once its editor said yes', async () => {
    const { held, call, forget, offered } = channel();
    for (const text of ['no football or sport today', 'no more crypto today', 'Ann is away'])
      await call('remember', { text });
    await call('forget', { text: 'sports' });
    expect(held).toHaveLength(3);
    expect(offered).toMatchObject([
      { label: 'Forget “no football or sport today”', style: 'danger', command: 'session agree' },
    ]);
    await expect(call('forget', {}, EDITOR.rights, 'no')).rejects.toThrow('nobody asked in this message');
    expect(held).toHaveLength(3);
    // A page that has a note forgotten with the job that an editor removes.
    const last = call('forget', { last: true, text: '' }, EDITOR.rights, 'please remove the Diary job');
    await expect(last).rejects.toThrow('nobody spoke of the note');
    expect(await forget({ last: true })).toMatchObject({ forgotten: { text: 'Ann is away' } });
    expect(await forget({ text: 'sports' })).toMatchObject({
      forgotten: { text: 'no football or sport today' },
    });
    expect(held.map(({ text }) => text)).toEqual(['no more crypto today']);
  });

  it.each(['唔使再記體育', "don't remember the sports rule any more, forget it"])(
    'is asked to forget in words that deny: %s',
    async (said) => {
      const { call } = channel();
      await call('remember', { text: 'no more sports' });
      const text = /體育/u.test(said) ? '體育' : 'sports';
      expect(await call('forget', { text }, EDITOR.rights, said)).toMatchObject({ asks: [{}] });
    },
  );

  it('forgets nothing where several match or none does, and answers with what there is', async () => {
    const { held, call } = channel();
    await call('remember', { text: 'no more crypto today' });
    await call('remember', { text: 'no more crypto this week' });
    expect(await call('forget', { text: 'crypto' })).toMatchObject({ forgotten: null, several: [{}, {}] });
    expect(await call('forget', { text: 'gardening' })).toMatchObject({ forgotten: null, notes: [{}, {}] });
    expect(held).toHaveLength(2);
  });

  it('forgets the note that is named whole, though another begins with its words', async () => {
    const { held, call, forget } = channel();
    await call('remember', { text: 'no more crypto' });
    await call('remember', { text: 'no more crypto this week' });
    expect(await forget({ text: 'No more crypto' })).toMatchObject({ forgotten: { text: 'no more crypto' } });
    expect(held.map(({ text }) => text)).toEqual(['no more crypto this week']);
  });

  it('forgets all that leave out what may be written about again, in whichever language it was asked', async () => {
    const { held, call, forget } = channel();
    await call('remember', { text: 'no more crypto today' });
    await call('remember', { text: '今個星期唔好再寫加密貨幣' });
    await call('remember', { text: 'skip sports this week' });
    expect(await call('forget', { text: '加密貨幣', all: true })).toMatchObject({ asks: [{}, {}] });
    expect(await call('forget', {}, EDITOR.rights, '係')).toMatchObject({
      forgotten: { text: 'no more crypto today' },
      also: [{ text: '今個星期唔好再寫加密貨幣' }],
    });
    expect(held.map(({ text }) => text)).toEqual(['skip sports this week']);
    expect(await call('forget', { text: 'crypto', all: true })).toMatchObject({
      forgotten: null,
      notes: [{ text: 'skip sports this week' }],
    });
    expect(await forget({ text: '體育' })).toMatchObject({
      forgotten: { text: 'skip sports this week' },
    });
  });

  it('takes at most 50 notes of 500 characters, from those who may manage automations', async () => {
    const { held, call } = channel();
    await expect(call('remember', { text: `Ann is away ${'x'.repeat(500)}` })).rejects.toThrow(
      'has 512 characters; at most 500 are allowed',
    );
    for (let n = 0; n < 50; n++) await call('remember', { text: `Ann is away on day ${n}` });
    await expect(call('remember', { text: 'Ben is away' })).rejects.toThrow('50 notes already');
    expect(held).toHaveLength(50);
    await expect(call('remember', { text: 'Ben is away' }, ['talk'])).rejects.toThrow('Ann may not');
    await expect(call('forget', { last: true }, ['talk'])).rejects.toThrow('Ann may not');
    expect(held).toHaveLength(50);
  });
});
