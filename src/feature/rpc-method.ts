import { z } from 'zod';
import { isBlank } from '../sessions/visible.ts';
import type { Given } from '../text/given.ts';
import { sayIssues } from '../text/say-issues.ts';
import { RpcError } from './rpc-error.ts';

export { keyParam, keyResult } from '../sessions/key.ts';

/** Who may use a method: who looks, who edits, who runs the desk. Each may do what those before it may. */
export const SCOPES = ['read', 'editor', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

/** What a method declares of itself. The gateway, the command line and MCP serve it by this. */
export interface MethodAbout {
  /** What it does, in a line of English. */
  readonly description: string;
  readonly scope: Scope;
  readonly params: z.ZodType;
  readonly result: z.ZodType;
  readonly hints?: MethodHints;
  /** Its name as a tool, where it has one of its own; else the method's with underscores. */
  readonly tool?: string;
}

/** What a client may count on before it calls; what is absent is false. */
export interface MethodHints {
  /** It changes nothing. */
  readonly readOnly?: boolean;
  /** It removes or overwrites something that can't be had back. */
  readonly destructive?: boolean;
  /** Called again with the same parameters it changes nothing more. */
  readonly idempotent?: boolean;
  /** It asks the open web or a model. */
  readonly openWorld?: boolean;
  /** Its result repeats what people and pages wrote: material, never instructions. */
  readonly material?: boolean;
}

/** How the caller follows a call that takes long. */
export interface MethodCall {
  /** Aborted when nobody waits for the result any longer. */
  readonly signal: AbortSignal;
  /** Told of what is done so far; `total` where it is known. */
  progress(done: { readonly progress: number; readonly total?: number; readonly message?: string }): void;
}

/** A method of the gateway: parameters as they came in, a result that is plain JSON. */
export interface RpcMethod<Result = unknown, Params extends z.ZodType = z.ZodType> {
  (params: unknown, call?: MethodCall): Promise<Result>;
  readonly about: MethodAbout & { readonly params: Params };
}

export type RpcMethods = Readonly<Record<string, RpcMethod>>;
/** What is there at once in a desk, and opened when it is first asked for where none runs. */
export type Opened<T> = () => Promise<T>;

interface Terms<Params extends z.ZodType, Result extends z.ZodType> extends MethodAbout {
  readonly params: Params;
  readonly result: Result;
}

type Run<Params extends z.ZodType, Result> = (params: z.output<Params>, call: MethodCall) => Promise<Result>;

/**
 * A method: what it declares, and what it does. Unknown parameters are refused with their path; a parameter may also be
 * written in snake_case (`session_key`).
 */
export function method<Params extends z.ZodObject, Result extends z.ZodType>(
  terms: Terms<Params, Result>,
  run: Run<Params, Given<z.output<Result>>>,
): RpcMethod<z.output<Result>, Params> {
  return declared(terms, (params, call) => run(parsed(terms.params, params), call));
}

/** A method that reads its parameters itself; its schema only tells what they are. */
export function selfParsing<Params extends z.ZodObject, Result extends z.ZodType>(
  terms: Terms<Params, Result>,
  run: (params: unknown, call: MethodCall) => Promise<Given<z.output<Result>>>,
): RpcMethod<z.output<Result>, Params> {
  return declared(terms, run);
}

function declared<Params extends z.ZodType, Result extends z.ZodType>(
  about: Terms<Params, Result>,
  run: (params: unknown, call: MethodCall) => Promise<Given<z.output<Result>>>,
): RpcMethod<z.output<Result>, Params> {
  const called = async (params: unknown, call: MethodCall = NOBODY) => {
    const result = await run(params, call);
    if (isChecking) mustBe(about.result, result);
    return result as z.output<Result>;
  };
  return Object.assign(called, { about });
}

/** The same methods, as they declare themselves, of whom `open` opens when one is called. */
export function openedFor(methods: RpcMethods, open: Opened<RpcMethods>): RpcMethods {
  const later = Object.entries(methods).map(([name, { about }]): [string, RpcMethod] => {
    const called = async (params: unknown, call?: MethodCall) => (await open())[name]!(params, call);
    return [name, Object.assign(called, { about })];
  });
  return Object.fromEntries(later);
}

/** A call that nobody follows. */
export const NOBODY: MethodCall = { signal: new AbortController().signal, progress: () => {} };

let isChecking = false;

/** From now on results are held against their schemas: in tests and while developing, never in a desk that works. */
export function checkResults(): void {
  isChecking = true;
}

function mustBe(schema: z.ZodType, result: unknown): void {
  const sent: unknown = JSON.parse(JSON.stringify(result ?? {}));
  const checked = schema.safeParse(sent, { reportInput: true });
  if (!checked.success)
    throw new Error(`the result is not what its method declares: ${sayIssues(checked.error)}`);
}

function parsed<Schema extends z.ZodObject>(schema: Schema, params: unknown): z.output<Schema> {
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

/** Who acts through the gateway without saying their name. */
export const OPERATOR = 'an operator';

/** How many rows are wanted. */
export function limitParam(fallback: number, most: number) {
  return z.number().int().min(1).max(most).default(fallback);
}

/** For methods without parameters. */
export const noParams = z.strictObject({});
