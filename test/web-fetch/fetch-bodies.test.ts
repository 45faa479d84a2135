import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readBody } from '../../src/web-fetch/read-body.ts';
import { httpLoopback } from '../support/sources/loopback.ts';
import {
  bombLoopback,
  endlessBodyLoopback,
  endlessHeadersLoopback,
} from '../support/sources/nasty-loopbacks.ts';
import { openFetcher, opened, text, REQUEST } from './open-fetcher.ts';

describe('bodies', () => {
  it.each(['/once', '/twice', '/nothing'])('stops unpacking a bomb: %s', async (path) => {
    const server = await opened(bombLoopback(50));
    const got = await openFetcher([server]).get(server.base + path, REQUEST);
    expect(got).toMatchObject({ kind: 'failed', reason: 'too_large' });
    // Far from the end of it: what is left is not read.
    expect(got.record.bytes).toBeLessThan(200_000);
  });

  it('stops a body and headers without end', async () => {
    const body = await opened(endlessBodyLoopback());
    const headers = await opened(endlessHeadersLoopback());
    const fetcher = openFetcher([body, headers]);
    expect(await fetcher.get(body.base, REQUEST)).toMatchObject({ reason: 'too_large' });
    expect(await fetcher.get(headers.base, REQUEST)).toMatchObject({ reason: 'too_large' });
  });

  it.each([
    ['gzip', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff])],
    ['gzip', gzipSync('cut off in the middle of it').subarray(0, 20)],
    ['br', Buffer.from([0xff, 0xff, 0xff, 0xff])],
    ['deflate', Buffer.from([0x78, 0x9c, 0xff, 0xff])],
    ['zstd', Buffer.from('whatever')],
    ['gzip, gzip, gzip', gzipSync('thrice')],
  ])('names an encoding that is broken or unknown: %s', async (coding, packed) => {
    const server = await opened(
      httpLoopback((_, response) => response.writeHead(200, { 'content-encoding': coding }).end(packed)),
    );
    expect(await openFetcher([server]).get(server.base, REQUEST)).toMatchObject({ reason: 'bad_encoding' });
  });

  it.each([
    ['utf-8', Buffer.from('words')],
    ['none', Buffer.from('words')],
    ['UTF-8, gzip', gzipSync('words')],
    ['gzip', Buffer.from('words')],
    ['gzip', Buffer.concat([gzipSync('words'), Buffer.from('\r\n')])],
    ['gzip', Buffer.concat([gzipSync('words'), Buffer.from([0x1f])])],
    ['x-gzip', Buffer.concat([gzipSync('wo'), gzipSync('rds'), Buffer.alloc(9)])],
    // With an extra field, a name, a comment and a checksum of the header.
    [
      'gzip',
      Buffer.concat([
        Buffer.from([0x1f, 0x8b, 8, 30, 0, 0, 0, 0, 0, 3, 2, 0, 7, 7]),
        Buffer.from('name\0comment\0cs'),
        gzipSync('words').subarray(10),
      ]),
    ],
  ])('takes a body whose coding is told wrong, or ends late: %s', async (coding, packed) => {
    const server = await opened(
      httpLoopback((_, response) => response.writeHead(200, { 'content-encoding': coding }).end(packed)),
    );
    const got = await openFetcher([server]).get(server.base, REQUEST);
    expect(got.kind === 'ok' && text(got.bytes)).toBe('words');
  });

  it.each(['gzip', 'br', 'deflate'])('takes nothing for nothing: %s', async (coding) => {
    const server = await opened(
      httpLoopback((_, response) => response.writeHead(200, { 'content-encoding': coding }).end()),
    );
    expect(await openFetcher([server]).get(server.base, REQUEST)).toMatchObject({
      kind: 'ok',
      bytes: Buffer.alloc(0),
    });
  });

  it('gives the same from pieces of any size', async () => {
    const long = randomBytes(20_000).toString('hex');
    const packed = Buffer.concat([gzipSync(long), gzipSync('end'), Buffer.from('<!-- cached -->')]);
    for (const size of [1, 7, 1_000, packed.length]) {
      const pieces = async function* () {
        for (let at = 0; at < packed.length; at += size) yield packed.subarray(at, at + size);
      };
      const limits = { maxBytes: 1_000_000, past: 'refuse', arrived: () => {} } as const;
      expect(text(await readBody(pieces(), 'gzip', limits)) === `${long}end`).toBe(true);
    }
  });

  it.each([
    ['a name without end', Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3, ...Buffer.alloc(9_000, 65)])],
    ['members without end', Buffer.concat(Array.from({ length: 1_100 }, () => gzipSync('')))],
  ])('stops at gzip with %s', async (_, packed) => {
    const pieces = async function* () {
      yield packed;
    };
    const limits = { maxBytes: 1_000_000, past: 'refuse', arrived: () => {} } as const;
    await expect(readBody(pieces(), 'gzip', limits)).rejects.toMatchObject({ reason: 'bad_encoding' });
  });

  it('stops at what unpacks to much and then to nothing', async () => {
    const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
    const empty = Buffer.from([0, 0, 0, 0xff, 0xff]);
    const last = Buffer.from([1, 0, 0, 0xff, 0xff, ...Buffer.alloc(8)]);
    const packed = gzipSync(Buffer.concat([header, Buffer.alloc(5_000_000, empty), last]));
    const pieces = async function* () {
      yield packed;
    };
    const limits = { maxBytes: 100_000, past: 'refuse', arrived: () => {} } as const;
    await expect(readBody(pieces(), 'gzip, gzip', limits)).rejects.toMatchObject({ reason: 'too_large' });
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
    const twice = await fetcher.get(`${server.base}/twice`, REQUEST);
    expect(twice.kind === 'ok' && text(twice.bytes)).toBe('words');
    expect(await fetcher.get(`${server.base}/empty`, REQUEST)).toMatchObject({
      kind: 'ok',
      bytes: Buffer.alloc(0),
    });
  });

  it('brings the beginning of a refusal where that is asked for, and the headers asked for', async () => {
    const server = await opened(
      httpLoopback((_, response) =>
        response.writeHead(422, { 'x-why': 'words', 'x-else': 'no' }).end('q'.repeat(9_000)),
      ),
    );
    const got = await openFetcher([server]).get(server.base, {
      ...REQUEST,
      refusals: true,
      returnHeaders: ['x-why', 'x-none'],
    });
    expect(got).toMatchObject({ reason: 'http_422', record: { status: 422, headers: { 'x-why': 'words' } } });
    expect(got.kind === 'failed' && got.body?.length).toBe(4_000);
    expect(await openFetcher([server]).get(server.base, REQUEST)).not.toHaveProperty('body');
  });
});
