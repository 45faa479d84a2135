/**
 * The tools of one turn: those that its profile allows, each as often as it allows.
 *
 * Whatever a model does wrong (an unknown tool, bad arguments, one call too many) becomes a result that it reads.
 */
import { z } from 'zod';
import type { ToolCall, ToolSpec } from '../llm/chat-model.ts';
import { StaleTurn } from '../sessions/turn-book.ts';
import { ToolRefusal } from '../sessions/tool.ts';
import type { Tool, ToolContext } from '../sessions/tool.ts';

export class ToolBox {
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #left: Map<string, number>;
  readonly #failed: (tool: string, error: unknown) => void;

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
      parameters: z.toJSONSchema(args, { io: 'input' }),
    }));
  }

  /** @returns the result as JSON text. */
  async call(call: ToolCall, context: ToolContext): Promise<string> {
    const tool = this.#tools.get(call.name);
    if (!tool)
      return refused(`there is no tool "${call.name}"; there are: ${[...this.#tools.keys()].join(', ')}`);
    const left = this.#left.get(call.name) ?? 0;
    if (left <= 0) return refused(`${call.name} was called as often as this turn allows`);
    this.#left.set(call.name, left - 1);
    const args = tool.args.safeParse(call.args ?? {});
    if (!args.success) return refused(`bad arguments: ${z.prettifyError(args.error)}`);
    try {
      return JSON.stringify((await tool.run(args.data, context)) ?? { status: 'ok' });
    } catch (error) {
      context.signal.throwIfAborted();
      if (error instanceof StaleTurn) throw error;
      if (error instanceof ToolRefusal) return refused(error.message);
      this.#failed(call.name, error);
      return refused(`${call.name} failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

function refused(message: string): string {
  return JSON.stringify({ status: 'error', message });
}
