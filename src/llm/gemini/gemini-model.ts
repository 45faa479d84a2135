/**
 * Gemini through Google's SDK: each reply is one streamed attempt with one of the keys.
 *
 * A key that reached its limit or is wrong is put aside. The error says when to try again, which is at once when
 * another key is free. Errors never contain a key, whatever the server echoed.
 */
import type { GoogleGenAI } from '@google/genai';
import type { Clock } from '../../time/clock.ts';
import { ModelError } from '../chat-model.ts';
import type {
  ChatMessage,
  ChatModel,
  Echo,
  ModelErrorFacts,
  ModelReply,
  ModelRequest,
} from '../chat-model.ts';
import type { ModelState } from '../receipt.ts';
import type { Address } from './gemini-address.ts';
import { geminiClient } from './gemini-client.ts';
import { PROVIDER } from './gemini-contents.ts';
import { faultOf } from './gemini-fault.ts';
import type { Fault } from './gemini-fault.ts';
import { PATIENCE } from '../patience.ts';
import { within } from './gemini-patience.ts';
import { GeminiProfiles, nameOf } from './gemini-profiles.ts';
import type { Profile } from './gemini-profiles.ts';
import { StreamedReply } from './gemini-reply.ts';
import { parametersOf } from './gemini-request.ts';
import type { WhichGemini } from './gemini-request.ts';
import { maskOf } from './gemini-secrets.ts';

export interface GeminiDeps {
  readonly clock: Clock;
  readonly state: ModelState;
  /** Ids for tool calls to which Gemini gives none. */
  readonly newId: () => string;
}

export class GeminiModel implements ChatModel {
  /** The configured model; replies name the version that served. */
  readonly model: string;
  /** The keys and their states. */
  readonly profiles: GeminiProfiles;
  readonly #which: WhichGemini;
  readonly #deps: GeminiDeps;
  readonly #address: Address | string;
  readonly #mask: (text: string) => string;
  /** Replies whose signatures were refused (for example by another key); they are sent without. */
  readonly #refusedEchoes = new WeakSet<Echo>();
  readonly #clients = new Map<number, Promise<GoogleGenAI>>();

  /** @param address the address, or a sentence that says what is wrong with it */
  constructor(which: WhichGemini, address: Address | string, keys: readonly string[], deps: GeminiDeps) {
    this.model = which.model;
    this.#which = which;
    this.profiles = new GeminiProfiles(keys, deps.clock, deps.state);
    this.#deps = deps;
    this.#address = address;
    this.#mask = maskOf(keys);
  }

  async reply(request: ModelRequest): Promise<ModelReply> {
    const { signal, onDelta, model = this.model } = request;
    signal.throwIfAborted();
    const address = this.#address;
    if (typeof address === 'string')
      throw new ModelError('misconfigured', address, { provider: PROVIDER, model });
    const profile = await this.profiles.take(this.#otherOf(request));
    const reply = new StreamedReply(onDelta);
    try {
      await this.#exchange(await this.#client(profile, address), request, reply);
      return {
        ...reply.end(this.#deps.newId),
        servedBy: {
          provider: PROVIDER,
          model: reply.modelVersion ?? model,
          languageModel: true,
          profile: profile.number,
        },
      };
    } catch (error) {
      signal.throwIfAborted();
      throw await this.#failed(error, address, profile, { request, reply });
    }
  }

  async #exchange(client: GoogleGenAI, request: ModelRequest, reply: StreamedReply): Promise<void> {
    const { clock } = this.#deps;
    const { signal } = request;
    const connection = new AbortController();
    const begun = { clock, signal, sinceMs: clock.elapsed(), ms: PATIENCE.firstMs };
    try {
      const messages = request.messages.map((message) => this.#accepted(message));
      const parameters = parametersOf(
        { ...this.#which, ...(request.model !== undefined && { model: request.model }) },
        { ...request, messages },
        connection.signal,
      );
      const stream = await within(begun, () => client.models.generateContentStream(parameters));
      let next = await within(begun, () => stream.next());
      while (next.done !== true) {
        reply.add(next.value);
        const heardAt = { clock, signal, sinceMs: clock.elapsed(), ms: PATIENCE.betweenMs };
        next = await within(heardAt, () => stream.next());
      }
    } finally {
      connection.abort(); // close what is left of it
    }
  }

  #accepted(message: ChatMessage): ChatMessage {
    if (message.role !== 'assistant' || !message.echo || !this.#refusedEchoes.has(message.echo))
      return message;
    const { echo: _, ...plain } = message;
    return plain;
  }

  /** A model other than the configured one. */
  #otherOf({ model }: ModelRequest): string | undefined {
    return model === this.model ? undefined : model;
  }

  #client(profile: Profile, { base }: Address): Promise<GoogleGenAI> {
    const { number, key } = profile;
    const known = this.#clients.get(number) ?? geminiClient(base, key);
    this.#clients.set(number, known);
    return known;
  }

  /** Update the profile and build the error. */
  async #failed(
    error: unknown,
    { host }: Address,
    profile: Profile,
    { request, reply }: { request: ModelRequest; reply: StreamedReply },
  ): Promise<ModelError> {
    const { model = this.model } = request;
    const fault = faultOf(error, { host, model, nowMs: this.#deps.clock.now() });
    const { usage } = reply;
    const facts: ModelErrorFacts = {
      provider: PROVIDER,
      model,
      profile: profile.number,
      cause: this.#maskedCause(error),
      ...(Object.keys(usage).length > 0 && { usage }),
    };
    if (fault.signaturesRefused === true)
      for (const message of request.messages)
        if (message.role === 'assistant' && message.echo) this.#refusedEchoes.add(message.echo);
    if (fault.limit || fault.wrongKey === true)
      return this.#setAside(profile, fault, facts, this.#otherOf(request));
    return new ModelError(fault.code, this.#mask(fault.sentence), {
      ...facts,
      ...(fault.retryAtMs !== undefined && { retryAtMs: fault.retryAtMs }),
    });
  }

  async #setAside(
    profile: Profile,
    { code, sentence, limit }: Fault,
    facts: ModelErrorFacts,
    model: string | undefined,
  ): Promise<ModelError> {
    const because = this.#mask(`${nameOf(profile.number)} ${sentence}`);
    if (limit) await this.profiles.rest(profile, limit, model);
    else this.profiles.exclude(profile, because, model);
    const next = this.profiles.nextAtMs(model);
    if (!next) return new ModelError(code, because, facts);
    const isFree = next.per === undefined;
    const message = isFree ? `${because} Key ${next.profile} is next.` : because;
    return new ModelError(limit ? codeOf(next.per) : code, message, { ...facts, retryAtMs: next.atMs });
  }

  /** The SDK's error for logs, without keys and without the objects it refers to. */
  #maskedCause(error: unknown): Error {
    if (!(error instanceof Error)) return new Error(this.#mask(String(error)));
    const masked = new Error(this.#mask(error.message));
    masked.name = error.name;
    if (error.stack !== undefined) masked.stack = this.#mask(error.stack);
    if (error.cause !== undefined) masked.cause = this.#maskedCause(error.cause);
    return masked;
  }
}

/** Whether the provider as a whole is limited for now or for the day. */
function codeOf(per: 'minute' | 'day' | undefined): 'rate_limited' | 'quota' {
  return per === 'day' ? 'quota' : 'rate_limited';
}
