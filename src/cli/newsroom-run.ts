import type { Command } from 'commander';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import type { ResultOf } from '../main/features.ts';
import type { Clock } from '../time/clock.ts';
import { Failure, WrongUse } from './cli-error.ts';
import { callOf, findGateway } from './desk-connection.ts';
import { followRuns } from './follow-runs.ts';
import type { Call } from './answers.ts';
import { presses } from './presses.ts';
import { say } from './say.ts';
import { oneLine } from './table.ts';
import { configOf } from './world.ts';
import type { World } from './world.ts';

interface Flags {
  readonly path?: string;
  readonly jobsRoot?: string;
  readonly summaryOnly?: boolean;
  readonly json?: boolean;
}

type Asked = { readonly path: string } | { readonly root: string };

type Taken = ResultOf<'newsroom.runs.scan'>;

/** `nightdesk newsroom run --path DIR | --jobs-root DIR`: writes the stories of job files, by the desk or alone. */
export function runCommand(newsroom: Command, world: World, clock: Clock): void {
  newsroom
    .command('run')
    .description('write and post the stories of job files: by the desk that runs, else in this process')
    .option('--path <folder>', 'the folder of one run')
    .option('--jobs-root <folder>', 'a folder of such folders: all that have something left to do')
    .option('--summary-only', 'only tell how they stand')
    .option('--json', 'their summaries as JSON')
    .action(async ({ path, jobsRoot, summaryOnly, json }: Flags) => {
      if ((path === undefined) === (jobsRoot === undefined)) throw new WrongUse('give --path or --jobs-root');
      const asked =
        path === undefined ? { root: folderOf(jobsRoot ?? '', world) } : { path: folderOf(path, world) };
      const taken = summaryOnly ? undefined : await run(asked, world, clock);
      for (const { dir, why } of taken?.left ?? []) if (!json) world.out(`left alone: ${dir}: ${why}`);
      const summaries = await summariesOf(asked, taken, clock);
      say(world, json, 'path' in asked ? summaries[0] : { runs: summaries, left: taken?.left ?? [] }, () =>
        summaries.length === 0 ? 'Nothing to run.' : summaries.map(saySummary).join('\n\n'),
      );
      const undone = (taken?.runs ?? []).filter(({ state }) => state === 'open');
      if (undone.length > 0) throw new Failure(`${undone.map(({ id }) => id).join(', ')}: not done yet`);
      const failed = (taken?.left ?? []).filter((it) => it.failed);
      if (failed.length > 0)
        throw new Failure(`not taken: ${failed.map(({ dir, why }) => `${dir}: ${why}`).join('; ')}`);
      if (!summaryOnly && summaries.some(({ ok }) => !ok)) throw new Failure('a story failed');
    });
}

/** From here; else from the home, as `write-run` names a run's folder. */
function folderOf(given: string, world: World): string {
  const here = resolve(world.cwd, given);
  if (existsSync(here)) return here;
  const inHome = resolve(configOf(world).home, given);
  return existsSync(inHome) ? inHome : here;
}

/** @returns the batches' state when nothing more can be done for them. */
async function run(asked: Asked, world: World, clock: Clock): Promise<Taken> {
  const config = configOf(world);
  const client = await findGateway(config);
  if (client) return byDesk(asked, callOf(client), { config, clock });
  const { runWithoutDesk } = await import('../main/runner.ts');
  const stop = new AbortController();
  const unlisten = world.onSignal(
    presses(clock, (times) => {
      if (times > 1) return world.exit(1);
      world.warn('stopping between two steps …');
      stop.abort(new Error('stopped'));
    }),
  );
  try {
    const end = await runWithoutDesk({
      config,
      asked,
      signal: stop.signal,
      clock,
      atTerminal: world.atTerminal,
    });
    if (end.kind === 'stopped') throw new Failure('stopped; what is left waits for a desk or a runner');
    if (end.kind === 'done') return { runs: [...end.runs], left: [...end.left] };
    world.warn('a desk took the home over and goes on');
    return { runs: await followRuns(end.runs, { config, clock }), left: [...end.left] };
  } finally {
    unlisten();
  }
}

async function byDesk(asked: Asked, call: Call, around: { config: Config; clock: Clock }): Promise<Taken> {
  if ('path' in asked) {
    const status = await call('newsroom.runs.take', { path: asked.path });
    return { runs: await followRuns([status], { ...around, asked: call }), left: [] };
  }
  const scanned = await call('newsroom.runs.scan', { root: asked.root });
  return { ...scanned, runs: await followRuns(scanned.runs, { ...around, asked: call }) };
}

async function summariesOf(asked: Asked, taken: Taken | undefined, clock: Clock) {
  const { summariesUnder, summaryOf } = await import('../newsroom/inspect/inspect-run.ts');
  if (!taken)
    return 'path' in asked ? [await summaryOf(asked.path, clock)] : summariesUnder(asked.root, clock);
  return Promise.all(taken.runs.map(({ dir }) => summaryOf(dir, clock)));
}

function saySummary({ run_dir, summary, detail }: Awaited<ReturnType<typeof summariesOf>>[number]): string {
  const { run, total, completed, failed, skipped } = summary;
  return [
    `${run}: ${completed} of ${total} posted, ${skipped} skipped, ${failed} failed (${run_dir})`,
    ...detail.stories.map(
      ({ story_id, status, title, reason, detail: why }) =>
        `  ${story_id}  ${status.padEnd(10)}  ${oneLine(title, 60)}${reason ? `  ${reason}: ${oneLine(why ?? '', 90)}` : ''}`,
    ),
  ].join('\n');
}
