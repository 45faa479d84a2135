/** From the web to candidates: feeds, searches, the pool and what planners read, wired to a home's stores. */
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import type { Cron } from '../../cron/cron.ts';
import type { Config } from '../../config/config.ts';
import { deskChannel } from '../edition/edition-channels.ts';
import type { Edition } from '../edition/edition.ts';
import { storyEvents } from '../coverage/event-marks.ts';
import { toldStories } from '../coverage/told-stories.ts';
import type { ModelDesk } from './cluster/ask-json.ts';
import { EventService } from './event-service.ts';
import { Inputs } from './inputs.ts';
import type { LinkSearch } from './inputs.ts';
import { writeInputs } from './inputs-file.ts';
import { PoolService } from './pool-service.ts';
import { NewsSearches } from './search/news-searches.ts';
import type { JobFiles } from '../batches/job-files.ts';
import { SqlitePool } from '../../store/pool/sqlite-pool.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { Clock } from '../../time/clock.ts';
import type { Fetcher } from '../../web-fetch/fetcher.ts';
import { tellGaveUp } from './feed-notice.ts';
import type { Kernel } from '../../main/kernel.ts';
import type { News } from '../../feature/news.ts';
import type { Stores } from '../../main/stores.ts';

export interface IntakeDeps {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly stores: Stores;
  readonly news: News;
  readonly edition: Edition;
  readonly kernel: Kernel;
  /** Whom clustering asks. */
  readonly desk: ModelDesk;
  readonly fetcher: Fetcher;
  readonly files: JobFiles;
}

export function buildIntake(deps: IntakeDeps) {
  const { config, clock, log, stores, edition, fetcher, files, kernel } = deps;
  const pool = new SqlitePool({ path: config.paths.newsPool, clock, log });
  const { brave, gdelt } = config.sources;
  const searches = new NewsSearches({ fetcher, clock, states: pool.searchStates, log, brave, gdelt });
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
    told: (holder) =>
      toldStories(
        (holder as SessionKey | undefined) ?? deskChannel(edition),
        { ...stores, files, clock },
        storyEvents(pool),
      ),
    keep: async (snapshot) => {
      await writeInputs(dirname(config.paths.newsPool), snapshot);
      deps.news.tell('newsroom', { inputs: snapshot.kind });
    },
  });
  const feeds = new PoolService({
    edition,
    pool,
    inputs,
    clock,
    believed: stores.believed,
    notes: () => stores.notes.list(deskChannel(edition), clock.now()),
    nextPlanAtMs: () => nextPlan(kernel.cron),
  });
  return { pool, searches, inputs, feeds, events: new EventService({ pool, clock }) };
}

/** The edition's queries of a kind of run, what they find going into the pool. */
function linkSearch(
  searches: NewsSearches,
  pool: Pick<SqlitePool, 'addLinks'>,
  { queries: { brave, gdelt } }: Edition,
  clock: Clock,
): LinkSearch {
  return ({ kind, provider, signal }) =>
    searches.searchForLinks({
      kind,
      edition: {
        queries: { ...(provider !== 'gdelt' && { brave }), ...(provider !== 'brave' && { gdelt }) },
      },
      keep: async (links) => (await pool.addLinks(links, clock.now())).added,
      signal,
    });
}

/** When a planner's turn starts next. */
async function nextPlan(cron: Pick<Cron, 'list'>): Promise<number | undefined> {
  const planned = (await cron.list())
    .filter(
      ({ enabled, payload }) =>
        enabled && payload.kind === 'agentTurn' && payload.profile?.startsWith('planner_'),
    )
    .flatMap(({ state }) => state.nextRunAtMs ?? []);
  return planned.length === 0 ? undefined : Math.min(...planned);
}
