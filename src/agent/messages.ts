/**
 * Messages in the form that a model reads. What people said to the desk is verbatim. Text from outside (tool
 * results, posted stories, quotations, file names) is fenced, and so is overheard talk. Transcripts keep the plain
 * text.
 */
import { withAsides } from '../llm/aside.ts';
import type { Aside } from '../llm/aside.ts';
import type { ChatMessage } from '../llm/chat-model.ts';
import { fenced } from '../llm/fence.ts';
import type { Attachment, Entry, ReplyTo } from '../sessions/entry.ts';
import { fencedResult } from './tool-result.ts';

/** The fields of a tool's results with text from outside. */
export type OutsideOf = (tool: string) => readonly string[];

/** History in the form that a model reads. */
export function messagesOf(entries: readonly Entry[], outsideOf: OutsideOf): ChatMessage[] {
  return entries.map((entry) => messageOf(entry, outsideOf));
}

/** A transcript entry as a message to the model, with text from outside fenced. */
export function messageOf(entry: Entry, outsideOf: OutsideOf): ChatMessage {
  const { role, content, meta, author } = entry;
  if (role === 'tool') {
    const name = meta?.toolName ?? '';
    return { role, callId: meta?.toolCallId ?? '', name, text: fencedResult(content, outsideOf(name)) };
  }
  const text = isOfPages(entry) ? fenced(content) : content;
  if (role === 'assistant') {
    const calls = meta?.toolCalls?.map(({ id, name, args }) => ({ id, name, args }));
    return { role, text, ...(calls && { toolCalls: calls }) };
  }
  // The desk's own remarks are part of the conversation, and of no author.
  if (role === 'system') return { role: 'user', text, name: DESK };
  // A person with the desk's name must not be taken for the desk.
  const name = author?.name === DESK ? `${DESK} (a person)` : author?.name;
  // Overheard talk asks nothing of the desk, and must not act with the rights of the next asker.
  const words = meta?.kind === 'observed' ? fenced(content) : content;
  return { role: 'user', text: withAsides(asidesOf(entry), words), ...(name !== undefined && { name }) };
}

const DESK = 'desk';

/** Stories, reports with their titles, newsletters and briefs come from other people's pages. */
function isOfPages({ meta }: Entry): boolean {
  const kind = meta?.kind;
  return meta?.ofPages === true || kind === 'story' || kind === 'batch' || kind === 'report';
}

function asidesOf({ author, meta }: Entry): Aside[] {
  const { replyTo, attachments = [] } = meta ?? {};
  const asides: Aside[] = [];
  if (meta?.kind === 'observed')
    asides.push({
      opening: 'overheard',
      text: `from ${author?.name ?? 'somebody'}, said to others and not to you`,
    });
  if (replyTo) asides.push({ opening: 'replying to', text: answered(replyTo) });
  if (attachments.length > 0)
    asides.push({
      opening: 'with files',
      text: `that you can't read: ${fenced(attachments.map(fileName).join(', '))}`,
    });
  if (meta?.edited)
    asides.push({ opening: 'changed later', text: 'by its author; these are the newest words' });
  return asides;
}

/** On one line, like all remarks: a line break would end the fence on another line than it began. */
function answered({ author = 'a message', text }: ReplyTo): string {
  const words = text?.replace(/\s+/gu, ' ').trim() ?? '';
  return words === '' ? author : `${author}: ${fenced(`"${words}"`)}`;
}

function fileName({ name, type }: Attachment): string {
  const plain = name.replace(/\s+/gu, ' ');
  return type === undefined ? `"${plain}"` : `"${plain}" (${type})`;
}
