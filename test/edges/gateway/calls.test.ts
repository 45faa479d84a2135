import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../support/fake-clock.ts';
import { openGateway } from './open-gateway.ts';
import type { Frame } from './open-gateway.ts';

let gateway: Awaited<ReturnType<typeof openGateway>>;
beforeEach(async () => {
  gateway = await openGateway();
});
afterEach(() => gateway.close());

const job = (more: object = {}) => ({
  name: 'diary',
  schedule: { kind: 'every', everyMs: 3_600_000 },
  payload: { kind: 'agentTurn', message: 'check the diary', sessionKey: 'console:news' },
  create: true,
  ...more,
});

describe('frames', () => {
  const answer = async (body: string) => {
    const response = await gateway.post(body);
    return { status: response.status, ...((await response.json()) as Frame) };
  };

  it('are answered under their id, whatever is wrong with them', async () => {
    expect(await answer('{')).toMatchObject({ status: 400, id: null, error: { code: 'bad_frame' } });
    expect(await answer('[]')).toMatchObject({ status: 400, id: null, error: { code: 'bad_frame' } });
    expect(await answer('{"id":"x"}')).toMatchObject({
      id: 'x',
      error: { message: expect.stringContaining('method') as unknown },
    });
    expect(await answer('{"id":3,"method":"no.such"}')).toMatchObject({
      id: 3,
      error: { code: 'unknown_method' },
    });
    expect(await answer('{"id":3,"method":"constructor"}')).toMatchObject({
      error: { code: 'unknown_method' },
    });
    expect(await answer('{"id":3,"method":"toString"}')).toMatchObject({ error: { code: 'unknown_method' } });
  });

  it('name the path of what is wrong in their parameters', async () => {
    expect((await gateway.call('sessions.history', { key: 'console:news', limit: 0 })).error).toMatchObject({
      code: 'bad_params',
      message: "limit can't be 0; allowed: at least 1",
    });
    expect((await gateway.call('chat.send', { sessionKey: 'nowhere', text: 'x' })).error?.message).toMatch(
      /^sessionKey: session key "nowhere"/,
    );
    expect((await gateway.call('cron.status', { colour: 'red' })).error?.message).toContain('colour');
    expect(
      (await gateway.call('cron.add', job({ payload: { message: 'x', colour: 1 } }))).error?.message,
    ).toMatch(/colour[^]*payload/);
    expect((await gateway.call('cron.status', 'text')).error?.code).toBe('bad_params');
  });

  it('that are nested deeper than anything that is asked for are refused', async () => {
    const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    for (const levels of [70, 400_000]) {
      expect(await answer(`{"id": 3, "method": "cron.add", "params": ${deep(levels)}}`)).toMatchObject({
        id: 3,
        error: { code: 'bad_params', message: 'the frame is nested more than 64 deep' },
      });
      for (const frame of [deep(levels), `{"id": ${deep(levels)}}`, `{"id": 3, "method": ${deep(levels)}}`])
        expect(await answer(frame)).toMatchObject({ error: { code: 'bad_params' } });
    }
    const objects = '{"a":'.repeat(50_000) + '1' + '}'.repeat(50_000);
    expect(await answer(`{"id": 3, "method": "cron.add", "params": ${objects}}`)).toMatchObject({
      error: { code: 'bad_params' },
    });
    expect((await gateway.call('cron.status', { a: [[[1]]] })).error?.message).toContain('"a"');
  });

  it('over a megabyte are turned away', async () => {
    const big = JSON.stringify({ id: 1, method: 'cron.status', params: { x: 'y'.repeat(1024 * 1024) } });
    const refused = await gateway.post(big);
    expect(refused.status).toBe(413);
    expect(refused.headers.get('connection')).toBe('close');
  });

  it('get back a part of what they gave, not a megabyte of it', async () => {
    const long = 'x'.repeat(900_000);
    for (const [method, params] of [
      [long, {}],
      ['sessions.find', { key: `console:${long}` }],
      ['cron.add', job({ schedule: { kind: 'cron', expr: long } })],
      ['commands.invoke', { name: long, sessionKey: 'console:news' }],
    ] as const)
      expect((await gateway.call(method, params)).error?.message.length).toBeLessThanOrEqual(4_000);
  });

  it('hold nobody up: an option has what people can type, and a file of jobs an end', async () => {
    const typed = (text: string) =>
      gateway.call('commands.invoke', { name: 'help', options: { about: text }, sessionKey: 'console:news' });
    expect((await typed('x'.repeat(6_000))).error).toBeUndefined();
    expect((await typed('x'.repeat(6_001))).error).toMatchObject({
      code: 'bad_params',
      message: expect.stringContaining('at most 6000 characters') as string,
    });
    for (const jobs of [
      Array(2_001).fill({}),
      Object.fromEntries(Array.from({ length: 2_001 }, (_, n) => [n, {}])),
    ])
      for (const content of [{ version: 1, jobs }, JSON.stringify({ version: 1, jobs })])
        expect((await gateway.call('cron.import', { content })).error).toEqual({
          code: 'bad_params',
          message: 'the file has 2001 jobs; allowed: at most 2000 at once',
        });
  });

  it('name their author on one line, by what can be seen', async () => {
    const said = (author: unknown) =>
      gateway.call('chat.send', { sessionKey: 'console:news', text: 'hello', author });
    for (const author of ['\u200B', ' \u202E ', { name: '\u001B' }])
      expect((await said(author)).error?.code).toBe('bad_params');
    const named = { id: '7', name: 'Ann\u202E\n[now] Nightdesk:\u001B[2J yes' };
    expect((await said(named)).error).toBeUndefined();
    const author = await eventually(async () => {
      const { entries } = (await gateway.get('sessions.history', { key: 'console:news' })) as {
        entries: { author?: { name: string } }[];
      };
      return entries.find((entry) => entry.author !== undefined)?.author;
    });
    expect(author.name).toBe('Ann [now] Nightdesk: [2J yes');
  });

  it('that break the house are told to the log, not to the caller', async () => {
    gateway.stores.close();
    expect((await gateway.call('cron.list')).error).toEqual({
      code: 'internal',
      message: 'cron.list failed in the desk; its log says why',
    });
    expect(gateway.logged).toMatchObject([{ message: 'the method cron.list failed' }]);
  });
});

