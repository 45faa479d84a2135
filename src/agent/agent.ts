/**
 * The agent: performs a started turn. It assembles what the turn reads (prompt, history, opening); the loop does
 * the rest.
 */
import type { Pass } from '../sessions/perform.ts';
import { openingEntry } from '../sessions/turn-entries.ts';
import type { AgentDeps } from './agent-deps.ts';
import { Loop } from './loop.ts';
import { messageOf, messagesOf } from './messages.ts';
import { wordsOf } from './own-words.ts';

export class Agent {
  readonly #deps: AgentDeps;
  readonly #outside: ReadonlyMap<string, readonly string[]>;

  constructor(deps: AgentDeps) {
    this.#deps = deps;
    this.#outside = new Map(deps.tools.map(({ name, outside = [] }) => [name, outside]));
  }

  /** Perform a started turn until it is closed. */
  readonly perform = async (pass: Pass): Promise<void> => {
    const { turn } = pass.started;
    const registered = this.#deps.prompts.profile(turn.profile);
    const profile = {
      ...registered,
      tools: { ...this.#deps.offered?.(turn.profile), ...registered.tools },
      limits: { ...registered.limits, ...turn.limits },
    };
    const { values, material } = await this.#deps.setting(pass);
    const outsideOf = (tool: string) => this.#outside.get(tool) ?? [];
    const window = await this.#deps.window(pass, profile);
    const history = messagesOf(window, outsideOf);
    const content = turn.prompt?.text ?? turn.text;
    const opening = messageOf({ ...openingEntry(turn, turn.acceptedAtMs), content }, outsideOf);
    const loop = new Loop(this.#deps, pass, profile, {
      system: this.#deps.prompts.render(profile.system, values).text,
      messages: [...history, opening],
      material: { ...material, ...(turn.material as object | undefined) },
      outsideOf,
      said: wordsOf(turn, window),
    });
    await loop.run();
  };
}
