/**
 * One story on the line: dedupe → sources → gate → worker → publish, and its status on the way.
 *
 * It can die after any step and be taken up again: what a step does to the outside comes before the status that says
 * so, and is harmless when repeated (ops and stories by key, turns by id, files whole). A story that is published is
 * only marked; a story that has ended is left alone.
 */
import type { Entry } from '../sessions/entry.ts';
import { channelOf, chatIdOf } from '../sessions/key.ts';
import type { SessionKey } from '../sessions/key.ts';
import { alreadyPosted } from './already-posted.ts';
import { EventMarks } from './event-marks.ts';
import { isoTime } from './jobs/job-times.ts';
import { hasEnded, storyKey } from './jobs/story-job.ts';
import type { StoryError, StoryJob } from './jobs/story-job.ts';
import type { StoryEvent } from './jobs/story-log.ts';
import type { LineHouse } from './line-house.ts';
import { failureOp } from './publish/failure-op.ts';
import { storyButtons } from './publish/story-buttons.ts';
import { abstractOf, storyEntry, storyOps } from './publish/story-ops.ts';
import { storyOpKey, threadOpOf } from './publish/title-post.ts';
import type { SourcePack } from './source-pack.ts';
import type { PublishedStory } from './story-book.ts';
import { draftStory } from './story-drafting.ts';
import type { Drafted } from './story-drafting.ts';
import { wordingOf } from './wording.ts';

export interface StoryTerms {
  readonly house: LineHouse;
  /** The desk channel's session. */
  readonly desk: SessionKey;
  readonly orderedAtMs: number;
  readonly signal: AbortSignal;
  /** Publishing is one at a time on the line, so that two runs don't post one happening. */
  readonly publishing: <T>(work: () => Promise<T>) => Promise<T>;
}

/** News that waited longer for the line is none any more. */
const STALE_MS = 48 * 3_600_000;

export class StoryLine {
  readonly #terms: StoryTerms;
  readonly #house: LineHouse;
  readonly #events: EventMarks;
  #job: StoryJob;

  constructor(job: StoryJob, terms: StoryTerms) {
    this.#job = job;
    this.#terms = terms;
    this.#house = terms.house;
    this.#events = new EventMarks(terms.house);
  }

  /** The job as it stands in its file. */
  get job(): StoryJob {
    return this.#job;
  }

