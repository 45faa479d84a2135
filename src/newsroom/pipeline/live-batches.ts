/**
 * Each batch has one message for editors, which is edited as the batch progresses and finally becomes its report.
 *
 * - Its text is computed from stored data, so after a restart the same message continues.
 * - There is at most one edit every two seconds, and none while an earlier one is unsent. The last edit replaces such
 *   an unsent one.
 * - If somebody deletes the message, the batch is silent until its end, which is a new message.
 *
 * Keys: `batch:<run>/live` for the message, `live_02`, … for its edits, `batch:<run>/end` for a new message.
 */
import type { NewOp } from '../../sessions/op.ts';
import { Queues } from '../../async/one-at-a-time.ts';
import { roomIn } from '../../sessions/traits-of.ts';
import { pass } from '../../time/clock.ts';
import type { EditorsRequest } from '../model/editorial-action.ts';
import type { BatchSummary } from '../batches/batch-summary.ts';
import { planOf } from '../model/batch-plan.ts';
import { hasEnded, storyKey, wasPosted } from '../model/assignment.ts';
import type { PipelineDeps } from './pipeline-deps.ts';
import type { OrderedBatch, PublishedStory } from '../model/story-book.ts';
import { approvalOf } from '../model/story-actions.ts';
import { jobInScript } from '../verify/one-script.ts';
import { liveBatch } from '../views/live-batch.ts';
import type { BatchMessage } from '../views/live-batch.ts';
import { batchState } from './batch-state.ts';
import { SUPERSEDED, batchOps } from './batch-ops.ts';
import type { BatchOps } from './batch-ops.ts';

type Deps = Pick<
  PipelineDeps,
  'clock' | 'commands' | 'actions' | 'edition' | 'failed' | 'files' | 'ops' | 'posted' | 'settled' | 'stories'
>;

/** Who ordered a story again, keyed by story. */
type Retried = ReadonlyMap<string, Pick<EditorsRequest, 'by' | 'atMs'>>;

/** The message of a running batch. */
interface Live {
  readonly begun: Set<string>;
  stuck?: string;
  /** When it was last posted, resumed or edited, and when last edited, in monotonic time. */
  touchedAtMs: number;
  editedAtMs: number;
  isStale: boolean;
  work: Promise<void> | undefined;
  /** Ends the wait for the next edit, to make the last one. */
  readonly ending: AbortController;
}

const PAUSE_MS = 2_000;

export class LiveBatches {
  readonly #deps: Deps;
  readonly #signal: AbortSignal;
  readonly #lives = new Map<string, Live>();
  /** Serializes writes by batch id. */
  readonly #writing = new Queues();

  constructor(deps: Deps, signal: AbortSignal) {
    this.#deps = deps;
    this.#signal = signal;
  }

