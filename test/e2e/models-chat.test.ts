import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunEntry } from '../../src/cron/run.ts';
import { FakeClock, eventually } from '../support/fake-clock.ts';
import { modelsDesk } from '../support/models-desk.ts';
import type { ModelsDeskOptions } from '../support/models-desk.ts';
import { LoopbackGemini } from '../support/models/loopback-gemini.ts';
import { LoopbackOpenAi } from '../support/models/loopback-openai.ts';
import { asks, says } from '../support/models/loopback-gemini-script.ts';

type Desk = Awaited<ReturnType<typeof modelsDesk>>;

/** Half past six in the morning: a day's ceilings are young. */
const MORNING = Date.UTC(2026, 10, 20, 6, 30);
const USAGE = { promptTokenCount: 1_000, candidatesTokenCount: 100 };

describe('a desk with language models', () => {
  let gemini: LoopbackGemini;
  let clock: FakeClock;
  const desks: Desk[] = [];

  beforeEach(async () => {
    gemini = await LoopbackGemini.start({ keys: ['first-key', 'second-key'] });
    clock = new FakeClock(MORNING);
  });
  afterEach(async () => {
    for (const desk of desks.splice(0)) await desk.stop();
    await gemini.close();
    expect(gemini.complaints).toEqual([]);
  });

  const start = async (options: Partial<ModelsDeskOptions> = {}): Promise<Desk> => {
    const env = { GEMINI_API_KEYS: 'first-key', GEMINI_BASE_URL: gemini.baseUrl, ...options.env };
    const desk = await modelsDesk({ clock, ...options, env });
    desks.push(desk);
    return desk;
  };

  it('answers by Gemini, with tools, and counts what it spends', async () => {
    const desk = await start();
    expect(desk.lines.join('\n')).toContain('Model     Gemini (gemini-flash-latest), else the desk model');
    gemini.replyWith(
      { ...asks({ name: 'remember', args: { text: 'no more crypto today' } }), usage: USAGE },
      { ...says('Noted: no crypto ', 'today.'), usage: USAGE, modelVersion: 'gemini-2.5-flash' },
    );
    const answer = await desk.ask('please leave crypto out today');
    expect(answer.content).toBe('Noted: no crypto today.');
    expect(answer.meta?.['servedBy']).toMatchObject({ provider: 'gemini', languageModel: true });
    const { notes } = await desk.rpc<{ notes: { text: string }[] }>('notes.list', {
      sessionKey: 'console:desk',
    });
    expect(notes.map(({ text }) => text)).toEqual(['no more crypto today']);

    const receipts = await desk.receipts();
    expect(receipts).toHaveLength(2);
    expect(receipts[0]).toMatchObject({
      task: 'chat',
      provider: 'gemini',
      model: 'gemini-2.5-flash',
      profile: 1,
      inputTokens: 1_000,
      outputTokens: 100,
      countedTokens: 1_100,
      costUsd: 0.00055,
      outcome: 'ok',
      session: 'console:desk',
      turn: answer.meta?.turn,
    });
    const status = await desk.status();
    expect(status.model).toMatchObject({
      provider: 'gemini',
      model: 'gemini-2.5-flash',
      languageModel: true,
    });
    expect(status.spending).toHaveLength(2); // by the name that was asked for, and by the version that answered
    expect(status.providers?.map(({ provider, state }) => `${provider} ${state}`)).toEqual([
      'gemini closed',
      'desk closed',
    ]);
    const metrics = await desk.metrics();
    expect(metrics).toContain(
      'nightdesk_model_calls_total{provider="gemini",model="gemini-2.5-flash",task="chat",outcome="ok"} 1',
    );
    expect(metrics).toMatch(/nightdesk_model_call_seconds_bucket\{le="\+Inf",.*\} 1/);
    expect(await desk.command('desk status')).toContain(
      'gemini-2.5-flash today: 1 call, 1000 + 100 tokens, US$0.0006.',
    );
  });

  it('does what an editor said yes to, and nothing that the last answer did not ask', async () => {
    const desk = await start();
    const schedule = { kind: 'cron', expr: '0 9 * * *' };
    const payload = { kind: 'agentTurn', message: 'Post the diary.', sessionKey: 'console:desk' };
    for (const name of ['Diary', 'Markets']) await desk.rpc('cron.add', { job: { name, schedule, payload } });
    const pausedNow = async () =>
      (
        await desk.rpc<{ jobs: { name: string; enabled: boolean }[] }>('cron.list', { includeDisabled: true })
      ).jobs
        .filter(({ enabled }) => !enabled)
        .map(({ name }) => name);
    const pausing = (job: string) => asks({ name: 'cron', args: { action: 'pause', job } });
    const offer = 'Nobody reads the Diary on Sundays. **Shall I pause the Diary?**';

    gemini.replyWith(says(offer));
    await desk.ask('who reads the diary?');
    gemini.replyWith(pausing('Diary'), says('I could not.'));
    await desk.ask('ok, thanks for telling me');
    gemini.replyWith(says(offer));
    await desk.ask('and who reads it on Mondays?');
    gemini.replyWith(pausing('Markets'), says('I could not.'));
    await desk.ask('yes please');
    expect(await pausedNow()).toEqual([]);

    gemini.replyWith(says(offer));
    await desk.ask('so what do you suggest?');
    gemini.replyWith(pausing('Diary'), says('The Diary is paused.'));
    expect((await desk.ask('yes, go ahead')).content).toBe('The Diary is paused.');
    expect(await pausedNow()).toEqual(['Diary']);
  });

  it('says once, in a line, that the desk model answers in place of one that is used up; rests and spending outlive a restart', async () => {
    let desk = await start({ env: { GEMINI_API_KEYS: 'first-key,second-key' } });
    gemini.limit('first-key', { kind: 'per_day' });
    gemini.limit('second-key', { kind: 'per_day' });
    const answer = await desk.ask('what is scheduled here?');
    expect(answer.meta?.['servedBy']).toMatchObject({ provider: 'desk', languageModel: false });
    expect(answer.content.match(/Without a language model this time/g)).toHaveLength(1);
    expect(answer.content).toMatch(/Key \d of GEMINI_API_KEYS|limit for today/);
    const refused = (await desk.receipts()).filter(({ provider }) => provider === 'gemini');
    expect(refused.map(({ outcome, profile }) => [outcome, profile])).toEqual([
      ['quota', 2],
      ['rate_limited', 1], // another key was free
    ]);
    const { home } = desk;
    await desk.stop();

    const before = gemini.asked.length;
    desk = await start({ home, env: { GEMINI_API_KEYS: 'first-key,second-key' } });
    const again = await desk.ask('and now?');
    expect(again.content).toContain('Without a language model this time');
    expect(gemini.asked).toHaveLength(before); // both keys rest still
    const status = await desk.status();
    expect(status.model).toMatchObject({ provider: 'desk' });
    expect(status.providers?.[0]).toMatchObject({ state: 'resting', keys: { all: 2, resting: 2 } });
    expect(status.spending?.[0]).toMatchObject({ provider: 'gemini', calls: 3, failed: 3 });
    expect(await desk.command('desk status')).toContain('gemini: 2 of 2 keys resting');
  });

  it('goes on with the next provider of the chain, which serves as well, and keeps in the record who did not', async () => {
    const local = await LoopbackOpenAi.start({ models: ['llama3.2'] });
    const env = { OPENAI_BASE_URL: local.baseUrl, OPENAI_MODEL: 'llama3.2' };
    const desk = await start({ env, models: { prices: { llama: { input: 0, output: 0 } } } });
    expect(desk.lines.join('\n')).toContain(
      'Gemini (gemini-flash-latest), else OpenAI-compatible (llama3.2), else the desk model',
    );
    gemini.limit('first-key', { kind: 'per_day' });
    local.replyWith({ calls: [{ name: 'notes', args: {} }] }, { text: 'There is nothing to remember.' });
    const answer = await desk.ask('what do you remember?');
    expect(answer.content).toBe('There is nothing to remember.');
    expect(answer.meta?.['servedBy']).toMatchObject({ provider: 'openai', model: 'llama3.2' });
    const record = await desk.record(String(answer.meta?.turn));
    expect(record).toMatchObject({
      state: 'closed',
      end: { passed: [{ provider: 'gemini', code: 'quota' }] },
    });
    expect((await desk.status()).spending?.map(({ provider, unpriced }) => [provider, unpriced])).toEqual([
      ['gemini', 0],
      ['openai', 0],
    ]);
    expect(local.violations).toEqual([]);
    await desk.stop();
    await local.close();
  });

  it('says at the start of an address that speaks HTML, and answers by the desk model', async () => {
    const page = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>');
    });
    await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${(page.address() as AddressInfo).port}`;
    const desk = await start({ env: { GEMINI_API_KEYS: '', OPENAI_BASE_URL: base, OPENAI_MODEL: 'm' } });
    expect(desk.lines.filter((line) => line.includes('Problem'))).toHaveLength(1);
    const answer = await desk.ask('hello');
    expect(answer.meta?.['servedBy']).toMatchObject({ languageModel: false });
    expect(answer.content).toContain('Without a language model this time');
    expect((await desk.receipts()).map(({ provider, outcome }) => `${provider} ${outcome}`)).toContain(
      'openai misconfigured',
    );
    await desk.stop();
    page.close();
  });

  it('tells a wrong key once at the start, and in the record and the closing line of a run', async () => {
    const desk = await start({ env: { GEMINI_API_KEYS: 'wrong-key' } });
    const problems = desk.lines.filter((line) => line.includes('Problem'));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('Key 1 of GEMINI_API_KEYS');
    const told = () => desk.log.filter((line) => line.includes('GEMINI_API_KEYS'));
    expect(told()).toHaveLength(1);
    expect((await desk.status()).remarks?.join()).toContain('Key 1 of GEMINI_API_KEYS');
    const chinese = await desk.rpc<{ remarks: string[] }>('desk.status', { locale: 'zh' });
    expect(chinese.remarks.join()).toContain('Gemini 拒絕 GEMINI_API_KEYS 的第 1 個金鑰');

    await desk.ask('hello');
    const job = await desk.rpc<{ id: string }>('cron.add', {
      name: 'diary',
      schedule: { kind: 'every', everyMs: 3_600_000 },
      payload: { kind: 'agentTurn', message: 'check the diary', sessionKey: 'console:desk' },
    });
    await desk.rpc('cron.run', { id: job.id, mode: 'force' });
    const run = await eventually(async () => {
      const { entries } = await desk.rpc<{ entries: RunEntry[] }>('cron.runs', { id: job.id });
      return entries.find(({ finishedAtMs }) => finishedAtMs !== undefined);
    });
    expect(run.summary).toContain('Key 1 of GEMINI_API_KEYS');
    const closure = await eventually(async () =>
      (await desk.history('console:desk')).find(
        ({ cron_run_id, role }) => cron_run_id === run.runId && role !== 'user',
      ),
    );
    expect(closure.content).toContain('Key 1 of GEMINI_API_KEYS');
    expect(gemini.asked).toHaveLength(1); // a wrong key isn't tried again and again
    expect(desk.log.join()).not.toContain('wrong-key');
  });

  it('fails with the reason where the edition keeps the desk model out of a chain', async () => {
    const desk = await start({
      env: { GEMINI_MODEL: 'gemini-0' },
      models: { chains: { default: ['gemini'] } },
    });
    const answer = await desk.ask('hello');
    expect(answer.meta?.status).toBe('failed');
    expect(answer.content).toContain('gemini-0');
  });

  it('stops asking language models at a ceiling, says so, and asks them again the next day', async () => {
    const desk = await start({ models: { ceilings: { day: { attempts: 1 } } } });
    gemini.answer(() => says('A short answer.'));
    expect((await desk.ask('one')).content).toBe('A short answer.');
    const second = await desk.ask('two');
    expect(second.meta?.['servedBy']).toMatchObject({ languageModel: false });
    expect(second.content).toContain('models.ceilings.day.attempts in the edition');
    const status = await desk.status();
    expect(status.model).toMatchObject({ provider: 'desk' });
    expect(status.remarks?.join()).toContain('The ceiling of 1 call a day is reached');
    const chinese = await desk.rpc<{ remarks: string[] }>('desk.status', { locale: 'zh' });
    expect(chinese.remarks.join()).toContain('已達每日 1 次呼叫的上限');
    clock.set(clock.now() + 24 * 3_600_000);
    expect((await desk.ask('three')).content).toBe('A short answer.');
    expect(gemini.asked).toHaveLength(2);
  });

  it('asks no language model while nobody can say what was spent; the desk model still answers', async () => {
    let isBroken = false;
    const desk = await start({
      stores: (stores) => ({
        ...stores,
        receipts: Object.assign(Object.create(stores.receipts) as typeof stores.receipts, {
          spent: (of: { sinceMs: number }) =>
            isBroken ? Promise.reject(new Error('disk I/O error')) : stores.receipts.spent(of),
          write: (receipt: never) => stores.receipts.write(receipt),
          newest: (limit: number) => stores.receipts.newest(limit),
        }),
      }),
    });
    isBroken = true;
    const answer = await desk.ask('hello');
    expect(answer.meta?.['servedBy']).toMatchObject({ languageModel: false });
    expect(answer.content).toContain('It is not known what was spent');
    expect(gemini.asked).toEqual([]);
    isBroken = false;
    expect((await desk.ask('and now?')).content).toBe('Yes.');
  });

  it('waits for a limit of minutes as Gemini says, and answers', async () => {
    const desk = await start();
    gemini.failWith({ kind: 'per_minute', retryMs: 4_000 });
    gemini.replyWith(says('At last.'));
    const answer = desk.ask('hello');
    await eventually(() => gemini.asked.length === 1);
    await eventually(async () => {
      await clock.advance(1_000);
      return gemini.asked.length === 2;
    });
    expect((await answer).content).toBe('At last.');
  });
});
