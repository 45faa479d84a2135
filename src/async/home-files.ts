/**
 * Files of the home that other desks need as well: job files, pictures, what steps of newsletters hand on.
 *
 * - On a home of its own a desk has them as files only.
 * - Where desks share a newsroom, what all of them see (`SharedFiles`) is the file; each home has copies. A file is shared
 *   before it is written here, so nobody is told of one that others can't have. A copy has the time of what it is a copy
 *   of, to the millisecond; one with another time is replaced before it is read.
 * - What others shared is written inside the home only, whatever its name, and in no folder that is a link.
 */
import { lstat, mkdir, readFile, rename } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { replaceFile, syncFolder } from './replace-file.ts';
import type { FilePlace, SharedFile, SharedFiles } from './shared-files.ts';

interface HomeFilesDeps {
  readonly home: string;
  /** Absent on a home of its own. */
  readonly shared?: SharedFiles | undefined;
  /** Milliseconds. */
  readonly now?: () => number;
}

interface Bringing {
  /** A copy that is younger was edited by a person here: it is shared, not replaced. */
  readonly keepEdits?: boolean;
}

export class HomeFiles {
  readonly #home: string;
  readonly #shared: SharedFiles | undefined;
  readonly #now: () => number;

  constructor({ home, shared, now = Date.now }: HomeFilesDeps) {
    this.#home = resolve(home);
    this.#shared = shared;
    this.#now = now;
  }

  /** Replace a file in an existing folder. When this resolves, it is on disk, and every desk has it. */
  async write(path: string, content: string | Uint8Array): Promise<void> {
    const atMs = await this.#shared?.put(this.#place(path), Buffer.from(content), this.#now());
    await replaceFile(path, content, atMs);
  }

  /** Write a file that is missing here. Where another desk has it, that one is brought instead. */
  async create(path: string, content: string | Uint8Array): Promise<void> {
    const atMs = await this.#shared?.add(this.#place(path), Buffer.from(content), this.#now());
    if (this.#shared && atMs === undefined) await this.bring(path);
    else await replaceFile(path, content, atMs);
  }

  /** Bring a file up to date before it is read. */
  async bring(path: string, how: Bringing = {}): Promise<void> {
    const found = await this.#shared?.find(this.#place(path));
    if (found) await this.#bring(path, found, how);
  }

  /** Bring the wanted files of a folder up to date. */
  async bringFolder(folder: string, wanted: (name: string) => boolean): Promise<void> {
    if (!this.#shared) return;
    const there = await this.#shared.list(this.#folder(folder));
    for (const file of there)
      if (isPlainName(file.name) && wanted(file.name)) await this.#bring(join(folder, file.name), file, {});
  }

  /** Share a file that is here, unless it is shared. */
  async share(path: string): Promise<void> {
    if (!this.#shared || (await this.#shared.find(this.#place(path)))) return;
    const content = await plainContent(path);
    if (content) await this.create(path, content);
  }

  /** Rename a file in its folder. */
  async rename(path: string, name: string): Promise<void> {
    await this.#shared?.rename(this.#place(path), name);
    await rename(path, join(dirname(path), name));
    await syncFolder(dirname(path));
  }

  /** @param path absolute, or as `asTold` gives it. */
  async read(path: string): Promise<Uint8Array> {
    const here = resolve(this.#home, path);
    if (this.#isInside(here)) await this.bring(here);
    return readFile(here);
  }

  /** A path by which any desk reads the file; undefined where no other has it. */
  asTold(path: string): string | undefined {
    return this.#shared && this.#isInside(path) ? relative(this.#home, resolve(path)) : undefined;
  }

  /**
   * Drop what other desks see of the folders inside a folder to which nothing was written for long. Copies stay.
   * @returns how many files they had.
   */
  async dropIdle(
    inside: string,
    beforeMs: number,
    isNeeded: (name: string) => Promise<boolean>,
  ): Promise<number> {
    let [dropped, after] = [0, ''];
    for (;;) {
      const some = (await this.#shared?.idle(this.#folder(inside), beforeMs, after, AT_ONCE)) ?? [];
      for (const folder of some)
        if (!(await isNeeded(basename(folder)))) dropped += (await this.#shared?.drop(folder, beforeMs)) ?? 0;
      const last = some.at(-1);
      if (last === undefined) return dropped;
      after = last;
    }
  }

  async #bring(path: string, found: SharedFile, { keepEdits = false }: Bringing): Promise<void> {
    const here = await lstat(path).catch(() => undefined);
    // A link is refused by whoever reads it.
    if (here && !here.isFile()) return;
    const atMs = here && Math.round(here.mtimeMs);
    if (atMs === found.writtenAtMs) return;
    if (atMs !== undefined && keepEdits && atMs > found.writtenAtMs) {
      const edited = await plainContent(path);
      if (edited) await this.write(path, edited);
      return;
    }
    const file = await this.#shared?.fetch(this.#place(path));
    if (!file) return;
    await mkdir(dirname(path), { recursive: true });
    await mustBeNoLink(dirname(path));
    await replaceFile(path, file.content, file.writtenAtMs);
  }

  #isInside(path: string): boolean {
    return resolve(path).startsWith(this.#home + sep);
  }

  #place(path: string): FilePlace {
    return { folder: this.#folder(dirname(path)), name: basename(path) };
  }

  /** @throws Error for what isn't in the home: it has no name by which others could know it. */
  #folder(path: string): string {
    const here = resolve(path);
    if (here !== this.#home && !this.#isInside(here)) throw new Error(`${path} is not in ${this.#home}`);
    return relative(this.#home, here).split(sep).join('/');
  }
}

const AT_ONCE = 100;

/** Another desk, or whoever writes to the database, may have given a file any name. */
function isPlainName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[/\\\0]/u.test(name);
}

/** Folders above it may be links: whoever runs the desk may have them on another disk. @throws Error */
async function mustBeNoLink(folder: string): Promise<void> {
  if ((await lstat(folder)).isSymbolicLink())
    throw new Error(`${folder} is a link; it has to be a folder: nothing is written there`);
}

/** Undefined where there is no plain file. */
async function plainContent(path: string): Promise<Uint8Array | undefined> {
  const here = await lstat(path).catch(() => undefined);
  return here?.isFile() ? readFile(path) : undefined;
}
