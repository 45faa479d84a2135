import type { Search, SearchAsker } from './search.ts';
import type { SearchPage } from './search-page.ts';
import { DESK_NAME } from './spoken.ts';
import type { SearchAsk } from './checked-query.ts';

interface Terms {
  readonly limit: number;
  readonly asker: SearchAsker;
  /** Excludes the search's own question and answer, which contain the searched words. */
  readonly isOwn?: (entryId: string) => boolean;
}

/** A list without further pages: it is narrowed instead. */
export interface PeoplePage extends Omit<SearchPage, 'cursor'> {
  /** More was found than is listed. */
  readonly hasMore: boolean;
}

/** The least share of stories and sources in a mixed list. */
const FOR_STORIES = 0.7;
/** The index doesn't separate people's messages from the desk's, so this many times more are read. */
const AMONG = 3;

/**
 * Results for people: stories and their sources, then what people said. The desk's own messages repeat these, so
 * they are found only when conversations or its messages are requested.
 *
 * @throws SearchRefusal
 */
export async function findForPeople(
  search: Pick<Search, 'find'>,
  ask: SearchAsk,
  { limit, asker, isOwn = () => false }: Terms,
): Promise<PeoplePage> {
  const foreign = ({ entryId }: { readonly entryId?: string }) => entryId === undefined || !isOwn(entryId);
  if (ask.kinds !== undefined || ask.author !== undefined) {
    const page = await search.find(ask, { limit: limit + 1, asker });
    const found = page.results.filter(foreign);
    const hasMore = found.length > limit || page.cursor !== undefined;
    return { results: found.slice(0, limit), complete: page.complete, hasMore };
  }
  const stories = await search.find({ ...ask, kinds: ['story', 'source'] }, { limit, asker });
  const chat = await search.find({ ...ask, kinds: ['chat'] }, { limit: limit * AMONG, asker });
  const said = chat.results.filter((one) => one.author !== DESK_NAME && foreign(one));
  const first = stories.results.slice(0, Math.max(Math.ceil(limit * FOR_STORIES), limit - said.length));
  const results = [...first, ...said.slice(0, limit - first.length)];
  const found = stories.results.length + said.length;
  return {
    results,
    complete: stories.complete && chat.complete,
    hasMore: results.length < found || (stories.cursor ?? chat.cursor) !== undefined,
  };
}
