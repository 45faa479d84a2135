import { z } from 'zod';
import type { OutputSpec } from '../llm/chat-model.ts';
import type { OutputShape } from '../sessions/output.ts';
import { readJson } from '../text/read-json.ts';
import { sayIssues } from '../text/say-issues.ts';
import { parseAsWritten } from '../text/parse-as-written.ts';

/** The description of the answer for a provider: its name and JSON schema, before defaults and transforms. */
export function outputSpec(name: string, shape: OutputShape): OutputSpec {
  return { name, schema: z.toJSONSchema(shape.asked ?? shape.schema, { io: 'input' }) };
}

type Read = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: string };

/** Read a reply that is one JSON value; a code fence or a sentence around it is tolerated. */
export function readOutput(text: string, shape: OutputShape): Read {
  const read = readJson(text);
  if (!read.ok) return read;
  const parsed = parseAsWritten(shape.schema, read.value);
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, error: sayIssues(parsed.error, shape.schema) };
}
