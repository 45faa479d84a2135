import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entriesFor, permittedAddresses, type Address } from '../../src/web-fetch/private-addresses.ts';
import { httpLoopback } from '../support/sources/loopback.ts';
import { openFetcher, opened, text, REQUEST } from './open-fetcher.ts';

const PRIVATE = {
  'this machine, in all spellings of IPv4': [
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '017700000001',
    '0177.0.0.1',
    '127.0.0.1.',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '%31%32%37.0.0.1',
    '0.0.0.0',
    '0',
    '127.255.255.254',
  ],
  'names of this machine': [
    'localhost',
    'LOCALHOST',
    'localhost.',
    'localhost..',
    'a.b.localhost',
    'a.localhost.',
    'loc%61lhost',
    'ⓛocalhost',
  ],
  'networks of their own': [
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.0.1',
    '198.18.0.1',
    '192.0.2.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '3232235777',
    '0xa9fea9fe',
  ],
  'IPv6 of their own': [
    '[::1]',
    '[::]',
    '[fe80::1]',
    '[fec0::1]',
    '[fd00::1]',
    '[fc00::1]',
    '[ff02::1]',
    '[100::1]',
    '[2001:db8::1]',
    '[4000::1]',
    '[5f00::1]',
    '[::ffff:0:0]',
  ],
  'IPv4 inside IPv6': [
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b::8.8.8.8]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::1]',
    '[2001:0:7f00:1::1]',
    '[::ffff:10.0.0.1]',
    '[::ffff:169.254.169.254]',
  ],
} as const;

describe('the guard', () => {
  for (const [what, hosts] of Object.entries(PRIVATE))
    it.each([...hosts])(`refuses ${what}: %s`, async (host) => {
      const got = await openFetcher().get(`http://${host}:9/`, REQUEST);
      expect(got).toMatchObject({ kind: 'failed', reason: 'private_address' });
    });

  it.each<readonly [string, string]>([
    ['http://[fe80::1%25eth0]/', 'bad_url'],
    ['http://user@127.0.0.1/', 'bad_url'],
    ['http://user:word@a.test/', 'bad_url'],
    ['http://256.1.1.1/', 'bad_url'],
    ['http://a.test:99999/', 'bad_url'],
    ['http:///', 'bad_url'],
    ['', 'bad_url'],
    ['/relative', 'bad_url'],
    [`http://a.test/${'x'.repeat(5_000)}`, 'bad_url'],
    ...[
      'file:///etc/hosts',
      'ftp://a.test/',
      'data:text/html,hi',
      'javascript:alert(1)',
      'gopher://a.test/',
      'ws://a.test/',
      'mailto:a@b.test',
      'blob:http://a.test/1',
      'tel:1',
    ].map((url) => [url, 'bad_scheme'] as const),
  ])('refuses %s as %s', async (url, reason) => {
    expect(await openFetcher().get(url, REQUEST)).toMatchObject({
      kind: 'failed',
      reason,
      record: { attempts: 0 },
    });
  });

  it('refuses a name when any of its addresses is private, however a resolver spells it', async () => {
    const answers: Record<string, readonly Address[]> = {
      'mixed.test': [
        { address: '93.184.216.34', family: 4 },
        { address: '::ffff:10.0.0.1', family: 6 },
      ],
      'zone.test': [{ address: 'fe80::1%eth0', family: 6 }],
      'nat64.test': [{ address: '64:ff9b::a00:1', family: 6 }],
      'six.test': [{ address: '2002:a00:1::', family: 6 }],
      'nonsense.test': [{ address: 'elsewhere', family: 4 }],
      'xn--bcher-kva.test': [{ address: '192.168.0.1', family: 4 }],
    };
    const fetcher = openFetcher([], { resolve: (host) => Promise.resolve(answers[host] ?? []) });
    for (const host of Object.keys(answers))
      expect(await fetcher.get(`http://${host}/`, REQUEST), host).toMatchObject({
        reason: 'private_address',
      });
    expect(await fetcher.get('http://bücher.test./', REQUEST)).toMatchObject({ reason: 'private_address' });
    expect(await fetcher.get('http://nobody.test/', REQUEST)).toMatchObject({ reason: 'unknown_host' });
  });

  it('says what can be done: the port that is allowed, or how to allow it', async () => {
    const allowed = ['*.localhost:4180', '10.0.0.7:8080'];
    const refusal = async (url: string) => {
      const got = await openFetcher([], { allowPrivate: allowed }).get(url, REQUEST);
      return got.kind === 'failed' ? got.detail : got.kind;
    };
    expect(await refusal('http://courier.localhost/story')).toBe(
      'courier.localhost:80 is 127.0.0.1, which is not on the open web; what is allowed is port 4180 (*.localhost:4180)',
    );
    expect(await refusal('http://10.0.0.7/')).toContain('what is allowed is port 8080');
    expect(await refusal('http://[::1]/')).toContain('FETCH_ALLOW_PRIVATE can name it: [::1]:80');
  });

  it("allows an operator's own address with its port, also where that is the usual one", async () => {
    const urls = ['http://quotes.test', 'https://quotes.test/api', 'http://[::1]:9/x', undefined];
    expect(entriesFor(urls)).toEqual(['quotes.test:80', 'quotes.test:443', '[::1]:9']);
    const resolve = () => Promise.resolve([{ address: '10.0.0.7', family: 4 as const }]);
    for (const port of [80, 443])
      expect(await permittedAddresses('quotes.test', port, entriesFor(urls), resolve)).toHaveLength(1);
    await expect(permittedAddresses('quotes.test', 8080, entriesFor(urls), resolve)).rejects.toThrow(
      '10.0.0.7',
    );
  });

  it('takes no IPv4 address for public that is written into IPv6, whatever it is', () =>
    fc.assert(
      fc.asyncProperty(
        fc.ipV4(),
        fc.constantFrom('::', '::ffff:0:', '64:ff9b::', '64:ff9b:1::'),
        async (ip, prefix) => {
          const resolve = () => Promise.resolve([{ address: prefix + ip, family: 6 as const }]);
          await expect(permittedAddresses('a.test', 80, [], resolve)).rejects.toThrow('not on the open web');
        },
      ),
    ));

  it('connects to what it checked, and checks anew for the next connection', async () => {
    const server = await opened(
      httpLoopback((_, response) => response.setHeader('connection', 'close').end('public')),
    );
    let asked = 0;
    const rebinding = (): Promise<readonly Address[]> => {
      asked += 1;
      return Promise.resolve([{ address: asked === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }]);
    };
    const fetcher = openFetcher([server], { resolve: rebinding });
    const url = `http://rebind.test:${server.port}/`;
    expect(await fetcher.get(url, REQUEST)).toMatchObject({ kind: 'ok' });
    expect(asked).toBe(1);
    expect(await fetcher.get(url, REQUEST)).toMatchObject({ reason: 'private_address' });
  });

  it.each([
    'http://169.254.169.254/latest/',
    'http://[::1]:1/',
    'http://2130706433:1/',
    '//127.0.0.1:1/',
    'http://localhost.:1/',
  ])('refuses a redirect to %s', async (to) => {
    const server = await opened(
      httpLoopback((_, response) => response.writeHead(302, { location: to }).end()),
    );
    expect(await openFetcher([server]).get(server.base, REQUEST)).toMatchObject({
      reason: 'private_address',
    });
  });

  it.each(['file:///etc/hosts', 'data:text/html,hi', 'http://user:word@a.test/', 'http://'])(
    'refuses a redirect to %s',
    async (to) => {
      const server = await opened(
        httpLoopback((_, response) => response.writeHead(302, { location: to }).end()),
      );
      const got = await openFetcher([server]).get(server.base, REQUEST);
      expect(got.kind === 'failed' && got.reason).toMatch(/^bad_(?:scheme|url)$/);
    },
  );

  it('keeps secret headers from other origins', async () => {
    const seen: (string | undefined)[] = [];
    const other = await opened(
      httpLoopback((request, response) => {
        seen.push(request.headers['x-subscription-token'] as string | undefined);
        response.end('there');
      }),
    );
    const server = await opened(
      httpLoopback((request, response) => {
        seen.push(request.headers['x-subscription-token'] as string | undefined);
        response.writeHead(302, { location: request.url === '/' ? '/again' : other.base }).end();
      }),
    );
    const headers = { 'x-subscription-token': 'secret-word' };
    const got = await openFetcher([server, other]).get(server.base, { ...REQUEST, headers });
    expect(got).toMatchObject({
      kind: 'ok',
      record: { redirects: [`${server.base}/again`, `${other.base}/`] },
    });
    expect(seen).toEqual(['secret-word', 'secret-word', undefined]);
    expect(JSON.stringify(got)).not.toContain('secret-word');
  });
});

