/** Builds the editors' service from the stores, the pool, a search and the pipeline. */
import type { EditorialActionBook } from '../model/editorial-action-book.ts';
import { StoryRefusal } from '../model/story-service.ts';
import type { StoryService } from '../model/story-service.ts';
import { findNews } from './find-news.ts';
import { PipelineStoryService } from './pipeline-story-service.ts';
import type { DeskDeps } from './pipeline-story-service.ts';
import type { Fetcher } from '../../web-fetch/fetcher.ts';
import type { Pool } from '../intake/pool/pool.ts';
import type { NewsSearches } from '../intake/search/news-searches.ts';
import type { Extractor } from '../sources/article.ts';
import { readPage } from '../sources/read-page.ts';
import { deadline } from '../../time/clock.ts';
import type { Clock } from '../../time/clock.ts';
import type { Kernel } from '../../feature/kernel.ts';

interface StoryServiceDeps extends Omit<DeskDeps, 'find'> {
  readonly clock: Clock;
  readonly news: Kernel['news'];
  readonly pool: Pool;
  readonly fetcher: Fetcher;
  readonly extractor: Extractor;
  readonly searches: Pick<NewsSearches, 'search'>;
}

/** How long an editor waits for a page and a search before an order is refused. */
const FIND_MS = 60_000;

export function buildEditors(deps: StoryServiceDeps): StoryService {
  const { clock, actions, edition, pool } = deps;
  return new PipelineStoryService({
    ...deps,
    actions: withNews(actions, deps.news),
    find: async (what, nowMs, unlessCovered) => {
      const late = new StoryRefusal('nothing_found', {
        en: `Neither page nor search has answered in time: ${what}`,
        zh: `網頁和搜尋都沒有及時回應：${what}`,
      });
      const time = deadline(clock, clock.now() + FIND_MS, late);
      const { signal } = time;
      try {
        return await findNews(what, nowMs, {
          edition,
          pool,
          unlessCovered,
          read: (url) => readPage(url, { ...deps, signal }),
          search: (text) => deps.searches.search(text, { signal }),
        });
      } finally {
        time.clear();
      }
    },
  });
}

/** The action book, wrapped to publish each action as news. */
function withNews(actions: EditorialActionBook, news: Kernel['news']): EditorialActionBook {
  return {
    of: (story) => actions.of(story),
    costOf: (story) => actions.costOf(story),
    killedSince: (sinceMs) => actions.killedSince(sinceMs),
    act: async (action, decide, mark) => {
      const done = await actions.act(action, decide, mark);
      if (done) news.publish('newsroom', { story: done.story, action: done.kind });
      return done;
    },
  };
}
