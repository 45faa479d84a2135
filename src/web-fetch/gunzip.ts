/**
 * A tolerant gzip decoder. Node's decoder fails, and loses its output, when anything follows the compressed data,
 * such as a line break or an appended page. Here the body ends at the first byte that doesn't start another member,
 * and a body that isn't compressed is returned as it is.
 */
import { pipeline } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { FetchRefused } from './fetcher.ts';

type Bytes = AsyncIterable<Uint8Array>;

/**
 * Decompress a body. Checksums are not compared.
 * @throws zlib's errors (`Z_…`) for a broken or truncated member; `FetchRefused` (`bad_encoding`) for too many
 * members.
 */
export async function* gunzipped(packed: Bytes): Bytes {
  const input = new Input(packed);
  try {
    for (let members = 0; ; members += 1) {
      const [first, second] = await input.peek(2);
      if (first !== 0x1f || second !== 0x8b) {
        if (members === 0) yield* input.rest();
        return;
      }
      if (members === MOST_MEMBERS)
        throw new FetchRefused('bad_encoding', `more than ${MOST_MEMBERS} gzip members`);
      await skipHeader(input);
      yield* member(input);
      await input.take(8); // checksum and size
    }
  } finally {
    await input.close();
  }
}

/** Of a file name or a comment. */
const LONGEST_NAME = 4_096;
/** Each member needs a decoder of its own, so endless empty members would take long. */
const MOST_MEMBERS = 1_000;
const HAS_CHECKSUM = 2;
const HAS_EXTRA = 4;
const HAS_NAME = 8;
const HAS_COMMENT = 16;

/** RFC 1952, 2.3. */
async function skipHeader(input: Input): Promise<void> {
  const flags = (await input.take(10))[3] ?? 0;
  if (flags & HAS_EXTRA) {
    const [low = 0, high = 0] = await input.take(2);
    await input.take(low + 256 * high);
  }
  for (const flag of [HAS_NAME, HAS_COMMENT]) if (flags & flag) await skipName(input);
  if (flags & HAS_CHECKSUM) await input.take(2);
}

async function skipName(input: Input): Promise<void> {
  const name = await input.peek(LONGEST_NAME);
  const end = name.indexOf(0);
  if (end < 0) throw new FetchRefused('bad_encoding', 'the header of a gzip member has no end');
  await input.take(end + 1);
}

/** Bytes that the decoder didn't use go back to the input. */
async function* member(input: Input): Bytes {
  const decoder = createInflateRaw();
  let given: Uint8Array[] = [];
  /** Where the first of `given` begins. */
  let start = 0;
  const used = () => decoder.bytesWritten;
  async function* feed(): Bytes {
    for (let piece = await input.next(); piece !== undefined; piece = await input.next()) {
      while (given[0] !== undefined && start + given[0].length <= used()) start += given.shift()!.length;
      given.push(piece);
      yield piece;
    }
  }
  // Errors in the pipeline are thrown where its end is read.
  pipeline(feed(), decoder, () => {});
  yield* decoder as Bytes;
  const left = Buffer.concat(given).subarray(used() - start);
  given = [];
  input.putBack(left);
}

/** A stream of pieces that bytes can be taken from and given back to. */
class Input {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #ahead: Uint8Array = Buffer.alloc(0);

  constructor(pieces: Bytes) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  /** Undefined at the end; never empty. */
  async next(): Promise<Uint8Array | undefined> {
    const ahead = this.#ahead;
    this.#ahead = Buffer.alloc(0);
    if (ahead.length > 0) return ahead;
    for (let got = await this.#pieces.next(); got.done !== true; got = await this.#pieces.next())
      if (got.value.length > 0) return got.value;
    return undefined;
  }

  async *rest(): Bytes {
    for (let piece = await this.next(); piece !== undefined; piece = await this.next()) yield piece;
  }

  /** Returns fewer bytes at the end of the input. */
  async peek(bytes: number): Promise<Uint8Array> {
    const read: Uint8Array[] = [];
    for (let size = 0; size < bytes;) {
      const piece = await this.next();
      if (piece === undefined) break;
      read.push(piece);
      size += piece.length;
    }
    this.#ahead = read.length === 1 ? read[0]! : Buffer.concat(read);
    return this.#ahead.subarray(0, bytes);
  }

  async take(bytes: number): Promise<Uint8Array> {
    const taken = await this.peek(bytes);
    this.#ahead = this.#ahead.subarray(taken.length);
    return taken;
  }

  putBack(bytes: Uint8Array): void {
    this.#ahead = Buffer.concat([bytes, this.#ahead]);
  }

  async close(): Promise<void> {
    await this.#pieces.return?.();
  }
}
