import { onTestFinished } from 'vitest';
import { openSharedHome } from '../../src/store/postgres/shared-home.ts';
import type { SharedHome } from '../../src/store/postgres/shared-home.ts';
import { FakeClock } from '../support/fake-clock.ts';
import type { SharedNewsroom } from './peers.contract.ts';

/** Desks in this process, over a database, each by a clock of its own that stands still. */
export function openShared(url: string): SharedNewsroom {
  const homes: SharedHome[] = [];
  const clocks = new Map<string, FakeClock>();
  onTestFinished(async () => {
    for (const home of homes) await home.close();
  });
  const log = { info: () => {}, warn: () => {} };
  return {
    enter: async () => {
      const clock = new FakeClock();
      const terms = { url, database: '/nowhere/nightdesk.sqlite3', holder: 'desk', clock, log } as const;
      const home = await openSharedHome({ ...terms, signal: new AbortController().signal });
      homes.push(home);
      clocks.set(home.peers!.desk, clock);
      return home.peers!;
    },
    silence: async ({ desk }) => {
      // Its clock stands still from now on, so it renews nothing.
      clocks.delete(desk);
      const { sql } = homes.at(-1)!;
      await sql.transaction((tx) => tx.run(`UPDATE leases SET renewed_at = 0 WHERE role = ?`, desk));
    },
    unannounced: async (signal) => {
      const { sql } = homes.at(-1)!;
      await sql.transaction((tx) =>
        tx.run(
          `INSERT INTO signals (desk, at, body) VALUES (?, ?, ?)`,
          ...['desk:another', Date.now(), JSON.stringify([signal])],
        ),
      );
    },
    look: async () => {
      for (const clock of clocks.values()) await clock.advance(1_000);
    },
  };
}
