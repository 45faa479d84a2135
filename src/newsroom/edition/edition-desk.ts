/** The edition file's section on its desk channel and the channels of its stories. */
import { z } from 'zod';
import { allChannels } from '../../sessions/channel-traits.ts';
import { bareIds, chatNamed } from '../../sessions/traits-of.ts';

export interface EditionDesk {
  /** Channels by category, and one for all other categories. The default is the desk channel. */
  readonly channels?: Readonly<Record<string, string>> | undefined;
  readonly stories?: string | undefined;
  /** If true, titles in announcement channels are published to followers. */
  readonly publish?: boolean | undefined;
  /** The desk channel's id, under the name of its channel (platform). */
  readonly [channel: string]: unknown;
}

const text = z.string().trim().min(1);

const id = (what: string, isOne: (id: string) => boolean) =>
  z.string().refine(isOne, {
    error: () => `the id of a ${bareIds()?.title} ${what}: ${bareIds()?.ids.named?.says}`,
  });

/** An id of the platform whose ids have no prefix. It must be a string, because a JSON number would lose digits. */
export const platformId = (what: string) =>
  id(what, (given) => bareIds()?.ids.named?.form.test(given) ?? false);

const place = id('channel', (given) => chatNamed(given) !== undefined);

/** Allows the names of registered channels in addition to the fields above. */
export function deskFields() {
  const chats = Object.fromEntries(
    allChannels().map(({ name, title, ids }) => {
      const { form, says } = ids.named ?? { form: ids.form, says: ids.means };
      const error = () => `the id of a ${title} channel: ${says}`;
      return [name, text.refine((given) => form.test(given), { error }).optional()];
    }),
  );
  return z.strictObject({
    ...chats,
    channels: z.record(text, place).optional(),
    stories: place.optional(),
    publish: z.boolean().optional(),
  });
}

/** Which channels there are is known once the file is read. */
export const deskSchema = z.unknown().transform((given, context): EditionDesk => {
  const read = deskFields().safeParse(given);
  if (read.success) return read.data;
  for (const issue of read.error.issues) context.issues.push({ ...issue, input: given } as never);
  return z.NEVER;
});
