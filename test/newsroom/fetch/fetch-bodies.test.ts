import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { httpLoopback } from '../../support/sources/loopback.ts';
import {
  bombLoopback,
  endlessBodyLoopback,
  endlessHeadersLoopback,
} from '../../support/sources/nasty-loopbacks.ts';
import { openFetcher, opened, text, WISH } from './open-fetcher.ts';

describe('bodies', () => {
  it.each(['/once', '/twice', '/nothing'])('stops unpacking a bomb: %s', async (path) => {
    const server = await opened(bombLoopback(50));
    const got = await openFetcher([server]).get(server.base + path, WISH);
    expect(got).toMatchObject({ kind: 'failed', reason: 'too_large' });
    // Far from the end of it: what is left is not read.
    expect(got.record.bytes).toBeLessThan(200_000);
  });

  it('stops a body and headers without end', async () => {
    const body = await opened(endlessBodyLoopback());
    const headers = await opened(endlessHeadersLoopback());
    const fetcher = openFetcher([body, headers]);
    expect(await fetcher.get(body.base, WISH)).toMatchObject({ reason: 'too_large' });
    expect(await fetcher.get(headers.base, WISH)).toMatchObject({ reason: 'too_large' });
  });

  it.each([
    ['gzip', Buffer.from('no gzip')],
    ['gzip', gzipSync('cut off in the middle of it').subarray(0, 20)],
    ['br', Buffer.from([0xff, 0xff, 0xff, 0xff])],
    ['deflate', Buffer.from([0x78, 0x9c, 0xff, 0xff])],
    ['zstd', Buffer.from('whatever')],
    ['gzip, gzip, gzip', gzipSync('thrice')],
  ])('names an encoding that is broken or unknown: %s', async (coding, packed) => {
    const server = await opened(
      httpLoopback((_, response) => response.writeHead(200, { 'content-encoding': coding }).end(packed)),
    );
    expect(await openFetcher([server]).get(server.base, WISH)).toMatchObject({ reason: 'bad_encoding' });
  });

  it('unpacks what was packed twice, and an empty body that claims to be packed', async () => {
    const server = await opened(
      httpLoopback((request, response) => {
        const twice = request.url === '/twice';
        response.writeHead(200, { 'content-encoding': twice ? 'gzip, gzip' : 'deflate' });
        response.end(twice ? gzipSync(gzipSync('words')) : undefined);
      }),
    );
    const fetcher = openFetcher([server]);
    const twice = await fetcher.get(`${server.base}/twice`, WISH);
    expect(twice.kind === 'ok' && text(twice.bytes)).toBe('words');
    expect(await fetcher.get(`${server.base}/empty`, WISH)).toMatchObject({
      kind: 'ok',
      bytes: Buffer.alloc(0),
    });
  });

  it('brings the beginning of a refusal where it is wished for, and the headers asked for', async () => {
    const server = await opened(
      httpLoopback((_, response) =>
        response.writeHead(422, { 'x-why': 'words', 'x-else': 'no' }).end('q'.repeat(9_000)),
      ),
    );
    const got = await openFetcher([server]).get(server.base, {
      ...WISH,
      refusals: true,
      tell: ['x-why', 'x-none'],
    });
    expect(got).toMatchObject({ reason: 'http_422', record: { status: 422, headers: { 'x-why': 'words' } } });
    expect(got.kind === 'failed' && got.body?.length).toBe(4_000);
    expect(await openFetcher([server]).get(server.base, WISH)).not.toHaveProperty('body');
  });
});
