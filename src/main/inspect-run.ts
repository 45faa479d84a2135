/** How a run stands, by its folder alone: nothing is opened, locked or changed. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { NoRunFolder, lookAtFolder, realFolder } from '../newsroom/batches/run-folder.ts';
import { runSummary } from '../newsroom/batches/run-summary.ts';
import type { RunSummary } from '../newsroom/batches/run-summary.ts';
import type { Clock } from '../time/clock.ts';

/** @throws NoRunFolder */
// ts-unused-exports:disable-next-line
export async function summaryOf(path: string, clock: Clock): Promise<RunSummary> {
  const { folder, runId, stories, jailed } = await lookAtFolder(path);
  return runSummary({ runId, runDir: folder, stories, jailed, nowMs: clock.now() });
}

/** Of every folder of a root that has stories. @throws NoRunFolder where there is no such root. */
// ts-unused-exports:disable-next-line
export async function summariesUnder(root: string, clock: Clock): Promise<RunSummary[]> {
  const folder = await realFolder(root);
  const all: RunSummary[] = [];
  for (const name of (await readdir(folder)).filter((it) => !it.startsWith('.')).sort()) {
    try {
      all.push(await summaryOf(join(folder, name), clock));
    } catch (error) {
      if (!(error instanceof NoRunFolder)) throw error; // a folder of something else
    }
  }
  return all;
}