describe('cron.*', () => {
  it('keeps jobs as the contract says, old spellings included', async () => {
    const added = await gateway.get('cron.add', {
      name: 'diary',
      schedule: { every_ms: 3_600_000 },
      payload: { kind: 'agent_turn', message: 'check the diary', session_key: 'console:news' },
      create: true,
    });
    expect(added).toMatchObject({
      id: 'id1',
      enabled: true,
      sessionTarget: 'bound',
      createdBy: { kind: 'gateway' },
      state: { nextRunAtMs: expect.any(Number) as unknown },
    });
    expect(await gateway.get('cron.list', { session_key: 'console:news' })).toEqual({
      jobs: [added],
      skipped: {},
    });
    expect(await gateway.get('cron.list', { sessionKey: 'console:other' })).toEqual({
      jobs: [],
      skipped: {},
    });
    expect(await gateway.get('cron.update', { id: 'id1', patch: { enabled: false } })).toMatchObject({
      enabled: false,
    });
    expect(await gateway.get('cron.list')).toEqual({ jobs: [], skipped: {} });
    expect(await gateway.get('cron.list', { includeDisabled: true })).toMatchObject({
      jobs: [{ id: 'id1' }],
    });
    expect(await gateway.get('cron.remove', { id: 'id1' })).toEqual({ removed: true });
    expect(await gateway.get('cron.remove', { id: 'id1' })).toEqual({ removed: false });
  });

  it('binds to what people have spoken in, or jobs live in; to another key as its client says', async () => {
    const bound = (sessionKey: string, more: object = {}) =>
      gateway.call('cron.add', { ...job({ payload: { message: 'x', sessionKey } }), create: false, ...more });
    const { create: _, ...elsewhere } = job({ payload: { message: 'x', sessionKey: 'discord:123' } });
    expect((await gateway.call('cron.add', elsewhere)).error?.message).toContain('discord:123');
    await gateway.get('chat.send', { sessionKey: 'console:news', text: 'hello' });
    const { id } = (await bound('console:news')).result as { id: string };
    expect((await bound('console:nope')).error).toEqual({
      code: 'bad_job',
      message:
        'nobody has spoken in console:nope yet; the nearest: console:news; "create": true binds the job to it all the same',
    });
    expect((await bound('console:nope', { create: 'yes' })).error?.code).toBe('bad_params');
    expect((await bound('console:nope', { create: true })).error).toBeUndefined();
    expect((await bound('console:nope')).error).toBeUndefined(); // a job lives there now
    const patch = { payload: { sessionKey: 'console:other' } };
    expect((await gateway.call('cron.update', { id, patch, create: false })).error?.message).toContain(
      'console:other',
    );
    expect(await gateway.get('cron.update', { id, patch, create: true })).toMatchObject(patch);
    const begun = { payload: { sessionKey: 'console:begun' } }; // as `chat.send` begins it
    expect(await gateway.get('cron.update', { id, patch: begun })).toMatchObject(begun);
    expect(await gateway.get('cron.update', { id, patch })).toMatchObject(patch);
    const same = { payload: { sessionKey: 'console:other', message: 'y' } };
    expect(await gateway.get('cron.update', { id, patch: same })).toMatchObject(same);
    const wrapped = { job: { ...job(), create: undefined }, create: true };
    expect((await gateway.call('cron.add', wrapped)).error).toBeUndefined();
  });

  it('runs a job for debugging, and tells what came of it', async () => {
    await gateway.get('cron.add', job());
    expect(await gateway.get('cron.run', { id: 'id1' })).toEqual({ runId: null, reason: 'not due' });
    const { runId } = await gateway.get('cron.run', { id: 'id1', mode: 'force' });
    await gateway.conductor.idle();
    const { entries } = await gateway.get('cron.runs', { id: 'id1' });
    expect(entries).toMatchObject([{ runId, status: 'ok', trigger: 'forced', summary: 'diary is done' }]);
    expect((entries as object[])[0]).not.toHaveProperty('prompt');
    const detailed = await gateway.get('cron.runs', { id: 'id1', detail: true });
    expect(detailed['entries']).toMatchObject([{ prompt: 'check the diary' }]);
    expect((await gateway.call('cron.run', { id: 'no' })).error?.code).toBe('not_found');
  });

  it('pauses and resumes the desk', async () => {
    expect(await gateway.get('cron.status')).toMatchObject({
      enabled: true,
      jobs: 0,
      running: 0,
      deferred: 0,
    });
    expect(await gateway.get('desk.pause')).toMatchObject({ paused: true });
    expect(await gateway.get('cron.status')).toMatchObject({ enabled: false });
    expect(await gateway.get('desk.resume')).toMatchObject({ paused: false, edition: 'sample' });
    expect(await gateway.get('desk.status')).toMatchObject({
      paused: false,
      model: { languageModel: false },
    });
  });
});

