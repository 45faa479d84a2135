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
import { editedJson } from '../../text/edited-json.ts';
import { writtenJson } from '../../text/written-json.ts';
import { editionJson, EditionError, parseEdition, type Edition } from './edition.ts';

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

/** An edition as its file has it. */
export function editionText(given: EditionJson): string {
  return `${writtenJson(given)}\n`;
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
    return this.#parsed(this.text(), this.#source());
  }

  /** What stands in it, whether it is an edition or not. @throws EditionError when there is nothing to be read. */
  text(): string {
    const source = this.#source();
    try {
      return readFileSync(source, 'utf8').replace(/^\ufeff/, '');
    } catch (cause) {
      const message = `${source}: cannot be read (${(cause as Error).message})`;
      throw new EditionError('not_found', message, { cause });
    }
  }

  /**
   * Replace the file by what `decide` makes of it. `decide` may throw, which changes nothing.
   * @returns the edition that it is now.
   * @throws EditionError: the file or its change is no edition, or it can't be changed.
   */
  change(decide: (given: EditionJson, edition: Edition) => EditionJson): Promise<Edition> {
    return this.replace((text) => {
      const { given, edition } = this.#parsed(text, this.#source());
      return editedJson(text, decide(given, edition));
    });
  }

  /** The same for a text that need not be an edition before; it is one afterwards. @throws EditionError */
  replace(decide: (text: string) => string | Promise<string>): Promise<Edition> {
    return this.#inTurn(async () => {
      const refusal = this.refusal();
      if (refusal !== undefined) throw new EditionError('of_program', refusal);
      const next = await decide(this.text());
      const { edition } = this.#parsed(next, this.path);
      mkdirSync(dirname(this.path), { recursive: true });
      const target = existsSync(this.path) ? realpathSync(this.path) : this.path;
      await replaceFile(target, next);
      return edition;
    });
  }

  #parsed(text: string, source: string): { readonly given: EditionJson; readonly edition: Edition } {
    const given = editionJson(source, () => text) as EditionJson;
    return { given, edition: parseEdition(given, source) };
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
