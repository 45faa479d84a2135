import { CallError } from './call-error.ts';
import { readAddress } from './gateway-address.ts';
import { readToken } from './token.ts';
import { GatewaySocket } from './gateway-socket.ts';

interface GatewayPlace {
  readonly addressFile: string;
  readonly tokenFile: string;
  /** The configured token; default: the one in the file. */
  readonly token?: string;
}

/** A client of a running desk. */
export class GatewayClient {
  readonly #address: string;
  readonly #token: string;
  readonly #pid: number;

  /** @param place its address, such as `http://127.0.0.1:18790`, its token and its process */
  constructor({ address, token, pid }: GatewayClient['place']) {
    this.#address = address;
    this.#token = token;
    this.#pid = pid;
  }

  /** The desk that runs on a home; undefined when none does. */
  static async find({ addressFile, tokenFile, token }: GatewayPlace): Promise<GatewayClient | undefined> {
    const found = readAddress(addressFile);
    if (!found) return undefined;
    const address = `http://${found.host.includes(':') ? `[${found.host}]` : found.host}:${found.port}`;
    try {
      await fetch(`${address}/healthz`);
    } catch {
      return undefined; // A crashed desk left its address behind.
    }
    return new GatewayClient({ address, token: token ?? tokenIn(tokenFile), pid: found.pid });
  }

  /** Its address, token and process. */
  get place(): { readonly address: string; readonly token: string; readonly pid: number } {
    return { address: this.#address, token: this.#token, pid: this.#pid };
  }

  /** @throws CallError */
  async call(method: string, params: object = {}): Promise<unknown> {
    let answer: { result?: unknown; error?: { code: string; message: string } };
    try {
      const response = await fetch(`${this.#address}/rpc`, {
        method: 'POST',
        headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ id: 1, method, params }),
      });
      answer = (await response.json()) as typeof answer;
    } catch (error) {
      throw new CallError('unreachable', `the desk at ${this.#address} can't be reached`, { cause: error });
    }
    if (answer.error) throw new CallError(answer.error.code, answer.error.message);
    return answer.result;
  }

  /** @throws CallError when the handshake is refused. */
  async connect(): Promise<GatewaySocket> {
    try {
      return await GatewaySocket.open(`${this.#address.replace(/^http/, 'ws')}/ws`, this.#token);
    } catch (error) {
      const message = `the desk at ${this.#address} refused the connection: ${(error as Error).message}`;
      throw new CallError('unreachable', message, { cause: error });
    }
  }
}

function tokenIn(file: string): string {
  try {
    return readToken(file);
  } catch (error) {
    throw new CallError('unauthorized', `a desk runs, but ${file} can't be read; set GATEWAY_TOKEN`, {
      cause: error,
    });
  }
}
