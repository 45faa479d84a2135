/** The edges of a whole desk, attacked: scopes of MCP, addresses of the private network, tokens of before, foreign pages. */
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { httpClient, textOf, tool } from '../edges/mcp/a-client.ts';
import { modelsDesk } from '../support/models-desk.ts';
import { tempHome } from '../support/temp-home.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function opened(home = tempHome()) {
  const desk = await modelsDesk({ home, env: {} });
  let isOpen = true;
  const stop = async () => {
    if (isOpen) await desk.stop();
    isOpen = false;
  };
  closing.push(stop);
  const { origin, hash } = new URL(desk.address);
  return { desk, origin, token: hash.slice('#token='.length), stop };
}

async function connected(origin: string, token: string, scope: string) {
  const { client } = await httpClient(origin, token, scope);
  closing.push(() => client.close());
  return client;
}

describe('a client of MCP', () => {
  it.each(['read', 'editor'])(
    'with the scope %s sets nothing up, sees no secret, changes no automation',
    async (scope) => {
      const { origin, token } = await opened();
      const [all, client] = [await connected(origin, token, 'admin'), await connected(origin, token, scope)];
      const names = async (of: typeof client) => (await of.listTools()).tools.map(({ name }) => name);
      const [every, own] = [await names(all), await names(client)];
      expect(own).toContain('newsroom_story_open');
      const beyond = every.filter((name) => !own.includes(name));
      const guarded = every.filter((name) =>
        /^(?:setup|settings)_|^cron_(?:add|update|remove|import)$/u.test(name),
      );
      expect(guarded.length).toBeGreaterThan(20);
      expect(beyond).toEqual(expect.arrayContaining(guarded));
      for (const name of beyond)
        expect(await tool(client, name), name).toMatchObject({
          isError: true,
          _meta: { 'nightdesk/error': { code: 'forbidden' } },
        });
    },
  );
});

describe('a private address', () => {
  it('is read by no method that takes an address, whoever gives it', async () => {
    const asked: string[] = [];
    const secret = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end('<rss><channel><title>a secret of this machine</title></channel></rss>');
    });
    await new Promise<void>((resolve) => secret.listen(0, '127.0.0.1', resolve));
    closing.push(() => new Promise((resolve) => secret.close(resolve)));
    const { port } = secret.address() as AddressInfo;
    const { origin, token } = await opened();
    const client = await connected(origin, token, 'admin');
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1'])
      for (const [name, args] of [
        ['setup_feeds_test', { urls: [`http://${host}:${port}/feed.xml`] }],
        ['setup_feeds_discover', { site: `http://${host}:${port}/` }],
        ['newsroom_feeds_discover', { url: `http://${host}:${port}/` }],
        ['newsroom_feeds_preview', { url: `http://${host}:${port}/feed.xml` }],
      ] as const)
        expect(textOf(await tool(client, name, args)), `${name} ${host}`).not.toContain('a secret');
    expect(asked).toEqual([]);
  });
});

describe('a token', () => {
  it('of before opens nothing once there is another, and no page of another origin uses the new one', async () => {
    const home = tempHome();
    const before = await opened(home);
    await before.stop();
    rmSync(join(home, 'data', 'gateway.token'));
    const { origin, token } = await opened(home);
    expect(token).not.toBe(before.token);
    const rpc = (headers: Record<string, string>) =>
      fetch(`${origin}/rpc`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ id: 1, method: 'desk.pause', params: {} }),
      });
    expect((await rpc({ authorization: `Bearer ${before.token}` })).status).toBe(401);
    expect((await fetch(`${origin}/metrics?token=${before.token}`)).status).toBe(401);
    await expect(httpClient(origin, before.token)).rejects.toMatchObject({ code: 401 });
    const foreign = await rpc({ authorization: `Bearer ${token}`, origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    const own = await fetch(`${origin}/rpc`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, origin },
      body: JSON.stringify({ id: 1, method: 'desk.status', params: {} }),
    });
    expect(await own.json()).toMatchObject({ result: { paused: false } });
  });
});
