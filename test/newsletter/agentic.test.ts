import { describe, expect, it, onTestFinished } from 'vitest';
import { ToolBox } from '../../src/agent/tool-box.ts';
import { STEPS } from '../../src/newsletter/model/steps.ts';
import type { AskTurn } from '../../src/sessions/perform.ts';
import { ToolRefusal } from '../../src/sessions/tool.ts';
import type { ToolContext } from '../../src/sessions/tool.ts';
import type { Inbound } from '../../src/sessions/turn.ts';
import { ANN, COUNTS, newsletterStage } from './newsletter-stage.ts';
import type { NewsletterStage, StageOptions } from './newsletter-stage.ts';

const SESSION = 'newsletter_20261120';
type Call = (name: string, args?: object) => Promise<unknown>;

/** What a turn of the agent asked of its tools, and what it got. */
function agentic(script: (call: Call, inbound: Inbound) => Promise<void>, options: StageOptions = {}) {
  const asked: Inbound[] = [];
  const ask: AskTurn = async (inbound) => {
    asked.push(inbound);
    const context = { turn: inbound, signal: new AbortController().signal } as unknown as ToolContext;
    const call: Call = async (name, args = {}) => {
      const found = opened.tools.find((tool) => tool.name === name)!;
      try {
        return await found.run(found.args.parse(args), context);
      } catch (error) {
        if (error instanceof ToolRefusal) return { refused: error.message };
        throw error;
      }
    };
    await script(call, inbound);
    return { status: 'ok', summary: 'That is all.' };
  };
  const opened: NewsletterStage = newsletterStage({ ...options, ask });
  onTestFinished(opened.close);
  const run = async (request: { resume?: boolean } = {}, terms = {}) => {
    const begun = await opened.agent.run({ session: SESSION, by: ANN, ...request }, terms);
    const record = await opened.service.finished(SESSION, new AbortController().signal);
    return { ...begun, record };
  };
  return { ...opened, asked, run };
}

