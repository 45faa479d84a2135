/**
 * An OpenAI-compatible endpoint on loopback: real HTTP, real server-sent events, scripted words.
 *
 * - Each request is answered by the next script (`replyWith`, `faults.next`, one queue), else by what `answer` says.
 * - It speaks one of several dialects, refusing what its original refuses, in its original's words.
 * - What a request must not have is in `violations`, and refused (400); look at them at the end of a test.
 */
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { IDLE_CONNECTION_MS } from '../sources/loopback.ts';
import { violationsIn } from './loopback-openai-check.ts';
import type { OpenAiBody } from './loopback-openai-check.ts';
import { dialects } from './loopback-openai-dialects.ts';
import type { DialectName } from './loopback-openai-dialects.ts';
import { perform } from './loopback-openai-faults.ts';
import type { OpenAiFault } from './loopback-openai-faults.ts';
import { speak } from './loopback-openai-speech.ts';
import type { OpenAiWords } from './loopback-openai-speech.ts';

export interface OpenAiRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** Absent for the list of models. */
  readonly body?: OpenAiBody;
}

type Script = OpenAiWords | { readonly fault: OpenAiFault };

export interface LoopbackOpenAiOptions {
  readonly dialect?: DialectName;
  /** Absent: nobody needs a key. */
  readonly key?: string;
  /** The first one is also what an unknown model is told apart from. */
  readonly models?: readonly string[];
}

export class LoopbackOpenAi {
  readonly requests: OpenAiRequest[] = [];
  readonly violations: string[] = [];
  readonly faults = {
    next: (...faults: OpenAiFault[]) => void this.#queue.push(...faults.map((fault) => ({ fault }))),
  };
  readonly #queue: Script[] = [];
  readonly #options: LoopbackOpenAiOptions;
  readonly #server: Server;
  #answer: (request: OpenAiRequest & { body: OpenAiBody }) => Script = () => ({ text: 'Understood.' });
  #underWay = 0;
  #port = 0;

  private constructor(options: LoopbackOpenAiOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => void this.#serve(request, response));
    this.#server.keepAliveTimeout = IDLE_CONNECTION_MS;
  }

  static async start(options: LoopbackOpenAiOptions = {}): Promise<LoopbackOpenAi> {
    const loopback = new LoopbackOpenAi(options);
    await new Promise<void>((resolve) => loopback.#server.listen(0, '127.0.0.1', resolve));
    loopback.#port = (loopback.#server.address() as AddressInfo).port;
    return loopback;
  }

  get host(): string {
    return `127.0.0.1:${String(this.#port)}`;
  }

  get baseUrl(): string {
    return `http://${this.host}/v1`;
  }

  /** Requests for an answer, without those for the list of models. */
  get asked(): OpenAiBody[] {
    return this.requests.flatMap(({ body }) => (body ? [body] : []));
  }

  /** Requests that are neither answered to their end nor hung up. */
  get underWay(): number {
    return this.#underWay;
  }

  replyWith(...words: OpenAiWords[]): void {
    this.#queue.push(...words);
  }

  /** What it says whenever no script is left. */
  answer(how: (request: OpenAiRequest & { body: OpenAiBody }) => Script): void {
    this.#answer = how;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#underWay += 1;
    response.once('close', () => (this.#underWay -= 1));
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      this.#route(request, Buffer.concat(chunks).toString(), response);
    } catch (error) {
      if (!request.destroyed) this.violations.push(`the loopback server failed: ${String(error)}`);
      response.destroy();
    }
  }

  #route({ method = '', url = '', headers }: IncomingMessage, text: string, response: ServerResponse): void {
    const models = this.#options.models ?? ['small-model'];
    const dialect = dialects[this.#options.dialect ?? 'openai'];
    const refuse = (status: number, body: unknown) => send(response, status, body);
    const path = new URL(url, 'http://loopback').pathname;
    const asked = { method, path, headers };
    const known = `${method} ${path}`;
    if (known === 'POST /v1/chat/completions') {
      const body = JSON.parse(text) as OpenAiBody;
      const request = { ...asked, body };
      this.requests.push(request);
      if (!this.#keyed(headers)) return refuse(401, wrongKey(headers));
      const violations = violationsIn(body, headers);
      this.violations.push(...violations);
      if (violations.length > 0) return refuse(400, invalid(violations.join('; ')));
      const refusal = dialect.refusal?.(body);
      if (refusal) return refuse(refusal.status, refusal.body);
      if (!dialect.anyModel && !models.includes(body.model)) return refuse(404, dialect.noModel(body.model));
      const script = this.#queue.shift() ?? this.#answer(request);
      if ('fault' in script) return perform(script.fault, response, body.model);
      return speak(script, body, dialect, response);
    }
    this.requests.push(asked);
    if (known === 'GET /v1/models') {
      if (!this.#keyed(headers)) return refuse(401, wrongKey(headers));
      const next = this.#queue[0];
      if (next && 'fault' in next) {
        this.#queue.shift();
        return perform(next.fault, response, '');
      }
      const data = models.map((id) => ({
        id,
        object: 'model',
        created: 1_700_000_000,
        owned_by: 'loopback',
      }));
      return refuse(200, { object: 'list', data });
    }
    response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found');
  }

  #keyed({ authorization }: IncomingMessage['headers']): boolean {
    const { key } = this.#options;
    return key === undefined || authorization === `Bearer ${key}`;
  }
}

function send(response: ServerResponse, status: number, body: unknown, headers: object = {}): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const type = typeof body === 'string' ? 'text/html; charset=utf-8' : 'application/json';
  response.writeHead(status, { 'content-type': type, ...headers }).end(text);
}

function invalid(message: string) {
  return { error: { message, type: 'invalid_request_error', param: null, code: null } };
}

/** OpenAI shows a part of the key; others show all of it, and so does this one. */
function wrongKey({ authorization = '' }: IncomingMessage['headers']) {
  const message = `Incorrect API key provided: ${authorization.replace('Bearer ', '')}. You can find your API key in your account.`;
  return { error: { message, type: 'invalid_request_error', param: null, code: 'invalid_api_key' } };
}
