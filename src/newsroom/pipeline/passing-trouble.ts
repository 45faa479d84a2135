/** Troubles of the machine that pass, or that people mend; what else breaks would break again. */
const PASSING = new Set([
  ...['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'EBUSY', 'EAGAIN'],
  ...['EMFILE', 'ENFILE', 'ENOMEM', 'ENOENT'],
]);
const PASSING_SQLITE = /^SQLITE_(?:BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|NOMEM)/;

/** Whether what broke can go well when it is tried again: then it is no story's failure. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code === 'string' && (PASSING.has(code) || PASSING_SQLITE.test(code))) return true;
  return isPassing(error.cause);
}
