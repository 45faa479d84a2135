/** Which errors of PostgreSQL mean that it can't serve now. */
import { CannotWrite } from '../../sessions/cannot-write.ts';

/** An error's SQLSTATE, or the code of a socket's error; empty when it has none. */
export function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

/**
 * SQLSTATE classes of a server that can't serve now: 08 connection, 53 resources (a full disk, too many
 * connections), 57P operator (shutdown, starting up), 25006 read-only; and the errors of sockets.
 */
const CANNOT_SERVE =
  /^(?:08...|53...|57P0[1-5]|25006|25P03|ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/;

/** Whether the server can be read all the same: its disk is full, or it is read-only. */
export function stopsWriting(error: unknown): boolean {
  return error !== undefined && /^(?:53100|25006)$/.test(codeOf(error));
}

/** Messages of `pg` that have no code: the connection ended, or none was available in time. */
const LOST =
  /^Connection terminated|timeout exceeded when trying to connect|^Client has encountered a connection error/;

/** Whether an error means that the server can't serve now. */
export function meansTrouble(error: unknown): boolean {
  const { message = '' } = error as { message?: string };
  return CANNOT_SERVE.test(codeOf(error)) || LOST.test(message);
}

/** A server that can't serve as `CannotWrite`; any other error as it is. */
export function asTrouble(error: unknown): unknown {
  if (!meansTrouble(error)) return error;
  const { message = '' } = error as { message?: string };
  return new CannotWrite(message || codeOf(error), { cause: error });
}
