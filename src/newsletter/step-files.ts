/**
 * What the steps hand on, as files that people may look into and edit: `data/newsletters/<session>/<step>.json`. They are
 * replaced whole, and read back through their schemas.
 */
import { lstat, mkdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { z } from 'zod';
import { HomeFiles } from '../async/home-files.ts';
import { sweepDrafts } from '../async/replace-file.ts';
import { Refusal } from '../feature/refusal.ts';
import type { Locale } from '../time/locale.ts';
import { OUTPUTS } from './model/outputs.ts';
import type { StepOutputs } from './model/outputs.ts';
import type { StepName } from './model/steps.ts';

interface FileProblem {
  readonly kind: 'not_json' | 'shape' | 'link' | 'gone';
  /** Where inside, and what is wrong there. */
  readonly detail?: string;
  /** Whose file it is. */
  readonly step?: StepName;
}

const PROBLEMS = {
  not_json: {
    en: ({ detail = '' }) => `: not valid JSON (${detail})`,
    zh: ({ detail = '' }) => `：並非有效的 JSON（${detail}）`,
  },
  shape: { en: ({ detail = '' }) => `: ${detail}`, zh: ({ detail = '' }) => `：內容不符要求：${detail}` },
  link: { en: () => ' is a link; it has to be a file', zh: () => ' 是連結，必須是檔案' },
  gone: {
    en: ({ step = '' }) => ` is gone; without it nobody knows what ${step} handed on`,
    zh: ({ step = '' }) => ` 不見了；沒有它便不知道 ${step} 交出了什麼`,
  },
} as const satisfies Record<FileProblem['kind'], Record<Locale, (problem: FileProblem) => string>>;

/**
 * What a step needs is not there, or is not what it was. Its message names the file, and the path inside; in a chat only the
 * file's name is said.
 */
class StepFileError extends Refusal {
  override readonly name = 'StepFileError';
  override readonly code = 'refused';
  override readonly words: Readonly<Record<Locale, string>>;
  readonly problem: FileProblem;

  constructor(file: string, problem: FileProblem, options?: ErrorOptions) {
    const { en, zh } = PROBLEMS[problem.kind];
    super(`${file}${en(problem)}`, options);
    this.problem = problem;
    const name = `\`${basename(file)}\``;
    this.words = { en: `${name}${en(problem)}`, zh: `${name}${zh(problem)}` };
  }
}

const MOST_ISSUES = 3;

export class StepFiles {
  readonly #root: string;
  readonly #files: HomeFiles;

  /** @param root the folder of all newsletters. */
  constructor(root: string, files = new HomeFiles({ home: root })) {
    this.#root = root;
    this.#files = files;
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
    await this.#files.bring(file, { keepEdits: true });
    const text = await textOf(file, step);
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (cause) {
      throw new StepFileError(file, { kind: 'not_json', detail: (cause as Error).message }, { cause });
    }
    const read = (OUTPUTS[step] as z.ZodType).safeParse(value);
    if (!read.success) throw new StepFileError(file, { kind: 'shape', detail: sayIssues(read.error) });
    const { session: named = session } = read.data as { readonly session?: string };
    // Messages and e-mails are known by it: those of another newsletter may have been sent.
    if (named !== session)
      throw new StepFileError(file, {
        kind: 'shape',
        detail: `session: it is ${named}; allowed: ${session}`,
      });
    return read.data as StepOutputs[Name];
  }

  async writeText(session: string, name: string, text: string): Promise<string> {
    const folder = this.folder(session);
    await mkdir(folder, { recursive: true });
    await sweepDrafts(folder);
    const file = join(folder, name);
    await this.#files.write(file, text);
    return file;
  }
}

async function textOf(file: string, step: StepName): Promise<string> {
  try {
    // A link could lead anywhere.
    if ((await lstat(file)).isSymbolicLink()) throw new StepFileError(file, { kind: 'link' });
    return (await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ENOENT') throw error;
    throw new StepFileError(file, { kind: 'gone', step }, { cause: error });
  }
}

function sayIssues({ issues }: z.ZodError): string {
  const said = issues
    .slice(0, MOST_ISSUES)
    .map(({ path, message }) => `${path.length === 0 ? 'the whole' : path.join('.')}: ${message}`);
  const more = issues.length - said.length;
  return `${said.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}
