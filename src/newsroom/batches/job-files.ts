/**
 * Job files: `<root>/<run>/run.json`, `story_NN.json`, `story_NN.sources.json` and `run_summary.json`.
 *
 * - Each is replaced atomically; a reader sees the old content or the new.
 * - One that can't be read is quarantined as `<name>.jailed`, with a `<name>.reason` beside it. A story's file is not
 *   written again.
 * - The order in the book defines the batch's stories; the files record each story's progress.
 */
import { mkdir, readdir } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { z } from 'zod';
import type { SourcePack } from '../model/source-pack.ts';
import { HomeFiles } from '../../async/home-files.ts';
import { oneAtATime } from '../../async/one-at-a-time.ts';
import { sweepDrafts, syncFolder } from '../../async/replace-file.ts';
import { runPictures } from './batch-pictures.ts';
import { ParsedFiles, readParsed } from './parsed-files.ts';
import type { Parsed } from './parsed-files.ts';
import { readJobFile } from './read-job-file.ts';
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
  /** In the order of file names. */
  readonly stories: readonly Assignment[];
  readonly quarantined: readonly QuarantinedFile[];
}

/** This desk writes packs itself, so only check that the file is complete. */
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
/** Of a folder with thousands of stories no more files are open at once. */
const READ_AT_ONCE = 50;
const JOB_FILE = /\.(?:json|jailed|reason)$/;
const STORY_FILE = /^([a-z0-9][a-z0-9_-]*)\.json(\.jailed)?$/i;

export class JobFiles {
  readonly #root: string;
  readonly #shown: string;
  readonly #files: HomeFiles;
  readonly #parsed = new ParsedFiles();

  /** `root` is the folder; `shown` is how people and models see it, relative to the home. */
  constructor(deps: { readonly root: string; readonly shown?: string; readonly files?: HomeFiles }) {
    this.#root = deps.root;
    this.#shown = deps.shown ?? 'data/newsroom/jobs';
    this.#files = deps.files ?? new HomeFiles({ home: deps.root });
  }

  /** A batch's folder as people see it. */
  runDir(run: string): string {
    return `${this.#shown}/${run}`;
  }

