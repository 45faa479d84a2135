/** How a channel is set up: by a secret, an invitation, and a chat that is picked. */
import type { Locale } from '../time/locale.ts';

export interface ChannelSetup<Settings> {
  /** The channel's name, as in session keys. */
  readonly name: string;
  /** What people call it. */
  readonly title: string;
  /** The name of the setting that holds its secret. */
  readonly secret: string;
  /** How people get such a secret. */
  readonly howTo: Readonly<Record<Locale, string>>;
  /** Ask the platform whom the secret belongs to, and where it is. Changes nothing there. */
  look(secret: string, settings: Settings): Promise<ChannelLook>;
  /** What is missing in one of its chats. */
  permissions(secret: string, chat: string, settings: Settings): Promise<ChatPermissions>;
}

export type ChannelLook =
  | {
      readonly kind: 'seen';
      /** Whom the secret belongs to. */
      readonly who: string;
      /** The page that invites the bot. */
      readonly invite: string;
      /** Whether it hears what people write to each other. */
      readonly readsMessages: boolean;
      readonly chats: readonly SetupChat[];
    }
  | ChannelTrouble;

export interface ChannelTrouble {
  readonly kind: 'trouble';
  /** `wrong_secret`: the platform refuses it; `busy`: it asks to wait; `refused`: it doesn't tell. */
  readonly reason: 'wrong_secret' | 'busy' | 'unreachable' | 'refused';
  /** The platform's own words. */
  readonly says: string;
}

/** A chat that can be picked. */
export interface SetupChat {
  readonly id: string;
  readonly title: string;
  /** The server that it is on. */
  readonly server: string;
}

export type ChatPermissions =
  | {
      readonly kind: 'seen';
      readonly title: string;
      /** Permissions without which nothing works there, by the platform's own names. */
      readonly missing: readonly string[];
      /** Those without which something is left out. */
      readonly wanted: readonly string[];
    }
  /** Gone, or hidden from the bot. */
  | { readonly kind: 'hidden' }
  | ChannelTrouble;
