/**
 * The line to the endpoint: the SDK, loaded when it is first needed.
 *
 * It never retries, never logs, and takes nothing from the environment by itself but the SDK's OPENAI_CUSTOM_HEADERS.
 */
import type { OpenAI } from 'openai';
import type { Address } from './address.ts';

export interface Line {
  readonly sdk: typeof import('openai');
  /** Reads a stream of events. */
  readonly Stream: typeof import('openai/streaming').Stream;
  readonly client: OpenAI;
}

/** Ours is shorter; this one only bounds what nobody watches. */
const SDK_TIMEOUT_MS = 10 * 60_000;
const ERROR_CHARACTERS = 20_000;

/** A connection to an endpoint; without a key no Authorization header is sent. The SDK retries nothing. */
export async function openLine(address: Address, key: string | undefined): Promise<Line> {
  const [sdk, { Stream }] = await Promise.all([import('openai'), import('openai/streaming')]);
  const client = new sdk.OpenAI({
    baseURL: address.base,
    // The SDK wants one; without a key no header is sent.
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

/** A fetch whose refusals all have the form that the SDK reads; otherwise it would lose what other servers say. */
async function plainlyRefused(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (response.status < 400) return response;
  const text = (await response.text()).slice(0, ERROR_CHARACTERS);
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

/** Also `{error: "…"}`, `{message, code}`, FastAPI's `{detail}`, and lists of them. */
function errorIn(body: unknown): object | undefined {
  if (Array.isArray(body)) return errorIn(body[0]);
  if (typeof body !== 'object' || body === null) return undefined;
  const { error, message, detail, ...rest } = body as Record<string, unknown>;
  if (typeof error === 'object' && error !== null) return error;
  if (typeof error === 'string') return { ...rest, message: error };
  if (typeof message === 'string') return { ...rest, message };
  if (typeof detail === 'string') return { message: detail };
  if (Array.isArray(detail)) return { message: detail.map(sayDetail).join('; ') };
  return undefined;
}

function sayDetail(detail: unknown): string {
  const { loc, msg } = (detail ?? {}) as { loc?: unknown; msg?: unknown };
  const place = Array.isArray(loc) ? `${loc.join('.')}: ` : '';
  return place + (typeof msg === 'string' ? msg : JSON.stringify(detail));
}
