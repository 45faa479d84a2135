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

/** What a session came from. `parent` is the parent session's key: a story's thread has its channel there. */
export interface Origin {
  readonly channel: string;
  readonly chatId: string;
  readonly kind?: 'channel' | 'thread' | 'forum' | 'dm';
  readonly guildId?: string;
  readonly parent?: string;
}

export interface Header {
  readonly v: 1;
  readonly header: true;
  readonly key: SessionKey;
  readonly createdAtMs: number;
  readonly origin: Origin;
}

/** What a message answers, as far as it is known: the beginning of the other's words. */
const replyToSchema = z.object({
  id: z.string(),
  author: z.string().exactOptional(),
  text: z.string().exactOptional(),
});
/** A file that came with a message: its name and type are known, its content is not read. */
const attachmentSchema = z.object({
  name: z.string(),
  type: z.string().exactOptional(),
  bytes: z.number().exactOptional(),
});

export type ReplyTo = Readonly<z.infer<typeof replyToSchema>>;
export type Attachment = Readonly<z.infer<typeof attachmentSchema>>;

const authorSchema = z.object({ id: z.string().exactOptional(), name: z.string() });
const promptRefSchema = z.object({ id: z.string(), version: z.number(), sha256: z.string() });

/** What the desk knows about an entry besides its words. */
const metaSchema = z.looseObject({
  /** The turn that the entry belongs to. */
  turn: z.string().exactOptional(),
  /**
   * Talk that wasn't addressed to the bot; a person's change to an earlier message, or its withdrawal; a step inside
   * a turn; how a turn ended; a session's reset, …
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
  /** An edit or a deletion: the id of the entry that it is about. A report: of the one that it stands for from now on. */
  target: z.string().exactOptional(),
  /** An edit that others will follow: nobody has to be told of it. */
  passing: z.literal(true).exactOptional(),
  /** Its words were taken back, and are gone from the file as well. */
  erased: z.literal(true).exactOptional(),
  /** Only in what is read: the words are newer than the entry. */
  edited: z.literal(true).exactOptional(),
  replyTo: replyToSchema.exactOptional(),
  attachments: z.array(attachmentSchema).exactOptional(),
  /** Calls that an assistant entry made, and the call that a tool entry answers. */
  toolCalls: z.array(z.object({ id: z.string(), name: z.string(), args: z.unknown() })).exactOptional(),
  toolCallId: z.string().exactOptional(),
  toolName: z.string().exactOptional(),
  /** How the turn ended, in the ledger's words. */
  status: z.string().exactOptional(),
  /** A story's title post: the key of the thread's session. */
  thread: z.string().exactOptional(),
  /** A summary: the id of the last entry that it stands for. */
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

/** @returns the entry, or undefined where the line is not one. */
export function parseEntry(line: string): Entry | undefined {
  try {
    const parsed = entrySchema.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** The longest entry, in bytes of JSON; what is larger keeps its beginning and the whole's sha256. */
export const MAX_ENTRY_BYTES = 64 * 1024;
