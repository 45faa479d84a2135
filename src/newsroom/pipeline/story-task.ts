/**
 * One story on the pipeline: dedupe → sources → gate → worker → pictures → publish, and its status on the way.
 *
 * It can die after any step and be taken up again: what a step does to the outside comes before the status that says
 * so, and is harmless when repeated (ops and stories by key, turns by id, files whole). A story that is published is
 * only marked; a story that has ended is left alone. What editors do counts until the moment of publishing: a draft that
 * they hold is kept in its job and shown to them.
 */
import type { SameStoryVerdict } from '../coverage/same-story.ts';
import type { Asking } from '../coverage/told-already.ts';
import type { ToldStory } from '../coverage/told-stories.ts';
import { marketSource } from '../edition/market-source.ts';
import { EventMarks } from '../coverage/event-marks.ts';
import { isoTime } from '../model/job-times.ts';
import { hasEnded, storyKey } from '../model/assignment.ts';
import type { StoryError, Assignment } from '../model/assignment.ts';
import type { StoryEvent } from '../batches/story-log.ts';
import type { PipelineDeps } from './pipeline-deps.ts';
import type { SessionKey } from '../../sessions/key.ts';
import { directOps } from '../publish/direct-ops.ts';
import { takenBack, untold } from '../publish/delivery.ts';
import type { Delivered } from '../publish/delivery.ts';
import { elsewhere, publishStory } from './publishing.ts';
import { titleOf } from '../edition/say-report.ts';
import type { SourcePack } from '../model/source-pack.ts';
import type { PublishedStory } from '../model/story-book.ts';
import { saidBefore } from './said-before.ts';
import { approvalOf, holdOf, killOf } from '../model/story-actions.ts';
import type { Hold } from '../model/story-actions.ts';
import { draftStory } from './story-drafting.ts';
import type { ReadyDraft } from './story-drafting.ts';
import { changedOp, decidedBy, endedOps, heldAs, waitingOps } from './story-notices.ts';
import type { ShownDraft } from './story-notices.ts';
import { illustrate } from './story-pictures.ts';
import { jobInScript, listedInScript } from '../verify/one-script.ts';
import { wordingOf } from '../edition/wording.ts';

export interface StoryTerms {
  readonly deps: PipelineDeps;
  /** The desk channel's session. */
  readonly desk: SessionKey;
  readonly orderedAtMs: number;
  readonly signal: AbortSignal;
  /** Publishing is one at a time on the pipeline, so that two runs don't post one happening. */
  readonly publishing: <T>(work: () => Promise<T>) => Promise<T>;
}

type Refused = Extract<Delivered, { kind: 'refused' }>;

/** The type of error of a story that its platform has refused. */
const REFUSED = 'refused';
/** News that waited longer for the pipeline is none any more. */
const STALE_HOURS = 48;
/** How long a story that waits keeps its event from others: the longest that the pool allows. */
const HOLD_MS = 24 * 3_600_000;

export class StoryTask {
  readonly #terms: StoryTerms;
  readonly #deps: PipelineDeps;
  readonly #events: EventMarks;
  #job: Assignment;

  constructor(job: Assignment, terms: StoryTerms) {
    this.#job = job;
    this.#terms = terms;
    this.#deps = terms.deps;
    this.#events = new EventMarks(terms.deps);
  }

  /** The job as it stands in its file. */
  get job(): Assignment {
    return this.#job;
  }

