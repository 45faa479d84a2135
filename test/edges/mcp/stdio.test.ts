/** `nightdesk mcp` as a process of its own, with and without a desk, and the SDK's own client on the other end. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { found, startDesk } from '../../support/desk-process.ts';
import { STEPS } from '../../../src/newsletter/model/steps.ts';
import { COUNTS } from '../../newsletter/newsletter-stage.ts';
import { tempHome } from '../../support/temp-home.ts';
import { stdioClient, textOf, tool } from './a-client.ts';

const bin = fileURLToPath(new URL('../../../bin/nightdesk.js', import.meta.url));
const QUIET = { NIGHTDESK_SKIP_CRON: '1', LOG_LEVEL: 'error' };

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function connect(home: string, scope?: string, env: Record<string, string> = {}) {
  const connected = await stdioClient(home, scope, env);
  ends.push(() => connected.client.close());
  return connected;
}

async function desk(home: string) {
  const running = await startDesk(home, QUIET);
  ends.push(() => running.stop());
  return running;
}

const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);

const JOB = {
  name: 'tide',
  schedule: { kind: 'every', everyMs: 3_600_000 },
  sessionTarget: 'isolated',
  payload: { kind: 'agentTurn', message: 'Tell the tide.' },
};

it('serves a home where no desk runs, and lets a desk start meanwhile', async () => {
  const home = tempHome();
  const { client, strange } = await connect(home, 'admin');
  const alone = await namesOf(client);
  expect(alone).toEqual(
    expect.arrayContaining([
      ...['cron_add', 'newsroom_status', 'newsroom_story_approve', 'brief_run'],
      ...['check_workflow_status', 'newsletter_record', 'newsletter_today', 'newsletter_preview', ...STEPS],
      'newsletter_stop',
    ]),
  );
  expect(alone).not.toContain('chat_send');
  const added = await tool(client, 'cron_add', JOB);
  expect(added.structuredContent).toMatchObject({ name: 'tide' });
  expect((await tool(client, 'newsroom_status')).structuredContent).toMatchObject({ openRuns: 0 });

  let changes = 0;
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => void changes++);
  const running = await desk(home); // the home's lock is not kept between two requests
  const listed = await tool(client, 'cron_list');
  expect(listed.structuredContent).toMatchObject({
    jobs: expect.arrayContaining([expect.objectContaining({ name: 'tide' })]) as unknown,
  });
  expect(await namesOf(client)).toContain('chat_send');
  expect(changes).toBe(1);

  await running.stop();
  await expect(tool(client, 'desk_status')).rejects.toThrow('no desk runs on this home');
  expect((await tool(client, 'cron_status')).structuredContent).toMatchObject({ jobs: 2 });
  expect(strange).toEqual([]); // nothing but the protocol stood on standard output
});

it('works a newsletter step by step and writes a brief where no desk runs; the next desk delivers them', async () => {
  const home = tempHome();
  const { client } = await connect(home, 'editor');
  const status = async () => (await tool(client, 'check_workflow_status')).structuredContent;
  expect(await status()).toMatchObject({ status: 'new_session' });
  const session = 'newsletter_20261124';
  const early = await tool(client, 'filter_urls', { session_id: session });
  expect(textOf(early)).toContain('gather_urls');
  expect(await status(), 'a refused call begins nothing').toMatchObject({ status: 'new_session' });
  for (const step of STEPS) {
    // Two who call the same step at once: one of them does it, and both are told what it did.
    const both = await Promise.all([1, 2].map(() => tool(client, step, { session_id: session })));
    for (const { structuredContent } of both)
      expect(structuredContent).toMatchObject({
        ...{ status: 'ok', step },
        // What the stage of tests counts is what the real steps count.
        counts: Object.fromEntries(Object.keys(COUNTS[step]).map((name) => [name, expect.any(Number)])),
      });
  }
  expect(await status()).toMatchObject({ progress: '100%', next_step: null });
  const record = async () => (await tool(client, 'newsletter_record', { session })).structuredContent;
  expect(await record()).toMatchObject({ state: 'sending' });
  const preview = await tool(client, 'newsletter_preview', { session });
  expect(preview.structuredContent).toMatchObject({ newsletter: { session } });
  for (const needs of ['newsletter_run', 'newsletter_send'])
    await expect(tool(client, needs, { session })).rejects.toThrow(
      `there is no tool "${needs}"; no desk runs on this home, and some tools need one: npx nightdesk start`,
    );
  const brief = await tool(client, 'brief_run', { topic: 'harbour' });
  expect(brief.structuredContent).toMatchObject({ status: 'ok', outcome: 'published' });

  await desk(home);
  await found(async () => ((await record())?.['state'] === 'done' ? true : undefined));
  const { entries } = (await tool(client, 'sessions_history', { key: 'console:desk', limit: 200 }))
    .structuredContent as { entries: { content: string }[] };
  const post = (brief.structuredContent as { final_post: string }).final_post;
  expect(entries.filter(({ content }) => content === post)).toHaveLength(1);
});

it('has the scope that it was started with, with a desk and without one', async () => {
  const home = tempHome();
  const { client } = await connect(home);
  const refused = { isError: true, _meta: { 'nightdesk/error': { code: 'forbidden' } } };
  expect(await namesOf(client)).not.toContain('cron_add');
  expect(await tool(client, 'cron_add', JOB)).toMatchObject(refused);
  await desk(home);
  expect(await namesOf(client)).not.toContain('cron_add');
  expect(await tool(client, 'cron_add', JOB)).toMatchObject(refused);
});

it('passes on refusals, resources and prompts of a desk as they are', async () => {
  const home = tempHome();
  const running = await desk(home);
  await running.rpc('chat.send', { sessionKey: 'console:desk', text: 'Good evening.' });
  const { client } = await connect(home);
  const refused = await tool(client, 'sessions_history', {});
  expect(textOf(refused)).toMatch(/^bad_params: key is missing/);
  await expect(tool(client, 'desk_explode')).rejects.toThrow(
    /^MCP error -32602: there is no tool "desk_explode"$/,
  );
  await expect(client.readResource({ uri: 'nightdesk://stories/none' })).rejects.toMatchObject({
    code: -32002,
  });
  const { resources } = await client.listResources();
  const uri = resources.find(({ name }) => name === 'console:desk')!.uri;
  const { contents } = await client.readResource({ uri });
  expect((contents[0] as { text: string }).text).toContain('Good evening.');
  expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual([
    'plan',
    'brief',
    'newsletter',
  ]);
});

it('a token that the desk does not take is said, and no call gets through', async () => {
  const home = tempHome();
  await desk(home);
  const { client } = await connect(home, 'read', { GATEWAY_TOKEN: 'x'.repeat(40) });
  const refused = await tool(client, 'cron_status');
  expect(textOf(refused)).toContain('unavailable: ');
  expect(textOf(refused)).toContain('the token is wrong');
});

it('ends with its input, once all that came in is answered; what is no message is passed over', async () => {
  const child = spawn(process.execPath, [bin, 'mcp'], {
    env: { PATH: process.env['PATH'], NIGHTDESK_HOME: tempHome() },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const [out, err]: [string[], string[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk.toString()));
  const init = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  };
  const frames = [
    { jsonrpc: '2.0', id: 1, method: 'initialize', params: init },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'cron_status' } },
  ].map((frame) => JSON.stringify(frame));
  child.stdin.end([frames[0], 'no message', frames[1], frames[2], ''].join('\n'));
  const [code] = (await once(child, 'close')) as [number];
  expect(code).toBe(0);
  const answers = out
    .join('')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: number });
  expect(answers.map(({ id }) => id)).toEqual([1, 2]);
  expect(err.join('')).toContain('a message failed');
});

it('ends with 0 when it is told to', async () => {
  const { client, transport } = await connect(tempHome());
  await client.ping();
  const { pid } = transport;
  const closed = new Promise<void>((resolve) => (client.onclose = resolve));
  process.kill(pid!, 'SIGTERM');
  await closed;
  const child = spawn(process.execPath, [bin, 'mcp'], {
    env: { PATH: process.env['PATH'], NIGHTDESK_HOME: tempHome() },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`);
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it('a desk that dies while it owes an answer is told of, and the next call is answered without it', async () => {
  const home = tempHome();
  const running = await desk(home);
  const { client } = await connect(home, 'admin');
  expect((await tool(client, 'desk_status')).isError).toBeUndefined();
  running.child.kill('SIGKILL');
  await once(running.child, 'exit');
  const status = await found(async () => {
    const answer = await tool(client, 'cron_status');
    return answer.isError ? undefined : answer;
  });
  expect(status.structuredContent).toMatchObject({ jobs: expect.any(Number) as number });
});

it('wants a scope that there is', async () => {
  const child = spawn(process.execPath, [bin, 'mcp', '--scope', 'root'], {
    env: { PATH: process.env['PATH'], NIGHTDESK_HOME: tempHome() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = once(child.stderr, 'data') as Promise<[Buffer]>;
  expect(await once(child, 'exit')).toEqual([2, null]);
  expect((await said)[0].toString()).toContain('read, editor, admin');
});
