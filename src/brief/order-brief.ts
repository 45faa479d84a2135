/** Ordering a brief: a turn of the conversation that asks, so that it lands there, is recorded and can be asked about. */
import { mustBeModel } from '../feature/unknown-model.ts';
import type { UnknownModel } from '../llm/chat-model.ts';
import type { Actor } from '../sessions/actor.ts';
import { channelOf, chatIdOf } from '../sessions/key.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { SessionIndex } from '../sessions/session-index.ts';
import { traitsOf } from '../sessions/traits-of.ts';
import type { Accepted } from '../sessions/turn-book.ts';
import type { Inbound, TurnEnd } from '../sessions/turn.ts';
import type { Locale } from '../time/locale.ts';
import { BriefRefusal } from './refusal.ts';
import { BRIEF } from './state.ts';
import { topicIn } from './topic.ts';
import { wordsIn } from './wording.ts';

interface OrderDeps {
  readonly sessions: Pick<SessionIndex, 'get'>;
  readonly submit: (inbound: Inbound) => Promise<Accepted>;
  /** Submit, and wait for the end. No tool may do that. */
  readonly ask: (inbound: Inbound) => Promise<TurnEnd>;
  readonly newId: () => string;
  readonly unknownModel: UnknownModel;
}

export interface BriefRequest {
  readonly topic: string;
  readonly session: SessionKey;
  readonly actor: Actor;
  /** A provider, or one of its models, in place of those configured for briefs. */
  readonly model?: string | undefined;
  /** The same id is the same brief, however often it is ordered. */
  readonly id?: string | undefined;
}

/** A brief that is written down, and will be made. */
export interface OrderedBrief {
  readonly topic: string;
  readonly turn: string;
}

export class BriefOrders {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /** @throws Refusal */
  async order(request: BriefRequest): Promise<OrderedBrief> {
    const { topic, inbound } = await this.#inbound(request);
    const accepted = await this.#deps.submit(inbound);
    if (accepted.kind === 'refused') throw new BriefRefusal('closed', { because: accepted.because });
    return { topic, turn: inbound.id };
  }

  /** Order it, and wait for its end. @throws Refusal */
  async make(request: BriefRequest): Promise<OrderedBrief & { readonly end: TurnEnd }> {
    const { topic, inbound } = await this.#inbound(request);
    return { topic, turn: inbound.id, end: await this.#deps.ask(inbound) };
  }

  /** What whoever ordered it is told at once. */
  say({ topic }: OrderedBrief, locale: Locale): string {
    return wordsIn(locale).ordered(topic);
  }

  /** Not a person's turn: what people say meanwhile waits for an answer of its own. */
  async #inbound({
    topic: given,
    session,
    actor,
    model,
    id,
  }: BriefRequest): Promise<{ topic: string; inbound: Inbound }> {
    const { sessions, newId, unknownModel } = this.#deps;
    const topic = topicIn(given);
    mustBeModel(model, unknownModel);
    const known = await sessions.get(session);
    const traits = traitsOf(session);
    if (!traits || (!known && !traits.beginsByTalking)) throw new BriefRefusal('no_session', { session });
    const inbound: Inbound = {
      id: `${BRIEF}:${id ?? newId()}`,
      kind: 'worker',
      session,
      origin: known?.origin ?? { channel: channelOf(session), chatId: chatIdOf(session) },
      text: `/brief ${topic}`,
      author: { name: actor.name, ...(actor.id !== undefined && { id: actor.id }) },
      actor,
      profile: BRIEF,
      material: { topic },
      ...(model !== undefined && { model }),
    };
    return { topic, inbound };
  }
}
