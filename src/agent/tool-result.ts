import { fencedJson, plainJson } from '../llm/fence.ts';

/**
 * A tool's result as a model reads it: JSON, in which the fields that are from outside stand in fences. What is no
 * JSON object, as nothing of this desk writes it, is fenced whole.
 */
export function fencedResult(result: string, outside: readonly string[]): string {
  if (outside.length === 0) return result;
  const value = parsed(result);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fencedJson(value);
  const fields = Object.entries(value as Record<string, unknown>);
  const texts = fields.map(
    ([name, field]) =>
      `${JSON.stringify(name)}:${outside.includes(name) ? fencedJson(field) : plainJson(field)}`,
  );
  return `{${texts.join(',')}}`;
}

/** A result that was cut to fit into its transcript is text. */
function parsed(result: string): unknown {
  try {
    return JSON.parse(result);
  } catch {
    return result;
  }
}