  /** Write the missing files of an ordered batch. Harmless when repeated. */
  ensure(plan: BatchPlan): Promise<void> {
    const folder = join(this.#root, plan.run.run.run_id);
    // Two concurrent calls could reset a job.
    return oneAtATime(`ensure ${folder}`, () => this.#ensure(plan, folder));
  }

  async #ensure(plan: BatchPlan, folder: string): Promise<void> {
    await mkdir(folder, { recursive: true });
    await sweepDrafts(folder);
    await syncFolder(dirname(folder));
    await this.bring(plan.run.run.run_id);
    const names = new Set(await readdir(folder));
    const ensured = async (name: string, value: unknown) => {
      // A folder that was taken up has its files already.
      if (names.has(name)) await this.#files.share(join(folder, name));
      else await this.#files.create(join(folder, name), textOf(value));
    };
    for (const job of plan.stories) {
      const name = `${job.story.story_id}.json`;
      if (!names.has(`${name}.jailed`)) await ensured(name, job);
    }
    // Written last, so that a folder with a run.json is complete.
    await ensured('run.json', plan.run);
  }

  /** Bring a batch's files up to date, where other desks write them as well. */
  bring(run: string): Promise<void> {
    return this.#files.bringFolder(join(this.#root, run), (name) => JOB_FILE.test(name));
  }

  /** A story's pictures, with the paths by which whoever sends them finds them, at this desk or another. */
  async pictures(run: string, images: Assignment['result']['images']) {
    const folder = join(this.#root, run);
    for (const { name } of images) await this.#files.bring(join(folder, name));
    const there = await runPictures(folder, images);
    return there.map((one) => ({ ...one, path: this.#files.asTold(join(folder, one.name)) ?? one.path }));
  }

  /**
   * Read a batch. Files that can't be read are quarantined; where run.json was one of them, or is missing, what is missing
   * is written from the plan.
   */
  read(plan: BatchPlan): Promise<BatchFolder> {
    const id = plan.run.run.run_id;
    // Two concurrent calls would quarantine the same file.
    return oneAtATime(`read ${join(this.#root, id)}`, () => this.#read(plan, id));
  }

  async #read(plan: BatchPlan, id: string): Promise<BatchFolder> {
    await this.bring(id);
    const runFile = join(this.#root, id, 'run.json');
    const run = await this.#checked(runFile, await this.#parsed.read(runFile, batchJobSchema), 'run_job_v1');
    // Quarantined just now; or another desk wrote the files in a home of its own.
    if (run === undefined) await this.ensure(plan);
    const stories: Assignment[] = [];
    const quarantined: QuarantinedFile[] = [];
    const ids = await this.#storyIds(plan);
    for (let from = 0; from < ids.length; from += READ_AT_ONCE) {
      const some = ids.slice(from, from + READ_AT_ONCE).map((one) => this.#storyFile(id, one));
      const read = await Promise.all(some.map((file) => this.#parsed.read(file, assignmentSchema)));
      for (const [n, file] of some.entries()) {
        const storyId = ids[from + n]!;
        const isItsOwn = (job: Assignment) => job.story.story_id === storyId && job.run.run_id === id;
        const job = await this.#checked(file, read[n]!, 'story_job_v1', isItsOwn);
        if (job) stories.push(job);
        else quarantined.push({ storyId, reason: await reasonOf(file) });
      }
    }
    return { run: run ?? plan.run, stories, quarantined };
  }

  /** The folder of a batch; absolute if the root is. */
  folder(run: string): string {
    return join(this.#root, run);
  }

  /** A story's current job; undefined when its file is missing or no valid job. Rejects for trouble that passes. */
  async story(run: string, storyId: string): Promise<Assignment | undefined> {
    const path = this.#storyFile(run, storyId);
    await this.#files.bring(path);
    const read = await this.#parsed.read(path, assignmentSchema);
    return read.ok ? read.value : undefined;
  }

  /** An ordered story by its file: failed where that was quarantined, as planned where there is none yet. */
  async current(planned: Assignment): Promise<Assignment> {
    const { run_id: run } = planned.run;
    const { story_id: storyId } = planned.story;
    const job = await this.story(run, storyId);
    if (job) return job;
    const path = `${this.#storyFile(run, storyId)}.reason`;
    await this.#files.bring(path);
    const read = await readJobFile(path);
    if (read.kind !== 'text') return planned;
    const state = { status: 'FAILURE', reason: 'jailed', detail: read.text.trim(), hold: null } as const;
    return { ...planned, state: { ...planned.state, ...state } };
  }

  async save(job: Assignment): Promise<void> {
    await this.#write(this.#storyFile(job.run.run_id, job.story.story_id), job);
  }

  /** The source pack of a story; undefined before it is built, and when it is damaged and therefore quarantined. */
  async sources(job: Assignment): Promise<SourcePack | undefined> {
    await this.#files.bring(this.#sourcesFile(job));
    const file = this.#sourcesFile(job);
    return this.#checked(file, await readParsed(file, packSchema), 'source pack');
  }

  async saveSources(job: Assignment, pack: SourcePack): Promise<void> {
    await this.#write(this.#sourcesFile(job), pack);
  }

  async saveSummary(run: string, summary: unknown): Promise<void> {
    await this.#write(join(this.#root, run, 'run_summary.json'), summary);
    this.#parsed.forget(join(this.#root, run) + sep);
  }

  #storyFile(run: string, storyId: string): string {
    return join(this.#root, run, `${storyId}.json`);
  }

  #sourcesFile(job: Assignment): string {
    return join(this.#root, job.run.run_id, `${job.story.story_id}.sources.json`);
  }

  /** The batch's own stories; the folder may contain other files. */
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
    await this.#files.write(path, textOf(value));
  }

  /** @returns undefined when the file is missing, or has just been quarantined. */
  async #checked<T>(
    path: string,
    read: Parsed<T>,
    what: string,
    isItsOwn: (value: T) => boolean = () => true,
  ): Promise<T | undefined> {
    if (read.ok && isItsOwn(read.value)) return read.value;
    if (!read.ok && read.isGone) return undefined;
    const reason = read.ok ? 'it names another story than its file does' : read.reason;
    await this.#files.write(
      `${path}.reason`,
      `no valid ${what}: ${reason}
`,
    );
    await this.#files.rename(path, `${basename(path)}.jailed`);
    return undefined;
  }
}

function textOf(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

async function reasonOf(path: string): Promise<string> {
  const read = await readJobFile(`${path}.reason`);
  return read.kind === 'text' ? read.text.trim() : 'the reason was not written down';
}
