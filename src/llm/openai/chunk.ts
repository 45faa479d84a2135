/** The schema of a piece of a streamed reply. A whole reply is one piece, with `message` instead of `delta`. */
import { z } from 'zod';

/** Some servers send a list of parts, including thoughts. */
const words = z
  .union([
    z.string(),
    z
      .array(z.object({ type: z.string().nullish(), text: z.string().nullish() }))
      .transform((parts) =>
        parts.map(({ type, text }) => (type === undefined || type === 'text' ? (text ?? '') : '')).join(''),
      ),
  ])
  .nullish();

const toolCall = z.object({
  index: z.number().nullish(),
  id: z.string().nullish(),
  function: z
    .object({
      name: z.string().nullish(),
      /** Some servers send the object itself. */
      arguments: z
        .union([z.string(), z.record(z.string(), z.unknown()).transform((args) => JSON.stringify(args))])
        .nullish(),
    })
    .nullish(),
});

const said = z.object({
  content: words,
  refusal: z.string().nullish(),
  /** Thoughts are not part of the reply. */
  reasoning_content: z.unknown().optional(),
  reasoning: z.unknown().optional(),
  tool_calls: z.array(toolCall).nullish(),
});

/** Whole, as receipts are: some servers count in fractions. What can't be read is unknown. */
const count = z.number().transform(Math.ceil).pipe(z.int()).nullish().catch(undefined);

export const chunkSchema = z.object({
  choices: z
    .array(
      z.object({
        index: z.number().nullish(),
        delta: said.nullish(),
        message: said.nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: z
    .object({
      prompt_tokens: count,
      completion_tokens: count,
      completion_tokens_details: z.object({ reasoning_tokens: count }).nullish().catch(undefined),
    })
    .nullish(),
  error: z.unknown().optional(),
});

export type Chunk = z.infer<typeof chunkSchema>;
export type ToolCallPiece = z.infer<typeof toolCall>;
