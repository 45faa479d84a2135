/**
 * A connection to the endpoint: the SDK, loaded on first use.
 *
 * It never retries or logs, follows no redirect (the conversation would go elsewhere), and reads nothing from the
 * environment except the SDK's OPENAI_CUSTOM_HEADERS.
 */
import type { OpenAI } from 'openai';
import { beginningOf } from '../beginning-of.ts';
import type { Address } from './address.ts';

export interface Connection {
  readonly sdk: typeof import('openai');
  /** Parses a stream of events. */
  readonly Stream: typeof import('openai/streaming').Stream;
  readonly client: OpenAI;
}

/** Our own limits are shorter; this one is a safety net. */
const SDK_TIMEOUT_MS = 10 * 60_000;
const ERROR_CHARACTERS = 20_000;

/** Open a connection. Without a key no Authorization header is sent. */
export async function openConnection(address: Address, key: string | undefined): Promise<Connection> {
  const [sdk, { Stream }] = await Promise.all([import('openai'), import('openai/streaming')]);
  const client = new sdk.OpenAI({
    baseURL: address.base,
    // The SDK requires one; without a key no header is sent.
    apiKey: key ?? 'none',
    ...(key === undefined && { defaultHeaders: { Authorization: null } }),
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: SDK_TIMEOUT_MS,
    logLevel: 'off',
    fetch: plainlyRefused,
  });
  return { sdk, Stream, client };
}

/** A fetch that rewrites errors into the form that the SDK parses; it would lose other forms. */
async function plainlyRefused(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'manual' });
  if (response.ok) return response;
  const text = (await beginningOf(response)).slice(0, ERROR_CHARACTERS);
  return new Response(plainError(text) ?? text, { status: response.status, headers: response.headers });
}

function plainError(text: string): string | undefined {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return undefined;
  }
  const error = errorIn(body);
  return error === undefined ? undefined : JSON.stringify({ error });
}

/** Other forms: `{error: "…"}`, `{message, code}`, FastAPI's `{detail}`, lists of them, and one wrapped in a `message`. */
function errorIn(body: unknown): object | undefined {
  if (Array.isArray(body)) return errorIn(body[0]);
  if (typeof body !== 'object' || body === null) return undefined;
  const { error, message, detail, ...rest } = body as Record<string, unknown>;
  if (typeof error === 'object' && error !== null) return error;
  if (typeof error === 'string') return { ...rest, message: error };
  if (typeof message === 'string') return { ...rest, message };
  const wrapped = errorIn(message);
  if (wrapped) return { ...rest, ...wrapped };
  if (typeof detail === 'string') return { message: detail };
  if (Array.isArray(detail)) return { message: detail.map(sayDetail).join('; ') };
  return undefined;
}

function sayDetail(detail: unknown): string {
  const { loc, msg } = (detail ?? {}) as { loc?: unknown; msg?: unknown };
  const place = Array.isArray(loc) ? `${loc.join('.')}: ` : '';
  return place + (typeof msg === 'string' ? msg : JSON.stringify(detail));
}
