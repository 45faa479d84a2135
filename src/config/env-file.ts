import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { ConfigError } from './config-error.ts';

const OF_THIS_USER =
  'a file that this user may read, or none: run this as the user of the desk, or name another home with NIGHTDESK_HOME';

/** The home's `.env`; its text is empty when there is no such file. @throws ConfigError when it can't be read. */
export function readEnvFile(home: string): { readonly file: string; readonly text: string } {
  const file = join(home, '.env');
  const refused = (given: string, allowed: string, options?: ErrorOptions) =>
    new ConfigError([{ name: file, given, allowed }], options);
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR')
      throw refused(`unreadable (${code})`, code === 'EACCES' ? OF_THIS_USER : 'a readable file, or none', {
        cause,
      });
  }
  if (text.includes('\0')) throw refused('no text in UTF-8', 'text in UTF-8, without zero bytes');
  return { file, text };
}

/** The variables of a `.env`. A byte order mark before them, and blanks and tabs around names and values, don't count. */
export function variablesIn(text: string): Record<string, string> {
  const read = Object.entries(parseEnv(text.replace(/^\ufeff/, '')));
  return Object.fromEntries(read.map(([name, value = '']) => [name.trim(), value.trim()]));
}

/** The lines of a `.env` that set nothing; a quoted value may run over several. */
export function oddLinesOf(text: string): string[] {
  const lines = text.replace(/(["'`])[^]*?\1/g, '').split('\n');
  return lines.filter((line) => /^\s*[^\s#]/.test(line) && !/^\s*(?:export +)?[\w.-]+\s*=/.test(line));
}
