/**
 * Assembles a reply from its pieces.
 *
 * The tool calls of a reply that was cut off or blocked are dropped, because they may be incomplete.
 */
import type { ModelReply, ToolCall, Usage } from '../chat-model.ts';
import { SpokenText } from '../spoken-text.ts';
import type { Chunk } from './chunk.ts';
import { ToolCallPieces } from './tool-call-pieces.ts';

export interface WholeReply {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  readonly finish: ModelReply['finish'];
  readonly usage: Usage;
}

export class ReplyPieces {
  readonly #calls = new ToolCallPieces();
  readonly #spoken = new SpokenText();
  #refused = false;
  #usage: Usage = {};
  #choices = 0;
  #reason: string | undefined;
  #atWork = false;
  #hasThought = false;

  /** @returns the new text for people. */
  add({ choices, usage }: Chunk): string {
    // The last count is the total; some servers count with every piece.
    if (usage) this.#usage = counted(usage.prompt_tokens, usage.completion_tokens);
    if (usage?.completion_tokens_details?.reasoning_tokens) this.#hasThought = true;
    const choice = choices?.find(({ index }) => (index ?? 0) === 0);
    if (!choice) return '';
    this.#choices += 1;
    const { finish_reason: reason } = choice;
    const said = choice.delta ?? choice.message;
    if (said?.reasoning || said?.reasoning_content) this.#hasThought = true;
    if (said?.content || said?.tool_calls?.length || this.#hasThought) this.#atWork = true;
    if (said?.refusal) this.#refused = true;
    for (const piece of said?.tool_calls ?? []) this.#calls.add(piece);
    let heard = this.#spoken.read(said?.content ?? '');
    if (reason) {
      this.#reason = reason;
      heard += this.#spoken.end();
    }
    return heard;
  }

  /** Whether any part of a reply has arrived. */
  get begun(): boolean {
    return this.#choices > 0;
  }

  /** Whether the model has produced text or thoughts. */
  get atWork(): boolean {
    return this.#atWork;
  }

  /** Whether the reply was cut off after thoughts, which count towards its limit as the reply does. */
  get isCutByThoughts(): boolean {
    return this.#finish() === 'length' && (this.#hasThought || this.#spoken.hasThoughts);
  }

  /** Whether there is anything to pass on. */
  get hasContent(): boolean {
    return this.#spoken.text.trim() !== '' || !this.#calls.empty;
  }

  /** Whether the model said that the reply is complete. */
  get finished(): boolean {
    return this.#reason !== undefined;
  }

  /** Why the model stopped, in the server's term. */
  get reason(): string {
    return this.#reason ?? '';
  }

  get usage(): Usage {
    return this.#usage;
  }

  /** @param taken ids of calls used in the conversation */
  whole(taken: ReadonlySet<string>): WholeReply {
    const finish = this.#finish();
    return {
      text: finish === 'blocked' ? '' : this.#spoken.text,
      toolCalls: finish === 'tools' ? this.#calls.whole(taken) : [],
      finish,
      usage: this.#usage,
    };
  }

  #finish(): ModelReply['finish'] {
    if (this.#refused || this.#reason === 'content_filter') return 'blocked';
    if (this.#reason === 'length') return 'length';
    // Some servers say "stop" even for tool calls.
    return this.#calls.empty ? 'stop' : 'tools';
  }
}

/** A prompt always has tokens, so zero means unknown. */
function counted(input: number | null | undefined, output: number | null | undefined): Usage {
  return { ...(input && input > 0 && { input }), ...(output && output > 0 && { output }) };
}
