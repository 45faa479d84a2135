/** Reads what a model filled in. Models write null for what they leave out, also where no null is allowed. */
import type { z } from 'zod';

/** Parse it; where that fails, without the nulls that are not allowed. The errors are those of the first attempt. */
export function parseWithoutNulls<T>(schema: z.ZodType<T>, given: unknown): z.ZodSafeParseResult<T> {
  const read = schema.safeParse(given, { reportInput: true });
  const nulls = read.error?.issues.filter(({ input }) => input === null) ?? [];
  if (nulls.length === 0) return read;
  const again = schema.safeParse(nulls.reduce<unknown>((value, { path }) => without(value, path), given));
  return again.success ? again : read;
}

/** The value without the field at this path. Entries of lists stay. */
function without(value: unknown, [name, ...rest]: readonly PropertyKey[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return value.map((one, at) => (at === name ? without(one, rest) : one) as unknown);
  const fields = Object.entries(value).filter(([field]) => field !== name || rest.length > 0);
  return Object.fromEntries(
    fields.map(([field, one]) => [field, field === name ? without(one, rest) : (one as unknown)]),
  );
}
