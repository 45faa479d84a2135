/**
 * The newsroom's data in PostgreSQL. Desks work on it beside each other; a command or a runner only while no desk does, and
 * a desk that is started meanwhile waits for it.
 */
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import type pg from 'pg';
import type { Clock } from '../../time/clock.ts';
import { newIdAt } from '../../time/new-id.ts';
import type { HomeHolder } from '../home-lock.ts';
import { DESK_MIGRATIONS, DESK_OLDEST } from '../sql/migrations/desk.ts';
import { POOL_MIGRATIONS, POOL_OLDEST } from '../sql/migrations/pool.ts';
import { SEARCH_MIGRATIONS, SEARCH_OLDEST } from '../sql/migrations/search.ts';
import { SHARED_MIGRATIONS, SHARED_OLDEST } from '../sql/migrations/shared.ts';
import { StoreError } from '../store-error.ts';
import { keepLease, waitForLease } from './keep-lease.ts';
import type { KeptLease } from './keep-lease.ts';
import { Leases } from './leases.ts';
import type { HeldLease } from './leases.ts';
import { openPostgres } from './open-postgres.ts';
import { PostgresPeers } from './postgres-peers.ts';
import type { PostgresSql } from './postgres-sql.ts';
import { Signals } from './signals.ts';

/** Each list of migrations, in the schema of its own. Statements name tables without it. */
export const SCHEMAS = [
  { schema: 'nightdesk', migrations: DESK_MIGRATIONS, oldest: DESK_OLDEST },
  { schema: 'nightdesk_pool', migrations: POOL_MIGRATIONS, oldest: POOL_OLDEST },
  { schema: 'nightdesk_search', migrations: SEARCH_MIGRATIONS, oldest: SEARCH_OLDEST },
  { schema: 'nightdesk_shared', migrations: SHARED_MIGRATIONS, oldest: SHARED_OLDEST },
] as const;

/** Another process works on the newsroom. */
export class NewsroomOwned extends StoreError {
  constructor({ owner, heldMs, silentMs }: HeldLease) {
    const [held, silent] = [heldMs, silentMs].map((ms) => Math.round(ms / 1_000));
    super(
      'unusable',
      `the newsroom of DATABASE_URL is worked on by ${owner}, for ${held} s, last heard of ${silent} s ago`,
    );
  }
}

/** This process, for people: `desk 4711@newsroom-1`. */
export function ownerName(holder: string): string {
  return `${holder} ${process.pid}@${hostname()}`;
}

interface SharedHomeDeps {
  readonly url: string;
  /** The file that an embedded home would have. */
  readonly database: string;
  readonly holder: HomeHolder;
  readonly clock: Clock;
  readonly log: { info(fields: object, text: string): void; warn(fields: object, text: string): void };
  /** Ends waiting for the owner. */
  readonly signal: AbortSignal;
}

export interface SharedHome {
  readonly sql: PostgresSql;
  readonly lease: KeptLease;
  /** Absent where this process is no desk. */
  readonly peers: PostgresPeers | undefined;
  close(): Promise<void>;
}

/**
 * @throws StoreError when the database can't be used, an embedded database stands beside it, or another process works on
 * the newsroom and this one is no desk.
 */
export async function openSharedHome(deps: SharedHomeDeps): Promise<SharedHome> {
  const { url, clock, log, holder, signal } = deps;
  mustBeMoved(deps.database);
  const opened = await openPostgres({ url, parts: SCHEMAS, log, clock });
  try {
    const leases = new Leases(opened.sql.urgent());
    const waits = (held: HeldLease) => {
      const owned = new NewsroomOwned(held);
      if (holder !== 'desk') throw owned;
      log.warn({ module: 'store' }, `${owned.message}: this desk waits`);
    };
    const who = { holder, id: newIdAt(clock.now()), owner: ownerName(holder) };
    const { lease: entered, isFirst } = await waitForLease({ leases, clock }, who, waits, signal);
    await opened.mustStillFit().catch(async (error: unknown) => {
      await leases.end(entered);
      throw error;
    });
    const failed = (error: unknown) =>
      log.warn({ module: 'store', err: error }, 'renewing the lease of this desk failed');
    const lease = keepLease({ leases, clock, failed }, entered);
    const peers = holder === 'desk' ? peersOf(opened, deps, { lease, isFirst }) : undefined;
    log.info({ module: 'store', desk: lease.process, isFirst }, 'this process works on the newsroom');
    return {
      sql: opened.sql.fenced(lease),
      ...{ lease, peers },
      close: async () => {
        await peers?.close();
        await lease.release();
        await opened.close();
      },
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

function peersOf(
  { sql, pool }: { readonly sql: PostgresSql; readonly pool: pg.Pool },
  { url, clock, log }: SharedHomeDeps,
  held: { readonly lease: KeptLease; readonly isFirst: boolean },
): PostgresPeers {
  const desk = held.lease.process;
  const signals = new Signals({ url, schema: 'nightdesk_shared', desk, pool, clock, log });
  return new PostgresPeers({ sql: sql.urgent(), signals, clock, log, ...held });
}

/** Two databases would be two newsrooms. */
function mustBeMoved(database: string): void {
  if (!existsSync(database)) return;
  throw new StoreError(
    'unusable',
    `DATABASE_URL is set, and this home has a database of its own: ${database}. Move it with ` +
      '“npx nightdesk migrate --to "$DATABASE_URL"”, or unset DATABASE_URL',
  );
}
