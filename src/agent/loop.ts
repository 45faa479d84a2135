/**
 * The loop of one turn: model ⇄ tools, inside its profile's budget, until there is an answer.
 *
 * Model errors never throw: they end the turn as `failed` with a sentence. Faults of the desk throw, and the
 * conductor closes the turn. An unusable reply (cut off, invalid JSON, only planning) is requested once more, once
 * per kind.
 */
import { ModelError } from '../llm/chat-model.ts';
import type { ChatMessage, ModelReply } from '../llm/chat-model.ts';
import { unfenced } from '../llm/fence.ts';
import type { OpButton } from '../sessions/op.ts';
import type { OutputShape } from '../sessions/output.ts';
import type { Pass } from '../sessions/perform.ts';
import type { ToolContext } from '../sessions/tool.ts';
import type { TurnEnd } from '../sessions/turn.ts';
import type { AgentDeps } from './agent-deps.ts';
import { aboutOf } from './about-of.ts';
import { Budget } from './budget.ts';
import { claimsDone } from './claims-done.ts';
import type { Conversation } from './conversation.ts';
import { isHeartbeatOk } from './heartbeat-ok.ts';
import { withKnownLinks, withShownLinks } from './known-links.ts';
import { messageOf } from './messages.ts';
import { endOfFailure, failed } from './model-failure.ts';
import { notASummary, notAnAnswer } from './only-planning.ts';
import { joined } from './own-words.ts';
import { outputSpec, readOutput } from './output.ts';
import { ANSWER, LINES, REST, SHORTER, UNDONE } from './pleas.ts';
import type { TurnProfile } from './profile.ts';
import { QUIET_TOOL, quietReason } from './quiet.ts';
import { ToolBox } from './tool-box.ts';
import { fencedResult } from './tool-result.ts';
import { TURN_WORDS } from './wording.ts';
import type { TurnWords } from './wording.ts';

/** Reasons for requesting a reply again, each once per turn. */
type Plea = 'form' | 'shorter' | 'rest' | 'answer' | 'undone';

export class Loop {
  readonly #deps: AgentDeps;
  readonly #pass: Pass;
  readonly #profile: TurnProfile;
  readonly #talk: Conversation;
  readonly #budget: Budget;
  readonly #words: TurnWords;
  readonly #box: ToolBox;
  readonly #asked = new Set<Plea>();
  /** Whether a language model answers: it reads messages that join; the desk model answers one after the other. */
  #minds = false;
  /** The beginning of an answer that was cut off, while its rest is requested. */
  #begun: { readonly text: string; readonly servedBy: ModelReply['servedBy'] } | undefined;
  readonly #drafts: string[] = [];
  readonly #offered: OpButton[] = [];
  /** Messages that contain the model's own text. */
  readonly #own = new WeakSet<ChatMessage>();

