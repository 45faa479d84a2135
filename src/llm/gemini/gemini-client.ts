/**
 * The SDK, loaded when it is first needed, with what would surprise us switched off: its own retries, redirects (they
 * would carry the key elsewhere), and settings from the environment. What is no answer of Gemini's is a `Refusal`
 * before the SDK reads it.
 */
import type { GoogleGenAI } from '@google/genai';

/** A server's answer other than what was asked for. Its text is raw: mask it before anybody sees it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly retryAfter: string | undefined;

  constructor(response: Response, body: string) {
    super(`HTTP ${response.status}`);
    this.status = response.status;
    this.contentType = response.headers.get('content-type') ?? '';
    this.body = body;
    this.retryAfter = response.headers.get('retry-after') ?? undefined;
  }
}

/** Nobody reads more of an error than this. */
const MOST_BYTES = 65_536;

/** @param base the address, without a version. */
export async function geminiClient(base: string, key: string): Promise<GoogleGenAI> {
  const sdk = await import('@google/genai');
  return new sdk.GoogleGenAI({
    apiKey: key,
    vertexai: false,
    apiVersion: 'v1beta',
    httpOptions: { baseUrl: base, retryOptions: { attempts: 1 }, fetch: strictFetch },
  });
}

async function strictFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'manual' });
  const type = response.headers.get('content-type') ?? '';
  const wanted = isStream(input) ? /text\/event-stream/i : /application\/json/i;
  if (response.ok && wanted.test(type)) return response;
  throw new Refusal(response, await beginningOf(response));
}

function isStream(input: string | URL | Request): boolean {
  const address = input instanceof Request ? input.url : input;
  return new URL(address).searchParams.get('alt') === 'sse';
}

async function beginningOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  // What breaks off here is an error's text: what there is of it serves.
  try {
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes as Uint8Array, { stream: true });
      if (text.length >= MOST_BYTES) break;
    }
  } catch (error) {
    if (text === '') throw error;
  }
  return text;
}
