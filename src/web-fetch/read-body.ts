/** Reads a body and decompresses it piece by piece, up to a size; it never unpacks more. */
import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createInflate, createInflateRaw } from 'node:zlib';
import { FetchRefused } from './fetcher.ts';
import { gunzipped } from './gunzip.ts';

type Bytes = AsyncIterable<Uint8Array>;

const decoders: Readonly<Record<string, (packed: Bytes) => Bytes>> = {
  gzip: gunzipped,
  'x-gzip': gunzipped,
  br: (packed) => unpacked(packed, () => createBrotliDecompress()),
  // Some servers send raw deflate, others the zlib wrapper that the standard asks for; the first byte tells.
  deflate: (packed) =>
    unpacked(packed, (first) => ((first & 0x0f) === 8 ? createInflate() : createInflateRaw())),
};
/**
 * Codings that can't be decoded. Other unknown words are ignored, because servers put charsets and `none` into the
 * header.
 */
const UNREADABLE = new Set(['zstd', 'compress', 'x-compress', 'dcb', 'dcz']);

interface BodyLimits {
  readonly maxBytes: number;
  /** What to do with a larger body: refuse it, or cut it off. */
  readonly past: 'refuse' | 'cut';
  /** Called with the size of each piece that arrives. */
  readonly arrived: (bytes: number) => void;
}

/**
 * Read a body and decode it.
 * @param encoding the header's value; several codings in the order they were applied
 * @throws FetchRefused `too_large` (on the wire or decoded), `bad_encoding` (broken or unsupported). Errors of the
 * body itself are passed on.
 */
export async function readBody(body: Bytes, encoding: string, limits: BodyLimits): Promise<Uint8Array> {
  const codings = encoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => Object.hasOwn(decoders, coding) || UNREADABLE.has(coding));
  if (codings.length > 2) throw new FetchRefused('bad_encoding', `${codings.length} encodings on one body`);
  let bytes = bounded(body, limits, limits.arrived);
  for (const coding of codings.reverse()) {
    const decode = decoders[coding];
    if (decode === undefined) throw new FetchRefused('bad_encoding', `${coding} can't be read`);
    bytes = bounded(decode(bytes), limits);
  }
  try {
    return await collected(bytes, limits.maxBytes);
  } catch (cause) {
    if (String((cause as NodeJS.ErrnoException).code).startsWith('Z_') || isBrotli(cause))
      throw new FetchRefused('bad_encoding', `broken ${encoding.slice(0, 40)}`, { cause });
    throw cause;
  }
}

/** At every stage, because a body can decompress to nothing for ever, and so can one that was compressed twice. */
async function* bounded(
  bytes: Bytes,
  { maxBytes, past }: BodyLimits,
  arrived: BodyLimits['arrived'] = () => {},
): Bytes {
  let size = 0;
  for await (const piece of bytes) {
    arrived(piece.length);
    size += piece.length;
    if (size > maxBytes && past === 'refuse')
      throw new FetchRefused('too_large', `more than ${maxBytes} bytes`);
    yield piece;
    if (size > maxBytes) return;
  }
}

async function collected(bytes: Bytes, maxBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces).subarray(0, maxBytes);
}

/** Decompress a body. The decoder is chosen by the first byte; an empty body stays empty. */
async function* unpacked(packed: Bytes, decoder: (first: number) => Transform): Bytes {
  const pieces = packed[Symbol.asyncIterator]();
  let first = await pieces.next();
  while (!first.done && first.value.length === 0) first = await pieces.next();
  if (first.done) return;
  yield* through(rejoined(first.value, pieces), decoder(first.value[0] ?? 0));
}

async function* rejoined(first: Uint8Array, rest: AsyncIterator<Uint8Array>): Bytes {
  yield first;
  yield* { [Symbol.asyncIterator]: () => rest };
}

function through(packed: Bytes, decoder: Transform): Bytes {
  // Errors in the pipeline are thrown where its end is read.
  pipeline(packed, decoder, () => {});
  return decoder;
}

function isBrotli(error: unknown): boolean {
  return /^ERR_BROTLI|^ERR__ERROR_/.test(String((error as NodeJS.ErrnoException).code));
}
