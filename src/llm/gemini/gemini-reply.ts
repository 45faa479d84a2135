/**
 * Assembles a streamed reply. The stream is validated here, once; its parts are kept unchanged, to be returned with
 * their thought signatures.
 */
import type { Part } from '@google/genai';
import { z } from 'zod';
import type { ModelErrorCode, ModelReply, ToolCall, Usage } from '../chat-model.ts';
import { SpokenText } from '../spoken-text.ts';
import { PROVIDER } from './gemini-contents.ts';

/** The stream was not a valid reply. The message is a sentence. */
export class BadReply extends Error {
  override readonly name = 'BadReply';
  readonly code: ModelErrorCode;

  constructor(message: string, code: ModelErrorCode = 'bad_reply') {
    super(message);
    this.code = code;
  }
}

const count = z.int().min(0).optional().catch(undefined);
const part = z.looseObject({
  text: z.string().optional(),
  thought: z.boolean().optional(),
  thoughtSignature: z.string().optional(),
  functionCall: z
    .looseObject({
      id: z.string().optional(),
      name: z.string().min(1),
      args: z.record(z.string(), z.unknown()).nullish(),
    })
    .optional(),
});
/** Gateways before Gemini send null for what is absent. */
const chunkSchema = z.object({
  candidates: z
    .array(
      z.object({
        content: z.object({ parts: z.array(part).nullish() }).nullish(),
        finishReason: z.string().nullish(),
        finishMessage: z.string().nullish(),
      }),
    )
    .nullish(),
  promptFeedback: z.object({ blockReason: z.string().nullish() }).nullish(),
  usageMetadata: z
    .object({
      promptTokenCount: count,
      toolUsePromptTokenCount: count,
      candidatesTokenCount: count,
      thoughtsTokenCount: count,
      totalTokenCount: count,
    })
    .nullish(),
  modelVersion: z.string().nullish(),
});
type Counts = NonNullable<z.output<typeof chunkSchema>['usageMetadata']>;

const CUT_OFF = new Set(['MAX_TOKENS', 'CONTINUATION']);
const BLOCKED = new Set([
  'SAFETY',
  'RECITATION',
  'LANGUAGE',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
  'IMAGE_RECITATION',
]);
const SAID: Readonly<Record<string, string>> = {
  MALFORMED_FUNCTION_CALL: 'Gemini asked for a tool in a form that can’t be read.',
  UNEXPECTED_TOOL_CALL: 'Gemini asked for a tool where none was offered.',
  TOO_MANY_TOOL_CALLS: 'Gemini asked for too many tools in a row.',
};

export class StreamedReply {
  readonly #onDelta: (delta: string) => void;
  readonly #parts: Part[] = [];
  readonly #spoken = new SpokenText();
  #counts: Counts | undefined;
  #finishReason: string | undefined;
  #isBlocked = false;
  #modelVersion: string | undefined;
  #hasCandidate = false;

  constructor(onDelta: (delta: string) => void = () => undefined) {
    this.#onDelta = onDelta;
  }

  /** @throws BadReply when the chunk is invalid. */
  add(chunk: unknown): void {
    const read = chunkSchema.safeParse(chunk);
    if (!read.success) throw new BadReply('What Gemini answered is no reply of its form.');
    const { candidates, promptFeedback, usageMetadata, modelVersion } = read.data;
    this.#modelVersion = modelVersion ?? this.#modelVersion;
    if (usageMetadata) this.#counts = { ...this.#counts, ...withoutUnknown(usageMetadata) };
    if (promptFeedback?.blockReason) this.#isBlocked = true;
    const candidate = candidates?.[0];
    if (!candidate) return;
    this.#hasCandidate = true;
    this.#finishReason = candidate.finishReason ?? this.#finishReason;
    for (const one of candidate.content?.parts ?? []) this.#addPart(one as Part);
  }

  /** What the provider has counted so far. */
  get usage(): Usage {
    if (!this.#counts) return {};
    const { promptTokenCount, toolUsePromptTokenCount = 0, totalTokenCount } = this.#counts;
    const { candidatesTokenCount, thoughtsTokenCount } = this.#counts;
    const input = promptTokenCount === undefined ? undefined : promptTokenCount + toolUsePromptTokenCount;
    const written = (candidatesTokenCount ?? 0) + (thoughtsTokenCount ?? 0);
    // Zero counts are not sent; the total tells them from unknown ones.
    const output =
      candidatesTokenCount !== undefined || thoughtsTokenCount !== undefined
        ? written
        : input !== undefined && totalTokenCount !== undefined
          ? Math.max(0, totalTokenCount - input)
          : undefined;
    return { ...(input !== undefined && { input }), ...(output !== undefined && { output }) };
  }

  /** The version that served, if Gemini said; an alias changes its meaning. */
  get modelVersion(): string | undefined {
    return this.#modelVersion?.replace(/^models\//, '');
  }

  /**
   * The stream has ended.
   * @throws BadReply when it was not a valid reply.
   */
  end(newId: () => string): Omit<ModelReply, 'servedBy'> {
    const { usage } = this;
    const reason = this.#finishReason;
    if (this.#isBlocked || (reason !== undefined && BLOCKED.has(reason)))
      return { text: '', toolCalls: [], finish: 'blocked', usage };
    if (!this.#hasCandidate) throw new BadReply('Gemini answered with nothing.');
    if (reason === undefined)
      throw new BadReply('Gemini broke off in the middle of its reply.', 'unavailable');
    this.#tell(this.#spoken.end());
    const { text } = this.#spoken;
    // A call may have been cut off; acting on the others would carry out half a request.
    if (CUT_OFF.has(reason)) return { text, toolCalls: [], finish: 'length', usage };
    if (reason !== 'STOP')
      throw new BadReply(SAID[reason] ?? `Gemini stopped without a reply (${nameOf(reason)}).`);
    const toolCalls = this.#toolCalls(newId);
    if (toolCalls.length === 0 && text.trim() === '') throw new BadReply('Gemini answered with nothing.');
    const echo = { provider: PROVIDER, parts: this.#parts };
    return { text, toolCalls, finish: toolCalls.length > 0 ? 'tools' : 'stop', usage, echo };
  }

  #addPart(one: Part): void {
    const last = this.#parts.at(-1);
    if (last && isPlain(last) && isPlain(one) && last.thought === one.thought) last.text! += one.text!;
    else this.#parts.push({ ...one });
    if (one.thought === true || one.text === undefined || one.text === '') return;
    this.#tell(this.#spoken.read(one.text));
  }

  #tell(delta: string): void {
    if (delta !== '') this.#onDelta(delta);
  }

  /** Each call gets an id, Gemini's if it gave one. */
  #toolCalls(newId: () => string): ToolCall[] {
    const seen = new Set<string>();
    return this.#parts.flatMap(({ functionCall }) => {
      if (!functionCall) return [];
      const { id: given = '', name, args } = functionCall;
      const id = given === '' || seen.has(given) ? newId() : given;
      seen.add(id);
      return [{ id, name: name!, args: args ?? {} }];
    });
  }
}

/** Only plain text parts may be joined, because a signature belongs to the part it came with. */
function isPlain(part: Part): boolean {
  return Object.keys(part).every((key) => key === 'text' || key === 'thought') && part.text !== undefined;
}

function withoutUnknown(counts: Counts): Counts {
  return Object.fromEntries(Object.entries(counts).filter(([, value]) => value !== undefined)) as Counts;
}

/** Only Gemini's own reasons are repeated. */
function nameOf(reason: string): string {
  return /^[A-Z_]{1,40}$/.test(reason) ? reason : 'for a reason of its own';
}
