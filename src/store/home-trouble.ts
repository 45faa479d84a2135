/** A home can't be written: its disk is full, or it is read-only. */
export class HomeTrouble extends Error {
  /** What to do, as a sentence. */
  readonly remedy: string;

  constructor(what: string, remedy: string, cause: unknown) {
    super(`${what}. ${remedy}`, { cause });
    this.name = 'HomeTrouble';
    this.remedy = remedy;
  }
}

const FULL = /^(ENOSPC|EDQUOT|SQLITE_FULL)/;
const READ_ONLY = /^(EROFS|EACCES|EPERM|SQLITE_READONLY|SQLITE_CANTOPEN)/;

/**
 * Copy files into a folder. Errors of the system do not say which disk is full.
 * @throws HomeTrouble when it is full; other errors unchanged.
 */
export async function copyInto<T>(folder: string, copy: () => Promise<T>): Promise<T> {
  try {
    return await copy();
  } catch (error) {
    throw FULL.test((error as { code?: string }).code ?? '') ? asHomeTrouble(error, folder) : error;
  }
}

/** Turn an error of writing in a home into a `HomeTrouble`; other errors are returned unchanged. */
export function asHomeTrouble(error: unknown, folder: string): unknown {
  const { code = '', message } = error as { code?: string; message: string };
  if (FULL.test(code))
    return new HomeTrouble(
      `the disk is full: ${folder} (${message})`,
      'Make room on it and try again.',
      error,
    );
  if (READ_ONLY.test(code))
    return new HomeTrouble(
      `${folder} can't be written to (${message})`,
      'Make it writable for this user, or name another home with NIGHTDESK_HOME.',
      error,
    );
  return error;
}
