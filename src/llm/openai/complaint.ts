/** What went wrong in an attempt, in one form, whether the server, its stream or the network said it. */
import type { Connection } from './connection.ts';

export interface Complaint {
  readonly from: 'server' | 'network';
  /** The HTTP status, or one given in a stream's error. */
  readonly status?: number;
  /** The server's code and type, or the system's code (`ECONNREFUSED`). */
  readonly code: string;
  readonly param: string;
  readonly message: string;
  /** False when the body was not an error of this API: a web page, or a proxy's message. */
  readonly ofTheApi: boolean;
  readonly headers?: Headers;
}

/** @returns undefined when the error is not the server's or the network's but a bug of ours. */
export function complaintOf(error: unknown, { sdk }: Pick<Connection, 'sdk'>): Complaint | undefined {
  if (error instanceof sdk.APIConnectionError) return networkComplaint(error);
  if (error instanceof sdk.APIError) {
    const { status, headers, message } = error as InstanceType<typeof sdk.APIError>;
    const body: unknown = error.error;
    return serverComplaint(body, message, status as number | undefined, headers as Headers | undefined);
  }
  // fetch reports a broken stream as "terminated", with the socket's error as its cause.
  if (
    error instanceof TypeError &&
    (error.cause !== undefined || /terminated|fetch failed/.test(error.message))
  )
    return networkComplaint(error);
  return undefined;
}

/** The server's message, from the body of its error in any form. */
export function serverComplaint(
  body: unknown,
  message: string,
  status?: number,
  headers?: Headers,
): Complaint {
  const said = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const code = [said['code'], said['type']].filter((part) => typeof part === 'string').join(' ');
  const named = status ?? statusIn(said['code']) ?? statusIn(said['status']);
  const words = typeof body === 'string' ? body : said['message'];
  return {
    from: 'server',
    code,
    param: typeof said['param'] === 'string' ? said['param'] : '',
    message: typeof words === 'string' ? words : message,
    ofTheApi: body !== undefined && body !== null,
    ...(named !== undefined && { status: named }),
    ...(headers && { headers }),
  };
}

function statusIn(code: unknown): number | undefined {
  const number = Number(code);
  return Number.isInteger(number) && number >= 400 && number < 600 ? number : undefined;
}

function networkComplaint(error: unknown): Complaint {
  const messages: string[] = [];
  for (let at = error; at instanceof Error; at = at.cause) messages.push(at.message);
  const message = messages.join(': ');
  return { from: 'network', code: codeOf(error), param: '', message, ofTheApi: false };
}

/** The system's code, from anywhere in the chain of causes. */
function codeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as { code?: unknown };
    // undici 7 has no code for a response that is not HTTP.
    if (at.name === 'HTTPParserError') return 'HPE_INVALID';
    if (typeof code === 'string') return code;
    const first = at instanceof AggregateError ? codeOf(at.errors[0]) : '';
    if (first !== '') return first;
  }
  return '';
}
