/**
 * Deletes a channel or thread on its platform, with everything that the desk keeps about it.
 *
 * Without confirmation nothing is changed. With it, one transaction closes the sessions, pauses their jobs and
 * records the platform's deletion as an op. Once that was sent, jobs, notes and sessions are removed and the
 * transcripts archived. If the op is refused or its fate is unknown, everything is restored and the reason is
 * posted. The op's state tells how far the deletion has come, so the next start can continue it.
 */
import type { Cron } from '../cron/cron.ts';
import type { Job } from '../cron/job.ts';
import { may } from '../sessions/actor.ts';
import type { Actor } from '../sessions/actor.ts';
import type { Conductor } from '../sessions/conductor.ts';
import type { Dispatcher } from '../sessions/dispatcher.ts';
import { chatIdOf, type SessionKey } from '../sessions/key.ts';
import type { OpBook } from '../sessions/op-book.ts';
import type { Op, OpState, NewOp } from '../sessions/op.ts';
import type { TranscriptWriter } from '../sessions/transcript-writer.ts';
import type { SessionIndex } from '../sessions/session-index.ts';
import type { PlaceAttempt, PlaceRemoval } from '../sessions/session-removal.ts';
import type { Transcripts } from '../sessions/transcripts.ts';
import type { Clock } from '../time/clock.ts';
import { DeskError } from '../sessions/desk-error.ts';
import { automationsOf, familyOf, jobsOf } from './place-family.ts';
import type { Locale } from '../time/locale.ts';
import { sayBecause } from '../feature/say-because.ts';
import { traitsOf } from '../sessions/traits-of.ts';

interface PlaceDeletionDeps {
  readonly cron: Cron;
  readonly conductor: Pick<Conductor, 'cutOff'>;
  readonly transcriptWriter: Pick<TranscriptWriter, 'flush'>;
  readonly sessions: SessionIndex;
  readonly transcripts: Pick<Transcripts, 'archive'>;
  readonly removal: PlaceRemoval;
  readonly ops: Pick<OpBook, 'find'>;
  readonly dispatcher: Pick<Dispatcher, 'poke' | 'settled'>;
  readonly clock: Clock;
  readonly failed: (what: string, error: unknown) => void;
}

interface DeletionRequest {
  readonly confirmed: boolean;
  readonly locale?: Locale;
}

/** The result. `pending`: the platform hasn't answered yet; the result will be posted in the place. */
export type PlaceDeleted =
  | { readonly kind: 'asks'; readonly jobs: readonly Job[]; readonly left: readonly Job[] }
  | { readonly kind: 'deleted'; readonly jobs: number }
  | { readonly kind: 'kept'; readonly because: string; readonly jobs: number }
  | { readonly kind: 'pending' };

/** How long the caller waits for the platform. */
const PATIENCE_MS = 8_000;

const UNSETTLED: readonly OpState[] = ['held', 'ready', 'sending'];

export class PlaceDeletion {
  readonly #deps: PlaceDeletionDeps;
  /** Attempts that are being followed, and their results. */
  readonly #followed = new Map<string, Promise<PlaceDeleted>>();
  /** Attempts that the platform has answered and that are being finished. */
  readonly #ending = new Set<Promise<PlaceDeleted>>();
  /** The number of callers waiting for an attempt; they get the result instead of a message in the place. */
  readonly #waiting = new Map<string, number>();
  /** Attempts that ended while a caller waited; it also waits for the last step. */
  readonly #claimed = new Set<string>();

  constructor(deps: PlaceDeletionDeps) {
    this.#deps = deps;
  }

  /** @throws DeskError when the actor may not, or there is no such session. */
  async delete(place: SessionKey, request: DeletionRequest, actor: Actor): Promise<PlaceDeleted> {
    const { cron, sessions, removal, conductor, dispatcher, clock } = this.#deps;
    if (!may(actor, 'jobs') && !may(actor, 'desk'))
      throw new DeskError('forbidden', `${actor.name} may not delete this: it needs the right to manage it`);
    const begun = await removal.attemptOf(place);
    if (begun) return this.#await(begun);
    const known = await sessions.get(place);
    if (!known) throw new DeskError('not_found', `there is no session ${place}`);
    if (!request.confirmed) {
      const { own, left } = await automationsOf(cron, await familyOf(sessions, place));
      return { kind: 'asks', jobs: own, left };
    }
    const op = `remove:${place}:${clock.now()}`;
    const attempt: PlaceAttempt = {
      op,
      place,
      title: known.title,
      by: actor.name,
      locale: request.locale ?? 'en',
      because: `${known.title} is being deleted, as ${actor.name} asked`,
    };
    const reason = AS_ASKED[attempt.locale](actor.name);
    const spec = { kind: 'remove', channel: { id: chatIdOf(place) }, reason } as const;
    const stopped = await removal.begin(attempt, { key: op, lane: place, spec }, clock.now());
    // Another caller was faster.
    if (!stopped) return this.delete(place, request, actor);
    await conductor.cutOff(stopped.turns, attempt.because);
    dispatcher.poke();
    await cron.touched(await removal.family(attempt), stopped.retries);
    return this.#await(attempt);
  }

