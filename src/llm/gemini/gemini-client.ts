/**
 * The SDK, loaded on first use, with its own retries, redirects (they would send the key elsewhere) and environment
 * settings switched off. A response that is not Gemini's becomes a `Refusal` before the SDK parses it.
 */
import type { GoogleGenAI } from '@google/genai';
import { beginningOf } from '../beginning-of.ts';

/** A response other than the expected one. Its text is raw: mask it before showing it. */
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

/** @param base the address, without a version */
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
