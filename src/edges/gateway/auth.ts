/**
 * Who may use the gateway: callers that show the token, address it by a name of this machine or of the proxy before it
 * (which prevents DNS rebinding), and don't come from a page of another origin.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';

export interface Headers {
  get(name: string): string | undefined;
}

export type Refusal = { readonly status: 401 | 403; readonly code: string; readonly message: string };

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
/** The gateway listens on every address of the machine. */
export const EVERY: readonly string[] = ['0.0.0.0', '::'];

export interface Listening {
  readonly host: string;
  /** The origin under which a proxy shows it. */
  readonly url?: string;
}

export class Auth {
  readonly #token: Buffer;
  readonly #hosts: readonly string[];
  readonly #isOnEvery: boolean;
  /** As a proxy shows it. */
  readonly #outer: URL | undefined;
  /** The gateway's own port, once it listens. */
  port = 0;

  constructor(token: string, { host, url }: Listening) {
    this.#token = digest(token);
    this.#outer = url === undefined ? undefined : new URL(url);
    this.#isOnEvery = EVERY.includes(host);
    this.#hosts = [...LOOPBACK, host.includes(':') ? `[${host}]` : host.toLowerCase()];
  }

  /** The host name in the request. An address can't be rebound, as no name server says what it means. */
  checkHost(headers: Headers): Refusal | undefined {
    const host = headers.get('host')?.toLowerCase() ?? '';
    const name = host.replace(/:\d+$/, '');
    if (this.#hosts.includes(name) || name === this.#outer?.hostname) return undefined;
    if (this.#isOnEvery && isIP(name.replace(/^\[|\]$/g, '')) !== 0) return undefined;
    return {
      status: 403,
      code: 'foreign_host',
      message: `the gateway does not answer to the name "${host}"`,
    };
  }

  /** Browsers send the page's origin; programs send none. */
  checkOrigin(headers: Headers): Refusal | undefined {
    const origin = headers.get('origin')?.toLowerCase();
    if (origin === undefined) return undefined;
    const own = [headers.get('host')?.toLowerCase(), ...this.#hosts.map((host) => `${host}:${this.port}`)];
    if (origin === this.#outer?.origin || own.some((host) => origin === `http://${host}`)) return undefined;
    return {
      status: 403,
      code: 'foreign_origin',
      message: `pages of ${origin} may not speak to the gateway`,
    };
  }

  checkBearer(headers: Headers): Refusal | undefined {
    const [, given] = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
    return this.#check(given);
  }

  /**
   * For a WebSocket: the header, or `bearer.<token>` among the subprotocols, the only place that a browser can set. The
   * console percent-encodes it there: a subprotocol may have no `/` and no `=`, and a token may.
   */
  checkSocket(headers: Headers): Refusal | undefined {
    if (headers.get('authorization') !== undefined) return this.checkBearer(headers);
    const protocols = headers.get('sec-websocket-protocol')?.split(',') ?? [];
    const bearer = protocols.map((one) => one.trim()).find((one) => one.startsWith('bearer.'));
    const given = bearer?.slice('bearer.'.length);
    return this.#check(given) && this.#check(given && decoded(given));
  }

  #check(given: string | undefined): Refusal | undefined {
    // Digests have equal length, so the comparison takes constant time.
    if (given !== undefined && timingSafeEqual(digest(given), this.#token)) return undefined;
    const message =
      given === undefined ? 'the token is missing: Authorization: Bearer TOKEN' : 'the token is wrong';
    return { status: 401, code: 'unauthorized', message };
  }
}

function decoded(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