  /**
   * Continue deletions that an earlier process began. Call once, at start; resolves without waiting for the
   * platform.
   */
  async resume(): Promise<void> {
    for (const attempt of await this.#deps.removal.attempts()) void this.#follow(attempt);
    this.#deps.dispatcher.poke();
  }

  /** Resolves when everything that the platform has answered is finished. Close the stores only after that. */
  async close(): Promise<void> {
    await new Promise(setImmediate); // Results that were just reported arrive first.
    await Promise.allSettled(this.#ending);
  }

  /** The result, or `pending` when it takes longer than callers wait. */
  async #await(attempt: PlaceAttempt): Promise<PlaceDeleted> {
    const { clock } = this.#deps;
    const { op } = attempt;
    const count = (by: number) => this.#waiting.set(op, (this.#waiting.get(op) ?? 0) + by);
    count(1);
    const patience = new AbortController();
    const late = clock.until(clock.now() + PATIENCE_MS, patience.signal).catch(() => {});
    const following = this.#follow(attempt);
    const ended = await Promise.race([following, late]);
    patience.abort(new Error('it is settled'));
    count(-1);
    if (this.#waiting.get(op) === 0) this.#waiting.delete(op);
    return ended ?? (this.#claimed.has(op) ? following : { kind: 'pending' });
  }

  /** Wait for the platform, then finish. Shared by all callers. */
  #follow(attempt: PlaceAttempt): Promise<PlaceDeleted> {
    const known = this.#followed.get(attempt.op);
    if (known) return known;
    const work = this.#end(attempt).catch((error: unknown): PlaceDeleted => {
      // The next start or the next caller continues it.
      this.#deps.failed(`deleting ${attempt.place}`, error);
      return { kind: 'pending' };
    });
    this.#followed.set(attempt.op, work);
    void work.finally(() => {
      this.#followed.delete(attempt.op);
      this.#claimed.delete(attempt.op);
    });
    return work;
  }

  async #end(attempt: PlaceAttempt): Promise<PlaceDeleted> {
    const op = await this.#outcome(attempt.op);
    const because = op?.error ?? 'nobody can say why';
    const ending = op?.state === 'sent' ? this.#finish(attempt) : this.#restore(attempt, because);
    this.#ending.add(ending);
    return ending.finally(() => this.#ending.delete(ending));
  }

  /** The op's final state; undefined once it is gone. */
  async #outcome(key: string): Promise<Op | undefined> {
    const { ops, dispatcher } = this.#deps;
    for (;;) {
      const settled = dispatcher.settled(key);
      const op = await ops.find(key);
      if (!op || !UNSETTLED.includes(op.state)) return op;
      await settled;
    }
  }

  /** Every step is idempotent, so it can be continued anywhere. */
  async #finish(attempt: PlaceAttempt): Promise<PlaceDeleted> {
    const { cron, removal, transcriptWriter, transcripts, conductor, clock } = this.#deps;
    const family = await removal.family(attempt);
    const { own: jobs } = await automationsOf(cron, family);
    for (const job of jobs) await cron.remove(job.id);
    const stamp = new Date(clock.now()).toISOString().replaceAll(':', '-');
    for (const key of family) {
      await transcriptWriter.flush(key);
      await transcripts.archive(key, stamp);
    }
    await conductor.cutOff(await removal.finish(attempt, clock.now()), attempt.because);
    return { kind: 'deleted', jobs: jobs.length };
  }

  async #restore(attempt: PlaceAttempt, because: string): Promise<PlaceDeleted> {
    const { cron, removal, dispatcher } = this.#deps;
    const family = await removal.family(attempt);
    const jobs = (await jobsOf(cron, family)).filter(({ state }) => state.pausedBecause === attempt.because);
    if (this.#waiting.has(attempt.op)) this.#claimed.add(attempt.op);
    const notice = this.#claimed.has(attempt.op) ? undefined : keptNotice(attempt, because, jobs.length);
    await removal.restore(attempt, notice);
    await cron.touched(family);
    dispatcher.poke();
    return { kind: 'kept', because, jobs: jobs.length };
  }
}

/** The reason in the platform's audit log. */
const AS_ASKED = {
  en: (name: string) => `${name} asked Nightdesk to delete this together with its automations`,
  zh: (name: string) => `${name} 要求 Nightdesk 將此處連同定時工作一併刪除`,
} as const;

/** For the place itself: it was to be deleted, and stays. */
function keptNotice({ op, place, by, locale }: PlaceAttempt, because: string, jobs: number): NewOp {
  const key = `${op}/kept`;
  const platform = traitsOf(place)?.title ?? place;
  const text = {
    en: `${by} asked me to delete this, and ${platform} did not: ${because.replace(/\.$/u, '')}. All is as before${jobs === 0 ? '' : `, and ${jobs === 1 ? 'its automation runs' : `its ${jobs} automations run`} again`}.`,
    zh: `${by} 要求刪除這裡，但 ${platform} 沒有刪除：${sayBecause(because, 'zh')}。一切照舊${jobs === 0 ? '' : `，${jobs} 項定時工作繼續執行`}。`,
  }[locale];
  const record = { v: 1 as const, id: key, ts: 0, role: 'system' as const, content: text };
  return { key, lane: place, spec: { kind: 'post', channel: { id: chatIdOf(place) }, text }, record };
}
