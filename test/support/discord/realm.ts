import type { Interaction } from './interaction.ts';
import type { Records } from './records.ts';
import type { Channel, World } from './world.ts';

/** Where something happened, which decides who hears of it. */
export interface Place {
  readonly guildId?: string | undefined;
  readonly channel?: Channel;
}

/** What every action works on: the world, the tellers of news, the records, the time. */
export interface Realm {
  readonly world: World;
  readonly records: Records;
  /** Base address of attachments. */
  readonly cdn: string;
  /** Interactions by token. */
  readonly interactions: Map<string, Interaction>;
  gatewayAddress(): string;
  now(): number;
  /** The time for the first answer to an interaction. */
  readonly acknowledgeMs: number;
  /** Tell the gateway's sessions; each hears what its intents and the bot's permissions let it hear. */
  announce(name: string, data: object, place: Place): void;
}
