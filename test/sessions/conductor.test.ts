import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ConductorDeps } from '../../src/sessions/conductor.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { NewOp } from '../../src/sessions/op.ts';
import type { Pass, PerformTurn } from '../../src/sessions/perform.ts';
import { StaleTurn } from '../../src/sessions/turn-book.ts';
import { FakeClock, eventually, settle } from '../support/fake-clock.ts';
import { message, slot, writtenJob } from '../support/inbound.ts';
import { conduct, transcript } from '../support/stage.ts';
import { openStores } from '../support/stores.ts';
import { tempHome } from '../support/temp-home.ts';

const desk = parseSessionKey('console:desk');

const origin = { channel: 'console', chatId: 'desk' } as const;

/** A message that its session remembers once it was sent. */
function remark(text: string): NewOp {
  const record = { v: 1, id: text, ts: 0, role: 'assistant', content: text } as const;
  return { key: text, lane: desk, spec: { kind: 'post', channel: { id: 'desk' }, text }, record };
}

const answers: PerformTurn = async (pass) => {
  const { turn } = pass.started;
  await pass.settle({ status: 'ok', summary: `answer to ${turn.id}` });
};

/** A performer that waits until the test lets it go on. */
function patient() {
  const passes = new Map<string, { pass: Pass; go: () => void }>();
  const perform: PerformTurn = async (pass) => {
    await new Promise<void>((go) => passes.set(pass.started.turn.id, { pass, go }));
    if ((await pass.settle({ status: 'ok', summary: `answer to ${pass.started.turn.id}` })) === 'joined') {
      const said = (await pass.joined()).map(({ content }) => content);
      await pass.settle({ status: 'ok', summary: `answer to ${pass.started.turn.id} and ${said.join(', ')}` });
    }
  };
  /** Wait until the turn has begun. */
  const begun = (turn: string) => eventually(() => passes.get(turn), `${turn} begins`);
  const finish = async (turn: string) => (await begun(turn)).go();
  return { begun, finish, perform };
}

function opened(perform: PerformTurn, more: Partial<ConductorDeps> = {}) {
  const home = tempHome();
  const clock = new FakeClock();
  const stores = openStores(home);
  return { home, clock, stores, ...conduct(stores, clock, perform, more) };
}

async function states(stores: ReturnType<typeof openStores>) {
  return (await stores.ops.under('')).map(({ key, state }) => ({ key, state }));
}

