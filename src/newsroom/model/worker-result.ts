/** What a worker hands in: a draft, or why there is none. The field names are a contract. */
import { z } from 'zod';
import { outputShape } from '../../sessions/output.ts';

/** Counted again by code. */
const count = z.int().nonnegative().default(0).catch(0);

export const workerResultSchema = z.looseObject({
  status: z.enum(['SUCCESS', 'FAILURE']),
  story_id: z.string().default(''),
  category: z.string().default(''),
  title: z.string().default(''),
  primary_url: z.string().default(''),
  thread_id: z.string().nullish(),
  content_posted: z.boolean().default(false),
  content_message_ids: z.array(z.string()).default([]),
  images_attached_count: count,
  read_more_urls_count: count,
  report_char_count: count,
  draft: z
    .looseObject({
      body: z.string().default(''),
      read_more_urls: z.array(z.string()).default([]),
      card_prompt: z.string().nullish(),
      infographic_prompt: z.string().nullish(),
    })
    .default({ body: '', read_more_urls: [] }),
  concrete_anchor_provided: z.boolean().default(false),
  concrete_anchor_used: z.boolean().default(false),
  /** Citation numbers of the pack's sources; URLs are accepted too. */
  sources_used: z.array(z.union([z.int(), z.string()])).default([]),
  error_type: z.string().nullish(),
  error_message: z.string().nullish(),
});

export type WorkerResult = z.infer<typeof workerResultSchema>;

/** Error types of results; `validation_failed` is the desk's own finding. */
export type StoryErrorType =
  | 'discord_429'
  | 'discord_403'
  | 'discord_error'
  | 'http_429'
  | 'http_503'
  | 'timeout'
  | 'paywall'
  | 'missing_data'
  | 'validation_failed'
  | 'unknown';

/** What a reporter fills in. Everything else comes from the job, or is counted, cited and linked by code. */
const asked = z.object({
  status: z.enum(['SUCCESS', 'FAILURE']),
  title: z.string(),
  draft: z.object({
    body: z.string().describe('Paragraphs separated by blank lines.'),
    card_prompt: z
      .string()
      .nullable()
      .describe('Up to three facts of the body in its words, one a line, without citations.'),
    infographic_prompt: z
      .string()
      .nullable()
      .describe(
        'Two to four lines "31 to 12: votes for the library": a value of the body, a colon, a caption.',
      ),
  }),
  error_message: z.string().nullable(),
});

/** The output of the profiles `reporter` and `rescue`: `worker_result`. */
export const workerOutput = outputShape<WorkerResult>({
  schema: workerResultSchema as z.ZodType<WorkerResult>,
  asked,
  end: (value) =>
    value.status === 'SUCCESS'
      ? { status: 'ok', summary: `Wrote "${value.title}".`, value }
      : { status: 'failed', summary: value.error_message ?? 'The story could not be written.', value },
});
