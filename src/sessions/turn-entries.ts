/** The entries that turns leave in a transcript: what came in, and how it ended. */
import { beginning } from './beginning.ts';
import type { Attachment, Author, Entry, EntryMeta, ReplyTo } from './entry.ts';
import type { SessionKey } from './key.ts';
import { messageEntry, messageTurn } from './message-id.ts';
import type { Inbound, Turn, TurnEnd } from './turn.ts';

/** The inbound text: a person's message, or the readable trigger of a job; never the rendered prompt. */
export function openingEntry(inbound: Inbound, ts: number): Entry {
  const { run } = inbound;
  return {
    v: 1,
    id: `${inbound.id}:0`,
    ts,
    role: inbound.kind === 'heartbeat' || inbound.compaction ? 'system' : 'user',
    content: inbound.text,
    ...(inbound.author && { author: { ...inbound.author } }),
    meta: {
      turn: inbound.id,
      ...(inbound.clientId !== undefined && { clientId: inbound.clientId }),
      ...surroundings(inbound),
      ...(inbound.compaction && { kind: 'compaction' as const }),
    },
    ...(run && {
      _cron_turn: true as const,
      cron_job_id: run.jobId,
      cron_job_name: run.jobName,
      cron_run_id: inbound.id,
      ...(inbound.prompt && { cron_prompt_ref: { ...inbound.prompt.ref } }),
    }),
  };
}

/** The message that it replies to, and its files. */
function surroundings({
  replyTo,
  attachments = [],
}: Pick<Inbound, 'replyTo' | 'attachments'>): Pick<EntryMeta, 'replyTo' | 'attachments'> {
  return {
    ...(replyTo && { replyTo: { ...replyTo } }),
    ...(attachments.length > 0 && { attachments: attachments.map((attachment) => ({ ...attachment })) }),
  };
}

/** The readable trigger of a scheduled turn, the same in every transcript. */
export function triggerText(jobName: string, message: string): string {
  return `Scheduled cron job triggered: ${jobName}\n\n${message}`;
}

/** How a turn ended. `n` is the entry's number in its turn. */
export function closingEntry(turn: Turn, n: number, end: TurnEnd, ts: number): Entry {
  const { run } = turn;
  const { status, servedBy, ofPages } = end;
  return {
    v: 1,
    id: `${turn.id}:${n}`,
    ts,
    role: status === 'ok' && !turn.compaction ? 'assistant' : 'system',
    content: end.summary,
    meta: {
      turn: turn.id,
      ...closureOf(turn, end),
      status,
      ...(servedBy && { servedBy }),
      ...(ofPages && { ofPages }),
    },
    ...(run && { cron_job_id: run.jobId, cron_job_name: run.jobName, cron_run_id: turn.id }),
  };
}

/** A compaction closes with its summary; a failed one leaves a record that is not part of the conversation. */
function closureOf({ compaction }: Turn, { status, summary }: TurnEnd): EntryMeta {
  if (!compaction) return { kind: 'closure' };
  const isSummary = status === 'ok' && summary.trim() !== '';
  return isSummary ? { kind: 'summary', covers: compaction.covers } : { kind: 'compaction' };
}

/** Characters kept of a quotation and of a file's name. */
const QUOTED_CHARS = 2_000;
const NAME_CHARS = 120;
/** How many files of one message are named. */
const MOST_FILES = 10;

interface Surroundings {
  readonly replyTo?: ReplyTo;
  readonly attachments?: readonly Attachment[];
}

/** A message's reply target and files, shortened. */
export function quoted({ replyTo, attachments }: Surroundings): Surroundings {
  const text = replyTo?.text;
  return {
    ...(replyTo && {
      replyTo: { ...replyTo, ...(text !== undefined && { text: beginning(text, QUOTED_CHARS - 1) }) },
    }),
    ...(attachments && {
      attachments: attachments
        .slice(0, MOST_FILES)
        .map((attachment) => ({ ...attachment, name: beginning(attachment.name, NAME_CHARS) })),
    }),
  };
}

/** Talk that wasn't addressed to the desk. Its entry has the same id as if it had been. */
export function observedEntry(heard: {
  readonly session: SessionKey;
  readonly id: string;
  readonly text: string;
  readonly author: Author;
  readonly atMs: number;
  readonly replyTo?: ReplyTo;
  readonly attachments?: readonly Attachment[];
}): Entry {
  const { session, id, text, author, atMs } = heard;
  const meta = { kind: 'observed' as const, ...surroundings(heard) };
  return { v: 1, id: messageEntry(session, id), ts: atMs, role: 'user', content: text, author: { ...author }, meta };
}

/** The new text of a message. `n` counts its edits from one. */
export function editEntry(
  target: Entry,
  edit: { readonly n: number; readonly text: string; readonly atMs: number; readonly author?: Author },
): Entry {
  const { n, text, atMs, author } = edit;
  const meta = { kind: 'edit' as const, target: target.id };
  const id = `${target.id}:edit${n}`;
  return { v: 1, id, ts: atMs, role: 'user', content: text, ...(author && { author: { ...author } }), meta };
}

/** The entry that deletes another; the text itself is erased later. */
export function deletionEntry(target: Pick<Entry, 'id' | 'author'>, atMs: number): Entry {
  const content = `${target.author?.name ?? 'Somebody'} took back a message`;
  const meta = { kind: 'delete' as const, target: target.id };
  return { v: 1, id: `${target.id}:gone`, ts: atMs, role: 'system', content, meta };
}

/** Marks that earlier messages are missing, because too many came while the desk wasn't listening. */
export function skippedEntry(session: SessionKey, id: string, atMs: number): Entry {
  const content = 'While the desk was away, more was said here than it reads back: older messages were skipped.';
  return { v: 1, id: `${messageTurn(session, id)}:skipped`, ts: atMs, role: 'system', content };
}
