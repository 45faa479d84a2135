/** The files that newsletters of before have left in the folder of all newsletters. */
import { lstat, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { HomeFiles } from '../async/home-files.ts';
import { isSessionName } from './model/session-name.ts';
import { STEPS } from './model/steps.ts';

export class LeftFiles {
  readonly #root: string;
  readonly #shared: HomeFiles;

  /** @param root the folder of all newsletters. */
  constructor(root: string, files = new HomeFiles({ home: root })) {
    this.#root = root;
    this.#shared = files;
  }

  /** The newsletters whose steps' files are there, and none of those younger. */
  async sessions(beforeMs: number): Promise<string[]> {
    const folders = await readdir(this.#root, { withFileTypes: true }).catch(noneWhereAbsent);
    const names = folders.filter((one) => one.isDirectory()).map(({ name }) => name);
    const left: string[] = [];
    for (const name of names.filter(isSessionName)) {
      const times = await this.#times(name);
      if (times.length > 0 && times.every((atMs) => atMs < beforeMs)) left.push(name);
    }
    return left;
  }

  /** What the steps handed on is gone; what readers got stays. A folder in which nothing is left goes as well. */
  async drop(session: string): Promise<void> {
    for (const file of this.#files(session)) await rm(file, { force: true });
    await rmdir(join(this.#root, session)).catch(() => {}); // something is left in it
  }

  /** What other desks see of newsletters to which nothing was written since `beforeMs`. */
  async dropShared(beforeMs: number, isNeeded: (session: string) => Promise<boolean>): Promise<void> {
    await this.#shared.dropIdle(this.#root, beforeMs, isNeeded);
  }

  async #times(session: string): Promise<number[]> {
    const looks = this.#files(session).map((file) => lstat(file).catch(() => undefined));
    const found = (await Promise.all(looks)).filter((one) => one?.isDirectory() === false);
    return found.map((one) => one?.mtimeMs ?? 0);
  }

  #files(session: string): string[] {
    return STEPS.map((step) => join(this.#root, session, `${step}.json`));
  }
}

function noneWhereAbsent(error: unknown): never[] {
  if ((error as { code?: unknown }).code === 'ENOENT') return [];
  throw error;
}