describe('the conductor', () => {
  it('writes down what came in, answers, and lets the answer out once it is on disk', async () => {
    const { conductor, stores, news } = opened(answers);
    await conductor.submit(message('m1', 'hello'));
    await conductor.idle();
    expect(await transcript(stores, desk)).toEqual(['user: hello', 'assistant: answer to m1']);
    expect(await states(stores)).toEqual([{ key: 'm1/1', state: 'ready' }]);
    expect(news).toEqual(['m1 queued', 'm1 running', 'm1 ok']);
  });

  it('leaves a scribe that says when its last word is in the file', async () => {
    const { conductor, transcriptWriter, stores } = opened(answers);
    await conductor.submit(message('m1', 'hello'));
    await conductor.idle();
    await stores.ops.put([remark('r1')]);
    await stores.ops.sent('r1', '1', { session: { key: desk, origin } }, 0);
    void transcriptWriter.flush(desk); // by whoever heard that it was sent
    await transcriptWriter.idle();
    stores.close();
    expect(await transcript(stores, desk)).toEqual(['user: hello', 'assistant: answer to m1', 'assistant: r1']);
  });

  it('accepts the same message once', async () => {
    const { conductor, stores } = opened(answers);
    await conductor.submit(message('m1', 'hello'));
    expect(await conductor.submit(message('m1', 'hello'))).toEqual({ kind: 'known', id: 'm1' });
    await conductor.idle();
    expect(await transcript(stores, desk)).toHaveLength(2);
  });

  it('runs a turn whose time is no whole number of milliseconds, and what comes after it', async () => {
    const { conductor, stores } = opened(answers);
    await conductor.submit({ ...message('m1', 'hello'), timeoutMs: 100_000 / 3 });
    await conductor.submit(message('m2', 'are you there?'));
    await eventually(async () => (await stores.book.find('m2'))?.state === 'closed');
    expect(await stores.book.find('m1')).toMatchObject({ state: 'closed', end: { status: 'ok' } });
  });

  it('lets a message join the running turn of a person, which answers both', async () => {
    const { begun, finish, perform } = patient();
    const { conductor, stores } = opened(perform);
    await conductor.submit(message('m1', 'one'));
    await begun('m1');
    expect(await conductor.submit(message('m2', 'two'))).toMatchObject({ kind: 'joined', running: 'm1' });
    await settle();
    await finish('m1');
    await conductor.idle();
    expect(await transcript(stores, desk)).toEqual(['user: one', 'user: two', 'assistant: answer to m1 and two']);
    expect(await stores.book.find('m2')).toMatchObject({ state: 'closed', end: { status: 'ok' } });
  });

  it('lets nobody join a turn that acts with the rights of another', async () => {
    const { begun, finish, perform } = patient();
    const { conductor } = opened(perform);
    await conductor.submit(message('m1'));
    await begun('m1');
    const ben = { kind: 'person' as const, id: '2', name: 'Ben', rights: ['talk' as const] };
    expect((await conductor.submit({ ...message('m2'), actor: ben })).kind).toBe('queued');
    await finish('m1');
    await finish('m2');
    await conductor.idle();
  });

  it('lets no more than three messages join; the fourth is a turn of its own', async () => {
    const { begun, finish, perform } = patient();
    const { conductor } = opened(perform);
    await conductor.submit(message('m1'));
    await begun('m1');
    const kinds: string[] = [];
    for (const id of ['m2', 'm3', 'm4', 'm5']) kinds.push((await conductor.submit(message(id))).kind);
    expect(kinds).toEqual(['joined', 'joined', 'joined', 'queued']);
    await finish('m1');
        await finish('m5');
    await conductor.idle();
  });

  it('defers a scheduled turn while its session is busy, and keeps its trigger out of the answer in progress', async () => {
    const { begun, finish, perform } = patient();
    const { conductor, stores, news } = opened(perform);
    await stores.jobs.add(writtenJob('diary', 5));
    await conductor.submit(message('m1', 'one'));
    await begun('m1');
    await conductor.submit(slot('diary', 5), { nextRunAtMs: 6 });
    await eventually(async () => (await stores.jobs.get('diary'))?.state.deferredSince);
    expect(await stores.jobs.runs('diary', 5, false)).toMatchObject([{ status: 'deferred', delivery: 'none' }]);
    expect((await stores.jobs.get('diary'))!.state.deferredSince).toBeDefined();
    expect(await transcript(stores, desk)).toEqual(['user: one']);
    await finish('m1');
        await finish('diary:5');
    await conductor.idle();
    expect(await transcript(stores, desk)).toEqual([
      'user: one',
      'assistant: answer to m1',
      'user: Scheduled cron job triggered: diary',
      'assistant: answer to diary:5',
    ]);
    expect(news).toContain('diary:5 deferred');
    const entries = await stores.transcripts.tail(desk, 2);
    expect(entries[0]).toMatchObject({
      _cron_turn: true,
      cron_job_id: 'diary',
      cron_job_name: 'diary',
      cron_run_id: 'diary:5',
      cron_prompt_ref: { id: 'cron.agent_turn.reminder', version: 1 },
    });
    expect(entries[1]).toMatchObject({ cron_job_id: 'diary', cron_run_id: 'diary:5' });
    const [run] = await stores.jobs.runs('diary', 5, true);
    expect(run).toMatchObject({ status: 'ok', delivery: 'pending', attempts: 1, prompt: 'rendered' });
  });

  it('skips a slot whose job still waits or runs, and the ledger says so', async () => {
    const { begun, finish, perform } = patient();
    const { conductor, stores } = opened(perform);
    await stores.jobs.add(writtenJob('diary', 5));
    await conductor.submit(slot('diary', 5), { nextRunAtMs: 6 });
    await begun('diary:5');
    expect(await conductor.submit(slot('diary', 6), { nextRunAtMs: 7 })).toMatchObject({ kind: 'refused' });
    expect((await stores.jobs.runs('diary', 5, false)).map(({ status }) => status)).toEqual(['skipped', 'running']);
    await finish('diary:5');
    await conductor.idle();
  });

  it('closes a turn at its deadline even when the performer ignores the signal, and the lane goes on', async () => {
    const stuck: PerformTurn = (pass) => (pass.started.turn.id === 'm1' ? new Promise(() => {}) : answers(pass));
    const { conductor, stores, clock } = opened(stuck);
    await conductor.submit(message('m1'));
    await eventually(async () => (await stores.book.find('m1'))?.state === 'running');
    await settle();
    await clock.advance(60_001);
    await conductor.submit(message('m2'));
    await eventually(async () => (await transcript(stores, desk)).length === 4);
    expect(await transcript(stores, desk)).toEqual([
      'user: words of m1',
      'system: I ran out of time for this one and stopped.',
      'user: words of m2',
      'assistant: answer to m2',
    ]);
    expect(await stores.book.find('m1')).toMatchObject({ end: { status: 'timed_out' } });
  });

  it('ends a turn with what its tools put aside, also at its deadline', async () => {
    const stuck: PerformTurn = (pass) => {
      pass.keep({ text: 'one' });
      pass.keep({ text: 'two' });
      return new Promise(() => {});
    };
    const { conductor, stores, clock } = opened(stuck);
    const ended = conductor.ask(message('m1'));
    await eventually(async () => (await stores.book.find('m1'))?.state === 'running');
    await settle();
    await clock.advance(60_001);
    expect(await ended).toMatchObject({ status: 'timed_out', kept: [{ text: 'one' }, { text: 'two' }] });
    expect(await stores.book.find('m1')).toMatchObject({ end: { kept: [{ text: 'one' }, { text: 'two' }] } });
  });

  it('closes a turn whose performer broke with a line, and keeps the fault for the record', async () => {
    const { conductor, stores, failures } = opened(() => Promise.reject(new Error('boom')));
    await conductor.submit(message('m1'));
    await conductor.idle();
    expect(await stores.book.find('m1')).toMatchObject({ end: { status: 'failed', error: 'boom' } });
    expect(failures).toMatchObject([{ message: 'boom' }]);
    expect((await transcript(stores, desk)).at(-1)).toMatch(/^system: I could not finish/);
  });

  it('writes no step down after the reset of its session, when the disk has room again', async () => {
    const looks: PerformTurn = (pass) => pass.step({ role: 'assistant', content: 'let me look', meta: {} });
    const { conductor, stores, clock, failures } = opened(looks);
    const { transcripts } = stores;
    const jot = transcripts.jot.bind(transcripts);
    transcripts.jot = async () => Promise.reject(new Error('the disk is full'));
    await conductor.submit(message('m1', 'one'));
    await eventually(() => failures.length > 0);
    await conductor.reset(desk, 'Ann');
    transcripts.jot = jot;
    for (let seconds = 0; seconds < 60; seconds++) await clock.advance(1_000);
    await conductor.idle();
    expect((await transcript(stores, desk)).join('\n')).not.toContain('let me look');
  });

  it('answers every message that a turn had taken in which ran out of time', async () => {
    let read = 0;
    const stalled: PerformTurn = async (pass) => {
      const { turn } = pass.started;
      if (turn.id !== 'm1') return answers(pass);
      await eventually(async () => (await stores.book.find('m3'))?.state === 'joined');
      read = (await pass.joined()).length;
      await new Promise(() => {}); // the model never answers
    };
    const { conductor, stores, clock } = opened(stalled);
    await conductor.submit(message('m1', 'one'));
    await eventually(() => conductor.runningIn(desk));
    await conductor.submit(message('m2', 'two'));
    expect(await conductor.submit(message('m3', 'three'))).toMatchObject({ kind: 'joined', running: 'm1' });
    await eventually(() => read === 2);
    await clock.advance(60_000);
    await conductor.idle();
    for (const id of ['m2', 'm3'])
      expect(await stores.book.find(id)).toMatchObject({ end: { status: 'ok', summary: `answer to ${id}` } });
    expect(await states(stores)).toEqual(['m1', 'm2', 'm3'].map((id) => ({ key: `${id}/1`, state: 'ready' })));
  });

  it.each(['stalls', 'fails'])('loses no answer that was ready when more was said, though the turn %s then', async (then) => {
    const said = ['answer to m1'];
    const perform: PerformTurn = async (pass) => {
      const { turn } = pass.started;
      if (turn.id !== 'm1') return answers(pass);
      for (const joined of ['m2', 'm3']) {
        await eventually(async () => (await stores.book.find(joined))?.state === 'joined');
        expect(await pass.settle({ status: 'ok', summary: said.join(', ') })).toBe('joined');
        for (const entry of await pass.joined()) said.push(`answer to ${entry.content}`);
        if (joined === 'm2') void conductor.submit(message('m3', 'three'));
      }
      if (then === 'stalls') await new Promise(() => {}); // the model never answers
      await pass.settle({ status: 'failed', summary: 'The model is out of reach.' });
    };
    const { conductor, stores, clock } = opened(perform);
    await conductor.submit(message('m1', 'one'));
    await eventually(() => conductor.runningIn(desk));
    await conductor.submit(message('m2', 'two'));
    await eventually(async () => said.length === 3 || (await stores.book.find('m1'))?.state === 'closed');
    if (then === 'stalls') await clock.advance(60_000);
    await conductor.idle();
    const { end } = (await stores.book.find('m1')) as { end: { status: string; summary: string } };
    expect(end.summary).toContain('answer to m1, answer to two');
    expect(end.summary).toContain(then === 'stalls' ? 'I ran out of time' : 'The model is out of reach.');
    // What was answered is not answered again; what was not has a turn of its own, or hears why.
    const own = then === 'stalls' ? ['m1/1', 'm3/1'] : ['m1/1'];
    expect((await states(stores)).map(({ key }) => key)).toEqual(own);
  });

  it('does not do again what a turn did that ran out of time: who had joined it hears of its end', async () => {
    const acted: PerformTurn = async (pass) => {
      await eventually(async () => (await stores.book.find('m2'))?.state === 'joined');
      await pass.joined();
      const mark = { turn: 'm1', fence: pass.started.fence, n: pass.nextEffect(), what: 'added a job', atMs: 1 };
      await stores.jobs.add(writtenJob('diary', 5), mark);
      await new Promise(() => {});
    };
    const { conductor, stores, clock } = opened(acted);
    await conductor.submit(message('m1', 'one'));
    await eventually(() => conductor.runningIn(desk));
    await conductor.submit(message('m2', 'two'));
    await eventually(async () => (await stores.jobs.list()).length === 1);
    await clock.advance(60_000);
    await conductor.idle();
    expect(await stores.book.find('m2')).toMatchObject({ end: { status: 'timed_out' } });
  });

  it('shows a trigger while its turn runs, and takes it out of the journal with the answer', async () => {
    const { begun, finish, perform } = patient();
    const { conductor, stores, written } = opened(perform);
    await stores.jobs.add(writtenJob('diary', 5));
    await conductor.submit(slot('diary', 5, 'console:desk'));
    await begun('diary:5');
    const [trigger, ...others] = await transcript(stores, desk);
    expect([trigger, others]).toEqual([expect.stringMatching(/^user: Scheduled cron job triggered/), []]);
    expect((await stores.book.unflushed(desk))?.rows).toHaveLength(1);
    await finish('diary:5');
    await conductor.idle();
    expect(await stores.book.unflushed(desk)).toBeUndefined();
    expect(written.map(({ entry: { id } }) => id)).toEqual((await stores.transcripts.tail(desk, 9)).map(({ id }) => id));
    expect(await stores.sessions.get(desk)).toMatchObject({ entries: written.length });
  });

  it('gives a turn all its time that had to wait for the disk first', async () => {
    const { conductor, stores, clock, home, failures } = opened(answers);
    await stores.jobs.add(writtenJob('diary', 5));
    const path = join(home, 'sessions');
    writeFileSync(path, 'not a folder');
    await conductor.submit(slot('diary', 5, 'console:desk'));
    await eventually(() => failures.length > 0);
    for (let minute = 0; minute < 5; minute++) await clock.advance(60_000);
    rmSync(path);
    const statuses = async () => (await stores.jobs.runs('diary', 5, false)).map(({ status }) => status);
    await eventually(async () => {
      await clock.advance(1_000);
      return !/queued|running|deferred/u.test(String(await statuses()));
    }, 'it has ended');
    await conductor.idle();
    expect(await statuses()).toEqual(['ok']);
  });

  it('closes a turn whose performer left it without an end, and answers who had joined it', async () => {
    let go = (): void => {};
    const { conductor, stores, news } = opened(async (pass) => {
      if (pass.started.turn.id === 'm1') await new Promise<void>((resolve) => (go = resolve));
      await pass.settle({ status: 'ok', summary: 'answer' }); // m1 does not read what joined it
    });
    await conductor.submit(message('m1'));
    await eventually(() => news.includes('m1 running'));
    expect(await conductor.submit(message('m2'))).toMatchObject({ kind: 'joined' });
    go();
    await conductor.idle();
    expect(news).toEqual(expect.arrayContaining(['m1 failed', 'm2 ok']));
    expect((await stores.book.find('m1'))?.state).toBe('closed');
  });

  it('drops the result of a turn whose session was reset meanwhile', async () => {
    const { begun, finish, perform } = patient();
    const { conductor, stores } = opened(perform);
    await stores.jobs.add(writtenJob('diary', 5));
    await conductor.submit(slot('diary', 5), { nextRunAtMs: 6 });
    await begun('diary:5');
    await conductor.reset(desk, 'Ann');
    await finish('diary:5');
    await conductor.idle();
    expect((await transcript(stores, desk)).at(-1)).toMatch(/^system: Ann reset this session/);
    expect(await stores.jobs.runs('diary', 1, false)).toMatchObject([
      { status: 'interrupted', error: 'session reset' },
    ]);
    expect(await states(stores)).toEqual([]);
  });

  it('refuses an effect of a turn that was closed before it arrived', async () => {
    const { begun, perform } = patient();
    const { conductor, stores, clock } = opened(perform);
    await conductor.submit(message('m1'));
    await begun('m1');
    const { pass } = await begun('m1');
    await conductor.reset(desk, 'Ann');
    const mark = { turn: 'm1', fence: pass.started.fence, n: pass.nextEffect(), atMs: clock.now(), what: 'x' };
    const note = { id: 'n1', text: 'x', by: 'Ann', atMs: 0 };
    await expect(stores.notes.add(desk, note, mark)).rejects.toThrow(StaleTurn);
    expect(await stores.notes.list(desk, 1)).toEqual([]);
    await conductor.idle();
  });

  it('skips a waiting turn: its trigger never enters the transcript', async () => {
    const { begun, finish, perform } = patient();
    const { conductor, stores } = opened(perform);
    await stores.jobs.add(writtenJob('diary', 5));
    await conductor.submit(message('m1', 'one'));
    await begun('m1');
    await conductor.submit(slot('diary', 5), { nextRunAtMs: 6 });
    await eventually(async () => (await stores.jobs.get('diary'))?.state.deferredSince);
    expect(await conductor.skip('diary:5', 'the job was removed')).toBe(true);
    await finish('m1');
    await conductor.idle();
    expect(await transcript(stores, desk)).toEqual(['user: one', 'assistant: answer to m1']);
    expect(await stores.jobs.runs('diary', 1, false)).toMatchObject([
      { status: 'skipped', error: 'the job was removed' },
    ]);
  });

  it('answers whoever asked for a turn, and asked again after a restart gives the same end', async () => {
    const { conductor, stores, home, clock } = opened(answers);
    const asked = message('story:r/s/write', 'write', 'story:r/s/write');
    expect(await conductor.ask({ ...asked, kind: 'worker' })).toMatchObject({ summary: 'answer to story:r/s/write' });
    await conductor.close();
    stores.close();
    const again = openStores(home);
    const { conductor: second } = conduct(again, clock, () => Promise.reject(new Error('must not run')));
    expect(await second.ask({ ...asked, kind: 'worker' })).toMatchObject({ summary: 'answer to story:r/s/write' });
    again.close();
  });
});