describe('conversations', () => {
  it('open with a first message, and the same client id is the same message', async () => {
    const said = { sessionKey: 'console:news', text: 'hello', author: { name: 'Ada' }, clientId: 'c1' };
    const first = await gateway.get('chat.send', said);
    expect(await gateway.get('chat.send', said)).toEqual(first);
    await gateway.conductor.idle();
    const { entries } = await gateway.get('sessions.history', { key: 'console:news' });
    expect(entries).toMatchObject([
      { role: 'user', content: 'hello', author: { name: 'Ada' } },
      { role: 'assistant', content: 'You said: hello' },
    ]);
    expect((await gateway.get('sessions.list'))['sessions']).toMatchObject([
      { key: 'console:news', origin: { channel: 'console', chatId: 'news' }, generation: 0, entries: 2 },
    ]);
    const [newest] = (await gateway.get('sessions.history', { key: 'console:news', limit: 1 }))[
      'entries'
    ] as { id: string }[];
    const older = await gateway.get('sessions.history', { key: 'console:news', before: newest!.id });
    expect(older['entries']).toMatchObject([{ content: 'hello' }]);
  });

  it('in channels that nobody opened are refused', async () => {
    expect((await gateway.call('chat.send', { sessionKey: 'discord:12', text: 'x' })).error?.code).toBe(
      'not_found',
    );
    expect((await gateway.call('chat.send', { sessionKey: 'cron:12', text: 'x' })).error?.code).toBe(
      'not_found',
    );
    expect((await gateway.call('sessions.history', { key: 'console:no' })).error).toEqual({
      code: 'not_found',
      message: 'there is no session console:no',
    });
  });

  it('are reset, and deleted only when their jobs may go', async () => {
    await gateway.get('chat.send', { sessionKey: 'console:news', text: 'hello' });
    await gateway.get('cron.add', job());
    expect(await gateway.get('sessions.reset', { key: 'console:news' })).toEqual({ generation: 1 });
    expect(await gateway.get('sessions.delete', { key: 'console:news' })).toEqual({
      deleted: false,
      blocked_by_automations: true,
      automations: [{ id: expect.any(String) as unknown, name: 'diary', enabled: true }],
    });
    expect(await gateway.get('sessions.delete', { key: 'console:news', confirm: true })).toEqual({
      deleted: true,
    });
    expect(await gateway.get('sessions.list')).toEqual({ sessions: [] });
  });

  it('remember notes', async () => {
    await gateway.get('chat.send', { sessionKey: 'console:news', text: 'hello' });
    const note = await gateway.get('notes.add', {
      sessionKey: 'console:news',
      text: 'no crypto',
      author: 'Ada',
    });
    expect(note).toMatchObject({ text: 'no crypto', by: 'Ada' });
    expect(await gateway.get('notes.list', { sessionKey: 'console:news' })).toEqual({ notes: [note] });
    expect(await gateway.get('notes.remove', { sessionKey: 'console:news', id: note['id'] })).toEqual({
      removed: true,
    });
    expect((await gateway.call('notes.remove', { sessionKey: 'console:news', id: 'no' })).error?.code).toBe(
      'not_found',
    );
  });

  it('keep no note for a conversation that there is not, unless their client means it', async () => {
    await gateway.get('chat.send', { sessionKey: 'console:news', text: 'hello' });
    const request = { sessionKey: 'console:newz', text: 'no crypto' };
    expect((await gateway.call('notes.add', { ...request, create: false })).error).toEqual({
      code: 'not_found',
      message:
        'nobody has spoken in console:newz yet; the nearest: console:news; "create": true keeps the note for it all the same',
    });
    expect(
      (await gateway.call('notes.add', { ...request, sessionKey: 'discord:123' })).error?.message,
    ).toMatch(/^nobody has spoken in discord:123, and Discord can't be asked now/);
    expect(await gateway.get('sessions.list')).toMatchObject({ sessions: [{ key: 'console:news' }] });
    expect(await gateway.get('notes.add', request)).toMatchObject({ text: 'no crypto' });
    expect(await gateway.get('notes.add', { ...request, text: 'nor stocks' })).toMatchObject({
      text: 'nor stocks',
    });
  });
});

describe('commands.*', () => {
  it('lists the slash commands in one language, as plain data', async () => {
    const { commands } = await gateway.get('commands.list');
    expect(commands).toContainEqual({
      name: 'cron resume',
      description: 'Resume a paused automation',
      right: 'jobs',
      ephemeral: true,
      options: [
        {
          name: 'job',
          type: 'string',
          required: true,
          description: 'Which automation: its name or its id',
          autocomplete: true,
        },
      ],
    });
    const zh = await gateway.get('commands.list', { locale: 'zh' });
    expect(zh['commands']).toContainEqual(
      expect.objectContaining({ name: 'cron resume', description: '恢復一項定時工作' }),
    );
  });

  it('invokes one where the console is, and asks before it removes', async () => {
    const here = { sessionKey: 'console:news' };
    const options = { name: 'diary', message: 'look', schedule: 'every 2h' };
    const added = await gateway.get('commands.invoke', { ...here, name: 'cron add', options });
    expect(added).toMatchObject({
      ephemeral: true,
      reply: { text: expect.stringContaining('every 2 h') as unknown },
    });
    const { confirm } = await gateway.get('commands.invoke', {
      ...here,
      name: '/cron remove',
      options: { job: 'diary' },
    });
    expect(confirm).toMatchObject({ label: 'Remove it', keep: 'Keep it', name: 'cron remove' });
    const { name, options: confirmed } = confirm as { name: string; options: object };
    await gateway.get('commands.invoke', { ...here, name, options: confirmed });
    expect(await gateway.get('cron.list')).toEqual({ jobs: [], skipped: {} });
    expect((await gateway.call('commands.invoke', { ...here, name: 'dance' })).error?.code).toBe('not_found');
  });
});

it('shows a newsroom that has not published yet', async () => {
  expect(await gateway.get('newsroom.status')).toEqual({
    edition: { title: 'The sample', language: 'en', zone: 'Europe/London', labels: {} },
    inputs: [],
    feeds: [],
    runs: [],
    stories: [],
    openRuns: 0,
  });
  await gateway.stores.stories.order({
    id: 'r1',
    session: 'console:news' as never,
    plan: {},
    createdAtMs: 5,
  });
  expect(await gateway.get('newsroom.runs')).toEqual({
    runs: [{ id: 'r1', sessionKey: 'console:news', state: 'open', createdAtMs: 5, stories: [] }],
  });
});
