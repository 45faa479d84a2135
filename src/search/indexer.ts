/**
 * Updates the index: transcripts from where each was last read, stories by comparison with the existing ones. It
 * works in small steps, so that nothing else waits for it. Its progress is stored in the index; a crash loses only
 * the current step, and repeating a step changes nothing.
 */
import { setImmediate as breathe } from 'node:timers/promises';
import { oneByOne } from '../async/joined.ts';
import { batchPlanSchema } from '../newsroom/model/batch-plan.ts';
import type { StoryBook } from '../newsroom/model/story-book.ts';
import type { StoryService } from '../newsroom/model/story-service.ts';
import { UNIFIED } from '../sessions/key.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { SessionIndex } from '../sessions/session-index.ts';
import { isChat } from '../sessions/traits-of.ts';
import type { Transcripts } from '../sessions/transcripts.ts';
import type { WrittenLanguage } from '../time/locale.ts';
import type { Part, KeptSearchIndex, SearchRow } from './search-index.ts';
import { spokenIn } from './spoken.ts';
import { postedRows, unpostedRows } from './story-rows.ts';

export interface IndexerDeps {
  readonly index: KeptSearchIndex;
  readonly sessions: Pick<SessionIndex, 'list'>;
  readonly transcripts: Pick<Transcripts, 'forwards' | 'header'>;
  readonly stories: Pick<StoryBook, 'ids' | 'find' | 'run'>;
  /** All details of a story. Without it, stories that aren't posted are left for later. */
  readonly tell?: StoryService['tell'];
  /** Of stories. */
  readonly language: WrittenLanguage;
  readonly failed: (what: string, error: unknown) => void;
}

/** Lines of a transcript per transaction. */
const LINES = 16;
const STORY_OF_BATCH = 'batch';

export class Indexer {
  readonly #deps: IndexerDeps;
  readonly #exclusive = oneByOne();
  readonly #sessions = new Set<SessionKey>();
  readonly #stories = new Set<string>();
  /** Finished batches; marked once their stories are indexed. */
  readonly #ended = new Set<string>();
  /** Stories that can't be read; reported once. */
  readonly #left = new Set<string>();
  #allSessions = true;
  #allStories = true;

  constructor(deps: IndexerDeps) {
    this.#deps = deps;
    deps.index.whenLost(() => this.all());
  }

  /** Something was written there. */
  spoken(session: SessionKey): void {
    if (isSearched(session)) this.#sessions.add(session);
  }

  /** Stories have changed. */
  told(): void {
    this.#allStories = true;
  }

  /** Compare everything again: drop what is gone, index what is missing. */
  all(): void {
    this.#allSessions = true;
    this.#allStories = true;
  }

  /**
   * Index until everything is done, or for a number of steps.
   * @returns whether everything written before is indexed.
   */
  async catchUp({
    steps = Infinity,
    signal,
  }: { steps?: number; signal?: AbortSignal } = {}): Promise<boolean> {
    for (let done = 0; done < steps; done++) {
      signal?.throwIfAborted();
      if (!(await this.#exclusive(() => this.#step()))) return true;
      await breathe();
    }
    return false;
  }

  /** @returns false where there is nothing to do. */
  async #step(): Promise<boolean> {
    if (this.#allSessions)
      return this.#undone(
        () => this.#lookAtSessions(),
        () => (this.#allSessions = true),
      );
    const [session] = this.#sessions;
    if (session !== undefined) {
      this.#sessions.delete(session); // Later changes are found again.
      return this.#undone(
        () => this.#read(session),
        () => this.#sessions.add(session),
      );
    }
    if (this.#allStories)
      return this.#undone(
        () => this.#lookAtStories(),
        () => (this.#allStories = true),
      );
    const [story] = this.#stories;
    if (story !== undefined) {
      await this.#tell(story);
      this.#stories.delete(story);
      return true;
    }
    const [batch] = this.#ended;
    if (batch === undefined) return false;
    const mark = { position: 1, identity: STORY_OF_BATCH };
    await this.#deps.index.change({ part: `batch:${batch}`, rows: [], mark });
    this.#ended.delete(batch);
    return true;
  }

  async #undone(work: () => Promise<void>, again: () => void): Promise<true> {
    try {
      await work();
      return true;
    } catch (error) {
      again();
      throw error;
    }
  }

  async #lookAtSessions(): Promise<void> {
    this.#allSessions = false;
    const { index, sessions } = this.#deps;
    const there = new Set([...(await sessions.list()).map(({ key }) => key), UNIFIED].filter(isSearched));
    const known = await index.marks('session');
    await index.forget([...known.keys()].filter((part) => !there.has(sessionOf(part))));
    for (const session of there) this.#sessions.add(session);
  }