  constructor(deps: AgentDeps, pass: Pass, profile: TurnProfile, talk: Conversation) {
    this.#deps = deps;
    this.#pass = pass;
    this.#profile = profile;
    this.#talk = talk;
    this.#words = TURN_WORDS[deps.prompts.locale];
    this.#budget = new Budget(profile.limits, deps.prompts.locale);
    const quiet = pass.started.turn.run?.quiet === true && profile.output === undefined;
    const allowed = { ...profile.tools, ...(quiet && { [QUIET_TOOL.name]: 1 }) };
    this.#box = new ToolBox([...deps.tools, QUIET_TOOL], allowed, deps.failed);
    // Results of calls in earlier turns may also repeat the model's own text.
    for (const message of talk.messages)
      if (message.role === 'tool' && !this.#box.onlyReads(message.name)) this.#own.add(message);
  }

  async run(): Promise<void> {
    for (;;) {
      const end = await this.#step();
      if (!end) continue;
      if ((await this.#pass.settle(this.#whole(end))) === 'closed') return;
      // This answer wasn't shown yet; it is sent together with the next.
      this.#drafts.push(end.summary);
      await this.#addJoined();
    }
  }

  /** One model call and its consequences. @returns the turn's end, if it ends. */
  async #step(): Promise<TurnEnd | undefined> {
    this.#pass.signal.throwIfAborted();
    if (this.#minds && !this.#begun) await this.#addJoined();
    let reply: ModelReply;
    try {
      reply = await this.#ask();
    } catch (error) {
      this.#pass.signal.throwIfAborted();
      if (!(error instanceof ModelError)) throw error;
      const { clock, prompts } = this.#deps;
      return this.#begun ? this.#cutOff() : endOfFailure(error, clock.now(), prompts.locale);
    }
    this.#minds = reply.servedBy.languageModel;
    if (reply.finish === 'blocked')
      return this.#begun ? this.#cutOff() : failed(this.#words.blocked, 'blocked', reply);
    if (reply.finish === 'length') return this.#tooLong(reply);
    if (reply.toolCalls.length > 0) return this.#useTools(reply);
    return this.#profile.output === undefined
      ? this.#endWithText(reply)
      : this.#endWithValue(reply, this.#profile.output);
  }

  /** Add messages that joined meanwhile to the conversation. */
  async #addJoined(): Promise<void> {
    for (const entry of await this.#pass.joined()) {
      this.#talk.messages.push(messageOf(entry, this.#talk.outsideOf));
      joined(this.#talk.said, entry, this.#pass.started.turn);
    }
  }

  /** The answers to everything that was asked in this turn, as one. */
  #whole(end: TurnEnd): TurnEnd {
    if (end.status !== 'ok') return end;
    const summary = [...this.#drafts, end.summary].join('\n\n');
    return { ...end, summary, ...(this.#offered.length > 0 && { buttons: [...this.#offered] }) };
  }

  async #ask(): Promise<ModelReply> {
    const { task, limits, output } = this.#profile;
    const { turn } = this.#pass.started;
    const { onDelta } = this.#deps;
    this.#budget.begin();
    const reply = await this.#deps.model.reply({
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
      spending: this.#budget,
      about: aboutOf(turn),
      ...(turn.model !== undefined && { model: turn.model }),
      ...(onDelta && task === 'chat' && { onDelta: (delta: string) => onDelta(turn, delta) }),
      ...(output !== undefined && { output: outputSpec(output, this.#shape(output)) }),
    });
    const { system, messages } = this.#talk;
    this.#budget.settle(reply, [system, ...messages.map(({ text }) => text)].join('\n'));
    return reply;
  }

  /** Without addresses that the turn didn't read: it read everything except the model's own text and its echo in results. */
  #withKnownLinks(answer: string): string {
    const given = this.#talk.messages.filter((message) => !this.#own.has(message));
    const read = [this.#talk.system, ...given.map(({ text }) => text)].join('\n');
    return withKnownLinks(answer, read, this.#words.linkLeftOut);
  }

  async #useTools(reply: ModelReply): Promise<TurnEnd | undefined> {
    const { toolCalls, servedBy } = reply;
    this.#begun = undefined;
    await this.#pass.step({ role: 'assistant', content: reply.text, meta: { toolCalls: [...toolCalls] } });
    this.#say(reply, { toolCalls });
    for await (const results of this.#box.run(toolCalls, () => this.#context())) {
      for (const result of results) {
        const { call, text } = result;
        const meta = { toolCallId: call.id, toolName: call.name };
        await this.#pass.step({ role: 'tool', content: text, meta });
        const shown = fencedResult(text, this.#talk.outsideOf(call.name));
        const told = { role: 'tool', callId: call.id, name: call.name, text: shown } as const;
        this.#talk.messages.push(told);
        if (!this.#box.onlyReads(call.name)) this.#own.add(told);
        const quiet = quietReason(result);
        if (quiet !== undefined) return { status: 'quiet', summary: quiet, servedBy };
      }
    }
    if (!this.#box.isStuck) return undefined;
    return failed(this.#words.stuck, 'repeated calls', reply);
  }

  #context(): ToolContext {
    const { turn, fence } = this.#pass.started;
    const { now: said, before: saidBefore, answeredIn } = this.#talk.said;
    const nowMs = this.#deps.clock.now();
    return {
      turn,
      session: turn.session,
      actor: turn.actor,
      ...{ said, saidBefore, answeredIn },
      nowMs,
      signal: this.#pass.signal,
      mark: (what) => ({ turn: turn.id, fence, n: this.#pass.nextEffect(), atMs: nowMs, what }),
      kept: this.#pass.kept,
      keep: (value) => this.#pass.keep(value),
      offer: (button) => void this.#offered.push(button),
    };
  }

  /** A reply that was cut off: half a JSON value is useless; the rest of an answer can be requested. */
  #tooLong(reply: ModelReply): TurnEnd | undefined {
    const text = reply.text.trim();
    const isWords = this.#profile.output === undefined && reply.toolCalls.length === 0 && text !== '';
    if (!isWords) {
      if (this.#again('shorter', { ...reply, toolCalls: [] }, SHORTER)) return undefined;
      if (this.#begun) return this.#cutOff();
      const { output } = this.#profile;
      if (output === undefined) return failed(this.#words.cutOff, 'length', reply);
      return this.#endWithoutValue(reply, this.#shape(output), [this.#words.cutOff, 'length']);
    }
    const begun = { text: (this.#begun?.text ?? '') + reply.text, servedBy: reply.servedBy };
    this.#begun = begun;
    if (this.#again('rest', reply, REST)) return undefined;
    return this.#cutOff();
  }

  /** The answer ends where it was cut off, and says so. A summary must be complete. */
  #cutOff(): TurnEnd {
    const { text = '', servedBy } = this.#begun ?? {};
    this.#begun = undefined;
    if (this.#profile.task === 'compact') return failed(this.#words.summaryCutOff, 'length');
    return this.#answer(`${text.trim()}\n${this.#words.cutOffHere}`, servedBy);
  }

  #endWithText(reply: ModelReply): TurnEnd | undefined {
    const { servedBy } = reply;
    const text = ((this.#begun?.text ?? '') + reply.text).trim();
    this.#begun = undefined;
    if (this.#profile.task === 'heartbeat' && isHeartbeatOk(text))
      return { status: 'quiet', summary: this.#words.allWell, servedBy };
    const isSummary = this.#profile.task === 'compact';
    const tools = [...this.#deps.tools, QUIET_TOOL].map(({ name }) => name);
    // The desk model's answers are intended, whatever they quote. What is no summary must not stand for a conversation.
    const unusable = servedBy.languageModel ? notAnAnswer(text, tools) : undefined;
    const lack = isSummary ? notASummary(text) : unusable;
    if (lack !== undefined) {
      if (this.#again('answer', reply, isSummary ? LINES : ANSWER)) return undefined;
      return failed(isSummary ? this.#words.summaryEmpty : this.#words.onlyPlanning, lack, reply);
    }
    // People act on what they are told was done.
    const { turn } = this.#pass.started;
    const isTalk = servedBy.languageModel && this.#profile.task === 'chat' && !turn.run;
    const isUndone = isTalk && !this.#box.hasActed && claimsDone(text, this.#talk.said.now);
    if (isUndone && this.#again('undone', reply, UNDONE)) return undefined;
    this.#say(reply);
    return this.#answer(isUndone ? `${text}\n\n${this.#words.nothingChanged}` : text, servedBy);
  }

  #answer(text: string, servedBy: ModelReply['servedBy'] | undefined): TurnEnd {
    const plain = unfenced(text).trim();
    const isOwn = servedBy?.languageModel === true;
    const summary = isOwn ? this.#withKnownLinks(plain) : withShownLinks(plain);
    const end = { status: 'ok' as const, summary: summary === '' ? this.#words.nothingToSay : summary };
    return { ...end, ...(servedBy && { servedBy }) };
  }

  #endWithValue(reply: ModelReply, output: string): TurnEnd | undefined {
    const shape = this.#shape(output);
    const read = readOutput(unfenced(reply.text), shape);
    if (read.ok) {
      const end = shape.end(read.value, this.#pass.started.turn);
      const { servedBy } = reply;
      // People also read a planner's text.
      const summary = servedBy.languageModel ? this.#withKnownLinks(end.summary) : end.summary;
      return { ...end, summary, servedBy };
    }
    const plea = `That was not the JSON asked for: ${read.error}. Reply with the corrected JSON only.`;
    if (this.#again('form', reply, plea)) return undefined;
    return this.#endWithoutValue(reply, shape, [this.#words.wrongForm, read.error]);
  }

  /** The value never came; what the tools did may be the turn's result nevertheless. */
  #endWithoutValue(reply: ModelReply, shape: OutputShape, because: [string, string]): TurnEnd {
    if (shape.standsByTools !== true || !this.#box.hasActed)
      return { ...failed(...because, reply), fault: 'form' };
    const text = reply.finish === 'stop' && !/[{}]/u.test(reply.text) ? reply.text.trim() : '';
    return this.#answer(text === '' ? this.#words.done : text, reply.servedBy);
  }

  /** Request a reply once more. @returns whether there is another round. */
  #again(plea: Plea, reply: ModelReply, words: string): boolean {
    if (this.#asked.has(plea) || !this.#budget.hasLeft()) return false;
    this.#asked.add(plea);
    this.#say(reply);
    this.#talk.messages.push({ role: 'user', text: words, name: 'desk' });
    return true;
  }

  /** Add the model's reply to the messages. Providers reject messages without content. */
  #say(reply: ModelReply, more: { readonly toolCalls?: ModelReply['toolCalls'] } = {}): void {
    if (reply.text === '' && more.toolCalls === undefined) return;
    const echo = reply.toolCalls === more.toolCalls || reply.toolCalls.length === 0 ? reply.echo : undefined;
    const said = { role: 'assistant', text: reply.text, ...more, ...(echo && { echo }) } as const;
    this.#talk.messages.push(said);
    this.#own.add(said);
  }

  #shape(name: string): OutputShape {
    const shape = this.#deps.outputs[name];
    if (!shape) throw new Error(`profile ${this.#pass.started.turn.profile}: no output is called "${name}"`);
    return shape;
  }
}
