import { describe, expect, it } from 'vitest';
import { askDesk } from '../../src/commands/ask-desk.ts';
import type { Actor, Right } from '../../src/sessions/actor.ts';
import { ToolRefusal } from '../../src/sessions/tool.ts';
import { UndoLog } from '../../src/feature/undo-log.ts';
import { sessionKey } from '../../src/sessions/key.ts';
import { message } from '../support/inbound.ts';
import { smallDesk } from '../support/small-desk.ts';

const person = (name: string, ...rights: Right[]): Actor => ({
  kind: 'person',
  id: name,
  name,
  rights: ['talk', ...rights],
});
const ann = person('Ann', 'jobs', 'desk');

/** A desk whose turns call the tool, as a model would whatever was said; a refusal is its sentence. */
function askedDesk() {
  const answers: unknown[] = [];
  let args: unknown;
  const house = smallDesk({
    perform: async (pass) => {
      const { turn, fence } = pass.started;
      const nowMs = house.clock.now();
      const [tool] = askDesk(() => house.commands).tools ?? [];
      const context = {
        ...{ turn, session: turn.session, actor: turn.actor, nowMs, signal: pass.signal },
        mark: (what: string) => ({ turn: turn.id, fence, n: pass.nextEffect(), atMs: nowMs, what }),
        ...{ said: turn.text, saidBefore: '', kept: [], keep: () => {}, offer: () => {} },
      };
      try {
        answers.push(await tool!.run(tool!.args.parse(args), context));
      } catch (error) {
        if (!(error instanceof ToolRefusal)) throw error;
        answers.push({ refused: error.message });
      }
      await pass.settle({ status: 'ok', summary: 'done' });
    },
  });
  let turns = 0;
  const use = async (given: object, text: string, actor = ann): Promise<Record<string, unknown>> => {
    args = given;
    await house.conductor.submit({ ...message(`t${++turns}`), actor, text });
    await house.conductor.idle();
    return answers.at(-1) as Record<string, unknown>;
  };
  return { ...house, use };
}

describe('the desk tool', () => {
  it('pauses everything for as long as the person said, whatever the model made of it, and undoes it', async () => {
    const { use, status, close } = askedDesk();
    const paused = await use({ request: 'pause', until: '3 days' }, 'pause everything for an hour');
    expect(paused['text']).toMatch(/paused until .*, also after a restart/);
    expect((await status()).paused).toBe(true);
    expect((await use({ request: 'undo' }, 'undo'))['text']).toMatch(/runs again/);
    expect((await status()).paused).toBe(false);
    await close();
  });

  it.each([
    ['a quotation', '> pause everything for an hour\nWhat does that mean?'],
    ["somebody else's words", 'The page says: "pause everything for an hour"'],
    ['a question', 'Would pausing everything help?'],
    ['one job', 'pause the diary reminder'],
    ['nothing of the kind', 'what did you post today?'],
  ])('pauses nothing for %s', async (_, said) => {
    const { use, status, close } = askedDesk();
    expect(await use({ request: 'pause' }, said)).toHaveProperty('refused');
    expect((await status()).paused).toBe(false);
    await close();
  });

  it('does no more than the person may', async () => {
    const { use, status, close } = askedDesk();
    await use({ request: 'pause' }, 'pause everything', person('Bob', 'jobs'));
    expect((await status()).paused).toBe(false);
    expect(await use({ request: 'pause' }, 'pause everything', person('Cat'))).toHaveProperty('refused');
    await close();
  });

  it('undoes only what the same person did here, and says so where it knows of nothing', async () => {
    const { use, status, close } = askedDesk();
    await use({ request: 'pause' }, '暫停所有工作');
    expect((await use({ request: 'undo' }, '還原', person('Bob', 'jobs', 'desk')))['text']).toContain(
      '沒有可以還原的',
    );
    expect((await status()).paused).toBe(true);
    await close();
  });

  it.each([
    ['pause everything', 'resume', /runs again/],
    ['暫停晒', '恢復', /已恢復/],
  ])('resumes by the word alone what "%s" paused', async (pause, resume, answer) => {
    const { use, status, close } = askedDesk();
    await use({ request: 'pause' }, pause);
    expect((await use({ request: 'resume' }, resume))['text']).toMatch(answer);
    expect((await status()).paused).toBe(false);
    await close();
  });

  it('says that nothing is paused, and takes that for no change that could be undone', async () => {
    const { use, status, cron, close } = askedDesk();
    const payload = { message: 'look', sessionKey: sessionKey('console', 'desk') };
    const job = await cron.add({ name: 'diary', schedule: { everyMs: 60_000 }, payload }, ann);
    await cron.update(job.id, { enabled: false });
    expect((await use({ request: 'resume' }, 'resume'))['text']).toMatch(/is not paused.*diary/);
    expect((await use({ request: 'undo' }, 'undo'))['text']).toContain('nothing to undo');
    expect((await status()).paused).toBe(false);
    await close();
  });

  it('takes a new automation back at once, by its name, also after a restart', async () => {
    const { commands, cron, stores, clock, close } = askedDesk();
    const context = { session: sessionKey('console', 'desk'), actor: ann, locale: 'en' } as const;
    const options = { name: 'diary', message: 'look', schedule: 'every day at 9' };
    await commands.invoke('cron add', options, context);
    // Another process reads what this one wrote.
    const undoLog = new UndoLog(stores.sessionState, () => clock.now());
    expect((await undoLog.of(context))?.undo?.command).toBe('cron remove');
    expect(await undoLog.of({ ...context, actor: person('Bob') })).toBeUndefined();
    expect((await commands.invoke('desk undo', {}, context))?.text).toMatch(/diary.* is removed/);
    expect(await cron.list()).toEqual([]);
    expect((await undoLog.of(context))?.undo).toBeUndefined();
    await close();
  });

  it("answers in the person's language", async () => {
    const { use, close } = askedDesk();
    expect((await use({ request: 'feeds' }, 'which feeds fail?'))['text']).toBe('1 feed, 0 failing.\nwire');
    expect((await use({ request: 'feeds' }, '邊啲來源失敗？'))['text']).toBe('1 個來源，0 個失敗。\nwire');
    expect((await use({ request: 'cost' }, '今日使咗幾多錢？'))['text']).toContain('沒有費用');
    expect((await use({ request: 'paused' }, 'is anything paused?'))['text']).toContain(
      'Scheduled work is on.',
    );
    await close();
  });
});
