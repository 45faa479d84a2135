/** Where an edition has its desk channel and posts its stories, in its file. */
import { z } from 'zod';
import { allChannels } from '../../sessions/channel-traits.ts';
import { bareIds, chatNamed } from '../../sessions/traits-of.ts';

export interface EditionDesk {
  /** Where stories of a category are posted; and where all others are. Else in the desk channel. */
  readonly channels?: Readonly<Record<string, string>> | undefined;
  readonly stories?: string | undefined;
  /** True: titles in announcement channels go to those who follow them. */
  readonly publish?: boolean | undefined;
  /** Under the name of a channel, the chat there that is the desk channel. */
  readonly [channel: string]: unknown;
}

const text = z.string().trim().min(1);

const id = (what: string, isOne: (id: string) => boolean) =>
  z.string().refine(isOne, {
    error: () => `the id of a ${bareIds()?.title} ${what}: ${bareIds()?.ids.named?.says}`,
  });

/** An id of the platform whose ids stand alone: a number in JSON would lose its end. */
export const platformId = (what: string) =>
  id(what, (given) => bareIds()?.ids.named?.form.test(given) ?? false);

const place = id('channel', (given) => chatNamed(given) !== undefined);

/** Its fields are the registered channels' names, and these. */
export const deskSchema = z.unknown().transform((given, context): EditionDesk => {
  const chats = Object.fromEntries(allChannels().map(({ name }) => [name, text.optional()]));
  const read = z
    .strictObject({
      ...chats,
      channels: z.record(text, place).optional(),
      stories: place.optional(),
      publish: z.boolean().optional(),
    })
    .safeParse(given);
  if (read.success) return read.data;
  for (const issue of read.error.issues) context.issues.push({ ...issue, input: given } as never);
  return z.NEVER;
});
