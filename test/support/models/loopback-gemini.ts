/**
 * A Gemini on loopback: a real server that speaks the Gemini API's wire format (`streamGenerateContent?alt=sse`,
 * `generateContent`, `models`), with the replies and the faults that a test tells it.
 *
 * - Requests are recorded, headers included, and judged as strictly as Google does: unknown fields, turns that don't
 *   alternate, calls without an answer and thought signatures that got lost are refused with 400 and kept in
 *   `complaints`.
 * - `replyWith` and `failWith` are used up in their order; `answer` serves whatever comes after them; `limit` holds for
 *   a key until it is lifted.
 */
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { IDLE_CONNECTION_MS } from '../sources/loopback.ts';
import { fail, JSON_TYPE, refuse, send, STREAM } from './loopback-gemini-answers.ts';
import { complaintAbout, requestSchema, stamp } from './loopback-gemini-request.ts';
import type { WireRequest } from './loopback-gemini-request.ts';
import { errorBody, says } from './loopback-gemini-script.ts';
import type { GeminiFault, GeminiReply, Script, WirePart } from './loopback-gemini-script.ts';

export interface GeminiRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly key: string | undefined;
  readonly model: string | undefined;
  readonly streaming: boolean;
  /** Of a request to generate. */
  readonly body: WireRequest | undefined;
}

export interface LoopbackGeminiOptions {
  /** Keys that are accepted; any when absent. */
  readonly keys?: readonly string[];
  readonly models?: readonly string[];
}

export const MODEL = 'gemini-flash-latest';

export class LoopbackGemini {
  readonly requests: GeminiRequest[] = [];
  /** What was wrong with requests. */
  readonly complaints: string[] = [];
  /** Requests that are neither answered to their end nor hung up. */
  underWay = 0;
  /** How long it thinks about each request, in ms. */
  slowMs = 0;
  readonly #options: LoopbackGeminiOptions;
  readonly #scripts: Script[] = [];
  readonly #limits = new Map<string, GeminiFault>();
  /** Signatures that were given out, and the parts that they belong to. */
  readonly #signed = new Map<string, string>();
  #answer: (request: GeminiRequest) => GeminiReply = () => says('Yes.');
  #server: Server | undefined;
  #port = 0;

  constructor(options: LoopbackGeminiOptions = {}) {
    this.#options = options;
  }

  static async start(options: LoopbackGeminiOptions = {}): Promise<LoopbackGemini> {
    const gemini = new LoopbackGemini(options);
    await gemini.open();
    return gemini;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Requests to generate, oldest first. */
  get asked(): GeminiRequest[] {
    return this.requests.filter(({ body }) => body !== undefined);
  }

  /** Listen, on the same port as before. */
  async open(): Promise<void> {
    const server = createServer((request, response) => void this.#serve(request, response));
    server.keepAliveTimeout = IDLE_CONNECTION_MS;
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.#port, '127.0.0.1', resolve);
    });
    this.#port = (server.address() as AddressInfo).port;
  }

  /** Connections are cut and refused from now on. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    server?.closeAllConnections();
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  replyWith(...replies: readonly GeminiReply[]): void {
    this.#scripts.push(...replies.map((reply) => ({ reply })));
  }

  failWith(...faults: readonly GeminiFault[]): void {
    this.#scripts.push(...faults.map((fault) => ({ fault })));
  }

  /** Whatever no script is left for. */
  answer(answer: (request: GeminiRequest) => GeminiReply): void {
    this.#answer = answer;
  }

  /** Every request with this key fails so, until it is lifted. */
  limit(key: string, fault: GeminiFault | undefined): void {
    if (fault) this.#limits.set(key, fault);
    else this.#limits.delete(key);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.underWay += 1;
    response.once('close', () => (this.underWay -= 1));
    const bytes: Buffer[] = [];
    try {
      for await (const chunk of request) bytes.push(chunk as Buffer);
    } catch {
      return;
    }
    const url = new URL(request.url ?? '/', this.baseUrl);
    const text = Buffer.concat(bytes).toString('utf8');
    if (this.slowMs > 0) await new Promise((resolve) => setTimeout(resolve, this.slowMs));
    if (response.destroyed) return;
    this.#route(request, url, text, response);
  }