  /** Go on from where the story stands. Rejects with the signal's reason when the pipeline closes. */
  async run(): Promise<void> {
    const { status } = this.#job.state;
    if (hasEnded(this.#job)) return;
    this.#job = await jobInScript(this.#job, this.#deps.edition.language);
    await this.#note('job_seen', { status });
    if (await this.#deps.stories.find(storyKey(this.#job))) return; // it is on its way
    if (await this.#endIfRefused()) return;
    if (await this.#endIfKilled()) return;
    if (status === 'PLANNED') await this.#dispatch();
    if (!hasEnded(this.#job)) await this.#write();
  }

  /** Wait until a published story is sent, and end it by what became of that. */
  async deliver(): Promise<void> {
    const { signal } = this.#terms;
    const { stories, actions, delivered } = this.#deps;
    const id = storyKey(this.#job);
    const published = await stories.find(id);
    if (!published || hasEnded(this.#job)) return;
    this.#deps.posted();
    const delivery = await delivered(published, signal);
    signal.throwIfAborted();
    // What was withdrawn before it was sent was not refused.
    if (delivery.kind === 'posted' || killOf(await actions.of(id))) return this.#markPosted(published);
    await this.#unpublish(published, delivery);
  }

  /** Leave out a story whose run has stopped. */
  passOver(): Promise<void> {
    return this.#skip('policy', wordingOf(this.#deps.edition.language).stopsAtFailure);
  }

  /**
   * The story ends without a post, unless it is posted: what was wrong is kept, then its status, from which its batch's
   * message says it. Where nothing can be kept nothing is said.
   */
  async fail(errors: readonly StoryError[]): Promise<void> {
    // What broke may have broken after the post: then the status is made good at the next start.
    const id = storyKey(this.#job);
    if (await this.#deps.stories.find(id)) return;
    const { story, result } = this.#job;
    const last = errors.at(-1);
    const reason = last?.error_type ?? 'unknown';
    const detail = last?.said ?? last?.error_message ?? 'no reason was given';
    await this.#save({}, { ...result, errors: [...errors] });
    await this.#events.giveBack(story.event_id, story.primary_url, detail);
    await this.#end('FAILURE', reason, detail, { ...result, errors: [...errors] });
  }

  async #dispatch(): Promise<void> {
    const { deps, signal, orderedAtMs } = this.#terms;
    if (deps.clock.now() - orderedAtMs > STALE_HOURS * 3_600_000)
      return this.#skip('policy', wordingOf(deps.edition.language).stale(STALE_HOURS));
    const told = await this.#saidBefore('line');
    if (told) return this.#skipTold(told);
    const pack = await this.#sources();
    signal.throwIfAborted();
    const lacking = deps.sources.lacking(pack, this.#job);
    if (lacking !== undefined) return this.#skip('missing_sources', lacking);
    await this.#save({
      status: 'DISPATCHED',
      attempts: this.#job.state.attempts + 1,
      dispatched_at: isoTime(deps.clock.now()),
    });
  }

  async #write(): Promise<void> {
    const { deps, signal } = this.#terms;
    const pack = await this.#sources();
    const ready = this.#storedDraft() ?? (await this.#draft(pack));
    signal.throwIfAborted();
    if (Array.isArray(ready)) return this.fail(ready);
    let isOut = false;
    // An editor may do something at the last moment: then it is looked at once more.
    while (!isOut) {
      if (await this.#endIfKilled()) return;
      const actions = await deps.actions.of(storyKey(this.#job));
      const { claims } = ready as ReadyDraft;
      const drafted = { ...this.#job, result: { ...this.#job.result, claims } };
      const hold = holdOf(drafted, actions, deps.edition, deps.clock.now());
      const decided = decidedBy(actions, deps.edition);
      if (hold) return this.#wait(hold, { draft: ready as ReadyDraft, pack, n: actions.length, decided });
      const told = await this.#saidBefore('gate', pack);
      if (told) return this.#skipTold(told);
      isOut = await this.#terms.publishing(() => this.#publish(ready as ReadyDraft, pack, actions.length));
    }
  }

  /** @returns a draft that may be posted, else what was wrong. */
  async #draft(pack: SourcePack): Promise<ReadyDraft | StoryError[]> {
    const { deps, signal } = this.#terms;
    const note = (event: StoryEvent, fields?: object) => this.#note(event, fields);
    const { draft, errors } = await draftStory(this.#job, pack, {
      ...deps,
      signal,
      note,
      rescuing: (attempt) => this.#save({ rescue_attempts: attempt }),
    });
    if (!draft) return [...errors];
    signal.throwIfAborted();
    const images = await illustrate(this.#job, draft, pack, { ...deps, signal, note });
    return { ...draft, errors, images };
  }

  /** The draft that waits, as its job has it. */
  #storedDraft(): ReadyDraft | undefined {
    const { state, result } = this.#job;
    const { worker, claims, language_model, errors, images, messages } = result;
    if (state.drafted_at === null || !worker || !claims) return undefined;
    const draft = { result: worker, claims, languageModel: language_model ?? true, errors, images };
    return messages ? { ...draft, messages } : draft;
  }

  async #sources(): Promise<SourcePack> {
    const { files, sources, assets } = this.#deps;
    const { signal } = this.#terms;
    const stored = await files.sources(this.#job);
    if (stored) return stored;
    const built = await sources.build(this.#job, signal);
    const found = await listedInScript(built, this.#deps.edition.language);
    signal.throwIfAborted();
    const stands = sources.lacking(found, this.#job) === undefined;
    const pack = stands && assets ? await this.#withMarket(found) : found;
    await files.saveSources(this.#job, pack);
    const usable = pack.sources.filter((source) => source.usable).length;
    await this.#note('sources_ready', { sources: pack.sources.length, usable });
    return pack;
  }

  /** What its market says is one more source, for writer and reader alike. */
  async #withMarket(pack: SourcePack): Promise<SourcePack> {
    const { category, title, concrete_anchor } = this.#job.story;
    const planned = { category, title, concreteAnchor: concrete_anchor };
    const { assets, edition } = this.#deps;
    const { snapshot, failures } = (await assets?.beforeWriting(planned, this.#terms.signal)) ?? {
      failures: [],
    };
    if (failures.length > 0) await this.#note('assets_ready', { failures });
    if (!snapshot) return pack;
    const source = marketSource(snapshot, pack.sources.length + 1, edition);
    return { ...pack, sources: [...pack.sources, source], market: snapshot };
  }

  /** Keep the draft until somebody, or its time, lets it go. The same again changes nothing. */
  async #wait(hold: Hold, shown: ShownDraft): Promise<void> {
    const held = heldAs(hold);
    const { draft } = shown;
    const { clock, ops, posted } = this.#deps;
    const { desk } = this.#terms;
    const { story, state } = this.#job;
    const isNew = JSON.stringify(state.hold) !== JSON.stringify(held) || state.drafted_at === null;
    if (isNew) {
      if (state.drafted_at !== null) await ops.put([changedOp(this.#job, hold, shown, desk, this.#deps)]);
      const { result, claims, languageModel, errors, images, messages } = draft;
      await this.#save(
        { hold: held, drafted_at: state.drafted_at ?? isoTime(clock.now()) },
        {
          ...this.#job.result,
          worker: result,
          claims,
          language_model: languageModel,
          errors: [...errors],
          images,
          messages: messages ? [...messages] : null,
        },
      );
      await this.#note('story_waits', held);
    }
    await ops.put(waitingOps(this.#job, hold, shown, desk, this.#deps));
    posted();
    await this.#events.hold(story.event_id, story.primary_url, clock.now() + HOLD_MS, storyKey(this.#job));
  }

  /** @returns false when editors have done something meanwhile: then nothing happened. */
  async #publish(draft: ReadyDraft, pack: SourcePack, actionsSeen: number): Promise<boolean> {
    this.#terms.signal.throwIfAborted();
    const told = await this.#saidBefore('gate', pack, false);
    if (told) {
      await this.#skipTold(told);
      return true;
    }
    const out = await publishStory(this.#job, draft, pack, { ...this.#terms, actionsSeen });
    if (out === 'actions') return false;
    if (out === 'gone') {
      const error_message = wordingOf(this.#deps.edition.language).channelGone;
      await this.fail([{ phase: 'publish', error_type: 'channel_gone', error_message }]);
      return true;
    }
    if (typeof out === 'string') {
      await this.#skip('policy', out);
      return true;
    }
    await this.#note('discord_publish_progress', out.progress);
    const { claims, errors, images, messages } = draft;
    await this.#save(
      {},
      {
        ...this.#job.result,
        worker: out.worker,
        claims,
        errors: [...errors],
        images: [...images],
        messages: messages ? [...messages] : null,
      },
    );
    return true;
  }

  /** Its platform refuses it: what arrived of it is taken back, and it ends as a failure, with the reason. */
  async #unpublish(story: PublishedStory, { because, arrived }: Refused): Promise<void> {
    const { stories, clock } = this.#deps;
    const errors = [
      ...this.#job.result.errors,
      { phase: 'publish', error_type: REFUSED, error_message: because },
    ];
    await this.#save({}, { ...this.#job.result, errors });
    const back = takenBack({ story, arrived, nowMs: clock.now() });
    await stories.unpublish(story.id, back);
    if (story.updateOf !== undefined) await this.#untell(story, story.updateOf);
    await this.fail(errors);
  }

  /** The story that an update was to tell more of says nothing of it. */
  async #untell(update: PublishedStory, of: string): Promise<void> {
    const { stories, actions, edition, clock, ops, commands } = this.#deps;
    const story = await stories.find(of);
    const done = await actions.of(of);
    if (!story || killOf(done)) return;
    await ops.put(
      untold(update, { story, actions: done, edition, commands: commands(), nowMs: clock.now() }),
    );
  }

  /** Its messages are sent: mark the event, tell the desk channel, end the job. */
  async #markPosted(story: PublishedStory): Promise<void> {
    const { result } = this.#job;
    const { stories, actions, edition, remembered } = this.#deps;
    const approval = approvalOf(await actions.of(story.id), story);
    const told = story.updateOf === undefined ? elsewhere(story, edition) : undefined;
    if (told) {
      await stories.remember(story.desk, told);
      remembered(story.desk);
    }
    await markEvent(story, this.#events);
    await this.#note('event_recorded', { event_id: story.eventId ?? null });
    // Said before a rescue begins, so it is known after a crash, too.
    const status = this.#job.state.rescue_attempts > 0 ? 'RESCUED' : 'SUCCESS';
    await this.#end(status, null, null, {
      ...result,
      language_model: story.languageModel,
      thread_op: story.threadOp,
      ...(approval && { approved_by: approval.by, approved_at: isoTime(approval.atMs) }),
    });
  }

  /** What was taken back is not posted again: a refusal whose status could not be written ends now. */
  async #endIfRefused(): Promise<boolean> {
    const { errors } = this.#job.result;
    const last = errors.at(-1);
    if (last?.phase !== 'publish' || last.error_type !== REFUSED) return false;
    await this.fail(errors);
    return true;
  }

  async #endIfKilled(): Promise<boolean> {
    const { actions, edition } = this.#deps;
    const killed = killOf(await actions.of(storyKey(this.#job)));
    if (killed) await this.#skip('killed', wordingOf(edition.language).killed(killed.by, killed.why));
    return killed !== undefined;
  }

  /** @param mayAsk a language model; not while others wait to publish. */
  #saidBefore(asking: Asking, pack?: SourcePack, mayAsk = true): Promise<ToldStory | undefined> {
    const note = (event: StoryEvent, fields: object) => this.#note(event, fields);
    const keep = (same_story: SameStoryVerdict[]) => this.#save({}, { ...this.#job.result, same_story });
    const terms = { ...this.#terms, events: this.#events, note, ...(mayAsk && { keep }) };
    return saidBefore(this.#job, asking, terms, pack);
  }

  #skipTold(told: ToldStory): Promise<void> {
    const wording = wordingOf(this.#deps.edition.language);
    return told.kind === 'killed'
      ? this.#skip('policy', wording.killed(told.by ?? '–', undefined))
      : this.#skip('duplicate', wording.repeats(told.title, told.kind === 'posted'));
  }

  async #skip(reason: 'missing_sources' | 'duplicate' | 'policy' | 'killed', detail: string): Promise<void> {
    const { story, result } = this.#job;
    await this.#events.giveBack(story.event_id, story.primary_url, detail);
    await this.#end('SKIPPED', reason, detail, result);
  }

  async #end(
    status: 'SUCCESS' | 'RESCUED' | 'FAILURE' | 'SKIPPED',
    reason: string | null,
    detail: string | null,
    result: Assignment['result'],
  ): Promise<void> {
    await this.#tellEnding(status, detail ?? reason);
    const ended_at = isoTime(this.#deps.clock.now());
    await this.#save({ status, reason, detail, ended_at, hold: null }, { ...result, final_status: status });
    await this.#note('job_ended', { status, reason, detail });
  }

  /** Those who asked to be told, and the preview of a draft that waited. */
  async #tellEnding(status: string, because: string | null): Promise<void> {
    const { edition, ops, posted } = this.#deps;
    const { desk } = this.#terms;
    const { post, state } = this.#job;
    const id = storyKey(this.#job);
    const isPosted = status === 'SUCCESS' || status === 'RESCUED';
    const targets = isPosted ? post.on_success_dm_targets : post.on_failure_dm_targets;
    const text = wordingOf(edition.language).told(titleOf(this.#job), isPosted, because ?? undefined);
    const whyNot = isPosted ? undefined : (because ?? '–');
    const told = [
      ...(state.drafted_at === null ? [] : await endedOps(this.#job, whyNot, desk, this.#deps)),
      ...directOps(`story:${id}/ended`, desk, targets, text, this.#deps),
    ];
    if (told.length === 0) return;
    await ops.put(told);
    posted();
  }

  async #save(
    state: Partial<Assignment['state']>,
    result: Assignment['result'] = this.#job.result,
  ): Promise<void> {
    const job: Assignment = { ...this.#job, state: { ...this.#job.state, ...state }, result };
    await this.#deps.files.save(job);
    this.#job = job;
  }

  /** A log that can't be written stops no story. */
  async #note(event: StoryEvent, fields: object = {}): Promise<void> {
    const { run, story } = this.#job;
    try {
      await this.#deps.log.note(run.run_id, story.story_id, event, fields);
    } catch (error) {
      this.#deps.failed(`the log of ${storyKey(this.#job)}`, error);
    }
  }
}

/** Mark a published story's event in the pool; harmless when repeated. */
export function markEvent(story: PublishedStory, events: EventMarks): Promise<void> {
  return events.posted(story.eventId, story.primaryUrl, {
    threadId: story.thread ?? story.threadOp,
    runId: story.runId,
    atMs: story.publishedAtMs,
  });
}
