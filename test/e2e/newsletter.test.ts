/** The newsletter in a whole desk: over the sample edition, in both languages, with the desk model and with a scripted Gemini. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { RunEntry } from '../../src/cron/run.ts';
import type { Newsletter } from '../../src/newsletter/model/outputs.ts';
import { STEPS } from '../../src/newsletter/model/steps.ts';
import type { SessionInfo } from '../../src/sessions/session-index.ts';
import { letterBrain } from '../newsletter/steps/gemini-letter.ts';
import { found } from '../support/desk-process.ts';
import { openSmtp } from '../support/mail/loopback-smtp.ts';
import { modelsDesk } from '../support/models-desk.ts';
import { promptOf } from '../support/models/gemini-newsroom.ts';
import { LoopbackGemini } from '../support/models/loopback-gemini.ts';
import type { GeminiRequest } from '../support/models/loopback-gemini.ts';
import { says } from '../support/models/loopback-gemini-script.ts';
import type { GeminiReply } from '../support/models/loopback-gemini-script.ts';

type Desk = Awaited<ReturnType<typeof modelsDesk>>;
const SESSION = 'newsletter_20260214';

let desk: Desk | undefined;
const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await desk?.stop();
  desk = undefined;
  for (const end of ending.splice(0)) await end();
});

/** Of what a desk asks besides, nothing is a newsletter's. */
const CHAINS = { cluster: ['desk'], merge: ['desk'], translate: ['desk'] };

const start = async (
  edition: object = {},
  env: Record<string, string> = {},
  chains: object = CHAINS,
): Promise<Desk> =>
  (desk = await modelsDesk({ env, edition: { schedules: [], ...edition }, models: { chains } }));

interface Told {
  readonly state: string;
  readonly progress: string;
  readonly error?: string;
  readonly remark?: string;
  readonly steps: Readonly<Record<string, { readonly status: string; readonly message: string }>>;
}

/** It is over: made, waiting or stopped. */
const over = (there: Desk, session = SESSION): Promise<Told> =>
  found(async () => {
    const told = await there.rpc<Told>('newsletter.record', { session });
    return told.state === 'running' || told.state === 'sending' ? undefined : told;
  });

/** What stands in the thread of the newsletter, once its sources do. */
const thread = (there: Desk, last: string): Promise<string[]> =>
  found(async () => {
    const { sessions } = await there.rpc<{ sessions: SessionInfo[] }>('sessions.list');
    const inDesk = sessions.find(({ origin }) => origin.parent === 'console:desk');
    if (!inDesk) return undefined;
    const texts = (await there.history(inDesk.key)).map(({ content }) => content);
    return texts.some((text) => text.includes(last)) ? texts : undefined;
  });

const invoke = (there: Desk, name: string, options: object = {}, more: object = {}) =>
  there.rpc<{ text: string; refused?: true }>('commands.invoke', {
    ...{ name, options, sessionKey: 'console:desk', author: { name: 'Ann' }, ...more },
  });