  async #read(session: SessionKey): Promise<void> {
    const { index } = this.#deps;
    const part: Part = `session:${session}`;
    const mark = await index.mark(part);
    const read = await this.#stretchOf(session, mark).catch(this.#unread(`the transcript of ${session}`));
    if (read === 'unreadable') return;
    if (read === undefined) return void (mark && (await index.forget([part])));
    const { stretch, from, identity } = read;
    if (from > 0 && stretch.end === from) return;
    const spoken = spokenIn(session, stretch.entries);
    const anew = spoken.anew || (from === 0 && mark !== undefined);
    await index.change({ ...spoken, part, anew, mark: { position: stretch.end, identity } });
    if (!stretch.isLast) this.#sessions.add(session);
  }

  /** What comes after the mark; from the beginning if the mark belongs to another file. */
  async #stretchOf(session: SessionKey, mark: { position: number; identity: string } | undefined) {
    const { transcripts } = this.#deps;
    const header = await transcripts.header(session);
    if (!header) return undefined;
    const identity = String(header.createdAtMs);
    const from = mark?.identity === identity ? mark.position : 0;
    const next = await transcripts.forwards(session, from, LINES);
    if (!next?.isAnother) return next && { stretch: next, from, identity };
    const first = await transcripts.forwards(session, 0, LINES);
    return first && { stretch: first, from: 0, identity };
  }

  async #lookAtStories(): Promise<void> {
    this.#allStories = false;
    const { index, stories, tell } = this.#deps;
    const { posted, batches } = await stories.ids();
    const there = new Set(posted);
    const known = await index.marks('story');
    const isGone = (id: string) => known.get(`story:${id}`)?.position === 1 && !there.has(id);
    await index.forget([...known.keys()].filter((part) => isGone(storyOf(part))));
    for (const id of posted)
      if (known.get(`story:${id}`)?.position !== 1 && !this.#left.has(id)) this.#stories.add(id);
    if (!tell) return;
    const done = await index.marks('batch');
    for (const { id, isOpen } of batches) {
      if (done.has(`batch:${id}`)) continue;
      const order = await stories.run(id).catch(this.#unread(`the batch ${id}`));
      const plan = batchPlanSchema.safeParse(order === 'unreadable' ? undefined : order?.plan);
      for (const job of plan.data?.stories ?? []) {
        const story = `${id}/${job.story.story_id}`;
        if (!there.has(story)) this.#stories.add(story);
      }
      if (!isOpen) this.#ended.add(id);
    }
  }

  async #tell(id: string): Promise<void> {
    const { index } = this.#deps;
    const part: Part = `story:${id}`;
    const found = await this.#rowsOf(id).catch(this.#unread(`the story ${id}`));
    if (found === 'unreadable') return void this.#left.add(id);
    if (!found) return void (await index.forget([part]));
    const anew = (await index.mark(part)) !== undefined;
    await index.change({
      part,
      anew,
      rows: found.rows,
      mark: { position: found.isPosted ? 1 : 0, identity: '' },
    });
  }

  /** A part that can't be read is reported and skipped until it changes; the rest is indexed. */
  #unread(what: string) {
    return (error: unknown): 'unreadable' => {
      this.#deps.failed(`reading ${what} for the search index`, error);
      return 'unreadable';
    };
  }

  async #rowsOf(id: string): Promise<{ isPosted: boolean; rows: SearchRow[] } | undefined> {
    const { stories, tell, language } = this.#deps;
    const published = await stories.find(id);
    if (published) return { isPosted: true, rows: postedRows(published, language) };
    const record = await tell?.(id);
    const order = record && (await stories.run(id.slice(0, id.indexOf('/'))));
    return order && { isPosted: false, rows: unpostedRows(record, order, language) };
  }
}

/** Whether it is a conversation or the memory that conversations share. */
function isSearched(session: SessionKey): boolean {
  return session === UNIFIED || isChat(session);
}

const sessionOf = (part: Part) => part.slice('session:'.length) as SessionKey;
const storyOf = (part: Part) => part.slice('story:'.length);
