/**
 * Assembles tool calls from streamed pieces.
 *
 * Pieces belong together by index. Some servers give no index or the same one to all calls. Then a piece with a new
 * id or name starts a call, and so do arguments that follow complete ones.
 */
import type { ToolCall } from '../chat-model.ts';
import type { ToolCallPiece } from './chunk.ts';

interface Gathered {
  readonly index: number | undefined;
  id: string;
  name: string;
  args: string;
}

export class ToolCallPieces {
  readonly #calls: Gathered[] = [];

  add(piece: ToolCallPiece): void {
    const index = piece.index ?? undefined;
    const id = piece.id ?? '';
    const name = piece.function?.name ?? '';
    const args = piece.function?.arguments ?? '';
    const open = this.#open(index, id, name, args);
    if (!open) {
      this.#calls.push({ index, id, name, args });
      return;
    }
    if (open.id === '') open.id = id;
    // A name arrives whole; some servers repeat it with every piece.
    if (open.name === '') open.name = name;
    open.args += args;
  }

  get empty(): boolean {
    return !this.#calls.some(({ name }) => name !== '');
  }

  /** @param taken ids used in the conversation */
  whole(taken: ReadonlySet<string>): ToolCall[] {
    const used = new Set(taken);
    let number = used.size;
    return this.#calls
      .filter(({ name }) => name !== '')
      .map(({ id, name, args }) => {
        let own = id;
        while (own === '' || used.has(own)) own = `call_${String(++number)}`;
        used.add(own);
        return { id: own, name, args: readArguments(args) };
      });
  }

  /** The call that the piece continues; undefined when it starts one. */
  #open(index: number | undefined, id: string, name: string, args: string): Gathered | undefined {
    const last =
      index === undefined ? this.#calls.at(-1) : this.#calls.findLast((call) => call.index === index);
    if (!last) return undefined;
    if (id !== '' && last.id !== '') return id === last.id && !isWhole(last.args, args) ? last : undefined;
    if (isWhole(last.args, args) || (name !== '' && last.name !== '' && name !== last.name)) return undefined;
    // Without an index, a name after complete arguments starts the next call, even if it is the same name.
    return index === undefined && name !== '' && isWhole(last.args, '{') ? undefined : last;
  }
}

/** Whether a call's arguments are complete and the piece starts new ones. */
function isWhole(args: string, piece: string): boolean {
  if (args === '' || !piece.trimStart().startsWith('{')) return false;
  return typeof readArguments(args) === 'object';
}

/** Text that is not JSON is passed on, and the tool reports what is wrong with it. */
function readArguments(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
