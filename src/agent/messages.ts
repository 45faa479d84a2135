/**
 * Messages in the form that a model reads. What people said to the desk is verbatim. Text from outside (tool
 * results, posted stories, quotations, file names) is fenced, and so is overheard talk. Transcripts keep the plain
 * text.
 */
import { withAsides } from '../llm/aside.ts';
import type { Aside } from '../llm/aside.ts';
import type { ChatMessage } from '../llm/chat-model.ts';
import { fenced } from '../llm/fence.ts';
import { shown } from '../llm/invisible.ts';
import type { Attachment, Entry, ReplyTo } from '../sessions/entry.ts';
import { foldName } from '../text/fold-name.ts';
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
  const text = isMaterial(entry) ? fenced(content) : content;
  if (role === 'assistant') {
    const calls = meta?.toolCalls?.map(({ id, name, args }) => ({ id, name, args }));
    return { role, text, ...(calls && { toolCalls: calls }) };
  }
  // The desk's own remarks are part of the conversation, and of no author.
  if (role === 'system') return { role: 'user', text, name: DESK };
  const name = author && speaker(author.name);
  // Overheard talk asks nothing of the desk, and must not act with the rights of the next asker.
  const words = meta?.kind === 'observed' ? fenced(content) : content;
  return { role: 'user', text: withAsides(asidesOf(entry), words), ...(name !== undefined && { name }) };
}

const DESK = 'desk';

/** A person's name, in front of a colon: neither the desk's nor with another speaker in it, and with nothing hidden. */
function speaker(name: string): string {
  const plain = shown(name).replaceAll(/[:：]/gu, ' ').trim();
  return foldName(plain) === DESK ? `${plain} (a person)` : plain;
}

/** Stories, reports with their titles, newsletters and briefs come from other people's pages; a summary retells them. */
function isMaterial({ meta }: Entry): boolean {
  const kind = meta?.kind ?? '';
  return meta?.ofPages === true || ['story', 'batch', 'report', 'summary'].includes(kind);
}

function asidesOf({ meta }: Entry): Aside[] {
  const { replyTo, attachments = [] } = meta ?? {};
  const asides: Aside[] = [];
  if (meta?.kind === 'observed')
    asides.push({ opening: 'overheard', text: '– said to others and not to you' });
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

/**
 * With its author, whom a webhook may call anything. On one line, like all remarks: a line break would end the fence on
 * another line than it began.
 */
function answered({ author = 'a message', text = '' }: ReplyTo): string {
  const words = text.trim() === '' ? author : `${author}: "${text}"`;
  return fenced(words.replace(/\s+/gu, ' ').trim());
}

function fileName({ name, type }: Attachment): string {
  const plain = name.replace(/\s+/gu, ' ');
  return type === undefined ? `"${plain}"` : `"${plain}" (${type})`;
}
