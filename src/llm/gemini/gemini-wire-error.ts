/** Parses Google's errors: `{error: {code, status, message, details}}`. Other forms are tolerated. */
import { z } from 'zod';

export interface WireError {
  readonly code: number;
  /** For example RESOURCE_EXHAUSTED; empty when the error has another form. */
  readonly status: string;
  readonly message: string;
  /** For example API_KEY_INVALID. */
  readonly reasons: readonly string[];
  /** Limits that were reached, by id or metric. */
  readonly quotas: readonly string[];
  /** For example "22s". */
  readonly retryDelay?: string;
}

const detail = z.object({
  reason: z.string().optional(),
  retryDelay: z.string().optional(),
  violations: z
    .array(z.object({ quotaId: z.string().optional(), quotaMetric: z.string().optional() }))
    .optional()
    .catch(undefined),
});
const body = z.object({
  error: z.object({
    code: z.number().optional(),
    status: z.string().optional(),
    message: z.string().optional(),
    details: z.array(detail.catch({})).optional().catch(undefined),
  }),
});

/** @param text a body; also an array with one error, as some gateways send it */
export function wireErrorOf(text: string, code: number): WireError {
  const parsed = body.safeParse(jsonOf(text));
  if (!parsed.success) return { code, status: '', message: '', reasons: [], quotas: [] };
  const { error } = parsed.data;
  const details = error.details ?? [];
  const retryDelay = details.flatMap((one) => one.retryDelay ?? [])[0];
  return {
    code: error.code ?? code,
    status: error.status ?? '',
    message: error.message ?? '',
    reasons: details.flatMap((one) => one.reason ?? []),
    quotas: details.flatMap(({ violations = [] }) =>
      violations.flatMap(({ quotaId, quotaMetric }) => quotaId ?? quotaMetric ?? []),
    ),
    ...(retryDelay !== undefined && { retryDelay }),
  };
}

function jsonOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value[0] : value;
  } catch {
    return undefined;
  }
}
