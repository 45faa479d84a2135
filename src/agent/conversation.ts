import type { ChatMessage } from '../llm/chat-model.ts';
import type { OutsideOf } from './messages.ts';
import type { OwnWords } from './own-words.ts';

/** What a turn's model reads; it grows with each step. */
export interface Conversation {
  readonly system: string;
  readonly messages: ChatMessage[];
  readonly material: unknown;
  readonly outsideOf: OutsideOf;
  readonly said: OwnWords;
}
