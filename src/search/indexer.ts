/**
 * Updates the index: transcripts from where each was last read, stories by comparison with the existing ones. It
 * works in small steps, so that nothing else waits for it. Its progress is stored in the index; a crash loses only
 * the current step, and repeating a step changes nothing.
 */
import { createHash } from 'node:crypto';
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
  readonly record?: StoryService['record'];
  /** Of stories. */
  readonly language: WrittenLanguage;
  readonly failed: (what: string, error: unknown) => void;
}

/** Lines of a transcript per transaction. */
const LINES = 16;
const STORY_OF_BATCH = 'batch';

/** What a step did: nothing, as nothing was left to do; a comparison that found all up to date; a change. */
type Step = 'none' | 'compared' | 'changed';

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
  storiesChanged(): void {
    this.#allStories = true;
  }

  /** Compare everything again: drop what is gone, index what is missing. */
  all(): void {
    this.#allSessions = true;
    this.#allStories = true;
  }

  /**
   * Index until everything is done, or for a number of steps that change the index. Comparisons don't count, so
   * repeated calls come to the end even if each begins with a new indexer.
   * @returns whether everything written before is indexed.
   */
  async catchUp({
    steps = Infinity,
    signal,
  }: { steps?: number; signal?: AbortSignal } = {}): Promise<boolean> {
    for (let changes = 0; changes < steps;) {
      signal?.throwIfAborted();
      const step = await this.#exclusive(() => this.#step());
      if (step === 'none') return true;
      if (step === 'changed') changes += 1;
      await breathe();
    }
    return false;
  }

  async #step(): Promise<Step> {
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
      const step = await this.#stepOfStory(story);
      this.#stories.delete(story);
      return step;
    }
    const [batch] = this.#ended;
    if (batch === undefined) return 'none';
    const mark = { position: 1, identity: STORY_OF_BATCH };
    await this.#deps.index.change({ part: `batch:${batch}`, rows: [], mark });
    this.#ended.delete(batch);
    return 'changed';
  }

  async #undone(work: () => Promise<Step>, again: () => void): Promise<Step> {
    try {
      return await work();
    } catch (error) {
      again();
      throw error;
    }
  }

  async #lookAtSessions(): Promise<Step> {
    this.#allSessions = false;
    const { index, sessions } = this.#deps;
    const there = new Set([...(await sessions.list()).map(({ key }) => key), UNIFIED].filter(isSearched));
    const known = await index.marks('session');
    const gone = await index.forget([...known.keys()].filter((part) => !there.has(sessionOf(part))));
    for (const session of there) this.#sessions.add(session);
    return stepOf(gone);
  }

  async #read(session: SessionKey): Promise<Step> {
    const { index } = this.#deps;
    const part: Part = `session:${session}`;
    const mark = await index.mark(part);
    const read = await this.#stretchOf(session, mark).catch(this.#unread(`the transcript of ${session}`));
    if (read === 'unreadable') return 'compared';
    if (read === undefined) return stepOf(mark ? await index.forget([part]) : 0);
    const { stretch, from, identity } = read;
    if (from > 0 && stretch.end === from) return 'compared';
    const spoken = spokenIn(session, stretch.entries);
    const anew = spoken.anew || (from === 0 && mark !== undefined);
    await index.change({ ...spoken, part, anew, mark: { position: stretch.end, identity } });
    if (!stretch.isLast) this.#sessions.add(session);
    return 'changed';
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

  async #lookAtStories(): Promise<Step> {
    this.#allStories = false;
    const { index, stories, record } = this.#deps;
    const { posted, batches } = await stories.ids();
    const there = new Set(posted);
    const known = await index.marks('story');
    const isGone = (id: string) => known.get(`story:${id}`)?.position === 1 && !there.has(id);
    const gone = await index.forget([...known.keys()].filter((part) => isGone(storyOf(part))));
    for (const id of posted)
      if (known.get(`story:${id}`)?.position !== 1 && !this.#left.has(id)) this.#stories.add(id);
    if (!record) return stepOf(gone);
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
    return stepOf(gone);
  }

  async #stepOfStory(id: string): Promise<Step> {
    const { index } = this.#deps;
    const part: Part = `story:${id}`;
    const found = await this.#rowsOf(id).catch(this.#unread(`the story ${id}`));
    if (found === 'unreadable') {
      this.#left.add(id);
      return 'compared';
    }
    if (!found) return stepOf(await index.forget([part]));
    const { rows, isPosted } = found;
    const before = await index.mark(part);
    const mark = { position: isPosted ? 1 : 0, identity: digestOf(rows) };
    // Stories that aren't posted are compared before each search.
    if (before?.position === mark.position && before.identity === mark.identity) return 'compared';
    await index.change({ part, anew: before !== undefined, rows, mark });
    return 'changed';
  }

  /** A part that can't be read is reported and skipped until it changes; the rest is indexed. */
  #unread(what: string) {
    return (error: unknown): 'unreadable' => {
      this.#deps.failed(`reading ${what} for the search index`, error);
      return 'unreadable';
    };
  }

  async #rowsOf(id: string): Promise<{ isPosted: boolean; rows: SearchRow[] } | undefined> {
    const { stories, record: recordOf, language } = this.#deps;
    const published = await stories.find(id);
    if (published) return { isPosted: true, rows: postedRows(published, language) };
    const record = await recordOf?.(id);
    const order = record && (await stories.run(id.slice(0, id.indexOf('/'))));
    return order && { isPosted: false, rows: unpostedRows(record, order, language) };
  }
}

/** Whether it is a conversation or the memory that conversations share. */
function isSearched(session: SessionKey): boolean {
  return session === UNIFIED || isChat(session);
}

function digestOf(rows: readonly SearchRow[]): string {
  return createHash('sha256').update(JSON.stringify(rows)).digest('base64url').slice(0, 16);
}

const stepOf = (rows: number): Step => (rows > 0 ? 'changed' : 'compared');
const sessionOf = (part: Part) => part.slice('session:'.length) as SessionKey;
const storyOf = (part: Part) => part.slice('story:'.length);
