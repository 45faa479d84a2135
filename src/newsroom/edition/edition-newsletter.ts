/** The edition file's section on its newsletter. Every field has a default. */
import { z } from 'zod';

const text = z.string().trim().min(1);

export const newsletterSchema = z.strictObject({
  /** Articles published within this many days are collected. */
  windowDays: z.int().min(1).max(31).default(7),
  /** Words in headlines: a link needs one of `include` (if any are given) and none of `exclude`. */
  topics: z
    .strictObject({ include: z.array(text).default([]), exclude: z.array(text).default([]) })
    .prefault({}),
  /** Its subjects in a few words each, for a language model; by default the edition's categories. */
  about: z.array(text).default([]),
  /**
   * E-mail recipients, used when the desk has `SMTP_URL`. A bad address is reported when sending, and the others are
   * served.
   */
  recipients: z.array(z.string().trim().min(1).max(320)).max(10_000).default([]),
  /** If true, it waits for an editor before it is sent. */
  approval: z.boolean().default(false),
});

export type NewsletterSettings = Readonly<z.output<typeof newsletterSchema>>;

/** How far back an edition's newsletters look. */
export function windowMs({ newsletter }: { readonly newsletter: NewsletterSettings }): number {
  return newsletter.windowDays * 24 * 3_600_000;
}