  /** Go on from where the story stands. Rejects with the signal's reason when the line closes. */
  async run(): Promise<void> {
    const { status, hold } = this.#job.state;
    if (hasEnded(this.#job)) return;
    await this.#note('job_seen', { status });
    const published = await this.#house.stories.find(storyKey(this.#job));
    if (published) return this.#markPosted(published);
    if (hold) return; // it waits for an editor
    if (status === 'PLANNED') await this.#dispatch();
    if (!hasEnded(this.#job)) await this.#write();
  }

  /** Leave out a story whose run has stopped. */
  passOver(): Promise<void> {
    return this.#skip('policy', 'the run stops at its first failure');
  }

  /** The story ends without a post, unless it is posted: one line where its editors are, then its status. */
  async fail(errors: readonly StoryError[]): Promise<void> {
    // What broke may have broken after the post: then the status is made good at the next start.
    if (await this.#house.stories.find(storyKey(this.#job))) return;
    const { story, result } = this.#job;
    const last = errors.at(-1);
    const reason = last?.error_type ?? 'unknown';
    const detail = last?.error_message ?? 'no reason was given';
    const line = wordingOf(this.#house.edition.language).notPosted(story.title, detail);
    await this.#house.ops.put([
      failureOp(storyKey(this.#job), this.#terms.desk, line, this.#house.clock.now()),
    ]);
    this.#house.posted();
    await this.#events.giveBack(story.event_id, story.primary_url, detail);
    await this.#end('FAILURE', reason, detail, { ...result, errors: [...errors] });
  }

  async #dispatch(): Promise<void> {
    const { house, signal, orderedAtMs } = this.#terms;
    if (house.clock.now() - orderedAtMs > STALE_MS)
      return this.#skip('policy', 'it waited for more than 48 hours');
    const same = await this.#alreadyPosted();
    if (same) return this.#skip('duplicate', `posted already: "${same.title}"`);
    const pack = await this.#sources();
    signal.throwIfAborted();
    const lacking = house.sources.lacking(pack, this.#job);
    if (lacking !== undefined) return this.#skip('missing_sources', lacking);
    await this.#save({
      status: 'DISPATCHED',
      attempts: this.#job.state.attempts + 1,
      dispatched_at: isoTime(house.clock.now()),
    });
  }

  async #write(): Promise<void> {
    const { house, signal } = this.#terms;
    const pack = await this.#sources();
    const { draft, errors } = await draftStory(this.#job, pack, {
      ...house,
      signal,
      note: (event, fields) => this.#note(event, fields),
      rescuing: (attempt) => this.#save({ rescue_attempts: attempt }),
    });
    signal.throwIfAborted();
    if (draft) await this.#terms.publishing(() => this.#publish(draft, pack, errors));
    else await this.fail(errors);
  }

  async #sources(): Promise<SourcePack> {
    const { files, sources } = this.#house;
    const { signal } = this.#terms;
    const stored = await files.sources(this.#job);
    if (stored) return stored;
    const pack = await sources.build(this.#job, signal);
    signal.throwIfAborted();
    await files.saveSources(this.#job, pack);
    const usable = pack.sources.filter((source) => source.usable).length;
    await this.#note('sources_ready', { sources: pack.sources.length, usable });
    return pack;
  }

  async #publish(draft: Drafted, pack: SourcePack, errors: readonly StoryError[]): Promise<void> {
    this.#terms.signal.throwIfAborted();
    const same = await this.#alreadyPosted();
    if (same) return this.#skip('duplicate', `posted meanwhile: "${same.title}"`);
    const { result, languageModel, claims } = draft;
    const { story, destination, run } = this.#job;
    const { edition, clock } = this.#house;
    const { desk } = this.#terms;
    const { category, flags } = story;
    const place = await this.#house.placeOf(category, desk);
    const wording = wordingOf(edition.language);
    const nowMs = clock.now();
    const id = storyKey(this.#job);
    const { title } = result;
    const { body, read_more_urls: readMoreUrls } = result.draft;
    const published: PublishedStory = {
      id,
      runId: this.#job.run.run_id,
      ...(story.event_id !== null && { eventId: story.event_id }),
      category,
      title,
      primaryUrl: story.primary_url,
      body,
      languageModel,
      desk,
      place: place.session,
      flags,
      ...(run.job && { job: { id: run.job.id, name: run.job.name, slotMs: run.job.slot_ms } }),
      ...(story.why !== undefined && { why: story.why }),
      threadOp: threadOpOf(id, place.isForum),
      pack,
      claims: claims.claims,
      conflicts: claims.conflicts,
      publishedAtMs: nowMs,
    };
    const ops = storyOps({
      id,
      place,
      title,
      category,
      aliases: edition.categories.find(({ name }) => name === category)?.aliases ?? [],
      flags,
      threadNameTemplate: destination.thread_name_template,
      body,
      readMoreUrls,
      readMoreLabel: edition.style.readMoreLabel,
      pack,
      languageModel,
      wording,
      nowMs,
      buttons: storyButtons(id, wording, this.#house.commands()),
    });
    await this.#house.stories.publish(published, ops, this.#elsewhere(published));
    if (place.session !== desk) this.#house.remembered(desk);
    const { session, because } = place;
    await this.#note('discord_publish_progress', {
      ops: ops.length,
      place: session,
      ...(because && { because }),
    });
    await this.#markPosted(published, { ...this.#job.result, worker: result, claims, errors: [...errors] });
  }

  /** What the desk channel remembers of a story that is posted in another; undefined where it is posted there. */
  #elsewhere(story: PublishedStory): Entry | undefined {
    const { id, desk, place, publishedAtMs } = story;
    if (place === desk) return undefined;
    const where = channelOf(place) === 'discord' ? `<#${chatIdOf(place)}>` : place;
    const said = `${abstractOf(story)}\n${wordingOf(this.#house.edition.language).postedIn(where)}`;
    return storyEntry(id, storyOpKey(id, 'desk'), said, publishedAtMs);
  }

  /** After publishing there is only dispatch: poke it, mark the event, end the job. */
  async #markPosted(story: PublishedStory, result: StoryJob['result'] = this.#job.result): Promise<void> {
    this.#house.posted();
    await markEvent(story, this.#events);
    await this.#note('event_recorded', { event_id: story.eventId ?? null });
    // Said before a rescue begins, so it is known after a crash, too.
    const status = this.#job.state.rescue_attempts > 0 ? 'RESCUED' : 'SUCCESS';
    await this.#end(status, null, null, {
      ...result,
      language_model: story.languageModel,
      thread_op: story.threadOp,
    });
  }

  #alreadyPosted(): Promise<PublishedStory | undefined> {
    return alreadyPosted(this.#job, this.#terms.desk, this.#house, this.#events);
  }

  async #skip(reason: 'missing_sources' | 'duplicate' | 'policy', detail: string): Promise<void> {
    const { story, result } = this.#job;
    await this.#events.giveBack(story.event_id, story.primary_url, detail);
    await this.#end('SKIPPED', reason, detail, result);
  }

  async #end(
    status: 'SUCCESS' | 'RESCUED' | 'FAILURE' | 'SKIPPED',
    reason: string | null,
    detail: string | null,
    result: StoryJob['result'],
  ): Promise<void> {
    const ended_at = isoTime(this.#house.clock.now());
    await this.#save({ status, reason, detail, ended_at }, { ...result, final_status: status });
    await this.#note('job_ended', { status, reason, detail });
  }

  async #save(
    state: Partial<StoryJob['state']>,
    result: StoryJob['result'] = this.#job.result,
  ): Promise<void> {
    const job: StoryJob = { ...this.#job, state: { ...this.#job.state, ...state }, result };
    await this.#house.files.save(job);
    this.#job = job;
  }

  /** A log that can't be written stops no story. */
  async #note(event: StoryEvent, fields: object = {}): Promise<void> {
    const { run, story } = this.#job;
    try {
      await this.#house.log.note(run.run_id, story.story_id, event, fields);
    } catch (error) {
      this.#house.failed(`the log of ${storyKey(this.#job)}`, error);
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
