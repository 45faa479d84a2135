/**
 * The agent: one turn of the loop, model ⇄ tools, inside its profile's budget.
 *
 * It never throws for what a model does: that ends the turn as `failed` with a sentence. What the house does
 * wrong it throws, and the conductor closes the turn.
 */
import { ModelError } from '../llm/chat-model.ts';
import type { ChatMessage, ChatModel, ModelReply } from '../llm/chat-model.ts';
import type { OutputShape } from '../sessions/output.ts';
import type { Pass } from '../sessions/perform.ts';
import type { Tool, ToolContext } from '../sessions/tool.ts';
import type { TurnEnd } from '../sessions/turn.ts';
import { openingEntry } from '../sessions/turn-entries.ts';
import type { Entry } from '../sessions/entry.ts';
import type { Clock } from '../time/clock.ts';
import { Budget, BudgetExhausted } from './budget.ts';
import { isHeartbeatOk } from './heartbeat-ok.ts';
import { messageOf, messagesOf } from './messages.ts';
import { outputSpec, readOutput } from './output.ts';
import type { TurnProfile } from './profile.ts';
import type { Prompts } from './prompts.ts';
import { QUIET_TOOL, quietReason } from './quiet.ts';
import { ToolBox } from './tool-box.ts';

export interface AgentHouse {
  readonly model: ChatModel;
  readonly prompts: Prompts;
  readonly tools: readonly Tool[];
  readonly outputs: Readonly<Record<string, OutputShape>>;
  readonly clock: Clock;
  /** What the turn sees of its memory, oldest first. */
  readonly window: (pass: Pass, profile: TurnProfile) => Promise<Entry[]>;
  /** Values for the system prompt, and the structured material behind them. */
  readonly setting: (
    pass: Pass,
  ) => Promise<{ values: Record<string, string>; material: Record<string, unknown> }>;
  readonly failed: (what: string, error: unknown) => void;
}

export class Agent {
  readonly #house: AgentHouse;

  constructor(house: AgentHouse) {
    this.#house = house;
  }

  /** Perform a started turn until it is closed. */
  readonly perform = async (pass: Pass): Promise<void> => {
    const { turn } = pass.started;
    const profile = this.#house.prompts.profile(turn.profile);
    const { values, material } = await this.#house.setting(pass);
    const history = messagesOf(await this.#house.window(pass, profile));
    const opening = messageOf({
      ...openingEntry(turn, turn.acceptedAtMs),
      content: turn.prompt?.text ?? turn.text,
    });
    const loop = new Loop(this.#house, pass, profile, {
      system: this.#house.prompts.render(profile.system, values).text,
      messages: [...history, opening],
      material: { ...material, ...(turn.material as object | undefined) },
    });
    await loop.run();
  };
}

interface Conversation {
  readonly system: string;
  readonly messages: ChatMessage[];
  readonly material: unknown;
}

class Loop {
  readonly #house: AgentHouse;
  readonly #pass: Pass;
  readonly #profile: TurnProfile;
  readonly #talk: Conversation;
  readonly #budget: Budget;
  readonly #box: ToolBox;
  #repaired = false;
  /** A language model minds a word in between; the desk model answers one thing after the other. */
  #minds = false;
  readonly #drafts: string[] = [];

  constructor(house: AgentHouse, pass: Pass, profile: TurnProfile, talk: Conversation) {
    this.#house = house;
    this.#pass = pass;
    this.#profile = profile;
    this.#talk = talk;
    this.#budget = new Budget(profile.limits);
    const quiet = pass.started.turn.run?.quiet === true && profile.output === undefined;
    const allowed = { ...profile.tools, ...(quiet && { [QUIET_TOOL.name]: 1 }) };
    this.#box = new ToolBox([...house.tools, QUIET_TOOL], allowed, house.failed);
  }

