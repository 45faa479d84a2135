/** Undo a Content-Encoding, never past a size. */
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { FetchRefused } from './fetcher.ts';

type Inflate = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Buffer>;

const methods: Readonly<Record<string, Inflate>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  // Some servers send raw deflate, some the zlib wrapping that the standard asks for.
  deflate: (bytes, options) =>
    ((bytes[0] ?? 0) & 0x0f) === 8
      ? promisify(inflate)(bytes, options)
      : promisify(inflateRaw)(bytes, options),
};

/**
 * The decoded bytes. `encoding` is the header's value, several codings in the order they were applied.
 * Throws `FetchRefused`: `too_large` past `maxBytes`, `bad_encoding` for a coding unknown or broken.
 */
export async function decompress(bytes: Uint8Array, encoding: string, maxBytes: number): Promise<Uint8Array> {
  const codings = encoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > 2) throw new FetchRefused('bad_encoding', `${codings.length} encodings on one body`);
  let body = bytes;
  for (const coding of codings.reverse()) {
    const method = methods[coding];
    if (method === undefined) throw new FetchRefused('bad_encoding', `unknown encoding ${coding}`);
    if (body.length === 0) continue;
    try {
      body = await method(body, { maxOutputLength: maxBytes });
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
        throw new FetchRefused('too_large', `more than ${maxBytes} bytes once unpacked`, { cause });
      throw new FetchRefused('bad_encoding', `broken ${coding}`, { cause });
    }
  }
  return body;
}
