/** The newsletter of an edition, in its file. Every field has a default. */
import { z } from 'zod';

const text = z.string().trim().min(1);

export const newsletterSchema = z.strictObject({
  /** What is gathered: what was published in so many days. */
  windowDays: z.int().min(1).max(31).default(7),
  /** Words of headlines: a link needs one of `include`, where there are any, and none of `exclude`. */
  topics: z
    .strictObject({ include: z.array(text).default([]), exclude: z.array(text).default([]) })
    .prefault({}),
  /** What it is about, in a few words each, for a language model; the edition's categories without it. */
  about: z.array(text).default([]),
  /** Whom it is mailed to, where the desk has `SMTP_URL`. A bad address is told when it is sent, and the rest goes on. */
  recipients: z.array(z.string().trim().min(1).max(320)).max(10_000).default([]),
  /** True: it waits for an editor before it is sent. */
  approval: z.boolean().default(false),
});

export type NewsletterSettings = Readonly<z.output<typeof newsletterSchema>>;
