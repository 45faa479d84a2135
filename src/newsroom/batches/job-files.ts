/**
 * Job files: `<root>/<run>/run.json`, `story_NN.json`, `story_NN.sources.json` and `run_summary.json`.
 *
 * - Each is replaced atomically; a reader sees the old content or the new.
 * - One that can't be read is set aside as `<name>.jailed` with a `<name>.reason` beside it. A story's is not made again.
 * - The order in the book decides what a run consists of; the files hold how far each story has come.
 */
import { mkdir, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { SourcePack } from '../model/source-pack.ts';
import { oneAtATime } from '../../async/one-at-a-time.ts';
import { replaceFile, sweepDrafts, syncFolder } from '../../async/replace-file.ts';
import { isTooDeep, readJobFile } from './read-job-file.ts';
import type { JobText } from './read-job-file.ts';
import { batchJobSchema } from '../model/batch-job.ts';
import type { BatchJob } from '../model/batch-job.ts';
import type { BatchPlan } from '../model/batch-plan.ts';
import { assignmentSchema } from '../model/assignment.ts';
import type { Assignment } from '../model/assignment.ts';

/** A job file that could not be read, and why. */
export interface QuarantinedFile {
  readonly storyId: string;
  readonly reason: string;
}

export interface BatchFolder {
  readonly run: BatchJob;
  /** In the order of their files' names. */
  readonly stories: readonly Assignment[];
  readonly quarantined: readonly QuarantinedFile[];
}

/** Packs are written by this desk: what is looked at is whether the file is whole. */
const packSchema: z.ZodType<SourcePack> = z.looseObject({
  builtAtMs: z.number(),
  sources: z.array(
    z.looseObject({
      n: z.int(),
      url: z.string(),
      domain: z.string(),
      outlet: z.string(),
      title: z.string(),
      text: z.string(),
      usable: z.boolean(),
    }),
  ),
}) as unknown as z.ZodType<SourcePack>;
const STORY_FILE = /^([a-z0-9][a-z0-9_-]*)\.json(\.jailed)?$/i;

export class JobFiles {
  readonly #root: string;
  readonly #shown: string;

  /** `root` is the folder itself; `shown` is how people and models are told of it: relative to the desk's home. */
  constructor(deps: { readonly root: string; readonly shown?: string }) {
    this.#root = deps.root;
    this.#shown = deps.shown ?? 'data/newsroom/jobs';
  }

  /** How a run's folder is called where it is spoken of. */
  runDir(run: string): string {
    return `${this.#shown}/${run}`;
  }

  /** Write those files of an ordered run that are not there yet. Harmless when they are. */
  ensure(plan: BatchPlan): Promise<void> {
    const folder = join(this.#root, plan.run.run.run_id);
    // Two at once would put a job back to its beginning.
    return oneAtATime(`ensure ${folder}`, () => this.#ensure(plan, folder));
  }

  async #ensure(plan: BatchPlan, folder: string): Promise<void> {
    await mkdir(folder, { recursive: true });
    await sweepDrafts(folder);
    await syncFolder(dirname(folder));
    const names = new Set(await readdir(folder));
    for (const job of plan.stories) {
      const name = `${job.story.story_id}.json`;
      if (!names.has(name) && !names.has(`${name}.jailed`)) await this.save(job);
    }
    // Last, so that a folder with a run.json is a whole one.
    if (!names.has('run.json')) await this.#write(join(folder, 'run.json'), plan.run);
  }

  /** Read a batch, after `ensure`. What can't be read is quarantined; a quarantined run.json is made again from the plan. */
  read(plan: BatchPlan): Promise<BatchFolder> {
    const id = plan.run.run.run_id;
    // Two at once would set the same file aside.
    return oneAtATime(`read ${join(this.#root, id)}`, () => this.#read(plan, id));
  }

  async #read(plan: BatchPlan, id: string): Promise<BatchFolder> {
    const run = await this.#parsed(join(this.#root, id, 'run.json'), batchJobSchema, 'run_job_v1');
    if (run === undefined) await this.#write(join(this.#root, id, 'run.json'), plan.run);
    const stories: Assignment[] = [];
    const quarantined: QuarantinedFile[] = [];
    for (const storyId of await this.#storyIds(plan)) {
      const file = this.#storyFile(id, storyId);
      const schema = assignmentSchema.refine(
        (job) => job.story.story_id === storyId && job.run.run_id === id,
        'it names another story than its file does',
      );
      const job = await this.#parsed(file, schema, 'story_job_v1');
      if (job) stories.push(job);
      else quarantined.push({ storyId, reason: await reasonOf(file) });
    }
    return { run: run ?? plan.run, stories, quarantined };
  }

  /** The folder of a run, absolute where the root is. */
  folder(run: string): string {
    return join(this.#root, run);
  }

  /** One story's job as it stands; undefined where its file isn't there, or can't be read. */
  async story(run: string, storyId: string): Promise<Assignment | undefined> {
    const file = await readJobFile(this.#storyFile(run, storyId));
    const read = parse(file, assignmentSchema);
    return read.ok ? read.value : undefined;
  }

  async save(job: Assignment): Promise<void> {
    await this.#write(this.#storyFile(job.run.run_id, job.story.story_id), job);
  }

  /** The source pack that was built for a story; undefined before that, and for a damaged one, which is quarantined. */
  sources(job: Assignment): Promise<SourcePack | undefined> {
    return this.#parsed(this.#sourcesFile(job), packSchema, 'source pack');
  }

  async saveSources(job: Assignment, pack: SourcePack): Promise<void> {
    await this.#write(this.#sourcesFile(job), pack);
  }

  async saveSummary(run: string, summary: unknown): Promise<void> {
    await this.#write(join(this.#root, run, 'run_summary.json'), summary);
  }

  #storyFile(run: string, storyId: string): string {
    return join(this.#root, run, `${storyId}.json`);
  }

  #sourcesFile(job: Assignment): string {
    return join(this.#root, job.run.run_id, `${job.story.story_id}.sources.json`);
  }

  /** The run's own stories: other files may lie beside them. */
  async #storyIds(plan: BatchPlan): Promise<string[]> {
    const names = await readdir(join(this.#root, plan.run.run.run_id));
    const planned = new Set(plan.stories.map(({ story }) => story.story_id));
    const ids = names.flatMap((name) => {
      const [, id = '', quarantined] = STORY_FILE.exec(name) ?? [];
      return planned.has(id) || (quarantined !== undefined && id !== 'run') ? [id] : [];
    });
    return [...new Set(ids)].filter((id) => id !== '').sort();
  }

  async #write(path: string, value: unknown): Promise<void> {
    await replaceFile(path, `${JSON.stringify(value, null, 2)}\n`);
  }

  /** @returns undefined when the file isn't there, or was quarantined now. */
  async #parsed<T>(path: string, schema: z.ZodType<T>, what: string): Promise<T | undefined> {
    const file = await readJobFile(path);
    if (file.kind === 'gone') return undefined;
    const read = parse(file, schema);
    if (read.ok) return read.value;
    await replaceFile(`${path}.reason`, `no valid ${what}: ${read.reason}\n`);
    await rename(path, `${path}.jailed`);
    await syncFolder(dirname(path));
    return undefined;
  }
}

type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

function parse<T>(file: JobText, schema: z.ZodType<T>): Read<T> {
  if (file.kind === 'gone') return { ok: false, reason: 'it is gone' };
  if (file.kind === 'bad') return { ok: false, reason: file.reason };
  let value: unknown;
  try {
    value = JSON.parse(file.text);
  } catch (error) {
    return { ok: false, reason: `it is no JSON (${(error as Error).message})` };
  }
  if (isTooDeep(value)) return { ok: false, reason: 'it is nested too deep' };
  const parsed = schema.safeParse(value);
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, reason: z.prettifyError(parsed.error) };
}

async function reasonOf(path: string): Promise<string> {
  const read = await readJobFile(`${path}.reason`);
  return read.kind === 'text' ? read.text.trim() : 'the reason was not written down';
}
