import { CallError } from './call-error.ts';
import { mustBeInReach, readAddress, urlOf } from './gateway-address.ts';
import { readToken } from './token.ts';
import { GatewaySocket } from './gateway-socket.ts';
import { LineBroke, postTo } from './post.ts';
import { processAt } from './process-at.ts';

/** How long to wait for a sign of life. */
const PATIENCE_MS = 3_000;

interface GatewayPlace {
  readonly addressFile: string;
  readonly tokenFile: string;
  /** The configured token; default: the one in the file. */
  readonly token?: string;
  /** How long a desk may take to say that it is there; default 3 s. */
  readonly patienceMs?: number;
}

/** A client of a running desk. */
export class GatewayClient {
  readonly #address: string;
  readonly #token: string;
  readonly #pid: number;
  readonly #patienceMs: number;

  /** @param place its address, such as `http://127.0.0.1:18790`, its token and its process */
  constructor({ address, token, pid }: GatewayClient['place'], patienceMs = PATIENCE_MS) {
    this.#address = address;
    this.#token = token;
    this.#pid = pid;
    this.#patienceMs = patienceMs;
  }

  /**
   * The desk that runs on a home; undefined when none does: a desk that crashed leaves its address behind, and another
   * program may listen there by now.
   * @throws CallError when it doesn't answer, or its token can't be read; an error of the system where the home is another
   * user's, so that nobody can say whether a desk runs on it.
   */
  static async find({
    addressFile,
    tokenFile,
    token,
    patienceMs = PATIENCE_MS,
  }: GatewayPlace): Promise<GatewayClient | undefined> {
    const found = readAddress(addressFile);
    if (!found) return void mustBeInReach(addressFile);
    const { pid } = found;
    const address = urlOf(found);
    const there = await processAt(address, patienceMs);
    if (there === 'silent')
      throw new CallError('unreachable', `the desk (process ${pid}) does not answer at ${address}`);
    if (there !== pid) return undefined;
    return new GatewayClient({ address, token: token ?? tokenIn(tokenFile), pid }, patienceMs);
  }

  /** Its address, token and process. */
  get place(): { readonly address: string; readonly token: string; readonly pid: number } {
    return { address: this.#address, token: this.#token, pid: this.#pid };
  }

  /** @throws CallError */
  async call(method: string, params: object = {}): Promise<unknown> {
    let answer: { result?: unknown; error?: { code: string; message: string } };
    try {
      const body = JSON.stringify({ id: 1, method, params });
      answer = JSON.parse(await postTo(`${this.#address}/rpc`, this.#token, body)) as typeof answer;
    } catch (error) {
      if (error instanceof LineBroke || error instanceof SyntaxError) {
        const message = `the desk at ${this.#address} ended the connection before it answered; whether it was done is not known`;
        throw new CallError('broken_off', message, { cause: error });
      }
      throw new CallError('unreachable', `the desk at ${this.#address} can't be reached`, { cause: error });
    }
    if (answer.error) throw new CallError(answer.error.code, answer.error.message);
    return answer.result;
  }

  /** @throws CallError when the handshake is refused, or not answered. */
  async connect(): Promise<GatewaySocket> {
    const address = `${this.#address.replace(/^http/, 'ws')}/ws`;
    try {
      return await GatewaySocket.open(address, this.#token, this.#patienceMs);
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
