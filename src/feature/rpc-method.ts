import { z } from 'zod';
import { parseSessionKey } from '../sessions/key.ts';
import type { SessionKey } from '../sessions/key.ts';
import { isBlank } from '../sessions/visible.ts';
import { sayIssues } from '../text/say-issues.ts';
import { RpcError } from './rpc-error.ts';

/** A method of the gateway: parameters as they came in, a result that is plain JSON. */
type RpcMethod = (params: unknown) => Promise<unknown>;
export type RpcMethods = Readonly<Record<string, RpcMethod>>;
/** What is there at once in a desk, and opened when it is first asked for where none runs. */
export type Opened<T> = () => Promise<T>;

/**
 * A method with its parameters' schema. Unknown fields are refused with their path; a field may also be
 * written in snake_case (`session_key`).
 */
export function method<Schema extends z.ZodObject>(
  schema: Schema,
  run: (params: z.infer<Schema>) => Promise<unknown>,
): RpcMethod {
  return (params) => run(parsed(schema, params));
}

function parsed<Schema extends z.ZodObject>(schema: Schema, params: unknown): z.infer<Schema> {
  const result = schema.safeParse(camelled(params ?? {}, Object.keys(schema.shape)), { reportInput: true });
  if (result.success) return result.data;
  throw new RpcError('bad_params', sayIssues(result.error, schema));
}

function camelled(params: unknown, known: readonly string[]): unknown {
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return params;
  const entries = Object.entries(params).map(([name, value]): [string, unknown] => {
    const camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    return [known.includes(camel) ? camel : name, value];
  });
  return Object.fromEntries(entries);
}

/** A session's key, checked. */
export const keyParam = z.string().transform((given, context): SessionKey => {
  try {
    return parseSessionKey(given);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
    return z.NEVER;
  }
});

/** A name, on one line and without what steers a screen or the direction of writing. */
const nameParam = z
  .string()
  .max(100)
  .transform((name) =>
    name
      .replace(/[\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF\u00AD]/gu, '')
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
  )
  .refine((name) => !isBlank(name), 'a name has something to be seen');

/** Who speaks through the gateway: a name, or a name with an id. */
export const authorParam = z.union([
  nameParam.transform((name) => ({ name })),
  z.strictObject({ id: z.string().max(100).exactOptional(), name: nameParam }),
]);

/** How many rows are wanted. */
export function limitParam(fallback: number, most: number) {
  return z.number().int().min(1).max(most).default(fallback);
}