describe('https', () => {
  it('is trusted by its certificate', async () => {
    const server = await opened(httpLoopback((_, response) => response.end('safe'), { tls: true }));
    expect(await openFetcher([server]).get(server.base, REQUEST)).toMatchObject({
      kind: 'failed',
      reason: 'tls',
    });
    const plain = await opened(httpLoopback((_, response) => response.end('plain')));
    const got = await openFetcher([plain]).get(`https://127.0.0.1:${plain.port}/`, REQUEST);
    expect(got).toMatchObject({ reason: 'tls' });
  });

  it('is never left for http', async () => {
    const { loopbackCertificate } = await import('../support/sources/loopback-certificate.ts');
    const plain = await opened(httpLoopback((_, response) => response.end('plain')));
    const server = await opened(
      httpLoopback(
        (request, response) => {
          if (request.url === '/safe') return void response.end('safe');
          const to = { '/port': plain.base, '/name': 'http://news.test/' }[request.url ?? ''] ?? '/safe';
          response.writeHead(301, { location: to }).end();
        },
        { tls: true },
      ),
    );
    const asked: string[] = [];
    const fetcher = openFetcher([server, plain], {
      ca: loopbackCertificate.cert,
      resolve: (host) => {
        asked.push(host);
        return Promise.resolve([{ address: '10.0.0.1', family: 4 as const }]);
      },
    });
    const safe = await fetcher.get(`${server.base}/`, REQUEST);
    expect(safe.kind === 'ok' && text(safe.bytes)).toBe('safe');
    expect(await fetcher.get(`${server.base}/port`, REQUEST)).toMatchObject({ reason: 'insecure_redirect' });
    // Without a port it is tried over https.
    const upgraded = await fetcher.get(`${server.base}/name`, REQUEST);
    expect(upgraded).toMatchObject({
      reason: 'private_address',
      record: { redirects: ['https://news.test/'] },
    });
    expect(upgraded.kind === 'failed' && upgraded.detail).toContain('news.test:443');
  });
});
