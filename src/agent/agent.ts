/**
 * The agent: performs a started turn. It brings together what the turn reads (prompt, history, opening) and leaves
 * the rest to the loop.
 */
import type { Pass } from '../sessions/perform.ts';
import { openingEntry } from '../sessions/turn-entries.ts';
import type { AgentHouse } from './agent-house.ts';
import { Loop } from './loop.ts';
import { messageOf, messagesOf } from './messages.ts';
import { wordsOf } from './own-words.ts';

export class Agent {
  readonly #house: AgentHouse;
  readonly #outside: ReadonlyMap<string, readonly string[]>;

  constructor(house: AgentHouse) {
    this.#house = house;
    this.#outside = new Map(house.tools.map(({ name, outside = [] }) => [name, outside]));
  }

  /** Perform a started turn until it is closed. */
  readonly perform = async (pass: Pass): Promise<void> => {
    const { turn } = pass.started;
    const profile = this.#house.prompts.profile(turn.profile);
    const { values, material } = await this.#house.setting(pass);
    const outsideOf = (tool: string) => this.#outside.get(tool) ?? [];
    const window = await this.#house.window(pass, profile);
    const history = messagesOf(window, outsideOf);
    const content = turn.prompt?.text ?? turn.text;
    const opening = messageOf({ ...openingEntry(turn, turn.acceptedAtMs), content }, outsideOf);
    const loop = new Loop(this.#house, pass, profile, {
      system: this.#house.prompts.render(profile.system, values).text,
      messages: [...history, opening],
      material: { ...material, ...(turn.material as object | undefined) },
      outsideOf,
      said: wordsOf(turn, window),
    });
    await loop.run();
  };
}
