import { z } from 'zod';
import type { OutputSpec } from '../llm/chat-model.ts';
import type { OutputShape } from '../sessions/output.ts';
import { readJson } from '../text/read-json.ts';
import { sayIssues } from '../text/say-issues.ts';

/** What a provider is told of the answer: its name and JSON schema, before defaults and transforms. */
export function outputSpec(name: string, shape: OutputShape): OutputSpec {
  return { name, schema: z.toJSONSchema(shape.asked ?? shape.schema, { io: 'input' }) };
}

type Read = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: string };

/** Read the JSON value that a reply consists of; a fence or a sentence around it is forgiven. */
export function readOutput(text: string, shape: OutputShape): Read {
  const read = readJson(text);
  if (!read.ok) return read;
  const parsed = shape.schema.safeParse(read.value, { reportInput: true });
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, error: sayIssues(parsed.error, shape.schema) };
}
