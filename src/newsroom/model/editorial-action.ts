/** What editors do with a story: one action, as it is asked for and as it stands in the book. */
import { z } from 'zod';
import type { Given } from '../../text/given.ts';

/** An action as an editor requests it. */
export interface EditorsRequest {
  readonly by: string;
  readonly atMs: number;
  readonly why?: string;
  /** Identifies the request (a button press, a tool call); the same key twice is one action. */
  readonly key?: string;
}

/** An action as stored; append-only. */
export const editorialActionSchema = z.strictObject({
  story: z.string(),
  /** Numbered from 1 within the story. */
  n: z.number(),
  kind: z.enum(['hold', 'approve', 'kill', 'retry', 'correct', 'follow', 'unfollow', 'update', 'write']),
  by: z.string(),
  atMs: z.number(),
  why: z.string().exactOptional(),
  /** For a correction: what is right. For a retry: the new story's id. For an update: its line under the title. */
  text: z.string().exactOptional(),
  /** For a hold: an embargo until then. For an approval: embargoes end then. For a follow: its end. */
  untilMs: z.number().exactOptional(),
  /** For an update: whether it was withdrawn since. */
  isWithdrawn: z.boolean().exactOptional(),
});
export type EditorialAction = Given<z.output<typeof editorialActionSchema>>;

/** An action before it is numbered. */
export interface NewEditorialAction extends Omit<EditorialAction, 'n'> {
  readonly key?: string;
  /** What the story was about, to recognise it when it comes up again. */
  readonly about?: {
    readonly url: string;
    readonly eventId?: number;
    /** As planned, written and posted, and those of its sources. */
    readonly titles?: readonly string[];
  };
}

/** The cost of all model calls for a story; unknown prices are not zero. */
export const storyCostSchema = z.strictObject({
  attempts: z.number(),
  tokens: z.number(),
  usd: z.number().exactOptional(),
});
export type StoryCost = Given<z.output<typeof storyCostSchema>>;
