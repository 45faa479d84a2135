/** What the loopback Gemini is told to do: replies in its own parts, and faults. */

export interface WirePart {
  readonly text?: string;
  readonly thought?: boolean;
  readonly thoughtSignature?: string;
  readonly functionCall?: {
    readonly id?: string;
    readonly name: string;
    readonly args?: Readonly<Record<string, unknown>>;
  };
}

export interface GeminiReply {
  /** Each is a chunk of the stream. */
  readonly parts?: readonly WirePart[];
  /** STOP when absent; null: the stream ends without one. */
  readonly finishReason?: string | null;
  readonly usage?: {
    readonly promptTokenCount?: number;
    readonly candidatesTokenCount?: number;
    readonly thoughtsTokenCount?: number;
    readonly totalTokenCount?: number;
  };
  readonly modelVersion?: string;
  /** The prompt was blocked: no candidate at all. */
  readonly blockReason?: string;
  /** No candidate, and no reason. */
  readonly empty?: boolean;
}

export type GeminiFault =
  /** 429: the minute's requests are used up. Where the hint stands: in the details, in the sentence, nowhere. */
  | {
      readonly kind: 'per_minute';
      readonly retryMs?: number;
      readonly hint?: 'details' | 'sentence' | 'header' | 'none';
    }
  /** 429: the day's are. Its hint of seconds is as misleading as Google's. */
  | { readonly kind: 'per_day' }
  /** 429 without any details. */
  | { readonly kind: 'exhausted' }
  /** Google's form of an error, in place of the stream. */
  | {
      readonly kind: 'error';
      readonly code: number;
      readonly status: string;
      readonly message: string;
      readonly retryMs?: number;
    }
  /** The same, in mid-stream. */
  | {
      readonly kind: 'error_in_stream';
      readonly code: number;
      readonly status: string;
      readonly message: string;
    }
  /** Any answer that isn't Google's. */
  | {
      readonly kind: 'raw';
      readonly status: number;
      readonly type: string;
      readonly body: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** In place of a stream's JSON. */
  | { readonly kind: 'raw_stream'; readonly body: string }
  /** Closes the socket without an answer. */
  | { readonly kind: 'hangs_up' }
  /** Never answers. */
  | { readonly kind: 'never_answers' }
  /** Begins a stream and closes the socket. */
  | { readonly kind: 'breaks_off'; readonly after: string }
  /** Begins a stream and says no more. */
  | { readonly kind: 'falls_silent'; readonly after: string };

export type Script = { readonly reply: GeminiReply } | { readonly fault: GeminiFault };

/** Text in pieces. */
export function says(...pieces: string[]): GeminiReply {
  return { parts: pieces.map((text) => ({ text })) };
}

/** Calls of tools, as Gemini 3 writes them: each with an id. */
export function asks(...calls: { name: string; args?: Record<string, unknown>; id?: string }[]): GeminiReply {
  return {
    parts: calls.map((functionCall, n) => ({ functionCall: { id: `call-${n + 1}`, ...functionCall } })),
  };
}

/** Google's error as JSON. */
export function errorBody(
  code: number,
  status: string,
  message: string,
  details: readonly object[] = [],
): string {
  return JSON.stringify({
    error: { code, message, status, ...(details.length > 0 && { details }) },
  });
}

export const retryInfo = (ms: number) => ({
  '@type': 'type.googleapis.com/google.rpc.RetryInfo',
  retryDelay: `${ms / 1_000}s`,
});

const quotaFailure = (quotaId: string, model: string) => ({
  '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
  violations: [
    {
      quotaMetric: 'generativelanguage.googleapis.com/generate_content_free_tier_requests',
      quotaId,
      quotaDimensions: { location: 'global', model },
      quotaValue: '10',
    },
  ],
});

const USED_UP =
  'You exceeded your current quota, please check your plan and billing details. For more information on this ' +
  'error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.';

/** The limits' answers as Google writes them. @returns body and, where the hint stands there, the header. */
export function limitBody(
  fault: Extract<GeminiFault, { kind: 'per_minute' | 'per_day' | 'exhausted' }>,
  model: string,
): { body: string; retryAfter?: string } {
  if (fault.kind === 'exhausted')
    return { body: errorBody(429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).') };
  if (fault.kind === 'per_day')
    return {
      body: errorBody(429, 'RESOURCE_EXHAUSTED', `${USED_UP}\nPlease retry in 22.4s.`, [
        quotaFailure('GenerateRequestsPerDayPerProjectPerModel-FreeTier', model),
        retryInfo(22_000),
      ]),
    };
  const { retryMs = 7_000, hint = 'details' } = fault;
  const sentence = hint === 'sentence' ? `${USED_UP}\nPlease retry in ${retryMs / 1_000}s.` : USED_UP;
  const details = [
    quotaFailure('GenerateRequestsPerMinutePerProjectPerModel-FreeTier', model),
    ...(hint === 'details' ? [retryInfo(retryMs)] : []),
  ];
  return {
    body: errorBody(429, 'RESOURCE_EXHAUSTED', sentence, details),
    ...(hint === 'header' && { retryAfter: String(retryMs / 1_000) }),
  };
}
