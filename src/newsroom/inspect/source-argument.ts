/**
 * The argument of an inspection command: an address, fetched by the guarded fetcher, or a local file.
 * `FETCH_ALLOW_PRIVATE` applies as for the desk.
 */
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Clock } from '../../time/clock.ts';
import type { Fetcher } from '../../web-fetch/fetcher.ts';
import { parseUrl } from '../../text/parse-url.ts';
import { sampleFor } from '../sample/start-sample.ts';
import { programVersion } from '../../config/program-files.ts';

export interface ReadSource {
  /** After redirects; empty for a file. */
  readonly url: string;
  readonly bytes: Uint8Array;
  readonly contentType?: string;
}

/** It could not be fetched or read. `code` is the fetcher's reason, or `no_file`, `too_large`, `bad_scheme`. */
class SourceError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SourceError';
    this.code = code;
  }
}

interface Reading {
  readonly config: Config;
  readonly cwd: string;
  readonly clock: Clock;
  readonly accept: string;
  readonly maxBytes: number;
}

/** @throws SourceError */
export async function readSource(source: string, reading: Reading): Promise<ReadSource> {
  if (/^https?:/i.test(source))
    return withSample(source, reading, (around) =>
      withFetcher(around, (fetcher) => fetchSource(source, fetcher, reading)),
    );
  if (/^[a-z][a-z0-9+.-]+:/i.test(source))
    throw new SourceError('bad_scheme', `${source} is neither an http address nor a file`);
  return { url: '', bytes: await readFile(resolve(reading.cwd, source), reading.maxBytes) };
}

/** With the sample edition's outlets, where the address is one of theirs. */
async function withSample<T>(
  url: string,
  reading: Reading,
  use: (reading: Pick<Reading, 'config' | 'clock'>) => Promise<T>,
): Promise<T> {
  const { config, clock } = reading;
  const address = parseUrl(url);
  const sample = address && (await sampleFor(address, config, clock));
  if (!sample) return use(reading);
  const fetchAllowPrivate = [...config.fetchAllowPrivate, ...sample.hosts];
  try {
    return await use({ clock, config: { ...config, fetchAllowPrivate } });
  } finally {
    await sample.close();
  }
}

/** A fetcher for the duration of `use`. */
export async function withFetcher<T>(
  { config, clock }: Pick<Reading, 'config' | 'clock'>,
  use: (fetcher: Fetcher) => Promise<T>,
): Promise<T> {
  const { UndiciFetcher } = await import('../../web-fetch/undici-fetcher.ts');
  const version = programVersion();
  const fetcher = new UndiciFetcher({ clock, version, allowPrivate: config.fetchAllowPrivate });
  try {
    return await use(fetcher);
  } finally {
    await fetcher.close();
  }
}

async function fetchSource(
  url: string,
  fetcher: Fetcher,
  { accept, maxBytes }: Reading,
): Promise<ReadSource> {
  const got = await fetcher.get(url, { accept, maxBytes });
  if (got.kind === 'ok') return got;
  if (got.kind === 'failed') throw new SourceError(got.reason, `${got.reason}: ${got.detail}`);
  throw new SourceError('http_304', `${url} answered 304, though nothing was known of it`);
}

/** The size is counted while reading, because a device or a pipe has none. */
async function readFile(path: string, maxBytes: number): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of createReadStream(path) as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > maxBytes)
        throw new SourceError('too_large', `too_large: ${path} is longer than ${maxBytes} bytes`);
      parts.push(part);
    }
  } catch (cause) {
    if (cause instanceof SourceError) throw cause;
    throw new SourceError('no_file', `no_file: ${path} can't be read: ${(cause as Error).message}`, {
      cause,
    });
  }
  return Buffer.concat(parts, size);
}
