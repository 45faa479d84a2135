/**
 * Recognises temporary problems of the machine, or ones that people can fix; repeating anything else would fail
 * again.
 */
const PASSING = new Set([
  ...['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'EBUSY', 'EAGAIN'],
  ...['EMFILE', 'ENFILE', 'ENOMEM', 'ENOENT'],
]);
const PASSING_SQLITE = /^SQLITE_(?:BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|NOMEM)/;

/** Whether repeating can succeed; then it doesn't count as the story's failure. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code === 'string' && (PASSING.has(code) || PASSING_SQLITE.test(code))) return true;
  return isPassing(error.cause);
}
