import { chmodSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Auth } from '../../../src/edges/gateway/auth.ts';
import { keptToken, readToken } from '../../../src/edges/client/token.ts';
import { tempHome } from '../../support/temp-home.ts';
import { openGateway, openSocket } from './open-gateway.ts';

let gateway: Awaited<ReturnType<typeof openGateway>>;
beforeEach(async () => {
  gateway = await openGateway();
});
afterEach(() => gateway.close());

const frame = JSON.stringify({ id: 1, method: 'cron.status' });

describe('who may speak to the gateway', () => {
  it('takes the token, and nothing else', async () => {
    expect((await gateway.post(frame)).status).toBe(200);
    for (const authorization of ['Bearer wrong', `Basic ${gateway.token}`, gateway.token, ''])
      expect((await gateway.post(frame, { authorization })).status).toBe(401);
    expect((await gateway.raw('/metrics')).status).toBe(401);
  });

  it('refuses pages of another origin, other ports and sandboxes included', async () => {
    for (const origin of [
      'https://evil.example',
      'http://localhost:1',
      `https://127.0.0.1:${gateway.port}`,
      'null',
    ])
      expect((await gateway.post(frame, { origin })).status, origin).toBe(403);
    for (const host of ['127.0.0.1', 'localhost', '[::1]'])
      expect((await gateway.post(frame, { origin: `http://${host}:${gateway.port}` })).status, host).toBe(
        200,
      );
  });

  it('does not answer to a name that is not this machine', async () => {
    const authorization = `Bearer ${gateway.token}`;
    for (const host of ['evil.example', `evil.example:${gateway.port}`, '127.0.0.1.evil.example'])
      expect((await gateway.raw('/', { host, authorization })).status, host).toBe(403);
    expect((await gateway.raw('/', { host: `localhost:${gateway.port}` })).status).toBe(200);
  });

  it('answers to any address, and to no other name, where it listens on all of them', () => {
    const refusal = (listens: string, host: string, origin?: string) => {
      const auth = new Auth('a token of the desk', { host: listens });
      const headers = { get: (name: string) => (name === 'host' ? host : origin) };
      return (auth.checkHost(headers) ?? auth.checkOrigin(headers))?.code;
    };
    for (const listens of ['0.0.0.0', '::']) {
      for (const host of ['10.2.3.4:18790', '10.2.3.4', '[fe80::1]:18790', '127.0.0.1:18790'])
        expect(refusal(listens, host, `http://${host}`), host).toBeUndefined();
      for (const host of ['evil.example', '10.2.3.4.evil.example:18790', '[evil.example]', ''])
        expect(refusal(listens, host), host).toBe('foreign_host');
      expect(refusal(listens, '10.2.3.4:18790', 'http://10.2.3.5:18790')).toBe('foreign_origin');
    }
    expect(refusal('127.0.0.1', '10.2.3.4:18790')).toBe('foreign_host');
  });

  it('is shown by a proxy under another address, and its pages may speak to it', async () => {
    await gateway.close();
    gateway = await openGateway({}, {}, 0, 'https://desk.example.org');
    const { port, token } = gateway;
    const outside = { host: 'desk.example.org', origin: 'https://desk.example.org' };
    expect((await gateway.raw('/', outside)).status).toBe(200);
    expect((await gateway.post(frame, { origin: outside.origin })).status).toBe(200);
    expect((await openSocket(port, token, outside)).socket.protocol).toBe('nightdesk');
    for (const origin of ['http://desk.example.org', 'https://desk.example.org:8443', 'https://evil.example'])
      expect((await gateway.post(frame, { origin })).status, origin).toBe(403);
    expect((await gateway.raw('/', { host: 'www.desk.example.org' })).status).toBe(403);
    await expect(openSocket(port, 'wrong', outside)).rejects.toThrow('401');
  });

  it('checks WebSockets the same way, before the handshake', async () => {
    const { port, token } = gateway;
    await expect(openSocket(port, 'wrong')).rejects.toThrow('401');
    await expect(openSocket(port, token, { origin: 'https://evil.example' })).rejects.toThrow('403');
    await expect(openSocket(port, token, { host: 'evil.example' })).rejects.toThrow('403');
    const own = await openSocket(port, token, { origin: `http://localhost:${port}` });
    expect(own.socket.protocol).toBe('nightdesk');
    const byHeader = await openSocket(port, 'unused', { authorization: `Bearer ${token}` });
    expect(byHeader.socket.protocol).toBe('nightdesk');
  });
});

