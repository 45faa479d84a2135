/**
 * Searches messages, stories and sources: what was found, and where it is. Indexed items that no longer exist are
 * dropped when they are found; recent ones are indexed first.
 */
import type { Asker } from '../sessions/actor.ts';
import type { GuildOf } from '../sessions/guilds.ts';
import type { StoryBook } from '../newsroom/model/story-book.ts';
import type { StoryRecord, StoryService } from '../newsroom/model/story-service.ts';
import { bareMarkdown } from '../text/bare-markdown.ts';
import { UNIFIED, chatIdOf } from '../sessions/key.ts';
import type { SessionKey } from '../sessions/key.ts';
import { traitsOf } from '../sessions/traits-of.ts';
import type { Indexer } from './indexer.ts';
import { outcomeOf } from './outcome.ts';
import { EVERYTHING, reachOf } from './reach.ts';
import type { Reach, ReachDeps, Within } from './reach.ts';
import { badFilter } from './refusal.ts';
import { KINDS } from './search-index.ts';
import type { FoundRow, Part, SearchIndex } from './search-index.ts';
import type { SearchPage, SearchResult } from './search-page.ts';
import { snippetOf } from './snippet.ts';
import { FURTHEST, checkedQuery, readCursor, sayCursor } from './checked-query.ts';
import type { CheckedQuery, SearchAsk, QueryDeps } from './checked-query.ts';

export interface SearchDeps extends ReachDeps, Omit<QueryDeps, 'index'> {
  readonly guildOf: GuildOf;
  readonly index: SearchIndex;
  readonly indexer: Pick<Indexer, 'storiesChanged' | 'catchUp'>;
  readonly stories: Pick<StoryBook, 'ofThread'>;
  readonly record: StoryService['record'];
}

/** The asker; for the desk's operator, nobody in particular. */
export interface SearchAsker extends Asker {
  /** Everybody present reads the answer. */
  readonly isHeard: boolean;
}

interface Terms {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly asker?: SearchAsker | undefined;
}

/** Indexing steps before a search is answered; they take a moment. */
const STEPS_BEFORE = 40;
/** How often the search is repeated without results that are gone or hidden. */
const MOST_LOOKS = 6;

export class Search {
  readonly #deps: SearchDeps;

  constructor(deps: SearchDeps) {
    this.#deps = deps;
  }

  /** @throws SearchRefusal */
  async find(ask: SearchAsk, { limit, cursor, asker }: Terms): Promise<SearchPage> {
    const { index, indexer } = this.#deps;
    const reach = asker ? await reachOf(asker, asker.isHeard, this.#deps) : EVERYTHING;
    if (ask.session !== undefined) await this.#mustReach(ask.session, reach);
    indexer.storiesChanged();
    const complete = await indexer.catchUp({ steps: STEPS_BEFORE });
    const request = await checkedQuery(ask, reach, this.#deps);
    const { offset, upTo } =
      cursor === undefined ? { offset: 0, upTo: await index.newest() } : readCursor(cursor, ask);
    const size = Math.min(limit, FURTHEST - offset);
    const found = await this.#look(request, ask, { reach, offset, upTo, limit: size + 1 });
    const results = found.slice(0, size);
    const next = found.length > size ? sayCursor({ offset: offset + size, upTo }, ask) : undefined;
    return { results, complete, ...(next !== undefined && { cursor: next }) };
  }

  async #mustReach(session: SessionKey, { chat, named }: Reach): Promise<void> {
    const known = (await this.#deps.sessions.list()).map(({ key }) => key).filter((key) => traitsOf(key));
    const within = (one: SessionKey, some: Within) => some === undefined || some.includes(one);
    if (known.includes(session) && within(session, chat)) return;
    throw badFilter(
      'session',
      session,
      known.filter((key) => within(key, named)),
    );
  }

  async #look(
    request: CheckedQuery,
    { kinds = KINDS, session }: SearchAsk,
    page: { reach: Reach; offset: number; upTo: number; limit: number },
  ): Promise<SearchResult[]> {
    const { index, stories } = this.#deps;
    const { reach, ...bounds } = page;
    const story = session && (await stories.ofThread(session))?.id;
    const inSession = session && { session, ...(story !== undefined && { story }) };
    const scopes = [
      { kinds: kinds.filter((kind) => kind === 'chat'), within: reach.chat },
      { kinds: kinds.filter((kind) => kind !== 'chat'), within: reach.stories },
    ];
    const known = new Map<SessionKey, boolean>();
    for (let look = 1; ; look++) {
      const within = (keys: Within) => keys?.filter((key) => known.get(key) !== false);
      const open = scopes.map((scope) => ({ ...scope, within: within(scope.within) }));
      const rows = await index.find({ ...request, ...bounds, inSession, scopes: open });
      const hides = await this.#hides(rows, reach, known);
      const shown = await this.#show(rows, request.terms);
      const gone = rows.filter((_, n) => shown[n] === undefined);
      if ((gone.length === 0 && !rows.some(hides)) || look === MOST_LOOKS)
        return shown.filter((one, n) => one !== undefined && !hides(rows[n]!)) as SearchResult[];
      await index.forget([...new Set(gone.map(({ part }) => part))].filter(mayGo));
    }
  }

  /** Whether a row is hidden, because none of its places can be seen. */
  async #hides(
    rows: readonly FoundRow[],
    { hidden }: Reach,
    known: Map<SessionKey, boolean>,
  ): Promise<(row: FoundRow) => boolean> {
    const places = [...new Set(rows.flatMap(({ session, place }) => [session, place]))];
    const asked = places.filter((place) => !known.has(place));
    const unseen = await hidden(asked);
    for (const place of asked) known.set(place, !unseen.has(place));
    return ({ session, place }) => known.get(session) === false && known.get(place) === false;
  }

