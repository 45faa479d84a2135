/** The editors' desk, wired to the stores, the pool, a search and the pipeline. */
import type { DeedBook } from '../newsroom/model/deed-book.ts';
import { StoryRefusal } from '../newsroom/model/story-service.ts';
import type { StoryService } from '../newsroom/model/story-service.ts';
import type { Edition } from '../newsroom/edition/edition.ts';
import { findNews } from '../newsroom/editing/find-news.ts';
import { PipelineStoryService } from '../newsroom/editing/pipeline-story-service.ts';
import type { Fetcher } from '../web-fetch/fetcher.ts';
import type { JobFiles } from '../newsroom/batches/job-files.ts';
import type { Pipeline } from '../newsroom/pipeline/pipeline.ts';
import type { Pool } from '../newsroom/intake/pool/pool.ts';
import type { RunTerms } from '../newsroom/plan/draft-run.ts';
import type { NewsSearches } from '../newsroom/intake/search/news-searches.ts';
import type { Extractor } from '../newsroom/sources/article.ts';
import { readPage } from '../newsroom/sources/read-page.ts';
import type { SessionKey } from '../sessions/key.ts';
import { deadline } from '../time/clock.ts';
import type { Clock } from '../time/clock.ts';
import type { News } from './news.ts';
import type { Stores } from './stores.ts';

interface StoryServiceDeps {
  readonly clock: Clock;
  readonly news: News;
  readonly stores: Pick<Stores, 'stories' | 'deeds'>;
  readonly edition: Edition;
  readonly files: JobFiles;
  readonly pool: Pool;
  readonly fetcher: Fetcher;
  readonly extractor: Extractor;
  readonly searches: Pick<NewsSearches, 'search'>;
  readonly promptFor: RunTerms['promptFor'];
  readonly newRunId: () => string;
  readonly commands: () => ReadonlySet<string>;
  readonly pipeline: () => Pipeline | undefined;
  readonly done: (sessions: readonly SessionKey[]) => void;
}

/** How long an editor waits for a page and a search before an order is refused. */
const FIND_MS = 60_000;

export function buildEditors(parts: StoryServiceDeps): StoryService {
  const { clock, stores, edition, pool, pipeline } = parts;
  return new PipelineStoryService({
    ...parts,
    ...stores,
    deeds: told(stores.deeds, parts.news),
    now: () => clock.now(),
    find: async (what, nowMs, unlessTold) => {
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
          unlessTold,
          read: (url) => readPage(url, { ...parts, signal }),
          search: (text) => parts.searches.search(text, { signal }),
        });
      } finally {
        time.clear();
      }
    },
    pipeline: {
      take: (run) => pipeline()?.take(run),
      nudge: (run, story) => pipeline()?.nudge(run, story),
      retrying: (...order) => pipeline()?.retrying(...order) ?? order[3]([]),
    },
  });
}

/** The book of deeds, each of which is news. */
function told(deeds: DeedBook, news: News): DeedBook {
  return {
    of: (story) => deeds.of(story),
    costOf: (story) => deeds.costOf(story),
    killedSince: (sinceMs) => deeds.killedSince(sinceMs),
    act: async (deed, decide, mark) => {
      const done = await deeds.act(deed, decide, mark);
      if (done) news.tell('newsroom', { story: done.story, deed: done.kind });
      return done;
    },
  };
}
