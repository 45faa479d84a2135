/** Gemini before a loopback server, as the tests need it. */
import { geminiFrom } from '../../../src/llm/gemini/gemini-from.ts';
import type { GeminiSettings } from '../../../src/llm/gemini/gemini-from.ts';
import type { GeminiModel } from '../../../src/llm/gemini/gemini-model.ts';
import type { ModelRequest } from '../../../src/llm/chat-model.ts';
import type { ModelState } from '../../../src/llm/receipt.ts';
import type { Clock } from '../../../src/time/clock.ts';
import { FakeClock } from '../../support/fake-clock.ts';

/** State that is kept for as long as a test holds it: another desk may be started on it. */
export class MemoryState implements ModelState {
  readonly kept = new Map<string, string>();

  get(name: string): Promise<string | undefined> {
    return Promise.resolve(this.kept.get(name));
  }

  set(name: string, value: string): Promise<void> {
    this.kept.set(name, value);
    return Promise.resolve();
  }
}

let ids = 0;

export function geminiAt(
  settings: Partial<GeminiSettings>,
  { clock = new FakeClock(), state = new MemoryState() }: { clock?: Clock; state?: ModelState } = {},
): GeminiModel {
  return geminiFrom({ keys: [KEY], ...settings }, { clock, state, newId: () => `made-up-${++ids}` })!;
}

export const KEY = 'AIzaSy-first-key-0123456789';

export function request(over: Partial<ModelRequest> = {}): ModelRequest {
  return {
    task: 'chat',
    system: 'You are the desk.',
    messages: [{ role: 'user', text: 'Does the ferry sail?' }],
    tools: [],
    limits: { maxOutputTokens: 500 },
    signal: new AbortController().signal,
    ...over,
  };
}

/** What a reply was rejected with. */
export async function failure<E extends Error = Error>(reply: Promise<unknown>): Promise<E> {
  try {
    await reply;
  } catch (error) {
    return error as E;
  }
  throw new Error('it was expected to fail');
}
