/** A batch's state, read only from its folder: nothing is opened, locked or changed. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { NoBatchFolder, lookAtFolder, realFolder } from '../batches/batch-folder.ts';
import { batchSummary } from '../batches/batch-summary.ts';
import type { BatchSummary } from '../batches/batch-summary.ts';
import type { Clock } from '../../time/clock.ts';

/** @throws NoBatchFolder */
// ts-unused-exports:disable-next-line
export async function summaryOf(path: string, clock: Clock): Promise<BatchSummary> {
  const { folder, runId, stories, quarantined } = await lookAtFolder(path);
  return batchSummary({ runId, runDir: folder, stories, quarantined, nowMs: clock.now() });
}

/** The state of every folder with stories in a root. @throws NoBatchFolder where there is no such root. */
// ts-unused-exports:disable-next-line
export async function summariesUnder(root: string, clock: Clock): Promise<BatchSummary[]> {
  const folder = await realFolder(root);
  const all: BatchSummary[] = [];
  for (const name of (await readdir(folder)).filter((it) => !it.startsWith('.')).sort()) {
    try {
      all.push(await summaryOf(join(folder, name), clock));
    } catch (error) {
      if (!(error instanceof NoBatchFolder)) throw error; // Not a batch's folder.
    }
  }
  return all;
}
