/** How a channel is set up: by a secret, an invitation, and a chat that is picked. */
import { z } from 'zod';
import type { Locale } from '../time/locale.ts';
import type { Given } from '../text/given.ts';

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

/** `wrong_secret`: the platform refuses it; `busy`: it asks to wait; `refused`: it doesn't tell. */
const troubleSchema = z.strictObject({
  kind: z.literal('trouble'),
  reason: z.enum(['wrong_secret', 'busy', 'unreachable', 'refused']),
  /** The platform's own words. */
  says: z.string(),
});
export type ChannelTrouble = Given<z.output<typeof troubleSchema>>;

/** A chat that can be picked; `server`: the one that it is on. */
const chatSchema = z.strictObject({ id: z.string(), title: z.string(), server: z.string() });
export type SetupChat = Given<z.output<typeof chatSchema>>;

export const channelLookSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('seen'),
    /** Whom the secret belongs to. */
    who: z.string(),
    /** The page that invites the bot. */
    invite: z.string(),
    /** Whether it hears what people write to each other. */
    readsMessages: z.boolean(),
    chats: z.array(chatSchema),
  }),
  troubleSchema,
]);
export type ChannelLook = Given<z.output<typeof channelLookSchema>>;

/** `hidden`: gone, or hidden from the bot. */
export const chatPermissionsSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('seen'),
    title: z.string(),
    /** Permissions without which nothing works there, by the platform's own names. */
    missing: z.array(z.string()),
    /** Those without which something is left out. */
    wanted: z.array(z.string()),
  }),
  z.strictObject({ kind: z.literal('hidden') }),
  troubleSchema,
]);
export type ChatPermissions = Given<z.output<typeof chatPermissionsSchema>>;