describe('a newsletter whose steps a model calls', () => {
  it('is one turn with the steps as its tools, and is delivered when all are complete', async () => {
    const results: unknown[] = [];
    const opened = agentic(async (call) => {
      results.push(await call('check_workflow_status', { session_id: SESSION }));
      for (const step of STEPS) results.push(await call(step, { session_id: SESSION }));
      results.push(await call('check_workflow_status'));
    });
    const { record } = await opened.run({}, { model: 'gemini', maxTurns: 12 });
    expect(opened.asked).toMatchObject([
      {
        text: `Run the newsletter workflow for session ${SESSION}.`,
        profile: 'newsletter_agent',
        limits: { attempts: 12 },
        model: 'gemini',
        actor: { rights: [] },
      },
    ]);
    expect(results[0]).toMatchObject({ status: 'ok', progress: '0%', next_step: 'gather_urls' });
    expect(results[1]).toEqual({
      status: 'ok',
      step: 'gather_urls',
      message: 'did gather_urls',
      counts: COUNTS.gather_urls,
    });
    expect(results.at(-1)).toMatchObject({ progress: '100%', next_step: null });
    expect(record).toMatchObject({ state: 'done', driver: 'agent' });
    expect(await opened.ops(SESSION, 'section')).toHaveLength(1);
  });

  it.each([
    ['an empty wrapper', { input: {} }],
    ['a reason', { session_id: SESSION, reason: 'It is next.' }],
    ['no session', { session_id: null }],
    ['a wrapper as text', '{"arguments": {}}'],
  ])('takes steps called with %s', async (_, args) => {
    const opened = agentic(async (_call, inbound) => {
      const names = ['check_workflow_status', ...STEPS];
      const allowed = Object.fromEntries(names.map((name) => [name, 2]));
      const box = new ToolBox(opened.tools, allowed, () => {});
      const context = { turn: inbound, signal: new AbortController().signal } as unknown as ToolContext;
      const calls = names.map((name) => ({ id: name, name, args }));
      for await (const results of box.run(calls, () => context)) expect(results[0]?.text).toContain('"ok"');
    });
    const { record } = await opened.run();
    expect(record?.state).toBe('done');
  });

  it('may be called fifty times where nothing else is said', async () => {
    const opened = agentic(async () => {});
    await opened.run();
    expect(opened.asked[0]?.limits).toEqual({ attempts: 50 });
  });

  it('has its status asked for first', async () => {
    const results: unknown[] = [];
    const opened = agentic(async (call) => void results.push(await call('gather_urls')));
    await opened.run();
    expect(results).toEqual([
      { refused: expect.stringContaining('call check_workflow_status first') as string },
    ]);
    expect(opened.done).toEqual([]);
  });

  it('refuses a step that is not next, or complete already, and says which is next', async () => {
    const results: unknown[] = [];
    const opened = agentic(async (call) => {
      await call('check_workflow_status');
      await call('gather_urls');
      for (const step of ['gather_urls', 'rate_articles'] as const) results.push(await call(step));
    });
    await opened.run();
    expect(results).toEqual([
      { refused: 'gather_urls is complete already. The next step is filter_urls.' },
      { refused: 'rate_articles is not next. The next step is filter_urls.' },
    ]);
    expect(opened.done).toEqual(['gather_urls']);
  });

  it('stops at a step that fails: nothing is tried again in its turn, nor done behind it', async () => {
    const broken = { is: true };
    const results: unknown[] = [];
    const during: StageOptions['during'] = async (step) => {
      if (step === 'filter_urls' && broken.is) throw new Error('the wire is down');
    };
    const opened = agentic(
      async (call) => {
        await call('check_workflow_status');
        for (const step of STEPS) results.push(await call(step));
      },
      { during },
    );
    const { record } = await opened.run();
    expect(results[1]).toEqual({
      status: 'error',
      step: 'filter_urls',
      message: 'the wire is down',
      counts: {},
    });
    const refusal =
      'The workflow stopped at filter_urls (the wire is down). Don’t retry: stop here and report the error.';
    for (const result of results.slice(2)) expect(result).toEqual({ refused: refusal.replace('’', "'") });
    expect(record?.state).toBe('stopped');

    broken.is = false;
    results.length = 0;
    const again = await opened.run({ resume: true });
    expect(opened.asked[1]?.text).toBe(
      `Resume the newsletter workflow for session ${SESSION}. Check status and continue from the next incomplete step.`,
    );
    expect(results[0]).toEqual({ refused: 'gather_urls is complete already. The next step is filter_urls.' });
    expect(again.record?.state).toBe('done');
    expect(opened.done).toEqual([...STEPS]);
  });

  it('that its model leaves before the end is stopped, and can be resumed without one', async () => {
    const opened = agentic(async (call) => {
      await call('check_workflow_status');
      await call('gather_urls');
    });
    const { record } = await opened.run();
    expect(record).toMatchObject({ state: 'stopped', trouble: 'That is all.' });
    const { record: resumed } = await opened.service
      .run({ session: SESSION, resume: true, by: ANN })
      .then(async () => ({ record: await opened.service.finished(SESSION, new AbortController().signal) }));
    expect(resumed?.state).toBe('done');
    expect(opened.done).toEqual([...STEPS]);
  });

  it('is begun anew by the same name where its model began no step: one that can’t serve uses up no session', async () => {
    let isServed = false;
    const opened = agentic(async (call) => {
      if (!isServed) throw new Error('There is no model "gpt-nowhere"; allowed: desk.');
      await call('check_workflow_status');
      for (const step of STEPS) await call(step);
    });
    const { record } = await opened.run({}, { model: 'gpt-nowhere' });
    expect(record).toMatchObject({
      state: 'stopped',
      trouble: expect.stringContaining('gpt-nowhere') as string,
      checkpoints: {},
    });
    isServed = true;
    const again = await opened.run({}, { model: 'desk' });
    expect(again).toMatchObject({ outcome: 'begun', record: { state: 'done' } });
    expect(again.record?.trouble).toBeUndefined();
  });

  it('shows no tool what is in the articles, and has none for another newsletter or another turn', async () => {
    const results: unknown[] = [];
    let late: Call | undefined;
    const opened = agentic(async (call) => {
      late = call;
      results.push(await call('check_workflow_status', { session_id: 'newsletter_20200101' }));
      results.push(await call('check_workflow_status'));
      for (const step of STEPS) results.push(await call(step));
    });
    await opened.run();
    expect(results[0]).toEqual({ refused: `this turn makes ${SESSION} and no other newsletter` });
    expect(JSON.stringify(results)).not.toMatch(/harbour|example/iu);
    expect(await late?.('check_workflow_status')).toEqual({
      refused: 'this turn makes no newsletter, or no more. Stop here.',
    });
  });

  it('goes on while its desk takes up what another one left', async () => {
    const opened = agentic(async (call) => {
      await call('check_workflow_status');
      await opened.service.takeUp();
      for (const step of STEPS) await call(step);
    });
    const { record } = await opened.run();
    expect(record).toMatchObject({ state: 'done', driver: 'agent' });
  });

  it('that was under way when the desk went waits for somebody to resume it', async () => {
    const opened = agentic(async () => {});
    await opened.book.change(SESSION, () => ({ result: undefined }));
    await opened.agent.run({ session: SESSION, by: ANN }, {});
    await opened.service.finished(SESSION, new AbortController().signal);
    const record = (await opened.book.find(SESSION))!;
    await opened.book.change(SESSION, () => ({ record: { ...record, state: 'running' }, result: undefined }));
    await opened.service.takeUp();
    expect(await opened.book.find(SESSION)).toMatchObject({
      state: 'stopped',
      trouble: 'the desk was stopped',
    });
    expect(opened.done).toEqual([]);
  });
});
