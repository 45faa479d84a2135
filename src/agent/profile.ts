import { z } from 'zod';
import { TASKS } from '../llm/chat-model.ts';

/** A turn profile: what kind of turn it is, what it may use, and how far it may go. */
export const profileSchema = z.strictObject({
  task: z.enum(TASKS),
  /** The prompt with the model's role and rules. */
  system: z.string(),
  /** The prompt of a scheduled turn; absent: the model reads the job's message. */
  prompt: z.string().exactOptional(),
  /** Tool name → maximum calls per turn. */
  tools: z.record(z.string(), z.number().int().positive()),
  /** The name of the structured result; absent: the turn ends with text. */
  output: z.string().exactOptional(),
  limits: z.strictObject({
    /** Model calls, successful or not. */
    attempts: z.number().int().positive(),
    /** Tokens over all calls, input and output. */
    tokens: z.number().int().positive(),
    max_output_tokens: z.number().int().positive(),
    temperature: z.number().min(0).max(2).exactOptional(),
    timeout_seconds: z.number().positive(),
  }),
  /** Tokens of history in the window. */
  window_tokens: z.number().int().nonnegative(),
});

export type TurnProfile = z.infer<typeof profileSchema>;
