/** What a run, a batch and a newsletter look like while they are under way and afterwards. Pure. */
import type { Tone } from './board-data.ts';
import { shownStatusOf } from './board-data.ts';
import { isBad } from './job-data.ts';
import type { BoardRun, Entry, NewsletterProgress, Run } from './shapes.ts';

/** Runs that start within this are on time. */
const ON_TIME_MS = 1_500;

export const isOpen = ({ status }: Pick<Run, 'status'>): boolean =>
  /^(?:queued|deferred|running)$/.test(status);

export function toneOfRun(status: string): Tone {
  if (status === 'ok' || status === 'quiet') return 'good';
  if (isBad(status)) return 'bad';
  if (status === 'running') return 'work';
  return status === 'skipped' ? 'off' : 'wait';
}

/** How long after its time a run started, ms; 0 where it was on time, undefined where it has not started. */
export function latenessOf({ startedAtMs, scheduledForMs }: Run): number | undefined {
  if (startedAtMs === undefined) return undefined;
  const late = startedAtMs - scheduledForMs;
  return late < ON_TIME_MS ? 0 : late;
}

/** Something that a turn does, how often, and whether it still waits for a result. */
export interface Step {
  readonly tool: string;
  readonly count: number;
  readonly isBusy: boolean;
}

/** The steps of a turn, in the order in which each came first. */
export function stepsOf(entries: readonly Entry[]): Step[] {
  const answered = new Set(entries.map(({ meta }) => meta?.['toolCallId']));
  const steps = new Map<string, Step>();
  for (const { meta } of entries)
    for (const { id, name } of (meta?.['toolCalls'] ?? []) as { id: string; name: string }[]) {
      const known = steps.get(name);
      steps.set(name, {
        tool: name,
        count: (known?.count ?? 0) + 1,
        isBusy: (known?.isBusy ?? false) || !answered.has(id),
      });
    }
  return [...steps.values()];
}

/** How much of something is done. */
export interface Progress {
  readonly done: number;
  readonly all: number;
}

/** The stories of a batch that need no more work of the desk. */
export const batchProgress = ({ stories }: BoardRun): Progress => ({
  done: stories.filter((story) => !/^(?:PLANNED|DISPATCHED)$/.test(shownStatusOf(story))).length,
  all: stories.length,
});

export function newsletterProgress({ steps }: NewsletterProgress): Progress {
  const all = Object.values(steps);
  return { done: all.filter(({ status }) => /^(?:complete|skipped)$/.test(status)).length, all: all.length };
}

/** What is known of a job's runs, the newest first. */
export interface KnownRuns {
  readonly runs: readonly Run[];
  /** The first run of all is among them. */
  readonly complete: boolean;
}

/**
 * The newest page was read again. Older runs that are known stay, unless runs may be missing between them and the page.
 * @param size of a full page
 */
export function refreshed(known: KnownRuns | undefined, read: readonly Run[], size: number): KnownRuns {
  const last = read.at(-1);
  if (read.length < size || !last) return { runs: read, complete: true };
  const ids = new Set(read.map(({ runId }) => runId));
  if (!known?.runs.some(({ runId }) => ids.has(runId))) return { runs: read, complete: false };
  const older = known.runs.filter(
    ({ runId, scheduledForMs }) => !ids.has(runId) && scheduledForMs <= last.scheduledForMs,
  );
  return { runs: [...read, ...older], complete: known.complete };
}
