/**
 * Transcripts are lines of JSON: a header, then entries, oldest first. An entry is never changed; an edit or a
 * deletion by a person is a further entry that names its target.
 */
import { z } from 'zod';
import type { SessionKey } from './key.ts';

/** The named, versioned prompt that a scheduled turn was rendered from. */
export interface PromptRef {
  readonly id: string;
  readonly version: number;
  readonly sha256: string;
}

export interface Author {
  readonly id?: string;
  readonly name: string;
}

/** Where a session comes from. `parent` is the parent session's key: for a story's thread, its channel. */
export const originSchema = z.strictObject({
  channel: z.string(),
  chatId: z.string(),
  kind: z.enum(['channel', 'thread', 'forum', 'dm']).exactOptional(),
  guildId: z.string().exactOptional(),
  parent: z.string().exactOptional(),
});
export type Origin = Readonly<z.output<typeof originSchema>>;

export interface Header {
  readonly v: 1;
  readonly header: true;
  readonly key: SessionKey;
  readonly createdAtMs: number;
  readonly origin: Origin;
}

/** The message that this one replies to, as far as known: the beginning of its text. */
const replyToSchema = z.object({
  id: z.string(),
  author: z.string().exactOptional(),
  text: z.string().exactOptional(),
});
/** A file that came with a message. Its name and type are recorded; its content is not read. */
const attachmentSchema = z.object({
  name: z.string(),
  type: z.string().exactOptional(),
  bytes: z.number().exactOptional(),
});

export type ReplyTo = Readonly<z.infer<typeof replyToSchema>>;
export type Attachment = Readonly<z.infer<typeof attachmentSchema>>;

const authorSchema = z.object({ id: z.string().exactOptional(), name: z.string() });
const promptRefSchema = z.object({ id: z.string(), version: z.number(), sha256: z.string() });

/** Facts about an entry other than its text. */
const metaSchema = z.looseObject({
  /** The turn that the entry belongs to. */
  turn: z.string().exactOptional(),
  /**
   * The kind of entry: talk not addressed to the bot; an edit or deletion by a person; a step inside a turn; how a
   * turn ended; a session's reset, …
   */
  kind: z
    .enum([
      'observed',
      'edit',
      'delete',
      'step',
      'closure',
      'generation',
      'compaction',
      'summary',
      'story',
      'batch',
      'report',
    ])
    .exactOptional(),
  /**
   * For an edit or a deletion: the id of the entry that it changes. For a report: the id of the entry that it
   * replaces.
   */
  target: z.string().exactOptional(),
  /** An edit that others will follow; nobody has to be told of it. */
  passing: z.literal(true).exactOptional(),
  /** The text was deleted, from the file as well. */
  erased: z.literal(true).exactOptional(),
  /** Only when reading: the text is newer than the entry. */
  edited: z.literal(true).exactOptional(),
  replyTo: replyToSchema.exactOptional(),
  attachments: z.array(attachmentSchema).exactOptional(),
  /** Calls in an assistant entry, and in a tool entry the call that it answers. */
  toolCalls: z.array(z.object({ id: z.string(), name: z.string(), args: z.unknown() })).exactOptional(),
  toolCallId: z.string().exactOptional(),
  toolName: z.string().exactOptional(),
  /** The run's status, in the ledger's terms. */
  status: z.string().exactOptional(),
  /** What the desk made of other people's pages, such as a newsletter: a model reads it as theirs. */
  ofPages: z.literal(true).exactOptional(),
  /** A story's title post: the key of the thread's session. */
  thread: z.string().exactOptional(),
  /** A summary: the id of the last entry that it covers. */
  covers: z.string().exactOptional(),
  /** The generation that begins with this entry. */
  generation: z.number().exactOptional(),
});

export const entrySchema = z.object({
  v: z.literal(1),
  id: z.string(),
  ts: z.number(),
  role: z.enum(['user', 'assistant', 'tool', 'system']),
  content: z.string(),
  author: authorSchema.exactOptional(),
  meta: metaSchema.exactOptional(),
  _cron_turn: z.literal(true).exactOptional(),
  cron_job_id: z.string().exactOptional(),
  cron_job_name: z.string().exactOptional(),
  cron_run_id: z.string().exactOptional(),
  cron_prompt_ref: promptRefSchema.exactOptional(),
});

export type Entry = z.infer<typeof entrySchema>;
export type EntryMeta = z.infer<typeof metaSchema>;

/** @returns the entry, or undefined where the line is not a valid one. */
export function parseEntry(line: string): Entry | undefined {
  try {
    const parsed = entrySchema.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** The largest entry, in bytes of JSON. A larger one keeps its beginning and the sha256 of the whole. */
export const MAX_ENTRY_BYTES = 64 * 1024;
