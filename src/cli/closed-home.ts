/** What to do about a file in the home that this user may not use. */
import { relative, sep } from 'node:path';

const CLOSED = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR'];

/** The error's message, with advice where the home is closed to this user. */
export function messageIn(home: string, error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '', path = '', message } = error as NodeJS.ErrnoException;
  if (!CLOSED.includes(code) || !isInside(path, home)) return message;
  return (
    `${message}. The home is ${home}: run this as the user of its desk, make it writable for this user, ` +
    'or name another home with NIGHTDESK_HOME'
  );
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return path !== '' && way !== '..' && !way.startsWith(`..${sep}`);
}
