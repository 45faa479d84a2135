import type { FetchRecord } from '../../../src/web-fetch/fetcher.ts';

/** A fetch that took no time, for fakes of the port. */
export function aFetchRecord(url: string, changes: Partial<FetchRecord> = {}): FetchRecord {
  return {
    url,
    startedAtMs: 0,
    ms: 0,
    waitedMs: 0,
    attempts: 1,
    bytes: 0,
    redirects: [],
    retried: [],
    headers: {},
    ...changes,
  };
}