describe('the pages', () => {
  it('come with a strict policy and their types', async () => {
    const page = await gateway.raw('/');
    expect(page.status).toBe(200);
    expect(page.body).toContain('<title>Nightdesk</title>');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
    expect(page.headers['x-content-type-options']).toBe('nosniff');
    const assets = [...page.body.matchAll(/(?:src|href)="\.(\/assets\/[^"]+)"/g)].map(
      ([, path = '']) => path,
    );
    const types = await Promise.all(
      assets.map(async (path) => (await gateway.raw(path)).headers['content-type']),
    );
    expect(types.sort()).toEqual(['text/css; charset=utf-8', 'text/javascript; charset=utf-8']);
  });

  it('are asked for anew each time, but those that are named by their content', async () => {
    const page = await gateway.raw('/');
    expect(page.headers['cache-control']).toBe('no-cache');
    const { etag = '' } = page.headers as Record<string, string>;
    const again = await gateway.raw('/', { 'if-none-match': etag });
    expect([again.status, again.body]).toEqual([304, '']);
    expect((await gateway.raw('/', { 'if-none-match': '"of before"' })).status).toBe(200);
    const [asset = ''] = /\/assets\/[^"]+/.exec(page.body) ?? [];
    expect((await gateway.raw(asset)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it('are all that is served: no other files, and nothing above the folder', async () => {
    for (const path of [
      '/../package.json',
      '/%2e%2e/package.json',
      '/..%2fpackage.json',
      '/a/../../package.json',
      '/..\\package.json',
      '//etc/passwd',
      '/tsconfig.json',
      '/.env',
      '/nothing.js',
      '/app.js%00.html',
    ])
      expect([400, 404], path).toContain((await gateway.raw(path)).status);
  });

  it('tell health and readiness to anybody, and numbers to those with the token', async () => {
    expect(await gateway.raw('/healthz')).toMatchObject({ status: 200, body: 'ok' });
    expect(await gateway.raw('/readyz')).toMatchObject({ status: 200 });
    await gateway.call('cron.status');
    const { body, headers } = await gateway.raw('/metrics', { authorization: `Bearer ${gateway.token}` });
    expect(headers['content-type']).toContain('text/plain; version=0.0.4');
    expect(body).toContain('# TYPE nightdesk_jobs gauge\nnightdesk_jobs 0\n');
    expect(body).toContain('nightdesk_gateway_calls_total{method="cron.status",outcome="ok"} 1\n');
  });
});

describe('the token and the address', () => {
  it('is made once, for its owner only', () => {
    const file = join(tempHome(), 'data', 'gateway.token');
    const token = keptToken(file);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(keptToken(file)).toBe(token);
  });

  it('takes the place of an empty file, whatever its mode was', () => {
    const file = join(tempHome(), 'gateway.token');
    writeFileSync(file, '\n', { mode: 0o644 });
    expect(keptToken(file)).toMatch(/^[\w-]{43}$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is refused when somebody put a short one there, with what is allowed', () => {
    const file = join(tempHome(), 'gateway.token');
    writeFileSync(file, 'hunter2\n');
    expect(() => keptToken(file)).toThrow(/has 7 characters; allowed: at least 32.*Remove the file/);
    writeFileSync(file, `${'x'.repeat(32)}\n`);
    chmodSync(file, 0o644);
    expect(keptToken(file)).toBe('x'.repeat(32));
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is neither read nor made through a symbolic link', () => {
    const home = tempHome();
    const [elsewhere, link, dangling] = ['elsewhere', 'gateway.token', 'dangling'].map((name) =>
      join(home, name),
    );
    writeFileSync(elsewhere!, 'a token that another program keeps for itself\n', { mode: 0o644 });
    symlinkSync(elsewhere!, link!);
    symlinkSync(join(home, 'nowhere'), dangling!);
    for (const file of [link!, dangling!]) {
      expect(() => keptToken(file)).toThrow(/is a symbolic link and is not used/);
      expect(() => readToken(file)).toThrow(/is a symbolic link/);
    }
    expect(statSync(elsewhere!).mode & 0o777).toBe(0o644);
  });

  it('is told in a file while the gateway listens', async () => {
    const told = JSON.parse(readFileSync(gateway.files.address, 'utf8')) as unknown;
    expect(told).toEqual({ host: '127.0.0.1', port: gateway.port, pid: process.pid });
    await gateway.gateway.close();
    expect(() => readFileSync(gateway.files.address)).toThrow('ENOENT');
  });

  it('says which port is taken', async () => {
    const second = await openGateway();
    const { Gateway } = await import('../../../src/edges/gateway/gateway.ts');
    const third = new Gateway({
      ...second,
      tasks: second.stores.tasks,
      config: { host: '127.0.0.1', port: gateway.port },
      log: { error: () => {}, info: () => {} },
    });
    await expect(third.listen()).rejects.toThrow(`another program listens on 127.0.0.1:${gateway.port}`);
    await second.close();
  });
});
