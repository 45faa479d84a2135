import pino from 'pino';
import type { Logger } from 'pino';
import { join } from 'node:path';
import { makeFolder } from '../async/make-folder.ts';
import type { Config } from './config.ts';

/** Names of fields with secrets; their values are redacted. */
const SECRETS = ['token', 'key', 'keys', 'authorization', 'apiKey', 'password'];

/**
 * Open the log: JSON lines on stderr, or in `data/nightdesk.log` when people read the output (at a terminal, or of a
 * command).
 * @returns the logger, and the file if there is one.
 */
export function openLog(config: Config, forPeople: boolean): { log: Logger; file?: string } {
  const paths = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  const options = { level: config.logLevel, redact: { paths, censor: '[secret]' }, base: null };
  if (!forPeople) return { log: pino(options, lines({ fd: 2 })) };
  makeFolder(config.paths.data);
  const file = join(config.paths.data, 'nightdesk.log');
  return { log: pino(options, lines({ dest: file })), file };
}

/** Characters that wait while the log's disk is full; further lines are lost. */
const MOST_WAITING = 1_000_000;

/** A full disk of the log stops nothing. */
function lines(where: { readonly fd: number } | { readonly dest: string }) {
  const destination = pino.destination({ ...where, sync: true, maxLength: MOST_WAITING });
  destination.on('error', () => {});
  return destination;
}
