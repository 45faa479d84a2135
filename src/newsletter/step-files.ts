/**
 * What the steps hand on, as files that people may look into and edit: `data/newsletters/<session>/<step>.json`. They are
 * replaced whole, and read back through their schemas.
 */
import { lstat, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { replaceFile, sweepDrafts } from '../async/replace-file.ts';
import { OUTPUTS } from './model/outputs.ts';
import type { StepOutputs } from './model/outputs.ts';
import type { StepName } from './model/steps.ts';

/** What a step needs is not there, or is not what it was: its message names the file, and the path inside. */
export class StepFileError extends Error {
  override readonly name = 'StepFileError';
}

const MOST_ISSUES = 3;

export class StepFiles {
  readonly #root: string;

  /** @param root the folder of all newsletters. */
  constructor(root: string) {
    this.#root = root;
  }

  folder(session: string): string {
    return join(this.#root, session);
  }

  async write<Name extends StepName>(session: string, step: Name, output: StepOutputs[Name]): Promise<void> {
    const checked = (OUTPUTS[step] as z.ZodType).safeParse(output);
    if (!checked.success) throw new Error(`${step} hands on what is no ${step}: ${sayIssues(checked.error)}`);
    await this.writeText(session, `${step}.json`, `${JSON.stringify(output, null, 2)}\n`);
  }

  /** @throws StepFileError */
  async read<Name extends StepName>(session: string, step: Name): Promise<StepOutputs[Name]> {
    const file = join(this.folder(session), `${step}.json`);
    const text = await textOf(file, step);
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (cause) {
      throw new StepFileError(`${file}: not valid JSON (${(cause as Error).message})`, { cause });
    }
    const read = (OUTPUTS[step] as z.ZodType).safeParse(value);
    if (!read.success) throw new StepFileError(`${file}: ${sayIssues(read.error)}`);
    return read.data as StepOutputs[Name];
  }

  async writeText(session: string, name: string, text: string): Promise<string> {
    const folder = this.folder(session);
    await mkdir(folder, { recursive: true });
    await sweepDrafts(folder);
    const file = join(folder, name);
    await replaceFile(file, text);
    return file;
  }
}

async function textOf(file: string, step: StepName): Promise<string> {
  try {
    // A link could lead anywhere.
    if ((await lstat(file)).isSymbolicLink())
      throw new StepFileError(`${file} is a link; it has to be a file`);
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ENOENT') throw error;
    throw new StepFileError(`${file} is gone; without it nobody knows what ${step} handed on`, {
      cause: error,
    });
  }
}

function sayIssues({ issues }: z.ZodError): string {
  const said = issues
    .slice(0, MOST_ISSUES)
    .map(({ path, message }) => `${path.length === 0 ? 'the whole' : path.join('.')}: ${message}`);
  const more = issues.length - said.length;
  return `${said.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}
