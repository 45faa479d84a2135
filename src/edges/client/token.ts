import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fchmodSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { RpcError } from '../../feature/rpc-error.ts';

/** The shortest token, the same as for `GATEWAY_TOKEN`. */
const SHORTEST_TOKEN = 32;

const { O_RDONLY, O_RDWR, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;

/**
 * The gateway's token: created once, kept in a file that only its owner may read. A file with a looser mode is
 * restricted again.
 * @throws RpcError `bad_token` for a token that is too short, and for a symbolic link.
 */
export function keptToken(file: string): string {
  mkdirSync(dirname(file), { recursive: true });
  const opened = opening(file, O_RDWR | O_CREAT);
  try {
    fchmodSync(opened, 0o600);
    const kept = readFileSync(opened, 'utf8').trim();
    if (kept !== '') return longEnough(kept, file);
    const token = randomBytes(32).toString('base64url');
    ftruncateSync(opened);
    writeSync(opened, `${token}\n`, 0);
    return token;
  } finally {
    closeSync(opened);
  }
}

/** The token in the file. @throws for a symbolic link, and if it can't be read. */
export function readToken(file: string): string {
  const opened = opening(file, O_RDONLY);
  try {
    return readFileSync(opened, 'utf8').trim();
  } finally {
    closeSync(opened);
  }
}

function opening(file: string, flags: number): number {
  try {
    // Without waiting for the other end of a pipe.
    return openSync(file, flags | O_NOFOLLOW | O_NONBLOCK, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ELOOP') throw error;
    const message = `${file} is a symbolic link and is not used: put the token itself there, or remove the link`;
    throw new RpcError('bad_token', message, { cause: error });
  }
}

function longEnough(token: string, file: string): string {
  if (token.length >= SHORTEST_TOKEN) return token;
  throw new RpcError(
    'bad_token',
    `the token in ${file} has ${token.length} characters; allowed: at least ${SHORTEST_TOKEN}. ` +
      'Remove the file, and a new one is made.',
  );
}
