import pino from 'pino';
import type { Logger } from 'pino';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';

/** Names under which secrets travel; their values never reach a log. */
const SECRETS = ['token', 'key', 'keys', 'authorization', 'apiKey', 'password'];

/**
 * Structured logs: JSON lines on stderr, or in `data/nightdesk.log` where people read what is said: at a terminal, and
 * of a command, which answers in words. @returns the logger, and the file where there is one.
 */
export function openLog(config: Config, forPeople: boolean): { log: Logger; file?: string } {
  const paths = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  const options = { level: config.logLevel, redact: { paths, censor: '[secret]' }, base: null };
  if (!forPeople) return { log: pino(options, pino.destination({ fd: 2, sync: true })) };
  mkdirSync(config.paths.data, { recursive: true });
  const file = join(config.paths.data, 'nightdesk.log');
  return { log: pino(options, pino.destination({ dest: file, sync: true })), file };
}
