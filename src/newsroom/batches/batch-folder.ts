/** A folder of job files, from this desk or another program: read without changes, then adopted. */
import { mkdir, readdir, realpath, rename, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { readForeignBatch, readForeignStory } from './foreign-job.ts';
import type { QuarantinedFile } from './job-files.ts';
import { replaceFile, syncFolder } from '../../async/replace-file.ts';
import { Refusal } from '../../feature/refusal.ts';
import { readJobFile } from './read-job-file.ts';
import { RUN_ID } from '../model/batch-job.ts';
import type { BatchJob } from '../model/batch-job.ts';
import { hasEnded, plannedStory } from '../model/assignment.ts';
import type { Assignment } from '../model/assignment.ts';
import { isoTime, readJobTime, ukTime } from '../model/job-times.ts';
import { orderedHold } from '../model/story-actions.ts';

/** The contents of a folder, read without changing anything. */
export interface SeenFolder {
  /** The real path. */
  readonly folder: string;
  readonly runId: string;
  readonly run: BatchJob;
  /** In the order of file names. */
  readonly stories: readonly Assignment[];
  /** Includes those quarantined earlier. */
  readonly quarantined: readonly QuarantinedFile[];
  /** The files that can't be read, and why. They are to be quarantined. */
  readonly bad: readonly { readonly name: string; readonly reason: string }[];
  /** The newest job file's time, else the folder's; ms since the epoch. */
  readonly writtenAtMs: number;
}

/** The folder contains no batch. */
export class NoBatchFolder extends Refusal {
  override readonly name = 'NoBatchFolder';
  override readonly code = 'bad_request';
}

const STORY_FILE = /^story_[a-z0-9_-]{1,34}\.json$/i;
const PACK_FILE = /^story_[a-z0-9_-]{1,34}\.sources\.json$/i;
const QUARANTINED_FILE = /^story_[a-z0-9_-]{1,34}\.json\.jailed$/i;

/**
 * Read a folder of job files. The batch's id is `named`, or else comes from run.json, the stories, or the folder's
 * name.
 * @throws NoBatchFolder when there is no folder, or no story in it.
 */
export async function lookAtFolder(path: string, named?: string): Promise<SeenFolder> {
  const folder = await realFolder(path);
  const names = (await readdir(folder)).sort();
  const files = new Map<string, string>();
  const bad: { name: string; reason: string }[] = [];
  let writtenAtMs: number | undefined;
  for (const name of names.filter((it) => it === 'run.json' || STORY_FILE.test(it))) {
    const read = await readJobFile(join(folder, name));
    if (read.kind === 'text') files.set(name, read.text);
    else if (read.kind === 'bad') bad.push({ name, reason: read.reason });
    if (read.kind === 'text') writtenAtMs = Math.max(writtenAtMs ?? 0, read.writtenAtMs);
  }
  const runText = files.get('run.json');
  const texts = [...files].filter(([name]) => name !== 'run.json');
  const runId = named ?? fittingId([runText, ...texts.map(([, text]) => text)], basename(folder));
  const read = readForeignBatch(runText, runId);
  const run = read.kind === 'job' ? read.job : batchWithoutFile(runId);
  if (read.kind === 'bad') bad.push({ name: 'run.json', reason: read.reason });
  const stories: Assignment[] = [];
  const quarantined: QuarantinedFile[] = [];
  for (const [name, text] of texts) {
    const storyId = name.slice(0, -'.json'.length);
    const story = readForeignStory(text, { runId, storyId }, run);
    if (story.kind === 'job') stories.push(story.job);
    if (story.kind === 'bad') bad.push({ name, reason: story.reason });
  }
  for (const { name, reason } of bad.filter((it) => it.name !== 'run.json'))
    quarantined.push({ storyId: name.slice(0, -'.json'.length), reason });
  for (const name of names.filter((it) => QUARANTINED_FILE.test(it))) {
    const storyId = name.slice(0, -'.json.jailed'.length);
    if (!names.includes(`${storyId}.json`))
      quarantined.push({ storyId, reason: await reasonOf(join(folder, name)) });
  }
  if (stories.length + quarantined.length === 0)
    throw new NoBatchFolder(`there is no story_*.json of schema story_job_v1 in ${path}`);
  return {
    folder,
    runId,
    run,
    stories,
    quarantined,
    bad,
    writtenAtMs: writtenAtMs ?? (await stat(folder)).mtimeMs,
  };
}

/** When a batch was planned, ms since the epoch: as it says, else when it was written. */
export function plannedAtMs({ stories, run, writtenAtMs }: SeenFolder): number {
  const said = [...stories.map(({ state }) => state.planned_at), run.run.run_time_uk];
  const times = said.flatMap((it) => readJobTime(it ?? '') ?? []);
  return times.length > 0 ? Math.max(...times) : writtenAtMs;
}

/**
 * Reset jobs of unknown origin: their orders are kept, with what they wait for, but not the text, checks or pictures that
 * they claim to have. Jobs that have ended stay as they are. Where nothing says the time of the run, it is that of its plan.
 */
export function fromTheStart(seen: SeenFolder, nowMs: number): SeenFolder {
  const runTime = ukTime(plannedAtMs(seen));
  const timed = <Job extends Pick<BatchJob, 'run'>>(job: Job): Job => ({
    ...job,
    run: { ...job.run, run_time_uk: job.run.run_time_uk || runTime },
  });
  const stories = seen.stories.map((job) => timed(hasEnded(job) ? job : reset(job, nowMs)));
  return { ...seen, run: timed(seen.run), stories };
}

function reset(job: Assignment, nowMs: number): Assignment {
  const { state, result } = plannedStory(nowMs);
  return {
    ...job,
    state: { ...job.state, ...state, hold: holdIn(job), planned_at: job.state.planned_at },
    result: { ...job.result, ...result },
  };
}

/** The hold that a job was ordered with, its end in UTC. */
function holdIn({ state }: Assignment): Assignment['state']['hold'] {
  const hold = orderedHold(state.hold, []);
  const untilMs = readJobTime(hold?.until ?? '');
  return hold && untilMs !== undefined ? { ...hold, until: isoTime(untilMs) } : hold;
}

/**
 * Adopt a folder: quarantine what can't be read, and source packs, which are rebuilt; write every job in this desk's
 * form; and link `home` (the desk's folder for this batch) to it. Harmless when repeated.
 */
export async function adoptFolder({ folder, run, stories, bad }: SeenFolder, home: string): Promise<void> {
  const packs = (await readdir(folder)).filter((name) => PACK_FILE.test(name));
  for (const name of packs) await setAside(folder, name, 'this desk builds its source packs itself');
  for (const { name, reason } of bad) await setAside(folder, name, reason);
  for (const job of stories) await writeJob(folder, `${job.story.story_id}.json`, job);
  await writeJob(folder, 'run.json', run);
  await mkdir(dirname(home), { recursive: true });
  if ((await realFolder(home).catch(() => undefined)) === folder) return;
  await symlink(folder, home, 'dir');
  await syncFolder(dirname(home));
}

async function setAside(folder: string, name: string, reason: string): Promise<void> {
  await replaceFile(join(folder, `${name}.reason`), `${reason}\n`);
  await rename(join(folder, name), join(folder, `${name}.jailed`));
}

/** @throws NoBatchFolder */
export async function realFolder(path: string): Promise<string> {
  try {
    const real = await realpath(path);
    if ((await stat(real)).isDirectory()) return real;
  } catch (error) {
    throw new NoBatchFolder(`there is no folder ${path}`, { cause: error });
  }
  throw new NoBatchFolder(`${path} is no folder`);
}

async function writeJob(folder: string, name: string, job: unknown): Promise<void> {
  const text = `${JSON.stringify(job, null, 2)}\n`;
  const known = await readJobFile(join(folder, name));
  if (known.kind !== 'text' || known.text !== text) await replaceFile(join(folder, name), text);
}

/** The first text that can serve as a batch id. */
function fittingId(texts: readonly (string | undefined)[], folder: string): string {
  const given = texts.flatMap((text) => runIdIn(text) ?? []);
  const slug = folder
    .replaceAll(/[^a-z0-9._-]+/gi, '-')
    .replace(/^[^a-z0-9]+/i, '')
    .slice(0, 60);
  return [...given, slug].find((id) => RUN_ID.test(id)) ?? 'run';
}

function runIdIn(text: string | undefined): string | undefined {
  try {
    const { run } = JSON.parse(text ?? '') as { run?: { run_id?: unknown } };
    return typeof run?.run_id === 'string' ? run.run_id : undefined;
  } catch {
    return undefined; // reported when it is read
  }
}

function batchWithoutFile(runId: string): BatchJob {
  const read = readForeignBatch(undefined, runId);
  if (read.kind !== 'job') throw new Error(`a run without its file can't be made: ${runId}`);
  return read.job;
}

async function reasonOf(quarantined: string): Promise<string> {
  const read = await readJobFile(quarantined.replace(/\.jailed$/, '.reason'));
  return read.kind === 'text' ? read.text.trim() : 'the reason was not written down';
}
