/**
 * The file of a home's edition, for changing it. A change is validated before it is written and replaces the file whole,
 * so that a crash or a mistake leaves the old edition.
 *
 * - Changes happen one after another, each over what the file has then.
 * - An edition of the program is copied into the home at the first change; where the home is the program's own folder,
 *   it stays as it is.
 */
import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { oneByOne } from '../../async/joined.ts';
import { replaceFile } from '../../async/replace-file.ts';
import { EditionError, parseEdition, type Edition } from './edition.ts';

/** The file's JSON: an edition before its defaults. */
export type EditionJson = Readonly<Record<string, unknown>>;

interface EditionFileDeps {
  /** A name, or the path of a file. */
  readonly name: string;
  /** The home's folder of editions. */
  readonly home: string;
  /** The program's folder of editions. */
  readonly program: string;
}

/** Editions of the program; a home in the program's own folder may hold others beside them. */
const SHIPPED = ['sample.json', 'uk-hk.json'];

export class EditionFile {
  /** Where changes are written; it may not exist yet. */
  readonly path: string;
  readonly #deps: EditionFileDeps;
  readonly #inTurn = oneByOne();

  constructor(deps: EditionFileDeps) {
    this.#deps = deps;
    const { name, home } = deps;
    this.path = /[\\/]|\.json$/.test(name) ? resolve(name) : join(home, `${name}.json`);
  }

  /** Why it can't be changed; undefined where it can. */
  refusal(): string | undefined {
    return this.#isOfProgram()
      ? `${this.path} comes with the program and stays as it is: copy it under another name and set NIGHTDESK_EDITION, or set NIGHTDESK_HOME`
      : undefined;
  }

  /** @throws EditionError */
  read(): { readonly given: EditionJson; readonly edition: Edition } {
    const source = this.#source();
    let given: EditionJson;
    try {
      given = JSON.parse(readFileSync(source, 'utf8')) as EditionJson;
    } catch (cause) {
      const isJson = !(cause instanceof SyntaxError);
      const message = `${source}: ${isJson ? 'cannot be read' : 'not valid JSON'} (${(cause as Error).message})`;
      throw new EditionError(isJson ? 'not_found' : 'not_json', message, { cause });
    }
    return { given, edition: parseEdition(given, source) };
  }

  /**
   * Replace the file by what `decide` makes of it. `decide` may throw, which changes nothing.
   * @returns the edition that it is now.
   * @throws EditionError: the file or its change is no edition, or it can't be changed.
   */
  change(decide: (given: EditionJson, edition: Edition) => EditionJson): Promise<Edition> {
    return this.#inTurn(async () => {
      const refusal = this.refusal();
      if (refusal !== undefined) throw new EditionError('of_program', refusal);
      const { given, edition } = this.read();
      const next = decide(given, edition);
      const parsed = parseEdition(next, this.path);
      mkdirSync(dirname(this.path), { recursive: true });
      const target = existsSync(this.path) ? realpathSync(this.path) : this.path;
      await replaceFile(target, `${JSON.stringify(next, null, 2)}\n`);
      return parsed;
    });
  }

  #source(): string {
    const shipped = join(this.#deps.program, basename(this.path));
    return existsSync(this.path) || !existsSync(shipped) ? this.path : shipped;
  }

  #isOfProgram(): boolean {
    if (!SHIPPED.includes(basename(this.path))) return false;
    const shipped = join(this.#deps.program, basename(this.path));
    return existsSync(shipped) && existsSync(this.path) && realpathSync(shipped) === realpathSync(this.path);
  }
}
