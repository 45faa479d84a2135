/**
 * The tools of one turn: those that its profile allows, each as often as it allows.
 *
 * Whatever a model does wrong (an unknown tool, bad arguments, one call too many, the same call over and over)
 * becomes a result that it reads. Results come in the order of the calls. Calls that only read run side by side;
 * what changes something runs alone, after all that was called before it.
 */
import { z } from 'zod';
import type { ToolCall, ToolSpec } from '../llm/chat-model.ts';
import { unfenced } from '../llm/fence.ts';
import { StaleTurn } from '../sessions/turn-book.ts';
import { ToolRefusal } from '../sessions/tool.ts';
import type { Tool, ToolContext } from '../sessions/tool.ts';
import { readJson } from '../text/read-json.ts';
import { sayIssues } from '../text/say-issues.ts';

export interface ToolResult {
  readonly call: ToolCall;
  /** JSON text. */
  readonly text: string;
}

/** The third time a call has no news to bring. */
const MOST_REPEATS = 2;

export class ToolBox {
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #left: Map<string, number>;
  readonly #made = new Map<string, number>();
  readonly #failed: (tool: string, error: unknown) => void;
  #isStuck = false;

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
    return [...this.#tools.values()].map(({ name, description, args }) => ({
      name,
      description,
      parameters: schemaOf(args),
    }));
  }

  onlyReads(name: string): boolean {
    return this.#tools.get(name)?.parallel === true;
  }

  /** The same call was made once more after its result said to stop. */
  get isStuck(): boolean {
    return this.#isStuck;
  }

  /**
   * The results of the calls of one reply, group by group: each group is there once all of it has run.
   * @throws what is a fault of the desk: StaleTurn, the signal's reason.
   */
  async *run(calls: readonly ToolCall[], context: () => ToolContext): AsyncGenerator<ToolResult[]> {
    for (const group of this.#groups(calls)) {
      // All of them end before any failure is told: nothing goes on behind the turn's back.
      const settled = await Promise.allSettled(group.map((call) => this.#call(call, context())));
      yield settled.map((one, at) => {
        if (one.status === 'rejected') throw one.reason as Error;
        return { call: group[at]!, text: one.value };
      });
    }
  }

  /** Neighbours that only read, together; everything else by itself. */
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
    const given = argsOf(call);
    if ('error' in given) return refused(`bad arguments: ${given.error}; they are one JSON object`);
    if (!tool.mayRepeat && this.#repeats(call.name, given.value)) {
      const said = `this very call of ${call.name} was made ${MOST_REPEATS} times in this turn; its result is above. `;
      return refused(`${said}Go on with what you have, or say what is missing`);
    }
    const left = this.#left.get(call.name) ?? 0;
    if (left <= 0) return refused(`${call.name} was called as often as this turn allows`);
    this.#left.set(call.name, left - 1);
    const args = tool.args.safeParse(given.value, { reportInput: true });
    if (!args.success) return refused(`bad arguments: ${sayIssues(args.error, tool.args)}`);
    try {
      return JSON.stringify((await tool.run(args.data, context)) ?? { status: 'ok' });
    } catch (error) {
      context.signal.throwIfAborted();
      if (error instanceof StaleTurn) throw error;
      if (error instanceof ToolRefusal) {
        if (error.isFree) this.#giveBack(call.name, given.value);
        return refused(error.message, error.zh);
      }
      this.#failed(call.name, error);
      return refused(`${call.name} failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** As if the call had not been made. */
  #giveBack(name: string, args: unknown): void {
    this.#left.set(name, (this.#left.get(name) ?? 0) + 1);
    const key = keyOf(name, args);
    this.#made.set(key, (this.#made.get(key) ?? 1) - 1);
  }

  /** Count a call. @returns whether it was made too often. */
  #repeats(name: string, args: unknown): boolean {
    const key = keyOf(name, args);
    const made = (this.#made.get(key) ?? 0) + 1;
    this.#made.set(key, made);
    if (made > MOST_REPEATS + 1) this.#isStuck = true;
    return made > MOST_REPEATS;
  }
}

/** The same for the same call, however it was written. */
function keyOf(name: string, args: unknown): string {
  return `${name} ${JSON.stringify(sorted(args))}`;
}

/** The arguments as a value: some models write the object as text. Marks of fences are not theirs to pass on. */
function argsOf({ args }: ToolCall): { readonly value: unknown } | { readonly error: string } {
  if (typeof args !== 'string') return { value: withoutMarks(args ?? {}) };
  if (args.trim() === '') return { value: {} };
  const read = readJson(args);
  return read.ok ? { value: withoutMarks(read.value) } : { error: read.error };
}

function withoutMarks(value: unknown): unknown {
  if (typeof value === 'string') return unfenced(value);
  if (Array.isArray(value)) return value.map(withoutMarks);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutMarks(one)]));
}

/** The same value in the same order, however it was written. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, one]) => [name, sorted(one)]));
}

function refused(message: string, zh?: string): string {
  return JSON.stringify({ status: 'error', message, ...(zh !== undefined && { zh }) });
}

/** A tool's schema is asked for with every question to a model, and never changes. */
const schemas = new WeakMap<z.ZodType, Readonly<Record<string, unknown>>>();

function schemaOf(args: z.ZodType): Readonly<Record<string, unknown>> {
  const known = schemas.get(args) ?? z.toJSONSchema(args, { io: 'input' });
  schemas.set(args, known);
  return known;
}
