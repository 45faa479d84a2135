/**
 * Any OpenAI-compatible endpoint as a chat model.
 *
 * - One attempt per reply. When the server refuses an optional part of the request (a form, a limit's name, a
 *   temperature), it is asked again without it; when thoughts took up the tokens of a reply, with more of them. Each is
 *   a further attempt, counted before it is made.
 * - What the server supports with a model, and which model it has, is remembered as long as the desk runs.
 * - Thoughts are not part of the text. Errors never contain the key.
 */
import { ModelError } from '../chat-model.ts';
import type { ChatModel, ModelReply, ModelRequest, Usage } from '../chat-model.ts';
import type { Clock } from '../../time/clock.ts';
import type { Address } from './address.ts';
import { attempt } from './attempt.ts';
import type { Attempted } from './attempt.ts';
import { chooseModel, listModels, nameOf } from './choose-model.ts';
import { usedIds } from './conversation.ts';
import { Dialect } from './dialect.ts';
import type { Offered } from './dialect.ts';
import { readAnswer } from './read-answer.ts';
import { openConnection } from './connection.ts';
import type { Connection } from './connection.ts';
import type { ReplyPieces } from './reply-pieces.ts';
import { compose } from './request-body.ts';
import type { Composed } from './request-body.ts';
import { PROVIDER, failureOf, isTooLong, modelError } from './say-failure.ts';
import type { Asked } from './say-failure.ts';
import { PATIENCE } from '../patience.ts';
import type { Patience } from '../patience.ts';

export interface OpenAiEndpoint {
  readonly address: Address;
  readonly key?: string;
  /** If absent, the server is asked which models it has. */
  readonly model?: string;
  readonly clock: Clock;
  readonly patience?: Patience;
}

interface Answered {
  readonly pieces: ReplyPieces;
  /** Of every attempt that was answered. */
  readonly usage: Usage;
}

export class OpenAiModel implements ChatModel {
  readonly #endpoint: OpenAiEndpoint;
  /** By the model: one may have no tools beside another that has. */
  readonly #dialects = new Map<string, Dialect>();
  #connection: Promise<Connection> | undefined;
  #chosen: string | undefined;

  constructor(endpoint: OpenAiEndpoint) {
    this.#endpoint = endpoint;
  }

  async reply(request: ModelRequest): Promise<ModelReply> {
    request.signal.throwIfAborted();
    const connection = await (this.#connection ??= openConnection(
      this.#endpoint.address,
      this.#endpoint.key,
    ));
    const model = request.model ?? (await this.#model(connection, request.signal));
    const { pieces, usage } = await this.#withRoom(connection, model, request);
    return {
      ...pieces.whole(usedIds(request.messages)),
      usage,
      servedBy: { provider: PROVIDER, model: nameOf(model), languageModel: true },
    };
  }

  /** Ask, and ask again where thoughts left no room for the reply. Text that was passed on is not taken back. */
  async #withRoom(connection: Connection, model: string, request: ModelRequest): Promise<Answered> {
    const { pieces: cut, offered } = await this.#ask(connection, model, request);
    const { usage } = cut;
    const isHeard = cut.hasContent && request.onDelta !== undefined;
    const mayHaveMore = cut.isCutByThoughts && !request.limits.thoughtsIncluded;
    if (!mayHaveMore || !this.#dialectOf(model).learnThoughts(offered) || isHeard)
      return { pieces: cut, usage };
    try {
      request.spending?.attempt();
      const { pieces } = await this.#ask(connection, model, request);
      return { pieces, usage: sumOf(usage, pieces.usage) };
    } catch {
      request.signal.throwIfAborted();
      return { pieces: cut, usage };
    }
  }

  /** Ask, and ask again as long as a refusal teaches something about the server. */
  async #ask(
    connection: Connection,
    model: string,
    request: ModelRequest,
  ): Promise<{ readonly pieces: ReplyPieces; readonly offered: Offered }> {
    const dialect = this.#dialectOf(model);
    for (;;) {
      if (request.tools.length > 0 && !dialect.tools)
        throw modelError('cannot_serve', `The model ${nameOf(model)} knows no tools.`, this.#asked(model));
      const { body, offered } = compose(request, model, dialect);
      const attempted = await this.#attempt(connection, body, model, request);
      if (attempted.kind === 'done') return { pieces: attempted.done, offered };
      const { complaint } = attempted;
      const isLearned = isTooLong(complaint)
        ? dialect.learnTooLong(offered)
        : dialect.learn(complaint, offered);
      if (!isLearned) {
        // The chosen model may be gone; the next reply chooses again.
        if (complaint.status === 404) this.#chosen = undefined;
        throw failureOf(complaint, this.#asked(model));
      }
      if (dialect.tools || request.tools.length === 0) request.spending?.attempt();
    }
  }

  #dialectOf(model: string): Dialect {
    const { address, clock } = this.#endpoint;
    const dialect = this.#dialects.get(model) ?? new Dialect(address, clock);
    this.#dialects.set(model, dialect);
    return dialect;
  }

  #attempt(
    connection: Connection,
    body: Composed['body'],
    model: string,
    { signal: outer, onDelta }: ModelRequest,
  ): Promise<Attempted<ReplyPieces>> {
    const asked = this.#asked(model);
    return attempt(connection, this.#deps(outer), asked, async (watch) => {
      const { signal } = watch;
      const response = await connection.client.chat.completions.create(body, { signal }).asResponse();
      return readAnswer(connection, response, watch, asked, (delta) => onDelta?.(delta));
    });
  }

  async #model(connection: Connection, outer: AbortSignal): Promise<string> {
    const known = this.#endpoint.model ?? this.#chosen;
    if (known !== undefined) return known;
    const chosen = await chooseModel(this.#endpoint.address, async () => {
      const asked = this.#asked();
      const listed = await attempt(connection, this.#deps(outer), asked, ({ signal }) =>
        listModels(connection, asked, signal),
      );
      if (listed.kind === 'complaint') throw failureOf(listed.complaint, asked);
      return listed.done;
    });
    if (chosen instanceof ModelError) throw chosen;
    this.#chosen = chosen;
    return chosen;
  }

  #deps(outer: AbortSignal) {
    const { clock, patience = PATIENCE } = this.#endpoint;
    return { clock, patience, outer };
  }

  #asked(model?: string): Asked {
    const { address, key, clock } = this.#endpoint;
    return {
      host: address.host,
      nowMs: clock.now(),
      ...(model !== undefined && { model: nameOf(model) }),
      ...(key !== undefined && { key }),
    };
  }
}

/** What a provider doesn't count stays absent. */
function sumOf(one: Usage, other: Usage): Usage {
  const input = sumOfCounts(one.input, other.input);
  const output = sumOfCounts(one.output, other.output);
  return { ...(input !== undefined && { input }), ...(output !== undefined && { output }) };
}

function sumOfCounts(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined ? other : one + (other ?? 0);
}
