import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { UndiciFetcher } from '../../src/web-fetch/undici-fetcher.ts';
import { systemClock } from '../../src/time/clock.ts';
import { FakeClock, settle } from '../support/fake-clock.ts';

type UndiciFetcherDeps = ConstructorParameters<typeof UndiciFetcher>[0];

const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});

async function serve(answer: RequestListener): Promise<{ port: number; base: string }> {
  const server: Server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ending.push(() => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  });
  const { port } = server.address() as AddressInfo;
  return { port, base: `http://127.0.0.1:${port}` };
}

function fetcher(allowPort?: number, parts: Partial<UndiciFetcherDeps> = {}): UndiciFetcher {
  const made = new UndiciFetcher({
    clock: systemClock,
    version: '9.9',
    allowPrivate: allowPort === undefined ? [] : [`127.0.0.1:${allowPort}`],
    ...parts,
  });
  ending.push(() => made.close());
  return made;
}

const request = { accept: '*/*', maxBytes: 10_000 };
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe('UndiciFetcher', () => {
  it('fetches, says who it is, and tells what the server said about the body', async () => {
    const { port, base } = await serve((request, response) => {
      response.writeHead(200, {
        'content-type': 'text/plain; charset=big5',
        etag: '"a"',
        'last-modified': 'Mon',
      });
      response.end(`${request.headers['user-agent']} ${request.headers.accept}`);
    });
    const got = await fetcher(port).get(`${base}/x#part`, request);
    expect(got).toMatchObject({
      kind: 'ok',
      url: `${base}/x`,
      contentType: 'text/plain; charset=big5',
      etag: '"a"',
      lastModified: 'Mon',
    });
    expect(got.kind === 'ok' && text(got.bytes)).toBe('Nightdesk/9.9 (+newsroom bot) */*');
  });

  it('asks conditionally and hears that nothing changed', async () => {
    const { port, base } = await serve((request, response) => {
      const same =
        request.headers['if-none-match'] === '"a"' && request.headers['if-modified-since'] === 'Mon';
      response.writeHead(same ? 304 : 200).end();
    });
    expect(await fetcher(port).get(base, { ...request, etag: '"a"', lastModified: 'Mon' })).toMatchObject({
      kind: 'unchanged',
    });
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
  ] as const)('unpacks %s', async (coding, pack) => {
    const { port, base } = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': coding }).end(pack('packed words'));
    });
    const got = await fetcher(port).get(base, request);
    expect(got.kind === 'ok' && text(got.bytes)).toBe('packed words');
  });

  it('counts bytes after unpacking, and stops a body without end', async () => {
    const { port, base } = await serve((request, response) => {
      if (request.url === '/bomb') {
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5_000_000)));
        return;
      }
      const more = () => {
        if (!response.destroyed) response.write('x'.repeat(4_000), () => setImmediate(more));
      };
      more();
    });
    const it = fetcher(port);
    expect(await it.get(`${base}/bomb`, request)).toMatchObject({ reason: 'too_large' });
    expect(await it.get(`${base}/endless`, request)).toMatchObject({ reason: 'too_large' });
  });

  it('names what went wrong', async () => {
    const { port, base } = await serve((request, response) => {
      if (request.url === '/gone') response.writeHead(404).end('no');
      else if (request.url === '/broken')
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('cut off here').subarray(0, 20));
      else request.socket.destroy();
    });
    const it = fetcher(port, { resolve: () => Promise.reject(new Error('NXDOMAIN')) });
    expect(await it.get(`${base}/gone`, request)).toMatchObject({ kind: 'failed', reason: 'http_404' });
    expect(await it.get(`${base}/broken`, request)).toMatchObject({ reason: 'bad_encoding' });
    expect(await it.get(`${base}/cut`, request)).toMatchObject({ reason: 'network' });
    expect(await it.get('http://nowhere.test/', request)).toMatchObject({ reason: 'unknown_host' });
    expect(await it.get('ftp://a.test/', request)).toMatchObject({ reason: 'bad_scheme' });
    expect(await it.get('::', request)).toMatchObject({ reason: 'bad_url' });
  });

  it('follows five redirects, not six, and no circle', async () => {
    const { port, base } = await serve((request, response) => {
      const [, word, n] = /^\/(\w+?)(\d*)$/.exec(request.url ?? '') ?? [];
      if (word === 'round') response.writeHead(302, { location: '/round' }).end();
      else if (n === '0') response.end('there');
      else response.writeHead(301, { location: `/hop${Number(n) - 1}` }).end();
    });
    const it = fetcher(port);
    expect(await it.get(`${base}/hop5`, request)).toMatchObject({ kind: 'ok', url: `${base}/hop0` });
    expect(await it.get(`${base}/hop6`, request)).toMatchObject({ reason: 'redirect_loop' });
    expect(await it.get(`${base}/round`, request)).toMatchObject({ reason: 'redirect_loop' });
  });

  it('follows a redirect whose address is written in UTF-8', async () => {
    const { port, base } = await serve((request, response) => {
      if (request.url !== '/') return void response.end(request.url);
      response.writeHead(301, { location: Buffer.from('/新聞/café').toString('latin1') }).end();
    });
    expect(await fetcher(port).get(base, request)).toMatchObject({
      kind: 'ok',
      url: `${base}/%E6%96%B0%E8%81%9E/caf%C3%A9`,
    });
  });

  it('checks each hop of a redirect', async () => {
    const secret = await serve((_, response) => response.end('secret'));
    const { port, base } = await serve((request, response) => {
      const to = request.url === '/file' ? 'file:///etc/hosts' : `http://127.0.0.1:${secret.port}/`;
      response.writeHead(302, { location: to }).end();
    });
    expect(await fetcher(port).get(base, request)).toMatchObject({ reason: 'private_address' });
    expect(await fetcher(port).get(`${base}/file`, request)).toMatchObject({ reason: 'bad_scheme' });
  });

  it('refuses this machine and its network however the address is spelled', async () => {
    const { port } = await serve((_, response) => response.end('secret'));
    const it = fetcher(undefined, {
      resolve: (host) =>
        Promise.resolve(
          host === 'mixed.test'
            ? [
                { address: '93.184.216.34', family: 4 as const },
                { address: '::ffff:10.0.0.1', family: 6 as const },
              ]
            : [{ address: '169.254.169.254', family: 4 as const }],
        ),
    });
    const spellings = [
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '0177.0.0.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::]',
      '0.0.0.0',
    ];
    const hosts = [
      ...spellings,
      'localhost',
      'localhost.',
      'a.b.localhost',
      'mixed.test',
      'metadata.test',
      '[fe80::1]',
      '[fd00::1]',
      '[64:ff9b::7f00:1]',
      '100.64.0.1',
    ];
    for (const host of hosts)
      expect(await it.get(`http://${host}:${port}/`, request), host).toMatchObject({
        reason: 'private_address',
      });
  });

  it('reaches *.localhost without DNS where the operator allows it', async () => {
    const { port } = await serve((request, response) => response.end(request.headers.host));
    const it = fetcher(undefined, {
      allowPrivate: [`*.localhost:${port}`],
      resolve: () => Promise.reject(new Error('must not be asked')),
    });
    const got = await it.get(`http://meridian.localhost:${port}/`, request);
    expect(got.kind === 'ok' && text(got.bytes)).toBe(`meridian.localhost:${port}`);
    expect(await it.get(`http://127.0.0.1:${port}/`, request)).toMatchObject({ reason: 'private_address' });
  });

  it('gives up on silence and on slowness by its clock, and leaves no wait behind', async () => {
    let drip: (() => void) | undefined;
    const { port, base } = await serve((request, response) => {
      if (request.url === '/slow') {
        response.write('x');
        drip = () => response.write('x');
      }
    });
    const clock = new FakeClock();
    const it = fetcher(port, { clock, totalMs: 12_000, idleMs: 5_000 });
    const silent = it.get(`${base}/silent`, request);
    while (clock.waiters < 1) await settle();
    await clock.advance(5_000);
    expect(await silent).toMatchObject({ reason: 'timeout', detail: 'nothing arrived for 5000 ms' });

    const slow = it.get(`${base}/slow`, request);
    while (drip === undefined) await settle();
    for (let s = 0; s < 12; s++) {
      drip();
      await new Promise((done) => setTimeout(done, 20));
      await clock.advance(1_000);
    }
    expect(await slow).toMatchObject({ reason: 'timeout', detail: 'took longer than 12000 ms' });
    expect(clock.waiters).toBe(0);
  });

  it("rejects with the caller's reason when the caller stops it", async () => {
    const { port, base } = await serve(() => {});
    const stop = new AbortController();
    const fetching = fetcher(port).get(base, { ...request, signal: stop.signal });
    await settle();
    stop.abort(new Error('shutting down'));
    await expect(fetching).rejects.toThrow('shutting down');
  });

  it('asks one host for two things at once, no more', async () => {
    let now = 0;
    let most = 0;
    const { port, base } = await serve((_, response) => {
      most = Math.max(most, ++now);
      setImmediate(() => {
        now -= 1;
        response.end('ok');
      });
    });
    const it = fetcher(port);
    const all = await Promise.all(Array.from({ length: 9 }, (_, n) => it.get(`${base}/${n}`, request)));
    expect(all.every((got) => got.kind === 'ok')).toBe(true);
    expect(most).toBe(2);
  });
});