  async run(): Promise<void> {
    for (;;) {
      const end = await this.#step();
      if (!end) continue;
      if ((await this.#pass.settle(this.#whole(end))) === 'closed') return;
      // Nobody has seen this answer yet: it goes out together with the next.
      this.#drafts.push(end.summary);
      await this.#hear();
    }
  }

  /** One call of the model and what follows from it. @returns how the turn ends, if it does. */
  async #step(): Promise<TurnEnd | undefined> {
    this.#pass.signal.throwIfAborted();
    if (this.#minds) await this.#hear();
    let reply: ModelReply;
    try {
      reply = await this.#ask();
    } catch (error) {
      this.#pass.signal.throwIfAborted();
      if (error instanceof ModelError || error instanceof BudgetExhausted)
        return failed(error.message, error.name);
      throw error;
    }
    this.#minds = reply.servedBy.languageModel;
    if (reply.toolCalls.length > 0) return this.#useTools(reply);
    return this.#end(reply);
  }

  /** What people said meanwhile becomes part of the conversation. */
  async #hear(): Promise<void> {
    for (const entry of await this.#pass.joined()) this.#talk.messages.push(messageOf(entry));
  }

  /** The answers to all that was asked in this turn, as one. */
  #whole(end: TurnEnd): TurnEnd {
    if (this.#drafts.length === 0 || end.status !== 'ok') return end;
    return { ...end, summary: [...this.#drafts, end.summary].join('\n\n') };
  }

  async #ask(): Promise<ModelReply> {
    const { task, limits, output } = this.#profile;
    this.#budget.attempt();
    const reply = await this.#house.model.reply({
      task,
      system: this.#talk.system,
      messages: [...this.#talk.messages],
      tools: this.#box.specs(),
      limits: {
        maxOutputTokens: limits.max_output_tokens,
        ...(limits.temperature !== undefined && { temperature: limits.temperature }),
      },
      signal: this.#pass.signal,
      material: this.#talk.material,
      ...(output !== undefined && { output: outputSpec(output, this.#shape(output)) }),
    });
    this.#budget.spend(
      reply,
      this.#talk.system + this.#talk.messages.map((message) => message.text).join('\n'),
    );
    return reply;
  }

  async #useTools(reply: ModelReply): Promise<TurnEnd | undefined> {
    const { toolCalls } = reply;
    await this.#pass.step({ role: 'assistant', content: reply.text, meta: { toolCalls: [...toolCalls] } });
    this.#talk.messages.push({ role: 'assistant', text: reply.text, toolCalls });
    for (const call of toolCalls) {
      const text = await this.#box.call(call, this.#context());
      await this.#pass.step({
        role: 'tool',
        content: text,
        meta: { toolCallId: call.id, toolName: call.name },
      });
      this.#talk.messages.push({ role: 'tool', callId: call.id, name: call.name, text });
      const quiet = quietReason(call, text);
      if (quiet !== undefined) return { status: 'quiet', summary: quiet, servedBy: reply.servedBy };
    }
    return undefined;
  }

  #context(): ToolContext {
    const { turn, fence } = this.#pass.started;
    const nowMs = this.#house.clock.now();
    return {
      turn,
      session: turn.session,
      actor: turn.actor,
      nowMs,
      signal: this.#pass.signal,
      mark: (what) => ({ turn: turn.id, fence, n: this.#pass.nextEffect(), atMs: nowMs, what }),
    };
  }

  #end(reply: ModelReply): TurnEnd | undefined {
    const { servedBy } = reply;
    if (reply.finish === 'blocked') return failed('The model refused to answer this.', 'blocked');
    if (reply.finish === 'length') return failed('The answer was cut off before its end.', 'length');
    const { output } = this.#profile;
    if (output === undefined) {
      const text = reply.text.trim();
      if (this.#profile.task === 'heartbeat' && isHeartbeatOk(text))
        return { status: 'quiet', summary: 'Nothing needs attention.', servedBy };
      // A summary that says nothing must not stand for a conversation.
      if (this.#profile.task === 'compact' && text === '') return failed('The summary was empty.', 'empty');
      this.#talk.messages.push({ role: 'assistant', text });
      return { status: 'ok', summary: text === '' ? 'There was nothing to say.' : text, servedBy };
    }
    const read = readOutput(reply.text, this.#shape(output));
    if (read.ok) return { ...this.#shape(output).end(read.value, this.#pass.started.turn), servedBy };
    if (this.#repaired) return failed('The model did not answer in the form that was asked for.', read.error);
    this.#repaired = true;
    this.#talk.messages.push(
      { role: 'assistant', text: reply.text },
      {
        role: 'user',
        text: `That was not the JSON asked for: ${read.error}. Reply with the corrected JSON only.`,
      },
    );
    return undefined;
  }

  #shape(name: string): OutputShape {
    const shape = this.#house.outputs[name];
    if (!shape) throw new Error(`profile ${this.#pass.started.turn.profile}: no output is called "${name}"`);
    return shape;
  }
}

function failed(sentence: string, error: string): TurnEnd {
  return { status: 'failed', summary: sentence, error: error === sentence ? error : `${error}: ${sentence}` };
}
