/** Opens files of a home without following symbolic links, which could lead reads and writes elsewhere. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

const { O_RDONLY, O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW } = constants;

const FLAGS = { read: O_RDONLY, write: O_RDWR, append: O_RDWR | O_APPEND | O_CREAT } as const;

class LinkedFile extends Error {
  constructor(path: string, cause: unknown) {
    super(`${path} is a symbolic link and is not used: put the file itself there, or remove the link`, {
      cause,
    });
    this.name = 'LinkedFile';
  }
}

/** @throws LinkedFile for a symbolic link. */
export async function openPlain(path: string, to: keyof typeof FLAGS): Promise<FileHandle> {
  try {
    return await open(path, FLAGS[to] | O_NOFOLLOW, 0o600);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ELOOP' ? new LinkedFile(path, error) : error;
  }
}
