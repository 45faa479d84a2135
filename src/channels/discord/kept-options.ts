/**
 * Options that have no room in a button's id: they are kept here as long as their question may be answered, and the id
 * names them by a token. They don't outlive the desk: whoever presses then is told to use the command again.
 */
import { randomBytes } from 'node:crypto';
import type { Options } from '../../feature/command.ts';

/** The option that stands for the others. */
const TOKEN = '~';
/** More questions than that are not open at once; the oldest give way. */
const MOST = 500;

export class KeptOptions {
  readonly #kept = new Map<string, { readonly options: Options; readonly expiresAtMs: number }>();

  /** @returns what the id is to have in their place. */
  keep(options: Options, expiresAtMs: number): Options {
    const token = randomBytes(9).toString('base64url');
    this.#kept.set(token, { options, expiresAtMs });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest);
    return { [TOKEN]: token };
  }

  /** @returns the options that an id means; undefined where they are kept no more. */
  read(options: Options, nowMs: number): Options | undefined {
    const token = options[TOKEN];
    if (token === undefined) return options;
    const kept = this.#kept.get(String(token));
    return kept && kept.expiresAtMs > nowMs ? kept.options : undefined;
  }
}
