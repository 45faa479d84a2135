import { onTestFinished } from 'vitest';
import type { FoundLink } from '../../../../src/newsroom/model/event.ts';
import { UndiciFetcher } from '../../../../src/web-fetch/undici-fetcher.ts';
import { NewsSearches } from '../../../../src/newsroom/intake/search/news-searches.ts';
import type { SearchOutcome } from '../../../../src/newsroom/model/candidate.ts';
import { openPool } from '../../../../src/store/sqlite/open-pool.ts';
import { systemClock } from '../../../../src/time/clock.ts';
import { FakeClock, settle } from '../../../support/fake-clock.ts';
import { LoopbackBrave } from '../../../support/sources/loopback-brave.ts';
import { LoopbackGdelt } from '../../../support/sources/loopback-gdelt.ts';

export const QUERIES = {
  brave: { daily: ['world news today', 'UK news today'], hourly: ['breaking news'] },
  gdelt: ['(London OR Britain) sourcelang:english'],
};

interface Given {
  /** Keys, and the requests that each may make a month; 0 for any number. */
  readonly keys?: Readonly<Record<string, number>>;
  readonly path?: string;
}

/** Searches of a newsroom over real services on loopback and a real memory; the clock is moved for whoever waits. */
export async function openSearches({ keys = { 'key-of-one': 0 }, path = ':memory:' }: Given = {}) {
  const clock = new FakeClock();
  const brave = new LoopbackBrave(clock, keys);
  const gdelt = new LoopbackGdelt(clock);
  const [braveAt, gdeltAt] = [await brave.open(), await gdelt.open()];
  const logged: string[] = [];
  const write = (fields: object, message: string) => void logged.push(JSON.stringify({ message, ...fields }));
  const log = { debug: write, info: write, warn: write, error: write };
  const pool = openPool({ path, clock, log });
  const states = pool.searchStates;
  // Sockets take the time that they take; the searches' own waits are the clock's.
  const fetcher = new UndiciFetcher({
    clock: systemClock,
    version: '0',
    allowPrivate: [`127.0.0.1:${braveAt.port}`, `127.0.0.1:${gdeltAt.port}`],
    totalMs: 60_000,
    idleMs: 60_000,
  });
  onTestFinished(async () => {
    await fetcher.close();
    await Promise.all([braveAt.close(), gdeltAt.close()]);
    await pool.close();
  });
  const searchesWith = (given: readonly string[]) =>
    new NewsSearches({
      fetcher,
      clock,
      states,
      log,
      brave: { keys: given, baseUrl: braveAt.base },
      gdelt: { baseUrl: `${gdeltAt.base}/` },
    });

  /** Move the clock on whenever somebody waits for it, until the work is done. */
  const letWait = async <T>(work: Promise<T>): Promise<T> => {
    let done = false;
    const end = () => (done = true);
    work.then(end, end);
    while (!done) {
      if (clock.waiters > 0) await clock.advance(50);
      await settle(1);
    }
    return work;
  };

  const searches = searchesWith(Object.keys(keys));
  const kept: FoundLink[] = [];
  const run = (
    kind: 'daily' | 'hourly',
    queries: Partial<typeof QUERIES> = QUERIES,
    by = searches,
  ): Promise<SearchOutcome[]> => {
    const keep = (links: readonly FoundLink[]) =>
      Promise.resolve(kept.push(...links) - kept.length + links.length);
    return letWait(by.searchForLinks({ kind, edition: { queries }, keep }));
  };
  return { clock, brave, gdelt, states, searches, searchesWith, letWait, run, kept, logged };
}

export function news(count: number, from = 1) {
  return Array.from({ length: count }, (_, n) => ({
    title: `Story ${from + n}`,
    url: `https://paper-${n % 7}.test/${from + n}`,
    description: `What happened, part ${from + n}`,
    page_age: '2026-01-05T05:30:00',
  }));
}
