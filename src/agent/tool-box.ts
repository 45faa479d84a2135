/**
 * The tools of one turn: those that its profile allows, each as often as it allows.
 *
 * A model's mistake (an unknown tool, bad arguments, one call too many, the same call repeatedly) becomes a result
 * that it reads. Results come in the order of the calls. Read-only calls run in parallel; a call that changes
 * something runs alone, after all calls before it.
 */
import { errorMessage } from '../text/error-message.ts';
import { z } from 'zod';
import type { ToolCall, ToolSpec } from '../llm/chat-model.ts';
import { unfenced } from '../llm/fence.ts';
import { StaleTurn } from '../sessions/turn-book.ts';
import { ToolRefusal } from '../sessions/tool.ts';
import type { Tool, ToolContext } from '../sessions/tool.ts';
import { isObject } from '../text/is-object.ts';
import { readJson } from '../text/read-json.ts';
import { sayIssues } from '../text/say-issues.ts';
import { parseAsWritten } from '../text/parse-as-written.ts';

export interface ToolResult {
  readonly call: ToolCall;
  /** JSON text. */
  readonly text: string;
}

/** From the third time on, the same call is refused. */
const MOST_REPEATS = 2;

export class ToolBox {
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #left: Map<string, number>;
  readonly #made = new Map<string, number>();
  readonly #failed: (tool: string, error: unknown) => void;
  #isStuck = false;
  #hasActed = false;

  constructor(
    tools: readonly Tool[],
    allowed: Readonly<Record<string, number>>,
    failed: (tool: string, error: unknown) => void,
  ) {
    this.#tools = new Map(tools.filter((tool) => tool.name in allowed).map((tool) => [tool.name, tool]));
    this.#left = new Map(Object.entries(allowed));
    this.#failed = failed;
  }

  specs(): ToolSpec[] {
    return [...this.#tools.values()].map((tool) => ({
      name: tool.name,
      description: tool.description,
      parameters: schemaOf(tool.args),
      ...(tool.asked && { asked: (said: string) => tool.asked?.(said) }),
    }));
  }

  onlyReads(name: string): boolean {
    return this.#tools.get(name)?.parallel === true;
  }

  /** The same call was repeated after its result said to stop. */
  get isStuck(): boolean {
    return this.#isStuck;
  }

  /** Whether a tool that may change something neither refused nor asked back. */
  get hasActed(): boolean {
    return this.#hasActed;
  }

  /**
   * The results of the calls of one reply, group by group, each when the whole group has run.
   * @throws faults of the desk: StaleTurn, the signal's reason.
   */
  async *run(calls: readonly ToolCall[], context: () => ToolContext): AsyncGenerator<ToolResult[]> {
    for (const group of this.#groups(calls)) {
      // Wait for all of them before reporting a failure, so that no call continues after the turn's end.
      const settled = await Promise.allSettled(group.map((call) => this.#call(call, context())));
      yield settled.map((one, at) => {
        if (one.status === 'rejected') throw one.reason as Error;
        return { call: group[at]!, text: one.value };
      });
    }
  }

  /** Adjacent read-only calls together; every other call by itself. */
  #groups(calls: readonly ToolCall[]): ToolCall[][] {
    const groups: ToolCall[][] = [];
    let open: ToolCall[] | undefined;
    for (const call of calls) {
      const parallel = this.onlyReads(call.name);
      if (parallel && open) open.push(call);
      else groups.push((open = [call]));
      if (!parallel) open = undefined;
    }
    return groups;
  }

  async #call(call: ToolCall, context: ToolContext): Promise<string> {
    const tool = this.#tools.get(call.name);
    if (!tool)
      return refused(`there is no tool "${call.name}"; there are: ${[...this.#tools.keys()].join(', ')}`);
    const read = argsOf(call);
    if ('error' in read) return refused(`bad arguments: ${read.error}; they are one JSON object`);
    if (!tool.mayRepeat && this.#repeats(call.name, read.value)) {
      const said = `this very call of ${call.name} was made ${MOST_REPEATS} times in this turn; its result is above. `;
      return refused(`${said}Go on with what you have, or say what is missing`);
    }
    const left = this.#left.get(call.name) ?? 0;
    if (left <= 0) return refused(`${call.name} was called as often as this turn allows`);
    const args = parseAsWritten(tool.args, read.value);
    if (!args.success) return refused(`bad arguments: ${sayIssues(args.error, tool.args)}`);
    this.#left.set(call.name, left - 1);
    try {
      const result = (await tool.run(args.data, context)) ?? { status: 'ok' };
      const asksBack = isObject(result) && 'todo' in result;
      this.#hasActed ||= !asksBack && !this.onlyReads(call.name);
      return JSON.stringify(result);
    } catch (error) {
      context.signal.throwIfAborted();
      if (error instanceof StaleTurn) throw error;
      if (error instanceof ToolRefusal) {
        if (error.isFree) this.#giveBack(call.name, read.value);
        return refused(error.message, error.zh);
      }
      this.#failed(call.name, error);
      return refused(`${call.name} failed: ${errorMessage(error)}`);
    }
  }

  /** Undo the count of a call. */
  #giveBack(name: string, args: unknown): void {
    this.#left.set(name, (this.#left.get(name) ?? 0) + 1);
    const key = keyOf(name, args);
    this.#made.set(key, (this.#made.get(key) ?? 1) - 1);
  }

  /** Count a call. @returns whether it was repeated too often. */
  #repeats(name: string, args: unknown): boolean {
    const key = keyOf(name, args);
    const made = (this.#made.get(key) ?? 0) + 1;
    this.#made.set(key, made);
    if (made > MOST_REPEATS + 1) this.#isStuck = true;
    return made > MOST_REPEATS;
  }
}

/** Equal for equal calls, whatever the order of their arguments. */
function keyOf(name: string, args: unknown): string {
  return `${name} ${JSON.stringify(sorted(args))}`;
}

/**
 * The arguments as a value: some models write the object as text. Fence marks are removed, and empty texts, which stand for
 * what was left out.
 */
function argsOf({ args }: ToolCall): { readonly value: unknown } | { readonly error: string } {
  if (typeof args !== 'string') return { value: given(args ?? {}) };
  if (args.trim() === '') return { value: {} };
  const read = readJson(args);
  return read.ok ? { value: given(read.value) } : { error: read.error };
}

function given(args: unknown): unknown {
  const value = withoutMarks(args);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== ''));
}

function withoutMarks(value: unknown): unknown {
  if (typeof value === 'string') return unfenced(value);
  if (Array.isArray(value)) return value.map(withoutMarks);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutMarks(one)]));
}

/** The same value with sorted keys. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, one]) => [name, sorted(one)]));
}

function refused(message: string, zh?: string): string {
  return JSON.stringify({ status: 'error', message, ...(zh !== undefined && { zh }) });
}

/** A tool's JSON schema, which never changes, is needed for every model call. */
const schemas = new WeakMap<z.ZodType, Readonly<Record<string, unknown>>>();

function schemaOf(args: z.ZodType): Readonly<Record<string, unknown>> {
  const known = schemas.get(args) ?? z.toJSONSchema(args, { io: 'input' });
  schemas.set(args, known);
  return known;
}