  /** In the same order; undefined for items that no longer exist. */
  async #show(rows: readonly FoundRow[], terms: readonly string[]): Promise<(SearchResult | undefined)[]> {
    const records = new Map<string, Promise<StoryRecord | undefined>>();
    const recordOf = (id: string) => {
      const asked = records.get(id) ?? this.#deps.record(id);
      records.set(id, asked);
      return asked;
    };
    return Promise.all(
      rows.map(async (row) => {
        if (row.kind === 'chat') return this.#showSaid(row, terms);
        const record = await recordOf(row.story ?? '');
        return record && this.#showStory(row, record, terms);
      }),
    );
  }

  async #showSaid(row: FoundRow, terms: readonly string[]): Promise<SearchResult | undefined> {
    const { id: entryId, session: sessionKey, kind, atMs, author, words } = row;
    const info = await this.#deps.sessions.get(sessionKey);
    if (!info && sessionKey !== UNIFIED) return undefined;
    const address = await this.#addressOf(sessionKey);
    const url = address && `${address}${messageOf(sessionKey, entryId)}`;
    return {
      ...{ kind, title: info?.title ?? sessionKey, ...snippetOf(bareMarkdown(words), terms), atMs },
      ...(author !== undefined && { author }),
      ...{ sessionKey, entryId },
      ...(url !== undefined && { url }),
    };
  }

  async #showStory(row: FoundRow, record: StoryRecord, terms: readonly string[]): Promise<SearchResult> {
    const { kind, atMs, category, outlet, language } = row;
    const { status } = record;
    const thread = status.posted?.thread;
    const outcome = outcomeOf(record);
    const url = kind === 'source' ? row.url : thread && (await this.#addressOf(thread));
    // Of a withdrawn story only the headline is shown.
    const text = outcome === 'withdrawn' && kind === 'story' ? '' : row.words;
    const words = text || row.title;
    return {
      ...{ kind, title: kind === 'story' ? status.title : row.title, ...snippetOf(words, terms), atMs },
      ...(category !== undefined && { category }),
      ...(outlet !== undefined && { outlet }),
      ...(language !== undefined && { language }),
      ...{ storyId: status.id, headline: status.title, outcome },
      ...(thread !== undefined && { thread }),
      ...(url !== undefined && { url }),
    };
  }

  /** The URL of a chat; undefined on channels without URLs. */
  async #addressOf(session: SessionKey): Promise<string | undefined> {
    const address = traitsOf(session)?.writes.address;
    const guild = address && (await this.#deps.guildOf(session));
    return guild === undefined ? undefined : address?.(guild, chatIdOf(session));
  }
}

/** A memory that chats share isn't deleted with any of them. */
function mayGo(part: Part): boolean {
  return part !== `session:${UNIFIED}`;
}

/** "/123" for a platform's message or an answer to one; empty elsewhere. */
function messageOf(session: SessionKey, entry: string): string {
  if (!entry.startsWith(`${session}/`)) return '';
  const id = /^\d{15,20}(?=:)/.exec(entry.slice(session.length + 1))?.[0];
  return id === undefined ? '' : `/${id}`;
}
