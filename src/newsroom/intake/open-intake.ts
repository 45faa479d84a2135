/** From the web to candidates: feeds, searches, the pool and what planners read, wired to a home's stores. */
import { dirname } from 'node:path';
import { deskChannel } from '../edition/edition-channels.ts';
import type { Edition } from '../edition/edition.ts';
import { EditionFile } from '../edition/edition-file.ts';
import type { LiveEdition } from '../edition/live-edition.ts';
import { storyEvents } from '../coverage/event-marks.ts';
import { coveredStories } from '../coverage/covered-stories.ts';
import type { CoverageBooks } from '../coverage/covered-stories.ts';
import type { ModelDesk } from '../../llm/ask-about.ts';
import type { Kernel } from '../../feature/kernel.ts';
import { EventService } from './event-service.ts';
import { Feedback } from './feedback.ts';
import { FeedService } from './feed-service.ts';
import { FeedList } from './feed-list.ts';
import { Inputs } from './inputs.ts';
import type { LinkSearch } from './inputs.ts';
import { writeInputs } from './inputs-file.ts';
import { PoolService } from './pool-service.ts';
import type { Pool } from './pool/pool.ts';
import { NewsSearches } from './search/news-searches.ts';
import type { VoteBook } from '../model/story-vote.ts';
import type { SearchStates } from './search/search-states.ts';
import type { SessionKey } from '../../sessions/key.ts';
import { programFiles, programVersion } from '../../config/program-files.ts';
import type { Fetcher } from '../../web-fetch/fetcher.ts';
import { entriesFor } from '../../web-fetch/private-addresses.ts';
import { UndiciFetcher } from '../../web-fetch/undici-fetcher.ts';
import { tellGaveUp } from './feed-notice.ts';

export interface IntakeDeps {
  readonly kernel: Pick<Kernel, 'config' | 'clock' | 'log' | 'news' | 'stores' | 'cron' | 'dispatcher'>;
  readonly edition: LiveEdition;
  readonly pool: NewsPool;
  /** Whom clustering asks. */
  readonly desk: ModelDesk;
  readonly fetcher: Fetcher;
  readonly books: Pick<CoverageBooks, 'stories' | 'actions' | 'files'>;
  readonly votes: VoteBook;
}

/** The pool of a home, with how its searches do. */
export interface NewsPool extends Pool {
  readonly searchStates: SearchStates;
}

/** What other features read of the news. */
export interface NewsIntake extends Pick<ReturnType<typeof buildIntake>, 'feeds' | 'inputs' | 'searches'> {
  readonly pool: NewsPool;
  readonly fetcher: Fetcher;
}

export function buildIntake(deps: IntakeDeps) {
  const { edition, fetcher, kernel, pool } = deps;
  const { config, clock, log, stores } = kernel;
  const { brave, gdelt } = config.sources;
  // The operator's own address of a search may be private; pages may not.
  const searchFetcher = new UndiciFetcher({
    clock,
    version: programVersion(),
    allowPrivate: [...config.fetchAllowPrivate, ...entriesFor([brave.baseUrl, gdelt.baseUrl])],
  });
  const searches = new NewsSearches({
    ...{ fetcher: searchFetcher, clock, states: pool.searchStates, log, brave, gdelt },
  });
  const covered = (holder?: string) =>
    coveredStories(
      (holder as SessionKey | undefined) ?? deskChannel(edition),
      { ...deps.books, clock },
      storyEvents(pool),
    );
  const notes = () => stores.notes.list(deskChannel(edition), clock.now());
  const feedback = new Feedback({
    ...{ votes: deps.votes, edition, clock },
    changed: (story) => kernel.news.publish('newsroom', { votes: story ?? 'all' }),
  });
  const inputs = new Inputs({
    edition,
    pool,
    fetcher,
    clock,
    believed: stores.believed,
    log,
    desk: deps.desk,
    search: linkSearch(searches, pool, edition, clock),
    gaveUp: async (feed, state) => {
      await tellGaveUp(feed, state, { ops: stores.ops, sessions: stores.sessions, edition, clock });
      kernel.dispatcher.poke();
    },
    covered,
    feedback: () => feedback.inSelection(),
    keep: async (snapshot) => {
      await writeInputs(dirname(config.paths.newsPool), snapshot);
      kernel.news.publish('newsroom', { inputs: snapshot.kind });
    },
  });
  const feeds = new PoolService({
    edition,
    pool,
    inputs,
    clock,
    believed: stores.believed,
    notes,
    nextPlanAtMs: () => nextPlan(kernel.cron),
  });
  const where = { name: config.edition, home: config.paths.editions, program: programFiles.editions };
  const editionFile = new EditionFile(where);
  const feedService = new FeedService({
    ...{ edition, pool, fetcher, clock, notes },
    health: feeds,
    list: feedList(editionFile, deps),
    covered: () => covered(),
  });
  const events = new EventService({ pool, clock });
  return { searches, searchFetcher, inputs, feeds, feedService, feedback, editionFile, events };
}

/** The feeds of the home's edition; what is changed is read from then on, and told to those who look. */
function feedList(file: EditionFile, { edition, kernel: { news } }: IntakeDeps): FeedList {
  return new FeedList(file, (written) => {
    edition.take(written);
    news.publish('newsroom', { feeds: written.feeds.length });
  });
}

/** The edition's queries of a kind of run, what they find going into the pool. */
function linkSearch(
  searches: NewsSearches,
  pool: Pick<Pool, 'addLinks'>,
  edition: Edition,
  clock: Kernel['clock'],
): LinkSearch {
  return ({ kind, provider, signal }) => {
    const { brave, gdelt } = edition.queries;
    return searches.searchForLinks({
      kind,
      edition: {
        queries: { ...(provider !== 'gdelt' && { brave }), ...(provider !== 'brave' && { gdelt }) },
      },
      keep: async (links) => (await pool.addLinks(links, clock.now())).added,
      signal,
    });
  };
}

/** When a planner's turn starts next. */
async function nextPlan(cron: Pick<Kernel['cron'], 'list'>): Promise<number | undefined> {
  const planned = (await cron.list())
    .filter(
      ({ enabled, payload }) =>
        enabled && payload.kind === 'agentTurn' && payload.profile?.startsWith('planner_'),
    )
    .flatMap(({ state }) => state.nextRunAtMs ?? []);
  return planned.length === 0 ? undefined : Math.min(...planned);
}
