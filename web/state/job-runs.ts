/** The runs of the automation that is looked at, and what runs at the moment, with the steps of its turn. */
import { isOpen, refreshed } from '../model/run-data.ts';
import type { KnownRuns } from '../model/run-data.ts';
import type { Entry, Job, Run, ShownRun } from '../model/shapes.ts';
import { attempt } from './desk.ts';
import type { Call } from './gateway-client.ts';
import { locale } from './preferences.ts';
import type { Store } from './store.ts';

const PAGE = 20;
/** Among how many of a job's newest runs the one that runs is looked for; slots that were skipped ahead stand above it. */
const NEWEST = 10;
const SOON_MS = 400;
/** No event tells that a message arrived. */
const AGAIN_MS = 3_000;

/** The runs of one job. */
export interface RunPage extends KnownRuns {
  readonly jobId: string;
  readonly failed?: boolean;
}

/** A run that is under way, with the entries of its turn so far. */
export interface LiveRun {
  readonly runId: string;
  readonly entries: readonly Entry[];
}

export class JobRuns {
  readonly #call: Call;
  readonly #store: Store;
  #planned: ReturnType<typeof setTimeout> | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(call: Call, store: Store) {
    this.#call = call;
    this.#store = store;
  }

  /** The newest runs of a job, once the desk is connected; what was read before stays. */
  async load(jobId: string): Promise<void> {
    const { runPage, openJob, connection } = this.#store;
    if (openJob.value !== jobId || connection.value !== 'open') return;
    const known = () => (runPage.value?.jobId === jobId ? runPage.value : undefined);
    const done = await attempt(async () => {
      const runs = await this.#page(jobId);
      if (openJob.value !== jobId) return;
      runPage.value = { jobId, ...refreshed(known(), runs, PAGE) };
      clearTimeout(this.#again);
      if (runs.some((run) => isOpen(run) || run.delivery === 'pending'))
        this.#again = setTimeout(() => void this.load(jobId), AGAIN_MS);
    });
    if (!done && !known()) runPage.value = { jobId, runs: [], complete: true, failed: true };
  }

  /** The desk is connected again: steps that were written meanwhile are unknown. */
  async resume(): Promise<void> {
    const { liveRuns, openJob } = this.#store;
    liveRuns.value = {};
    if (openJob.value !== null) await this.load(openJob.value);
  }

  async more(): Promise<void> {
    const page = this.#store.runPage.value;
    const before = page?.runs.at(-1)?.runId;
    if (!page || before === undefined) return;
    await attempt(async () => {
      const runs = await this.#page(page.jobId, before);
      const now = this.#store.runPage.value;
      // Unless the page was read anew meanwhile.
      if (now?.jobId === page.jobId && now.runs.at(-1)?.runId === before)
        this.#store.runPage.value = { ...now, runs: [...now.runs, ...runs], complete: runs.length < PAGE };
    });
  }

  show = (runId: string): Promise<ShownRun> => this.#call('cron.showRun', { runId, locale: locale.value });

  /** Find the runs of these jobs that are under way, with what their turns did so far. */
  async follow(jobs: readonly Job[]): Promise<void> {
    const { liveRuns } = this.#store;
    const running = jobs.filter(({ state }) => state.runningSince !== undefined);
    const over = new Set(jobs.filter((job) => !running.includes(job)).map(({ id }) => id));
    const known = Object.fromEntries(Object.entries(liveRuns.value).filter(([id]) => !over.has(id)));
    liveRuns.value = known;
    for (const { id } of running) {
      if (known[id]) continue;
      const { entries: runs } = await this.#call('cron.runs', { id, limit: NEWEST });
      const run = runs.find((one) => one.status === 'running');
      if (!run) continue;
      const { entries } = await this.show(run.runId);
      liveRuns.value = { ...liveRuns.value, [id]: { runId: run.runId, entries } };
    }
  }

  /** An entry was written: a step of a run that is under way, perhaps. */
  hear(entry: Entry): void {
    const { liveRuns } = this.#store;
    const turn = entry.meta?.['turn'];
    for (const [job, live] of Object.entries(liveRuns.value))
      if (live.runId === turn && !live.entries.some(({ id }) => id === entry.id))
        liveRuns.value = { ...liveRuns.value, [job]: { ...live, entries: [...live.entries, entry] } };
  }

  /** The batches that are being worked on. However many events come, one look in this time. */
  loadBatchesSoon(): void {
    this.#planned ??= setTimeout(() => {
      this.#planned = undefined;
      void this.loadBatches();
    }, SOON_MS);
  }

  /** Where the desk has no newsroom, there are none. */
  async loadBatches(): Promise<void> {
    const { runs } = await this.#call('newsroom.runs', { limit: NEWEST }).catch(() => ({ runs: [] }));
    this.#store.batches.value = runs.filter(({ state }) => state === 'open');
  }

  async #page(id: string, before?: string): Promise<readonly Run[]> {
    const asked = { id, limit: PAGE, words: locale.value, ...(before !== undefined && { before }) };
    return (await this.#call('cron.runs', asked)).entries;
  }
}
