import { z } from 'zod';
import { TASKS } from '../llm/chat-model.ts';

/** A turn profile: what kind of turn it is, what it may use, and how far it may go. */
export const profileSchema = z.strictObject({
  task: z.enum(TASKS),
  /** The prompt that says who the model is and what the rules are. */
  system: z.string(),
  /** The prompt of a scheduled turn; without one, the job's message is what the model reads. */
  prompt: z.string().exactOptional(),
  /** Tool name → how often one turn may call it. */
  tools: z.record(z.string(), z.number().int().positive()),
  /** The name of the value that the turn ends with; without one, it ends with text. */
  output: z.string().exactOptional(),
  limits: z.strictObject({
    /** Calls of a model, successful or not. */
    attempts: z.number().int().positive(),
    /** Tokens over all calls, input and output. */
    tokens: z.number().int().positive(),
    max_output_tokens: z.number().int().positive(),
    temperature: z.number().min(0).max(2).exactOptional(),
    timeout_seconds: z.number().positive(),
  }),
  /** Tokens of history that a turn sees. */
  window_tokens: z.number().int().nonnegative(),
});

export type TurnProfile = z.infer<typeof profileSchema>;
