/** Writer and reviewer: the calls of a model that one brief may make, counted and bounded in code. */
import { z } from 'zod';
import { unlessAborted } from '../async/joined.ts';
import { askJson } from '../llm/ask-json.ts';
import { ModelError } from '../llm/chat-model.ts';
import type { ChatModel, ModelReply, ModelRequest, Spending } from '../llm/chat-model.ts';
import { plainJson } from '../llm/fence.ts';
import { draftReplySchema } from './read-draft.ts';
import { reviewReplySchema } from './read-review.ts';

/** Attempts, successful or not, of writer and reviewer together. */
const MOST_CALLS = 4;
const MOST_OUTPUT_TOKENS = 2_048;
const NONE_LEFT = `the brief has made its ${MOST_CALLS} calls of a model`;

/** What a call is for. `tighten`: what was handed in first could not be used. */
export type Purpose = 'write' | 'tighten' | 'rewrite' | 'review';

const ASKS = {
  write: { prompt: 'brief_write_v1', name: 'brief_draft', schema: draftReplySchema, temperature: 0.4 },
  tighten: { prompt: 'brief_tighten_v1', name: 'brief_draft', schema: draftReplySchema, temperature: 0.2 },
  rewrite: { prompt: 'brief_rewrite_v1', name: 'brief_draft', schema: draftReplySchema, temperature: 0.4 },
  review: { prompt: 'brief_review_v1', name: 'brief_review', schema: reviewReplySchema, temperature: 0.2 },
} as const;

export interface BriefModel {
  readonly model: Pick<ChatModel, 'reply'>;
  /** A prompt of the registry. */
  readonly render: (id: string, values: Readonly<Record<string, string>>) => { readonly text: string };
}

export type Written =
  | { readonly kind: 'json'; readonly value: unknown }
  /** It was cut off, refused, or no JSON: there is nothing to read. */
  | { readonly kind: 'nothing'; readonly problem: string }
  /** Nobody could serve, or no call is left: asking again helps nothing. */
  | { readonly kind: 'unasked'; readonly problem: string };

export class BriefCalls implements Spending {
  readonly #deps: BriefModel;
  readonly #terms: {
    readonly values: Readonly<Record<string, string>>;
    readonly about: NonNullable<ModelRequest['about']>;
    readonly model?: string | undefined;
    readonly signal: AbortSignal;
  };
  #made = 0;
  #servedBy: ModelReply['servedBy'] | undefined;

  constructor(
    deps: BriefModel,
    terms: {
      /** Of the prompts: how long, in which language, for whom. */
      readonly values: Readonly<Record<string, string>>;
      readonly about: NonNullable<ModelRequest['about']>;
      /** In place of those configured for briefs. */
      readonly model?: string | undefined;
      readonly signal: AbortSignal;
    },
  ) {
    this.#deps = deps;
    this.#terms = terms;
  }

  get made(): number {
    return this.#made;
  }

  get left(): number {
    return MOST_CALLS - this.#made;
  }

  /** Who wrote or reviewed last: a language model, if one ever did. */
  get servedBy(): ModelReply['servedBy'] | undefined {
    return this.#servedBy;
  }

  attempt(): void {
    if (this.left <= 0) throw new ModelError('exhausted', NONE_LEFT);
    this.#made += 1;
  }

  /** A ceiling of tokens follows from that of calls. */
  used(): void {}

  /**
   * Rejects only with the signal's reason.
   * @param material shown to a language model in a fence, and given to the desk model as it is.
   */
  async ask(purpose: Purpose, material: object): Promise<Written> {
    const { model: chat, render } = this.#deps;
    const { values, about, model, signal } = this.#terms;
    signal.throwIfAborted();
    if (this.left <= 0) return { kind: 'unasked', problem: NONE_LEFT };
    const { prompt, name, schema, temperature } = ASKS[purpose];
    const before = this.#made;
    const reply = await unlessAborted(
      askJson(chat, {
        ...{ task: 'brief', model },
        system: render('brief.system', values).text,
        text: render(prompt, { ...values, INPUT_JSON: plainJson(material, 1) }).text,
        material: { ...material, purpose },
        answer: { name, schema },
        read: z.unknown(),
        limits: { maxOutputTokens: MOST_OUTPUT_TOKENS, thoughtsIncluded: true, temperature },
        spending: this,
        about,
        signal,
      }),
      signal,
    );
    if (reply.kind === 'failed' && !reply.by) return { kind: 'unasked', problem: reply.detail };
    const by = reply.by!;
    // A model that doesn't count is counted.
    if (this.#made === before) this.attempt();
    if (by.languageModel || this.#servedBy === undefined) this.#servedBy = by;
    return reply.kind === 'answered'
      ? { kind: 'json', value: reply.value }
      : { kind: 'nothing', problem: reply.detail };
  }
}
