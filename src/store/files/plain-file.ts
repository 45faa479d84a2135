/**
 * Files of a home, opened without following symbolic links, which could lead reads and writes elsewhere.
 *
 * What takes microseconds happens at once: the way over the thread pool costs ten times that. Waiting for the disk and
 * reading long files are left to the pool.
 */
import {
  appendFileSync,
  closeSync,
  constants,
  fdatasync,
  fstatSync,
  fsync,
  ftruncateSync,
  openSync,
  read,
  readSync,
  writeSync,
} from 'node:fs';
import { promisify } from 'node:util';
import { absent } from './absent.ts';

const { O_RDONLY, O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW } = constants;

const FLAGS = { read: O_RDONLY, write: O_RDWR, append: O_RDWR | O_APPEND | O_CREAT } as const;

const pooled = { read: promisify(read), fsync: promisify(fsync), fdatasync: promisify(fdatasync) };

class LinkedFile extends Error {
  constructor(path: string, cause: unknown) {
    super(`${path} is a symbolic link and is not used: put the file itself there, or remove the link`, {
      cause,
    });
    this.name = 'LinkedFile';
  }
}

export class PlainFile {
  readonly #fd: number;
  #wasRead = false;

  /** @throws LinkedFile for a symbolic link. */
  constructor(path: string, to: keyof typeof FLAGS) {
    try {
      this.#fd = openSync(path, FLAGS[to] | O_NOFOLLOW, 0o600);
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === 'ELOOP' ? new LinkedFile(path, error) : error;
    }
  }

  /** In bytes. */
  get size(): number {
    return fstatSync(this.#fd).size;
  }

  /** Fill a block from a place in the file: the first at once, more of them by the pool. @returns the bytes read. */
  async read(block: Buffer, position: number): Promise<number> {
    if (this.#wasRead) return (await pooled.read(this.#fd, block, 0, block.length, position)).bytesRead;
    this.#wasRead = true;
    return readSync(this.#fd, block, 0, block.length, position);
  }

  append(text: string): void {
    appendFileSync(this.#fd, text);
  }

  /** Over what stands there. */
  write(bytes: Buffer, position: number): void {
    for (let at = 0; at < bytes.length;)
      at += writeSync(this.#fd, bytes, at, bytes.length - at, position + at);
  }

  truncate(size: number): void {
    ftruncateSync(this.#fd, size);
  }

  sync(): Promise<void> {
    return pooled.fsync(this.#fd);
  }

  /** Without what is only about the file, such as its times. */
  datasync(): Promise<void> {
    return pooled.fdatasync(this.#fd);
  }

  [Symbol.dispose](): void {
    closeSync(this.#fd);
  }
}

/** Open a file that may be absent; undefined when it is. */
export function existing(path: string, to: 'read' | 'write' = 'read'): PlainFile | undefined {
  try {
    return new PlainFile(path, to);
  } catch (error) {
    return absent(error as NodeJS.ErrnoException);
  }
}
