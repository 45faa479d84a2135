/** The table of methods as data, for clients. */
import { z } from 'zod';
import type { MethodHints, RpcMethod, RpcMethods, Scope } from './rpc-method.ts';

/** A schema of JSON Schema 2020-12 whose value is an object. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly [keyword: string]: unknown;
}

export interface MethodDescription {
  /** The gateway's: `newsroom.status`. */
  readonly name: string;
  /** Its name as an MCP tool: `newsroom_status`. */
  readonly tool: string;
  readonly description: string;
  readonly scope: Scope;
  readonly hints: MethodHints;
  readonly params: ObjectSchema;
  readonly result: ObjectSchema;
}

/** Tool names that every MCP client accepts. */
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** @throws when two have the same tool name, or a name is not accepted by clients; both are programming errors. */
export function mustHaveToolNames(methods: RpcMethods): void {
  const owners = new Map<string, string>();
  for (const [name, method] of Object.entries(methods)) {
    const tool = toolNameOf(name, method);
    const owner = owners.get(tool);
    if (owner !== undefined) throw new Error(`the methods ${owner} and ${name} are both the tool ${tool}`);
    if (!TOOL_NAME.test(tool)) throw new Error(`"${tool}", of the method ${name}, is no name for a tool`);
    owners.set(tool, name);
  }
}

function toolNameOf(name: string, { about }: RpcMethod): string {
  return about.tool ?? name.replaceAll('.', '_');
}

/** The methods, in the table's order. */
export function describeMethods(methods: RpcMethods): readonly MethodDescription[] {
  return Object.entries(methods).map(([name, method]) => {
    const { about } = method;
    const { description, scope, hints = {} } = about;
    const tool = toolNameOf(name, method);
    const [params, result] = [schemaOf(about.params), open(schemaOf(about.result))];
    return { name, tool, description, scope, hints, params, result };
  });
}

function schemaOf(schema: z.ZodType): ObjectSchema {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return { ...json, type: 'object' };
}

/** Bounds are dropped from result schemas, because data stored under earlier rules are still valid results. */
const BOUNDS = [
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minItems',
  'maxItems',
];

/** Clients should accept new fields and longer values in results. */
function open<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(open) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(
    ([keyword, value]) =>
      !(keyword === 'additionalProperties' && value === false) &&
      !(BOUNDS.includes(keyword) && typeof value === 'number'),
  );
  return Object.fromEntries(kept.map(([keyword, value]): [string, unknown] => [keyword, open(value)])) as T;
}
