import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { ConfigError } from './config-error.ts';

/**
 * The variables of the home's `.env`; empty when there is no such file. Editors may put a byte order mark before them.
 * @throws ConfigError when it exists and can't be read.
 */
export function readEnvFile(home: string): Record<string, string | undefined> {
  const file = join(home, '.env');
  try {
    return { ...parseEnv(readFileSync(file, 'utf8').replace(/^\ufeff/, '')) };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return {};
    throw new ConfigError(
      [{ name: file, given: `unreadable (${code})`, allowed: 'a readable file, or none' }],
      {
        cause: error,
      },
    );
  }
}
