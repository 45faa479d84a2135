/**
 * Recognises temporary problems of the machine or of the database's server, or ones that people can fix; repeating
 * anything else would fail again.
 */
import { CannotWrite } from '../../sessions/cannot-write.ts';

const PASSING = new Set([
  ...['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'EBUSY', 'EAGAIN'],
  ...['EMFILE', 'ENFILE', 'ENOMEM', 'ENOENT'],
]);
const PASSING_SQLITE = /^SQLITE_(?:BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|NOMEM)/;

/** Whether repeating can succeed; then it doesn't count as the story's failure. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof CannotWrite) return true;
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code === 'string' && (PASSING.has(code) || PASSING_SQLITE.test(code))) return true;
  return isPassing(error.cause);
}
