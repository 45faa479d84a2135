import { z } from 'zod';
import type { OutputSpec } from '../llm/chat-model.ts';
import type { OutputShape } from '../sessions/output.ts';

export function outputSpec(name: string, shape: OutputShape): OutputSpec {
  return { name, schema: z.toJSONSchema(shape.schema, { io: 'input' }) };
}

type Read = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: string };

/** Read the JSON value that a reply consists of; a fence around it is forgiven. */
export function readOutput(text: string, shape: OutputShape): Read {
  const fenced = /^\s*```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/.exec(text);
  let value: unknown;
  try {
    value = JSON.parse(fenced?.[1] ?? text);
  } catch (error) {
    return { ok: false, error: `it is no JSON (${(error as Error).message})` };
  }
  const parsed = shape.schema.safeParse(value);
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, error: z.prettifyError(parsed.error) };
}
