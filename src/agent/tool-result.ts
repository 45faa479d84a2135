import { fencedJson, plainJson } from '../llm/fence.ts';

/**
 * A tool's result in the form that a model reads: JSON, with fields from outside fenced. Anything that isn't a JSON
 * object is fenced whole.
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

/** A result that was shortened to fit its transcript is plain text. */
function parsed(result: string): unknown {
  try {
    return JSON.parse(result);
  } catch {
    return result;
  }
}