describe('a desk that closes', () => {
  it('has written and released an answer whose turn was just being closed', async () => {
    const closed: Promise<void>[] = [];
    const { conductor, stores } = opened(async (pass) => {
      const settled = pass.settle({ status: 'ok', summary: 'just in time' });
      closed.push(conductor.close());
      await settled;
    });
    await conductor.submit(message('m1'));
    await eventually(() => closed.length > 0);
    await closed[0];
    expect(await transcript(stores, desk)).toEqual(['user: words of m1', 'assistant: just in time']);
    expect(await states(stores)).toEqual([{ key: 'm1/1', state: 'ready' }]);
  });

  it('leaves what came at the last moment to who works next, and writes nothing after that', async () => {
    const failures: string[] = [];
    const { conductor, stores, home, clock } = opened(answers, { failed: (what) => void failures.push(what) });
    const { book } = stores;
    const accept = book.accept.bind(book);
    let isStored = false;
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    book.accept = async (...args) => {
      const accepted = await accept(...args);
      isStored = true;
      await answered;
      return accepted;
    };
    const submitted = conductor.submit(message('m1', 'hello'));
    await eventually(() => isStored);
    await conductor.close();
    stores.close();
    answer();
    const accepted = await submitted;
    expect(accepted.kind).toBe('queued');
    if (accepted.kind === 'queued') conductor.shared.freed([accepted.turn]); // as it waited behind another
    await conductor.idle();
    expect(failures).toEqual([]);

    const again = openStores(home);
    const { conductor: second } = conduct(again, clock, answers);
    await second.recover();
    await second.idle();
    expect(await transcript(again, desk)).toEqual(['user: hello', 'assistant: answer to m1']);
    again.close();
  });
});

