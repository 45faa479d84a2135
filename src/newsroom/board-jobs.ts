/** The job files of a run as the board reads them: nothing is made, jailed or waited for. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { BookedRun } from './board.ts';
import { boardJobSchema } from './board-story.ts';
import type { BoardJob } from './board-story.ts';

const planned = z.object({ stories: z.array(boardJobSchema) });

/** `root` holds a folder for each run. */
export async function readBoardJobs(root: string, { id, plan }: BookedRun): Promise<readonly BoardJob[]> {
  const known = planned.safeParse(plan);
  if (!known.success) return [];
  return Promise.all(known.data.stories.map((job) => standing(join(root, id), job)));
}

/** As its file says; where that was set aside, failed for that reason; as it was planned where there is none yet. */
async function standing(folder: string, job: BoardJob): Promise<BoardJob> {
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
    return undefined; // the line will jail it, and say so
  }
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
