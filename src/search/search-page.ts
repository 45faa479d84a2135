/** What a search answers, a page at a time. */
import { z } from 'zod';
import { keyResult } from '../feature/rpc-method.ts';
import type { Given } from '../text/given.ts';
import { OUTCOMES } from './outcome.ts';
import { KINDS } from './search-index.ts';

/** Two numbers. As a tuple, its JSON Schema would be one that clients of older drafts refuse. */
const markSchema = z.array(z.number()).length(2) as unknown as z.ZodType<[number, number]>;

const searchResultSchema = z.strictObject({
  kind: z.enum(KINDS),
  /** The headline; for a source its own title; for a message the conversation's title. */
  title: z.string(),
  /** A part of the text, and the positions of the words in it: UTF-16 units, end exclusive. */
  text: z.string(),
  marks: z.array(markSchema),
  atMs: z.number(),
  author: z.string().exactOptional(),
  category: z.string().exactOptional(),
  outlet: z.string().exactOptional(),
  language: z.string().exactOptional(),
  /** For a message: its conversation. */
  sessionKey: keyResult.exactOptional(),
  entryId: z.string().exactOptional(),
  /** A story, or the story that a source belongs to. */
  storyId: z.string().exactOptional(),
  headline: z.string().exactOptional(),
  thread: keyResult.exactOptional(),
  outcome: z.enum(OUTCOMES).exactOptional(),
  /** The page of a source; the address of a message or thread on its platform. */
  url: z.string().exactOptional(),
});
export type SearchResult = Given<z.output<typeof searchResultSchema>>;

export const searchPageSchema = z.strictObject({
  /** The best first. */
  results: z.array(searchResultSchema),
  /** For the next page; absent on the last. */
  cursor: z.string().exactOptional(),
  /** False while older items are still being indexed, so there may be more later. */
  complete: z.boolean(),
});
export type SearchPage = Given<z.output<typeof searchPageSchema>>;
