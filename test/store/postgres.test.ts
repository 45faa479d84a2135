import { afterAll, beforeAll, describe, onTestFinished } from 'vitest';
import { TaskRunner } from '../../src/async/task-runner.ts';
import { openPostgres } from '../../src/store/postgres/open-postgres.ts';
import type { OpenedPostgres } from '../../src/store/postgres/open-postgres.ts';
import { pgTrgmMatching } from '../../src/store/postgres/pg-trgm-matching.ts';
import { booksOf } from '../../src/store/sql/books.ts';
import { DESK_MIGRATIONS } from '../../src/store/sql/migrations/desk.ts';
import { POOL_MIGRATIONS } from '../../src/store/sql/migrations/pool.ts';
import { SEARCH_MIGRATIONS } from '../../src/store/sql/migrations/search.ts';
import { SHARED_MIGRATIONS } from '../../src/store/sql/migrations/shared.ts';
import { SqlFiles } from '../../src/store/sql/files.ts';
import { SqlPool } from '../../src/store/sql/pool/sql-pool.ts';
import { SqlSearchIndex } from '../../src/store/sql/search-index.ts';
import type { Sql } from '../../src/store/sql/sql.ts';
import { SqlTranscripts } from '../../src/store/sql/transcripts.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { startPostgres } from '../support/postgres-server.ts';
import type { PostgresServer } from '../support/postgres-server.ts';
import { describeBooks, describePoolBooks } from './books.contract.ts';
import type { Engine, OpenEngine } from './engine.ts';
import type { PoolEngine } from './pool-engine.ts';
import type { SearchEngine } from './search-engine.ts';
import { describeEarlierRows } from './earlier-postgres.ts';
import { describeCollisions } from './collisions.ts';
import { describeLeases } from './leases.ts';
import { describeMovingHome } from './moving-home.ts';
import { openShared } from './shared-newsroom.ts';
import { describePeers } from './peers.contract.ts';
import { describePressedAtTwoDesks } from './pressed-at-two-desks.ts';
import { describeOpening } from './opening-postgres.ts';
import { describeSearchIndex } from './search-index.contract.ts';
import { describeSharedFiles } from './shared-files.contract.ts';
import { describeSilence } from './silent-postgres.ts';
import { describeSql } from './sql.contract.ts';
import { describeTranscripts } from './transcripts.contract.ts';
import type { OpenTranscripts } from './transcripts.contract.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  await Promise.all([desks, pools, indexes, shared].map((databases) => databases.close()));
  await server.stop();
});

/** Databases with the tables of one list, each used by one test at a time. */
class Databases {
  readonly #schema: string;
  readonly #migrations: typeof DESK_MIGRATIONS;
  /** Those that a test is done with. To empty one takes a tenth of the time that a new one takes. */
  readonly #used: string[] = [];
  readonly #open = new Map<string, OpenedPostgres>();
  #made = 0;

  constructor(schema: string, migrations: typeof DESK_MIGRATIONS) {
    this.#schema = schema;
    this.#migrations = migrations;
  }

  /** Its own until the test is over. */
  async empty(): Promise<string> {
    const used = this.#used.pop();
    const url = used ?? (await server.database(`${this.#schema}_${(this.#made += 1)}`));
    if (used !== undefined) await server.empty(used, this.#schema);
    onTestFinished(() => void this.#used.push(url));
    return url;
  }

  /** As it is still open, or opened. */
  async open(url: string): Promise<OpenedPostgres> {
    const parts = [{ schema: this.#schema, migrations: this.#migrations }];
    const store = this.#open.get(url) ?? (await openPostgres({ url, parts, log: { warn() {} } }));
    this.#open.set(url, store);
    const close = async () => {
      if (this.#open.get(url) === store && this.#open.delete(url)) await store.close();
    };
    return { ...store, close };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((store) => store.close()));
  }
}

const desks = new Databases('nightdesk', DESK_MIGRATIONS);

const openDesk: OpenEngine = async () => deskOver(await desks.empty());

async function deskOver(url: string): Promise<Engine> {
  const { sql, close } = await desks.open(url);
  const books = booksOf(sql);
  return {
    ...books,
    queue: (deps) => {
      const queue = new TaskRunner({ ...deps, book: books.tasks });
      onTestFinished(() => queue.stop());
      return queue;
    },
    restart: async () => {
      await close();
      return deskOver(url);
    },
  };
}

const pools = new Databases('nightdesk_pool', POOL_MIGRATIONS);

async function poolOver(url: string, clock: FakeClock): Promise<PoolEngine> {
  const { sql, close } = await pools.open(url);
  const pool = new SqlPool({ sql, clock, close });
  return {
    pool,
    searchStates: pool.searchStates,
    clock,
    restart: async () => {
      await pool.close();
      return poolOver(url, clock);
    },
  };
}

const indexes = new Databases('nightdesk_search', SEARCH_MIGRATIONS);

async function searchOver(url: string): Promise<SearchEngine> {
  const { sql, close } = await indexes.open(url);
  const index = new SqlSearchIndex(sql, pgTrgmMatching);
  return {
    index: Object.assign(index, { whenLost: () => {}, close }),
    restart: async () => {
      await close();
      return searchOver(url);
    },
  };
}

const shared = new Databases('nightdesk_shared', SHARED_MIGRATIONS);

/** All that they know is in their rows. */
const transcriptsOver = (sql: Sql): OpenTranscripts => ({
  transcripts: new SqlTranscripts(sql),
  restart: async () => transcriptsOver(sql),
});

describe('in PostgreSQL', () => {
  describe('a database', () => describeOpening(() => server));
  describe('a server that falls silent', () => describeSilence(() => server));
  describe('a newsroom', () => describeMovingHome(() => server));
  describe('schemas', () => describeEarlierRows(() => server));
  describe('the port of SQL', () => describeSql(async () => (await desks.open(await desks.empty())).sql));
  describeBooks(openDesk);
  describePoolBooks(async () => poolOver(await pools.empty(), new FakeClock()));
  describe('the index for searching', () =>
    describeSearchIndex(async () => searchOver(await indexes.empty())));
  describe('desks that share a newsroom', () =>
    describePeers(async () => openShared(await server.database(`peers_${Date.now()}`))));
  describe('a press at two desks at once', () =>
    describePressedAtTwoDesks(async () => {
      const url = await desks.empty();
      const other = await openPostgres({
        ...{ url, parts: [{ schema: 'nightdesk', migrations: DESK_MIGRATIONS }], log: { warn() {} } },
      });
      onTestFinished(() => other.close());
      return [booksOf((await desks.open(url)).sql), booksOf(other.sql)];
    }));
  describe('leases', () => describeLeases(async () => (await shared.open(await shared.empty())).sql));
  describe('a transaction that collides', () =>
    describeCollisions(async () => (await shared.open(await shared.empty())).sql));
  describe('files that desks share', () =>
    describeSharedFiles(async () => new SqlFiles((await shared.open(await shared.empty())).sql)));
  describe('transcripts', () =>
    describeTranscripts(async () => transcriptsOver((await shared.open(await shared.empty())).sql)));
});
