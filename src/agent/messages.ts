import type { ChatMessage } from '../llm/chat-model.ts';
import type { Entry } from '../sessions/entry.ts';

/** History as a model reads it. */
export function messagesOf(entries: readonly Entry[]): ChatMessage[] {
  return entries.map(messageOf);
}

export function messageOf(entry: Entry): ChatMessage {
  const { role, content, meta, author } = entry;
  if (role === 'tool')
    return { role, callId: meta?.toolCallId ?? '', name: meta?.toolName ?? '', text: content };
  if (role === 'assistant') {
    const calls = meta?.toolCalls?.map(({ id, name, args }) => ({ id, name, args }));
    return { role, text: content, ...(calls && { toolCalls: calls }) };
  }
  // The desk's own remarks are part of the conversation, and nobody's words.
  if (role === 'system') return { role: 'user', text: content, name: 'desk' };
  return { role: 'user', text: content, ...(author && { name: author.name }) };
}
