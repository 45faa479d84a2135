/**
 * Messages as a model reads them. What people said to the desk stands as they said it; what comes from outside (what
 * tools found, posted stories, quotations, names of files) stands in a fence, and so does what was only overheard. Transcripts keep the plain words.
 */
import { withAsides } from '../llm/aside.ts';
import type { Aside } from '../llm/aside.ts';
import type { ChatMessage } from '../llm/chat-model.ts';
import { fenced } from '../llm/fence.ts';
import type { Attachment, Entry, ReplyTo } from '../sessions/entry.ts';
import { fencedResult } from './tool-result.ts';

/** Which fields of a tool's results are from outside. */
export type OutsideOf = (tool: string) => readonly string[];

/** History as a model reads it. */
export function messagesOf(entries: readonly Entry[], outsideOf: OutsideOf): ChatMessage[] {
  return entries.map((entry) => messageOf(entry, outsideOf));
}

/**
 * An entry of the transcript as a message to the model; what tools fetched and what was written from other people's
 * pages is fenced.
 */
export function messageOf(entry: Entry, outsideOf: OutsideOf): ChatMessage {
  const { role, content, meta, author } = entry;
  if (role === 'tool') {
    const name = meta?.toolName ?? '';
    return { role, callId: meta?.toolCallId ?? '', name, text: fencedResult(content, outsideOf(name)) };
  }
  // Stories, and what is told of them with their titles, were written from other people's pages.
  const isOfPages = meta?.kind === 'story' || meta?.kind === 'batch' || meta?.kind === 'report';
  const text = isOfPages ? fenced(content) : content;
  if (role === 'assistant') {
    const calls = meta?.toolCalls?.map(({ id, name, args }) => ({ id, name, args }));
    return { role, text, ...(calls && { toolCalls: calls }) };
  }
  // The desk's own remarks are part of the conversation, and nobody's words.
  if (role === 'system') return { role: 'user', text, name: DESK };
  // Nobody speaks as the desk by calling themselves so.
  const name = author?.name === DESK ? `${DESK} (a person)` : author?.name;
  // Whoever is overheard asks nothing of the desk, and must not act by the rights of whoever asks next.
  const words = meta?.kind === 'observed' ? fenced(content) : content;
  return { role: 'user', text: withAsides(asidesOf(entry), words), ...(name !== undefined && { name }) };
}

const DESK = 'desk';

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

/** Of one line, as an aside is: a break in it would otherwise end the fence in another line than it began. */
function answered({ author = 'a message', text }: ReplyTo): string {
  const words = text?.replace(/\s+/gu, ' ').trim() ?? '';
  return words === '' ? author : `${author}: ${fenced(`"${words}"`)}`;
}

function fileName({ name, type }: Attachment): string {
  const plain = name.replace(/\s+/gu, ' ');
  return type === undefined ? `"${plain}"` : `"${plain}" (${type})`;
}
