import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * The gateway's token: made once, kept in a file that only its owner may read.
 * A file whose mode was loosened is tightened again.
 */
export function keptToken(file: string): string {
  const kept = read(file);
  if (kept !== undefined) {
    chmodSync(file, 0o600);
    return kept;
  }
  const token = randomBytes(32).toString('base64url');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${token}\n`, { mode: 0o600 });
  chmodSync(file, 0o600); // an empty file that was there before kept its mode
  return token;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
