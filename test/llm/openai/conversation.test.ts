import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '../../../src/llm/chat-model.ts';
import { conversationOf } from '../../../src/llm/openai/conversation.ts';

const told = (...messages: ChatMessage[]) =>
  conversationOf('S', messages, { alternating: false, systemRole: true })
    .slice(1)
    .map((message) => {
      const calls = 'tool_calls' in message ? (message.tool_calls ?? []).map(({ id }) => id) : [];
      const of = message.role === 'tool' ? ` of ${message.tool_call_id}` : '';
      return `${message.role}${of}: ${[message.content ?? '', ...calls].join(' ').trim()}`;
    });
const user = (text: string): ChatMessage => ({ role: 'user', text });
const calls = (...ids: string[]): ChatMessage => ({
  role: 'assistant',
  text: '',
  toolCalls: ids.map((id) => ({ id, name: 'search', args: {} })),
});
const result = (callId: string, text = callId.toUpperCase()): ChatMessage => ({
  role: 'tool',
  callId,
  name: 'search',
  text,
});

describe('a conversation for an OpenAI-compatible endpoint', () => {
  it('has each result right after its call, whatever people said in between', () => {
    expect(told(user('Look.'), calls('a', 'b'), result('b'), user('Hurry!'), result('a'))).toEqual([
      'user: Look.',
      'assistant: a b',
      'tool of a: A',
      'tool of b: B',
      'user: Hurry!',
    ]);
  });

  it('leaves out calls without results, and tells results without calls in words', () => {
    expect(told(result('z', 'Nine.'), user('Look.'), calls('a', 'b'), result('b'))).toEqual([
      'user: (the result of search) Nine.',
      'user: Look.',
      'assistant: b',
      'tool of b: B',
    ]);
  });

  it('gives ids that come again to the nearest result', () => {
    expect(told(calls('a'), result('a', 'one'), calls('a'), result('a', 'two'))).toEqual([
      'assistant: a',
      'tool of a: one',
      'assistant: a',
      'tool of a: two',
    ]);
  });

  it('shortens ids that are longer than OpenAI takes', () => {
    const long = 'x'.repeat(41);
    expect(told(calls(long), result(long, 'one'))).toEqual([
      'assistant: call-of-another-1',
      'tool of call-of-another-1: one',
    ]);
  });

  it('says who said it, in one line, and has no empty words', () => {
    expect(
      told({ role: 'user', text: 'Hi.', name: 'Ada\nBo' }, { role: 'assistant', text: ' ' }, user('')),
    ).toEqual(['user: Ada Bo: Hi.', 'user: (nothing)']);
  });
});