/** Of articles against each other it knows nothing: rules compare them. */
function letterWriter(): (request: GeminiRequest) => GeminiReply {
  const writes = letterBrain();
  return (request) => (/"topics":\[|"pairs":\[/u.test(promptOf(request)) ? says('{}') : writes(request));
}

describe('a newsletter of a job', () => {
  it('is made in the run’s own turn, and posted where the job lives', async () => {
    const there = await start();
    const payload = {
      kind: 'agentTurn',
      message: 'Make the newsletter.',
      sessionKey: 'console:desk',
      profile: 'newsletter',
    };
    const job = await there.rpc<{ id: string }>('cron.add', {
      ...{ name: 'weekly', sessionTarget: 'bound', payload, create: true },
      schedule: { kind: 'cron', expr: '0 7 * * 5' },
    });
    await there.rpc('cron.run', { id: job.id, mode: 'force' });
    const run = await found(async () => {
      const { entries } = await there.rpc<{ entries: RunEntry[] }>('cron.runs', { id: job.id });
      return entries.find(({ finishedAtMs }) => finishedAtMs !== undefined);
    });
    expect(run).toMatchObject({ status: 'ok' });
    expect(run.summary).toMatch(/: \d+ stories in \d+ sections\.$/u);
    const [session] = readdirSync(join(there.home, 'data', 'newsletters'));
    expect(session).toMatch(/^newsletter_\d{8}$/u);
    expect(await there.rpc('newsletter.status', {})).toMatchObject({ progress: '100%', next_step: null });
    const texts = await thread(there, '## Sources');
    const made = readFileSync(join(there.home, 'data', 'newsletters', session!, 'newsletter.md'), 'utf8');
    for (const [, heading] of made.matchAll(/^## (.+)$/gmu))
      expect(
        texts.some((text) => text.startsWith(`## ${heading}`)),
        heading,
      ).toBe(true);
    for (const name of ['newsletter.html', 'newsletter.txt', ...STEPS.map((step) => `${step}.json`)])
      expect(existsSync(join(there.home, 'data', 'newsletters', session!, name)), name).toBe(true);
    const closure = (await there.history('console:desk')).find(({ meta }) => meta?.kind === 'closure');
    expect(closure?.content).toBe(run.summary);

    // What another issue has is none of its articles.
    await there.rpc('newsletter.run', { session: SESSION });
    await over(there);
    const told = async (of: string) => {
      const { newsletter } = await there.rpc<{ newsletter: Newsletter }>('newsletter.preview', {
        session: of,
      });
      return newsletter.sections.flatMap(({ stories }) => stories.flatMap(({ urls }) => urls));
    };
    const first = new Set(await told(session!));
    expect(first.size).toBeGreaterThan(10);
    expect((await told(SESSION)).filter((url) => first.has(url))).toEqual([]);
  });

  it.each([
    ['the model that its job names, whatever the edition asks', 'gemini', ['desk'], 'gemini'],
    ['rules alone where its job names the desk model', 'desk', ['gemini', 'desk'], undefined],
  ])('is made by %s', async (_, model, chain, writer) => {
    const gemini = await LoopbackGemini.start();
    ending.push(() => gemini.close());
    gemini.answer(letterWriter());
    const env = {
      ...{ GEMINI_API_KEYS: 'a-key', GEMINI_BASE_URL: gemini.baseUrl },
      GEMINI_MODEL: 'gemini-flash-latest',
    };
    const there = await start({}, env, { ...CHAINS, default: chain });
    const add = (wanted: string) =>
      there.rpc<{ id: string }>('cron.add', {
        ...{ name: 'weekly', sessionTarget: 'bound', create: true },
        schedule: { kind: 'cron', expr: '0 7 * * 5' },
        payload: {
          ...{ kind: 'agentTurn', message: 'Make the newsletter.', sessionKey: 'console:desk' },
          ...{ profile: 'newsletter', model: wanted },
        },
      });
    await expect(add('openai/gpt-4o')).rejects.toThrow(
      /there is no model "openai\/gpt-4o"; allowed: gemini,/u,
    );
    await there.rpc('cron.run', { id: (await add(model)).id, mode: 'force' });
    const session = await found(async () => {
      const made = join(there.home, 'data', 'newsletters');
      return existsSync(made) ? readdirSync(made)[0] : undefined;
    });
    expect(await over(there, session)).toMatchObject({ state: 'done', model, progress: '100%' });
    const { newsletter } = await there.rpc<{ newsletter: Newsletter }>('newsletter.preview', { session });
    expect(newsletter.model).toEqual(writer && (expect.stringContaining(writer) as string));
    const asked = (await there.receipts()).filter(({ task }) => task === 'newsletter');
    expect(new Set(asked.map(({ provider }) => provider))).toEqual(new Set(writer ? [writer] : []));
  });
});

describe('a newsletter in Traditional Chinese that waits for an editor', () => {
  it('is begun, previewed and sent by commands, and mailed to each good address once', async () => {
    const smtp = await openSmtp();
    const there = await start(
      {
        language: 'zh-Hant-HK',
        newsletter: { approval: true, recipients: ['ann@example.org', 'not an address', 'bob@example.org'] },
      },
      { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, SMTP_FROM: 'Desk <desk@example.org>' },
    );
    const zh = { locale: 'zh' };
    expect(await invoke(there, 'newsletter status', {}, zh)).toMatchObject({
      refused: true,
      text: '尚未有通訊。可用 `/newsletter run` 製作。',
    });
    expect((await invoke(there, 'newsletter run', { session: SESSION }, zh)).text).toBe(
      `正在製作 ${SESSION}。這裡的訊息會顯示進度。`,
    );
    expect(await over(there)).toMatchObject({ state: 'waiting', progress: '100%' });
    expect((await invoke(there, 'newsletter status', {}, zh)).text).toContain('▰▰▰▰▰▰▰▰▰ 9/9 定稿');
    const preview = await invoke(there, 'newsletter preview', {}, zh);
    expect(preview.text).toMatch(/\p{Script=Han}/u);
    expect(smtp.arrived).toEqual([]);
    const offered = await found(async () =>
      (await there.history('console:desk')).find(
        ({ content }) => content.includes('等待編輯批准') && content.includes('草稿'),
      ),
    );
    expect(offered.role).toBe('assistant');

    expect((await invoke(there, 'newsletter send', {}, zh)).text).toBe(`正在發送 ${SESSION}。`);
    const sent = await over(there);
    expect(sent.state).toBe('done');
    expect(sent.remark).toContain('not an address');
    await thread(there, '## 資料來源');
    expect(smtp.arrived.map(({ to }) => to).toSorted()).toEqual([['ann@example.org'], ['bob@example.org']]);
    expect((await invoke(there, 'newsletter send', { session: SESSION }, zh)).text).toBe(
      `${SESSION} 早已發送。`,
    );
    expect(smtp.arrived).toHaveLength(2);
  });
});

describe('the commands and methods of newsletters', () => {
  it('refuse what they are not asked for rightly, and change nothing', async () => {
    const there = await start();
    for (const [name, options, said] of [
      ['newsletter run', { session: '../../etc' }, 'is no newsletter session'],
      ['newsletter run', { resume: true }, 'resume needs a session'],
      ['newsletter run', { session: SESSION, resume: true }, `There is no newsletter ${SESSION}`],
      ['newsletter send', { session: SESSION }, `There is no newsletter ${SESSION}.`],
      ['newsletter preview', {}, 'There is no newsletter yet.'],
    ] as const) {
      const { refused, text } = await invoke(there, name, options);
      expect({ name, refused, text }).toEqual({
        name,
        refused: true,
        text: expect.stringContaining(said) as string,
      });
    }
    await expect(there.rpc('newsletter.run', { session: 'x'.repeat(200) })).rejects.toThrow(
      'is no newsletter session',
    );
    await expect(there.rpc('newsletter.run', { resume: true })).rejects.toThrow('resume needs a session');
    await expect(there.rpc('newsletter.send', { session: SESSION })).rejects.toThrow(
      `there is no newsletter ${SESSION}`,
    );
    await expect(there.rpc('newsletter.preview', { session: SESSION })).rejects.toThrow(
      `there is no newsletter`,
    );
    expect(await there.rpc('newsletter.status', { session: SESSION })).toEqual({
      status: 'new_session',
      message: 'No existing state. Start from step 1.',
      steps: {},
    });
    expect(existsSync(join(there.home, 'data', 'newsletters'))).toBe(false);
  });

  it('stop a newsletter of an edition that has no sources, and say so', async () => {
    const there = await start({ sample: undefined, feeds: [] });
    await there.rpc('newsletter.run', { session: SESSION });
    const told = await over(there);
    expect(told).toMatchObject({ state: 'stopped', steps: { gather_urls: { status: 'error' } } });
    expect(told.error).toContain(`nightdesk newsletter run --session ${SESSION} --resume`);
  });
});

/** Calls the steps as `check_workflow_status` tells them; everything else it answers as a newsletter's model does. */
function agentBrain(): (request: GeminiRequest) => GeminiReply {
  const writes = letterWriter();
  return (request) => {
    const tools = request.body?.tools?.[0]?.functionDeclarations.map(({ name }) => name) ?? [];
    if (!tools.includes('check_workflow_status')) return writes(request);
    const parts = request.body?.contents.flatMap((content) => content.parts) ?? [];
    const last = parts.findLast(({ functionResponse }) => functionResponse)?.functionResponse;
    const calls = parts.filter(({ functionCall }) => functionCall).length;
    const call = (name: string): GeminiReply => ({
      parts: [{ functionCall: { id: `c${calls}`, name, args: { session_id: SESSION } } }],
    });
    if (last?.name === 'finalize_newsletter') return { parts: [{ text: 'All nine steps are complete.' }] };
    if (!last) return call('check_workflow_status');
    return call(tools.filter((name) => name !== 'check_workflow_status')[calls - 1]!);
  };
}

describe('a newsletter whose steps a model calls', () => {
  it('is made by the desk model, in order, and delivered', async () => {
    const there = await start();
    await there.rpc('newsletter.run', { session: SESSION, agentic: true });
    expect(await over(there)).toMatchObject({ state: 'done', driver: 'agent', progress: '100%' });
    await thread(there, '## Sources');
  });

  it.each(['en', 'zh-Hant-HK'] as const)('is made by Gemini in %s, who writes it too', async (language) => {
    const gemini = await LoopbackGemini.start();
    ending.push(() => gemini.close());
    gemini.answer(agentBrain());
    const there = await start(
      { language },
      { GEMINI_API_KEYS: 'a-key', GEMINI_BASE_URL: gemini.baseUrl, GEMINI_MODEL: 'gemini-flash-latest' },
    );
    await there.rpc('newsletter.run', { session: SESSION, agentic: true, model: 'gemini/gemini-none' });
    expect((await over(there)).error).toContain('Gemini has no model “gemini-none”');
    // That it isn't there says nothing of the one that is set.
    await there.rpc('newsletter.run', { session: SESSION, agentic: true, resume: true, model: 'gemini' });
    const told = await over(there);
    expect({ state: told.state, error: told.error }).toEqual({ state: 'done', error: undefined });
    const { newsletter } = await there.rpc<{ newsletter: { model?: string; language: string } }>(
      'newsletter.preview',
      { session: SESSION },
    );
    expect(newsletter).toMatchObject({ language, model: expect.stringContaining('gemini') as string });
    const served = (await there.receipts()).filter(({ task }) => task === 'newsletter');
    expect(served.filter(({ outcome }) => outcome !== 'ok')).toHaveLength(1);
    expect(gemini.complaints.filter((complaint) => !complaint.includes('gemini-none'))).toEqual([]);
  });

  it('stops after so many calls as it may make, and says how it goes on', async () => {
    const there = await start();
    await there.rpc('newsletter.run', { session: SESSION, agentic: true, maxTurns: 2 });
    const told = await over(there);
    expect(told).toMatchObject({ state: 'stopped' });
    expect(told.error).toContain('(2)');
    expect(told.error).toContain('--resume');
    await there.rpc('newsletter.run', { session: SESSION, resume: true });
    expect((await over(there)).state).toBe('done');
  });
});