describe('after a restart', () => {
  it('a turn that was cut off before any effect runs again, once, without a second trigger', async () => {
    const { begun, perform } = patient();
    const { conductor, stores, home, clock } = opened(perform);
    await stores.jobs.add(writtenJob('diary', 5));
    await conductor.submit(slot('diary', 5), { nextRunAtMs: 6 });
    await begun('diary:5');
    stores.close(); // the desk dies: nothing is handed back
    const again = openStores(home);
    const { conductor: second } = conduct(again, clock, answers);
    expect(await second.recover()).toEqual({ waiting: 1, cutOff: 0 });
    await second.idle();
    expect(await transcript(again, desk)).toEqual([
      'user: Scheduled cron job triggered: diary',
      'assistant: answer to diary:5',
    ]);
    expect(await again.jobs.runs('diary', 5, false)).toMatchObject([{ status: 'ok', attempts: 1 }]);
    again.close();
  });

  it('a turn ends with what its last start put aside, and nothing of the one that was cut off', async () => {
    let dead = false;
    const keeps: PerformTurn = async (pass) => {
      pass.keep('once');
      dead = true;
      await new Promise(() => {});
    };
    const { conductor, stores, home, clock } = opened(keeps);
    await conductor.submit({ ...message('m1'), kind: 'worker' });
    await eventually(() => dead);
    stores.close(); // the desk dies
    const again = openStores(home);
    const { conductor: second } = conduct(again, clock, async (pass) => {
      expect(pass.kept).toEqual([]);
      pass.keep('once');
      await answers(pass);
    });
    await second.recover();
    await second.idle();
    expect(await again.book.find('m1')).toMatchObject({ state: 'closed', end: { kept: ['once'] } });
    again.close();
  });

  it('a turn that had an effect is closed as interrupted, and says what it had done', async () => {
    const { begun, perform } = patient();
    const { conductor, stores, home, clock } = opened(perform);
    await conductor.submit(message('m1', 'no more crypto'));
    await begun('m1');
    const { pass } = await begun('m1');
    const mark = { turn: 'm1', fence: 1, n: pass.nextEffect(), atMs: 0, what: 'remembered: no more crypto' };
    await stores.notes.add(desk, { id: 'n1', text: 'no more crypto', by: 'Ann', atMs: 0 }, mark);
    stores.close();
    const again = openStores(home);
    const { conductor: second } = conduct(again, clock, answers);
    expect(await second.recover()).toEqual({ waiting: 0, cutOff: 1 });
    expect((await transcript(again, desk)).at(-1)).toContain('it had done this: remembered: no more crypto.');
    expect(await states(again)).toEqual([{ key: 'm1/1', state: 'ready' }]);
    again.close();
  });

  it("a person's message that is older than ten minutes is not answered as if nothing had happened", async () => {
    const { begun, perform } = patient();
    const { conductor, stores, home, clock } = opened(perform);
    await conductor.submit(message('m1'));
    await begun('m1');
    stores.close();
    clock.set(clock.now() + 11 * 60_000);
    const again = openStores(home);
    const { conductor: second } = conduct(again, clock, answers);
    expect(await second.recover()).toEqual({ waiting: 0, cutOff: 1 });
    expect(await again.book.find('m1')).toMatchObject({ end: { status: 'interrupted' } });
    again.close();
  });

  it('a turn is not run a third time', async () => {
    const { begun, perform } = patient();
    const { conductor, stores, home, clock } = opened(perform);
    await conductor.submit(message('m1'));
    await begun('m1');
    stores.close();
    const second = openStores(home);
    const { conductor: two } = conduct(second, clock, patient().perform);
    await two.recover();
    await eventually(async () => (await second.book.find('m1'))?.state === 'running');
    second.close();
    const third = openStores(home);
    const { conductor: three } = conduct(third, clock, answers);
    expect(await three.recover()).toEqual({ waiting: 0, cutOff: 1 });
    third.close();
  });

  it('a turn that only a dead process waited for is not run again: it is said once that it was cut off', async () => {
    const { begun, perform } = patient();
    const { conductor, stores, home, clock } = opened(perform, { attended: true });
    void conductor.ask({ ...message('m1'), kind: 'worker' }).catch(() => {});
    await begun('m1');
    void conductor.ask({ ...message('m2'), kind: 'worker' }).catch(() => {}); // waits behind it
    await eventually(async () => (await stores.book.find('m2'))?.state === 'waiting');
    stores.close();
    for (const cutOff of [2, 0]) {
      const again = openStores(home);
      const { conductor: second } = conduct(again, clock, answers);
      expect(await second.recover()).toEqual({ waiting: 0, cutOff });
      await second.idle();
      expect((await transcript(again, desk)).filter((line) => line.startsWith('system'))).toEqual([
        'system: This was cut off when the command that waited for it ended.',
        'system: This was cut off when the command that waited for it ended.',
      ]);
      expect(await again.ops.under('')).toHaveLength(2);
      again.close();
    }
  });

  it('says that a turn was cut off, or broke, in the language of its readers', async () => {
    const readers = () => ({ locale: 'zh', named: '/brief 金價' }) as const;
    const { begun, perform } = patient();
    const { conductor, stores, home, clock } = opened(perform, { attended: true });
    void conductor.ask(message('m1')).catch(() => {});
    await begun('m1');
    stores.close();
    const again = openStores(home);
    const breaks: PerformTurn = () => Promise.reject(new Error('broken'));
    const { conductor: second } = conduct(again, clock, breaks, { readers });
    await second.recover();
    await second.ask(message('m2'));
    expect((await transcript(again, desk)).filter((line) => line.startsWith('system'))).toEqual([
      'system: /brief 金價因等候結果的指令結束而中斷。',
      'system: 我這邊出現問題，未能完成這項工作。',
    ]);
    again.close();
  });

  it('a turn that was handed back when the desk closed has not been started', async () => {
    const { begun, perform } = patient();
    const { conductor, stores, home, clock } = opened(perform);
    await conductor.submit(message('m1'));
    await begun('m1');
    await conductor.close();
    stores.close();
    const again = openStores(home);
    const left = await again.book.recover({ nowMs: clock.now(), personMaxAgeMs: 0 });
    expect(left.waiting).toMatchObject([{ id: 'm1', attempts: 0 }]);
    const { conductor: second } = conduct(again, clock, answers);
    await second.recover();
    await second.idle();
    expect(await transcript(again, desk)).toEqual(['user: words of m1', 'assistant: answer to m1']);
    again.close();
  });

  it('a turn that was handed back after a step loses and repeats no entry when it runs again', async () => {
    const looks: PerformTurn = async (pass) => {
      await pass.step({ role: 'assistant', content: 'let me look', meta: {} });
      await new Promise(() => {});
    };
    const { conductor, stores, home, clock } = opened(looks);
    await conductor.submit(message('m1'));
    await eventually(async () => (await transcript(stores, desk)).length === 2);
    await conductor.close();
    stores.close();
    const again = openStores(home);
    const { conductor: second } = conduct(again, clock, answers);
    await second.recover();
    await second.idle();
    const entries = await again.transcripts.tail(desk, 9);
    expect(entries.map(({ content }) => content)).toEqual(['words of m1', 'let me look', 'answer to m1']);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(3);
    again.close();
  });
});
