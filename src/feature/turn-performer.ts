/**
 * Who prepares and performs a turn: the feature that brought its profile, else the agent, with the tools, the outputs and
 * the setting of all features.
 */
import type { AgentDeps } from '../agent/agent-deps.ts';
import { Agent } from '../agent/agent.ts';
import type { Prompts } from '../agent/prompts.ts';
import type { EventQueue } from '../cron/event-queue.ts';
import { readConversation, renderConversation } from '../sessions/conversation.ts';
import type { Pass } from '../sessions/perform.ts';
import type { Transcripts } from '../sessions/transcripts.ts';
import type { TurnBook } from '../sessions/turn-book.ts';
import type { Turn } from '../sessions/turn.ts';
import { readWindow } from '../sessions/window.ts';
import type { Clock } from '../time/clock.ts';
import type { Features } from './features.ts';

export interface PerformerDeps {
  /** They may be added until the first turn is performed. */
  readonly features: Features;
  readonly prompts: Prompts;
  readonly model: AgentDeps['model'];
  readonly stores: {
    readonly turns: Pick<TurnBook, 'waiting'>;
    readonly transcripts: Transcripts;
    readonly events: Pick<EventQueue, 'takenBy'>;
  };
  readonly clock: Clock;
  readonly zone: string;
  readonly failed: (what: string, error: unknown) => void;
}

type Conversation = Awaited<ReturnType<typeof readConversation>>;

export class TurnPerformer {
  readonly #deps: PerformerDeps;
  #agent: Agent | undefined;

  constructor(deps: PerformerDeps) {
    this.#deps = deps;
  }

  async prepare(turn: Turn, signal: AbortSignal): Promise<void> {
    await this.#deps.features.handlerOf(turn.profile)?.prepare?.(turn, signal);
  }

  /** Settles the pass. */
  async perform(pass: Pass): Promise<void> {
    const { turn } = pass.started;
    const perform = this.#deps.features.handlerOf(turn.profile)?.perform;
    if (perform) return perform(pass);
    const conversation = await this.#conversationOf(turn);
    if (conversation?.length !== 0) await this.#ofAll().perform(pass);
    else await pass.settle({ status: 'skipped', summary: 'Nothing is left to sum up.' });
  }

  /** Made with the first turn: then all features are there. */
  #ofAll(): Agent {
    const { features, model, prompts, clock, failed } = this.#deps;
    return (this.#agent ??= new Agent({
      ...{ model, prompts, clock },
      tools: features.tools,
      offered: (profile) => features.offered(profile),
      outputs: features.outputs,
      window: (pass, { window_tokens }) => this.#windowOf(pass.started.turn, window_tokens),
      setting: (pass) => this.#settingOf(pass.started.turn),
      failed: (tool, error) => failed(`tool ${tool}`, error),
    }));
  }

  /** What a turn has to sum up, if that is what it is for. */
  async #conversationOf(turn: Turn): Promise<Conversation | undefined> {
    const through = turn.compaction?.covers;
    if (through === undefined) return undefined;
    const { stores, prompts, zone } = this.#deps;
    const waiting = await stores.turns.waiting(turn.lane);
    const tokens = prompts.profile(turn.profile).window_tokens;
    return readConversation(stores.transcripts, turn.lane, { turn, waiting, tokens, through, zone });
  }

  async #windowOf(turn: Turn, tokens: number): ReturnType<AgentDeps['window']> {
    if (turn.compaction) return []; // its setting has the conversation
    const { stores, zone } = this.#deps;
    const waiting = await stores.turns.waiting(turn.lane);
    const history = turn.run?.history ?? 'full';
    return readWindow(stores.transcripts, turn.lane, { turn, waiting, tokens, history, zone });
  }

  async #settingOf(turn: Turn): ReturnType<AgentDeps['setting']> {
    const { features, stores } = this.#deps;
    const { values, material } = await features.setting(turn.session);
    const conversation = await this.#conversationOf(turn);
    if (conversation)
      return {
        values: { ...values, CONVERSATION: renderConversation(conversation) },
        material: { ...material, conversation },
      };
    const events = (await stores.events.takenBy(turn.id)).map(({ text }) => text);
    return { values, material: { ...material, ...(events.length > 0 && { events }) } };
  }
}
