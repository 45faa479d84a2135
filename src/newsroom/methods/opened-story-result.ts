/** What `newsroom.story.open` answers: a story's sentences and claims beside its sources. */
import { z } from 'zod';
import { claimSchema } from '../model/claim.ts';

const spotSchema = z.strictObject({
  n: z.number(),
  title: z.literal(true).exactOptional(),
  start: z.number(),
  end: z.number(),
});

const sentenceSchema = z.strictObject({
  i: z.number(),
  cites: z.array(z.number()),
  parts: z.array(z.strictObject({ text: z.string(), claim: z.number().exactOptional() })),
  whole: z.array(z.number()),
  nearest: spotSchema.exactOptional(),
});

export const openedStorySchema = z.strictObject({
  id: z.string(),
  title: sentenceSchema.exactOptional(),
  lines: z.array(z.strictObject({ isHeading: z.boolean(), sentences: z.array(sentenceSchema) })),
  claims: z.array(
    z.strictObject({
      kind: claimSchema.shape.kind,
      text: z.string(),
      verdict: z.enum(['supported', 'doubted', 'contradicted', 'not_checkable']),
      because: claimSchema.shape.because,
      doubt: z.string().exactOptional(),
      spot: spotSchema.exactOptional(),
    }),
  ),
  sources: z.array(
    z.strictObject({
      n: z.number(),
      outlet: z.string(),
      title: z.string(),
      url: z.string(),
      usable: z.boolean(),
      text: z.string(),
    }),
  ),
  conflicts: z.array(z.array(z.strictObject({ value: z.string(), spot: spotSchema }))),
  versions: z.array(z.strictObject({ before: z.string(), after: z.string() })),
  log: z.array(
    z.strictObject({
      atMs: z.number(),
      what: z.string(),
      by: z.string().exactOptional(),
      said: z.string().exactOptional(),
    }),
  ),
  cost: z
    .strictObject({ attempts: z.number(), tokens: z.number(), usd: z.number().exactOptional() })
    .exactOptional(),
});
