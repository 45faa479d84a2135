/** The job files of a batch for the board: nothing is created, quarantined or waited for. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { BookedBatch } from './board.ts';
import { boardJobSchema } from './board-story.ts';
import type { BoardJob } from './board-story.ts';
import type { JobFiles } from '../batches/job-files.ts';
import { readJobFile } from '../batches/read-job-file.ts';

const planned = z.object({ stories: z.array(boardJobSchema) });

const QUARANTINED = '.json.jailed';

/** Stories that were set aside before they could be planned come last. */
export async function readBoardJobs(
  files: Pick<JobFiles, 'bring' | 'folder'>,
  { id, plan }: BookedBatch,
): Promise<readonly BoardJob[]> {
  const known = planned.safeParse(plan);
  if (!known.success) return [];
  await files.bring(id);
  const folder = files.folder(id);
  const jobs = known.data.stories;
  const ids = new Set(jobs.map(({ story }) => story.story_id));
  const quarantined = (await namesIn(folder))
    .filter((name) => /^story_/i.test(name) && name.endsWith(QUARANTINED))
    .map((name) => name.slice(0, -QUARANTINED.length))
    .filter((storyId) => !ids.has(storyId));
  return Promise.all([...jobs, ...quarantined.sort().map(unplanned)].map((job) => currentState(folder, job)));
}

/** Fields that can't be read are unknown. */
function unplanned(storyId: string): BoardJob {
  return {
    story: { story_id: storyId, category: '', title: storyId, primary_url: '', flags: [] },
    state: { status: 'FAILURE', reason: 'jailed' },
  };
}

/** Its state by its file; `failed` if that was quarantined; as planned where there is no file yet. */
async function currentState(folder: string, job: BoardJob): Promise<BoardJob> {
  const path = join(folder, `${job.story.story_id}.json`);
  const text = await textOf(path);
  if (text !== undefined) return parsed(text) ?? job;
  const reason = (await textOf(`${path}.reason`))?.trim();
  if (reason === undefined) return job;
  return { ...job, state: { ...job.state, status: 'FAILURE', reason: 'jailed', detail: reason } };
}

function parsed(text: string): BoardJob | undefined {
  try {
    return boardJobSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined; // The pipeline will quarantine it and report that.
  }
}

async function textOf(path: string): Promise<string | undefined> {
  // What can't be opened for a moment is shown as planned; the board comes again.
  const read = await readJobFile(path).catch(() => undefined);
  return read?.kind === 'text' ? read.text : undefined;
}

/** A batch has no folder until its first file is written. */
async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(missing([]));
}

/** The default where there is no file; other errors are thrown. */
function missing<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return instead;
    throw error;
  };
}
