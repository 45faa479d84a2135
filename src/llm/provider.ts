import type { ChatModel } from './chat-model.ts';

/** Somebody whom the router may ask. */
export interface Provider {
  /** As chains call it. */
  readonly name: string;
  /** The model that it asks, for status and receipts. */
  readonly model: string;
  /** False for the desk model: it costs nothing and needs no ceiling. */
  readonly languageModel: boolean;
  readonly chat: ChatModel;
}
