/**
 * Options that don't fit into a button's id. They are kept here while the question is open, and the id contains a
 * token for them. They are lost at a restart; a later press is answered with the advice to use the command again.
 */
import { randomBytes } from 'node:crypto';
import type { Options } from '../../feature/command.ts';

/** The option that holds the token. */
const TOKEN = '~';
/** The most open questions; the oldest are dropped. */
const MOST = 500;

export class KeptOptions {
  readonly #kept = new Map<string, { readonly options: Options; readonly expiresAtMs: number }>();

  /** @returns the options to put into the id. */
  keep(options: Options, expiresAtMs: number): Options {
    const token = randomBytes(9).toString('base64url');
    this.#kept.set(token, { options, expiresAtMs });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest);
    return { [TOKEN]: token };
  }

  /** @returns the options behind an id; undefined once they are forgotten. */
  read(options: Options, nowMs: number): Options | undefined {
    const token = options[TOKEN];
    if (token === undefined) return options;
    const kept = this.#kept.get(String(token));
    return kept && kept.expiresAtMs > nowMs ? kept.options : undefined;
  }
}