  /** Post the plan, unless that was done. */
  async begin(order: OrderedBatch): Promise<void> {
    const live = this.#of(order);
    live.touchedAtMs = this.#deps.clock.elapsed();
    if ((await this.#opsOf(order)).shown !== undefined) return this.changed(order);
    await this.#oneAtATime(order, () => this.#edit(order));
  }

  /** A story has started. */
  begun(order: OrderedBatch, storyId: string): void {
    this.#of(order).begun.add(storyId);
    this.changed(order);
  }

  /** The batch can't continue for now. */
  stuck(order: OrderedBatch, because: string): void {
    this.#of(order).stuck = because;
    this.changed(order);
  }

  /** The batch's state may have changed. Returns at once. */
  changed(order: OrderedBatch): void {
    const live = this.#of(order);
    live.isStale = true;
    live.work ??= this.#keepUp(order, live)
      .catch((error: unknown) => {
        live.isStale = false; // the next change or the end is reported anyway
        if (!this.#signal.aborted && !live.ending.signal.aborted)
          this.#deps.failed(`the message of run ${order.id}`, error);
      })
      .finally(() => {
        live.work = undefined;
        if (live.isStale) this.changed(order);
      });
  }

  /**
   * The batch rests: write its final text, with the summary when it is finished. Resolves when that is stored; for a
   * finished batch, when it is sent as far as possible.
   * @returns the text.
   */
  async end(order: OrderedBatch, summary?: BatchSummary): Promise<string> {
    const live = this.#of(order);
    live.ending.abort(new Error('the batch ends'));
    await live.work;
    this.#lives.delete(order.id);
    await this.#paused(live.editedAtMs, this.#signal);
    const last = { isLast: true, ...(summary && { summary }) };
    const text = await this.#oneAtATime(order, () => this.#edit(order, last));
    if (!summary) return text;
    const { newest } = await this.#opsOf(order);
    if (newest) await this.#deps.settled(newest.key, this.#signal);
    // If the message is gone, nobody sees an edit.
    if ((await this.#opsOf(order)).isLost) await this.#oneAtATime(order, () => this.#edit(order, last));
    return text;
  }

  /**
   * Order a failed story again.
   * @param act receives the edit that says so, to be stored with the order; undefined when there is no message to
   * edit
   */
  retrying<T>(
    order: OrderedBatch,
    story: string,
    action: Pick<EditorsRequest, 'by' | 'atMs'>,
    act: (ops: readonly NewOp[]) => Promise<T>,
  ): Promise<T> {
    return this.#oneAtATime(order, async () => {
      const ops = await this.#opsOf(order);
      const message = await this.#message(order, true, new Map([[story, action]]));
      return act(ops.shown === undefined || ops.isLost ? [] : [ops.edited(message)]);
    });
  }

  /** Resolves when no write is running, after the signal has ended all waits. */
  async stopped(): Promise<void> {
    await Promise.all([...this.#lives.values()].flatMap(({ work }) => (work ? [work] : [])));
    await this.#writing.idle();
  }

  #of({ id }: OrderedBatch): Live {
    const known = this.#lives.get(id);
    if (known) return known;
    const live: Live = {
      begun: new Set(),
      touchedAtMs: this.#deps.clock.elapsed(),
      editedAtMs: -Infinity,
      isStale: false,
      work: undefined,
      ending: new AbortController(),
    };
    this.#lives.set(id, live);
    return live;
  }

  /** @param sinceMs in monotonic time */
  #paused(sinceMs: number, signal: AbortSignal): Promise<void> {
    const { clock } = this.#deps;
    return pass(clock, sinceMs + PAUSE_MS - clock.elapsed(), signal);
  }

  async #keepUp(order: OrderedBatch, live: Live): Promise<void> {
    const signal = AbortSignal.any([this.#signal, live.ending.signal]);
    while (live.isStale) {
      await this.#paused(live.touchedAtMs, signal);
      const { newest } = await this.#opsOf(order);
      if (newest) await this.#deps.settled(newest.key, signal);
      signal.throwIfAborted();
      live.isStale = false;
      await this.#oneAtATime(order, () => this.#edit(order));
    }
  }

  /**
   * Store the text if it changed.
   * @returns the text.
   */
  async #edit(
    order: OrderedBatch,
    { isLast = false, summary }: { readonly isLast?: boolean; readonly summary?: BatchSummary } = {},
  ): Promise<string> {
    const ops = await this.#opsOf(order);
    const message = await this.#message(order, ops.newest !== undefined);
    // A batch that has just ended gets its final text next.
    if (!isLast && ops.newest && !message.isMoving) return message.text;
    const made = ops.next(message, { isLast, ...(summary && { summary }) });
    if (!made) return message.text;
    // Nobody needs to see an edit that is stale before it is sent.
    for (const key of made.superseded) await this.#deps.ops.failed(key, 'failed', SUPERSEDED);
    await this.#deps.ops.put([made.op]);
    this.#deps.posted();
    const live = this.#lives.get(order.id);
    if (live) {
      live.touchedAtMs = this.#deps.clock.elapsed();
      if (made.op.spec.kind === 'edit') live.editedAtMs = live.touchedAtMs;
    }
    return message.text;
  }

  /** @param isBegun whether its files may exist; before, it is shown as planned */
  async #message(
    order: OrderedBatch,
    isBegun: boolean,
    retried: Retried = new Map(),
  ): Promise<BatchMessage & { readonly isMoving: boolean }> {
    const { files, stories, edition, commands, actions } = this.#deps;
    const plan = planOf(order);
    const planned = { stories: plan.stories, quarantined: [] };
    // While its files can't be read, it is shown as stuck.
    const folder = isBegun ? await files.read(plan).catch(() => planned) : planned;
    const published = new Map<string, PublishedStory>();
    const approved = new Map<string, string>();
    const anew = new Map(retried);
    const aside = folder.quarantined.map(({ storyId }) => `${order.id}/${storyId}`);
    const open = folder.stories.filter((job) => !hasEnded(job) || wasPosted(job)).map(storyKey);
    for (const id of [...open, ...aside]) {
      const story = await stories.find(id);
      if (!story) continue;
      published.set(id, story);
      const approval = approvalOf(await actions.of(id), story);
      if (approval) approved.set(id, approval.by);
    }
    const unposted = folder.stories.filter((job) => hasEnded(job) && !wasPosted(job)).map(storyKey);
    for (const id of [...unposted, ...aside]) {
      const retry = (await actions.of(id)).findLast(({ kind }) => kind === 'retry');
      if (retry) anew.set(id, retry);
    }
    const { begun = new Set<string>(), stuck } = this.#lives.get(order.id) ?? {};
    const shown = await Promise.all(folder.stories.map((job) => jobInScript(job, edition.language)));
    const { quarantined } = folder;
    const state = batchState(
      { plan, stories: shown, quarantined, begun, published, approved, retried: anew, stuck },
      edition,
    );
    const isMoving = state.stories.some(({ stage }) => stage === 'next' || stage === 'writing');
    return { ...liveBatch(state, edition.language, commands(), roomIn(order.session)), isMoving };
  }

  async #opsOf({ id, session }: OrderedBatch): Promise<BatchOps> {
    const { ops, clock } = this.#deps;
    return batchOps(await ops.under(`batch:${id}/`), { run: id, desk: session, nowMs: clock.now() });
  }

  /** Serialize by batch, so that no older state is stored after a newer one. */
  #oneAtATime<T>({ id }: OrderedBatch, work: () => Promise<T>): Promise<T> {
    return this.#writing.do(id, work);
  }
}