  #route(request: IncomingMessage, url: URL, text: string, response: ServerResponse): void {
    const [, name, verb] = /^\/v1beta\/models(?:\/([^/:]+))?(?::(\w+))?$/.exec(url.pathname) ?? [];
    const isKnown = url.pathname.startsWith('/v1beta/models');
    const streaming = verb === 'streamGenerateContent' && url.searchParams.get('alt') === 'sse';
    const isGenerating = streaming || verb === 'generateContent';
    const key = request.headers['x-goog-api-key'] as string | undefined;
    const parsed = isGenerating ? requestSchema.safeParse(jsonOf(text)) : undefined;
    const record: GeminiRequest = {
      method: request.method ?? '',
      path: url.pathname + url.search,
      headers: request.headers as Record<string, string>,
      key,
      model: name,
      streaming,
      body: parsed?.data,
    };
    this.requests.push(record);
    if (!isKnown) return send(response, 404, 'text/plain', 'Not found');
    if (key === undefined) return refuse(response, 403, 'PERMISSION_DENIED', NO_KEY);
    const standing = this.#limits.get(key);
    if (standing) return fail(standing, name ?? MODEL, response);
    if (!(this.#options.keys ?? [key]).includes(key))
      return send(response, 400, JSON_TYPE, errorBody(400, 'INVALID_ARGUMENT', WRONG_KEY, [WRONG_KEY_INFO]));
    if (!isGenerating) return this.#list(name, response);
    const script = this.#scripts.shift();
    if (script && 'fault' in script) return fail(script.fault, name ?? MODEL, response);
    if (!this.#models.includes(name ?? '')) return refuse(response, 404, 'NOT_FOUND', unknownModel(name));
    const complaint = parsed?.success
      ? complaintAbout(parsed.data, this.#signed)
      : `Invalid JSON payload received. ${parsed?.error.message}`;
    if (complaint !== undefined) {
      this.complaints.push(complaint);
      return refuse(response, 400, 'INVALID_ARGUMENT', complaint);
    }
    const reply = script?.reply ?? this.#answer(record);
    const chunks = this.#chunksOf(reply, record);
    if (!streaming) return send(response, 200, JSON_TYPE, JSON.stringify(asOne(chunks)));
    response.writeHead(200, STREAM);
    for (const chunk of chunks) response.write(`data: ${JSON.stringify(chunk)}\r\n\r\n`);
    response.end();
  }

  get #models(): readonly string[] {
    return this.#options.models ?? [MODEL];
  }

  #list(name: string | undefined, response: ServerResponse): void {
    const models = this.#models.map((model) => ({
      name: `models/${model}`,
      displayName: model,
      supportedGenerationMethods: ['generateContent', 'countTokens'],
    }));
    const found = name === undefined ? { models } : models.find((model) => model.name === `models/${name}`);
    if (!found) return refuse(response, 404, 'NOT_FOUND', unknownModel(name));
    send(response, 200, JSON_TYPE, JSON.stringify(found));
  }

  #chunksOf(reply: GeminiReply, { model }: GeminiRequest): Chunk[] {
    const { usage, modelVersion = model, finishReason = 'STOP' } = reply;
    const common = { modelVersion, responseId: `response-${this.requests.length}` };
    const counted = usage && { usageMetadata: usage };
    if (reply.blockReason !== undefined)
      return [{ promptFeedback: { blockReason: reply.blockReason }, ...counted, ...common }];
    if (reply.empty === true) return [{ ...counted, ...common }];
    const parts = this.#sign(reply.parts ?? []);
    const chunks = parts.map((part) => ({
      candidates: [{ content: { role: 'model', parts: [part] }, index: 0 }],
      ...common,
    }));
    const end = {
      candidates: [{ ...(finishReason !== null && { finishReason }), index: 0 }],
      ...counted,
      ...common,
    };
    return [...chunks, end];
  }

  /** As Gemini 3 does: the first call of a reply is signed, and whatever a script signs. */
  #sign(parts: readonly WirePart[]): WirePart[] {
    const first = parts.find(({ functionCall }) => functionCall);
    return parts.map((part) => {
      const signature =
        part.thoughtSignature ??
        (part === first
          ? Buffer.from(`thought ${this.#signed.size + 1} of ${this.#port}`).toString('base64')
          : undefined);
      if (signature === undefined) return part;
      this.#signed.set(signature, stamp(part));
      return { ...part, thoughtSignature: signature };
    });
  }
}

interface Chunk {
  readonly [field: string]: unknown;
  readonly candidates?: readonly {
    readonly content?: { readonly parts: readonly WirePart[] };
    readonly finishReason?: string;
  }[];
}

/** A stream's chunks as one answer. */
function asOne(chunks: readonly Chunk[]): object {
  const last = chunks.at(-1)!;
  const parts = chunks.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? []);
  if (!last.candidates) return last;
  return { ...last, candidates: [{ ...last.candidates[0], content: { role: 'model', parts } }] };
}

const WRONG_KEY = 'API key not valid. Please pass a valid API key.';
const WRONG_KEY_INFO = {
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason: 'API_KEY_INVALID',
  domain: 'googleapis.com',
  metadata: { service: 'generativelanguage.googleapis.com' },
};
const NO_KEY = "Method doesn't allow unregistered callers (callers without established identity).";

function unknownModel(name: string | undefined): string {
  return (
    `models/${name} is not found for API version v1beta, or is not supported for generateContent. ` +
    'Call ListModels to see the list of available models and their supported methods.'
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
