/**
 * Parses what a model filled in. Models write null or an empty text for what they leave out, "3", "[3]" or "Story 3" for 3,
 * "true" for true, `Supported` for `supported`, one value where a list is expected, and a list as JSON text.
 */
import type { z } from 'zod';
import { writtenNumber } from './written-number.ts';

/** How often a value is mended: each round can reveal what is wrong further inside. */
const MOST_ROUNDS = 4;

type Issue = z.core.$ZodIssue;

/**
 * Parse a value; where that fails, with the values that a field doesn't allow in the form that it does. Only the form
 * is mended, and only where it is plain what is meant. The errors are those of the first attempt.
 */
export function parseAsWritten<T>(schema: z.ZodType<T>, given: unknown): z.ZodSafeParseResult<T> {
  const first = schema.safeParse(given, { reportInput: true });
  let [read, value] = [first, given];
  for (let round = 0; round < MOST_ROUNDS && !read.success; round++) {
    const mended = read.error.issues.reduce<unknown>(
      (all, issue) => changed(all, issue.path, mend(issue)),
      value,
    );
    if (mended === value) return first;
    value = mended;
    read = schema.safeParse(value, { reportInput: true });
  }
  return read.success ? read : first;
}

const LEFT_OUT = Symbol('left out');

/** What is meant by the value of an issue: LEFT_OUT for nothing, undefined where that isn't plain. */
function mend(issue: Issue): unknown {
  const { input } = issue;
  if (input === null || input === '') return LEFT_OUT;
  if (issue.code === 'invalid_value')
    return issue.values.find((value) => typeof input === 'string' && asWord(String(value)) === asWord(input));
  if (issue.code !== 'invalid_type') return undefined;
  switch (issue.expected) {
    case 'number':
    case 'int':
      return typeof input === 'string' ? writtenNumber(input, { rest: 'none' }) : undefined;
    case 'boolean':
      return typeof input === 'string' ? { true: true, false: false }[input.trim().toLowerCase()] : undefined;
    case 'string':
      return linesOf(input);
    case 'array':
      return jsonIn(input, '[') ?? (input === undefined ? undefined : [input]);
    case 'object':
      return jsonIn(input, '{');
    default:
      return undefined;
  }
}

function asWord(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/gu, '_');
}

/** The texts of a list, a line each. */
function linesOf(input: unknown): string | undefined {
  const isLines = Array.isArray(input) && input.every((one) => typeof one === 'string');
  return isLines ? input.join('\n') : undefined;
}

function jsonIn(input: unknown, opening: '[' | '{'): unknown {
  if (typeof input !== 'string' || !input.trim().startsWith(opening)) return undefined;
  try {
    return JSON.parse(input) as unknown;
  } catch {
    return undefined;
  }
}

/** The value with another one at this path, or without it. Entries of lists stay. */
function changed(value: unknown, [name, ...rest]: readonly PropertyKey[], to: unknown): unknown {
  if (to === undefined) return value;
  if (name === undefined) return to === LEFT_OUT ? value : to;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return value.map((one, at) => (at === name ? changed(one, rest, to) : one) as unknown);
  const fields = Object.entries(value).filter(
    ([field]) => field !== name || rest.length > 0 || to !== LEFT_OUT,
  );
  return Object.fromEntries(
    fields.map(([field, one]) => [field, field === name ? changed(one, rest, to) : (one as unknown)]),
  );
}
