import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempHome } from '../../../support/temp-home.ts';
import { news, openSearches, QUERIES } from './open-searches.ts';

const QUARTER_MS = 900_000;

describe('searches for links', () => {
  it('asks Brave twice and GDELT daily, Brave once hourly, with what they want to be asked', async () => {
    const { run, brave, gdelt, kept } = await openSearches();
    brave.publish(news(3));
    gdelt.publish([
      { title: 'Ministers , at last , agree', url: 'https://a.test/1', seendate: '20260105T054500Z' },
    ]);
    const daily = await run('daily');
    expect(daily).toEqual([
      { key: 'brave:daily-1', label: 'world news today', result: 'ok', items: 3, newItems: 3 },
      { key: 'brave:daily-2', label: 'UK news today', result: 'ok', items: 3, newItems: 3 },
      { key: 'gdelt:daily-1', label: QUERIES.gdelt[0], result: 'ok', items: 1, newItems: 1 },
    ]);
    expect(brave.calls.map(({ params }) => Object.fromEntries(params))).toEqual(
      ['world news today', 'UK news today'].map((q) => ({
        q,
        count: '50',
        offset: '0',
        freshness: 'pd',
        country: 'ALL',
        search_lang: 'en',
        spellcheck: 'false',
      })),
    );
    expect(Object.fromEntries(gdelt.calls[0]?.params ?? [])).toMatchObject({
      mode: 'ArtList',
      format: 'json',
      maxrecords: '75',
      timespan: '24h',
    });
    expect(kept.find(({ foundBy }) => foundBy === 'brave:daily-1')).toEqual({
      url: 'https://paper-0.test/1',
      title: 'Story 1',
      description: 'What happened, part 1',
      foundBy: 'brave:daily-1',
      publishedAtMs: Date.UTC(2026, 0, 5, 5, 30),
    });
    expect(kept.find(({ foundBy }) => foundBy === 'gdelt:daily-1')).toMatchObject({
      title: 'Ministers, at last, agree',
      publishedAtMs: Date.UTC(2026, 0, 5, 5, 45),
    });

    expect(await run('hourly')).toMatchObject([{ key: 'brave:hourly-1', result: 'ok', items: 3 }]);
    expect(brave.calls).toHaveLength(3);
    expect(gdelt.calls).toHaveLength(1);
  });

  it('keeps calls 1.05 s apart at Brave and 6 s at GDELT', async () => {
    const { run, brave, gdelt } = await openSearches();
    await run('daily', { ...QUERIES, gdelt: ['London', 'Britain', 'Wales'] });
    expect((brave.calls[1]?.atMs ?? 0) - (brave.calls[0]?.atMs ?? 0)).toBeGreaterThanOrEqual(1_050);
    const [first, second, third] = gdelt.calls.map(({ atMs }) => atMs);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(6_000);
    expect((third ?? 0) - (second ?? 0)).toBeGreaterThanOrEqual(6_000);
  });

  it('asks a query again after 900 s, not before, and the next page then', async () => {
    const { run, brave, clock } = await openSearches();
    brave.publish(news(120));
    const hourly = { brave: QUERIES.brave };
    expect(await run('hourly', hourly)).toMatchObject([{ result: 'ok', items: 50 }]);
    const at = clock.now();
    await clock.advance(QUARTER_MS - 1);
    expect(await run('hourly', hourly)).toMatchObject([
      { result: 'not_due', items: 0, dueAtMs: at + QUARTER_MS },
    ]);
    expect(brave.calls).toHaveLength(1);
    for (const items of [50, 20, 0, 50]) {
      await clock.advance(QUARTER_MS);
      expect(await run('hourly', hourly)).toMatchObject([{ result: 'ok', items }]);
    }
    // A page with nothing on it is the last one.
    expect(brave.calls.map(({ params }) => params.get('offset'))).toEqual(['0', '1', '2', '3', '0']);
  });

  it('turns back to the first page after the tenth', async () => {
    const { run, brave, clock } = await openSearches();
    brave.publish(news(600));
    for (let n = 0; n < 11; n++) {
      await run('hourly', { brave: QUERIES.brave });
      await clock.advance(QUARTER_MS);
    }
    expect(brave.calls.map(({ params }) => params.get('offset')).join('')).toBe('01234567890');
  });

  it('remembers over a restart', async () => {
    const path = join(tempHome(), 'news_pool.sqlite3');
    const before = await openSearches({ path });
    before.brave.publish(news(60));
    await before.run('daily');
    const after = await openSearches({ path });
    after.brave.publish(news(60));
    await after.clock.advance(60_000);
    expect((await after.run('daily')).map(({ result }) => result)).toEqual(['not_due', 'not_due', 'not_due']);
    await after.clock.advance(2 * QUARTER_MS);
    await after.run('daily');
    expect(after.brave.calls.map(({ params }) => params.get('offset'))).toEqual(['1', '1']);
  });

  it('is shut out by no clock that was set back', async () => {
    const { run, clock } = await openSearches();
    await run('hourly');
    clock.set(clock.now() - 365 * 24 * 3_600_000);
    expect(await run('hourly')).toMatchObject([{ result: 'ok' }]);
  });

  it('asks the longest unasked of more queries than a run has calls for', async () => {
    const { run, brave, clock } = await openSearches();
    const many = { brave: { daily: ['one', 'two', 'three'], hourly: [] } };
    const results = async () => (await run('daily', many)).map(({ result }) => result);
    expect(await results()).toEqual(['ok', 'ok', 'over_budget']);
    await clock.advance(QUARTER_MS);
    expect(await results()).toEqual(['ok', 'over_budget', 'ok']);
    expect(brave.calls.map(({ params }) => params.get('q'))).toEqual(['one', 'two', 'three', 'one']);
  });

  it('is off without a key, and asks GDELT all the same', async () => {
    const { run, gdelt, brave } = await openSearches({ keys: {} });
    gdelt.publish([{ title: 'News', url: 'https://a.test/1', seendate: '20260105T054500Z' }]);
    expect((await run('daily')).map(({ key, result }) => `${key} ${result}`)).toEqual([
      'brave:daily-1 off',
      'brave:daily-2 off',
      'gdelt:daily-1 ok',
    ]);
    expect(brave.calls).toHaveLength(0);
  });

  it('does nothing for an edition without queries', async () => {
    const { run } = await openSearches();
    expect(await run('daily', {})).toEqual([]);
  });

  it.each([
    ['down', 'fetch_http_503'],
    ['nonsense', 'bad_answer'],
    ['cut', 'bad_answer'],
    ['rate', 'rate_limited'],
    ['quota', 'quota_exhausted'],
    ['elsewhere', 'fetch_private_address'],
  ] as const)(
    'names a failure of Brave (%s), goes on, and asks for the same page again',
    async (fault, error) => {
      const { run, brave, clock, states } = await openSearches();
      brave.publish(news(120));
      const hourly = { brave: QUERIES.brave };
      await run('hourly', hourly);
      await clock.advance(QUARTER_MS);
      brave.fail(fault);
      expect(await run('hourly', hourly)).toMatchObject([{ result: 'failed', error, items: 0, newItems: 0 }]);
      expect(await states.read('brave:hourly-1')).toMatchObject({
        nextOffset: 1,
        runCount: 1,
        lastError: error,
      });
      await clock.advance(40 * 24 * 3_600_000);
      expect(await run('hourly', hourly)).toMatchObject([{ result: 'ok', items: 50 }]);
      expect(brave.calls.map(({ params }) => params.get('offset'))).toEqual(['0', '1', '1']);
    },
  );

  it.each([
    ['down', 'fetch_http_500'],
    ['nonsense', 'bad_answer'],
    ['rate', 'rate_limited'],
    ['rate_under_200', 'rate_limited'],
  ] as const)('names a failure of GDELT (%s), and what Brave found is kept', async (fault, error) => {
    const { run, brave, gdelt, kept } = await openSearches();
    brave.publish(news(2));
    gdelt.fail(fault);
    expect((await run('daily')).map((it) => it.error ?? it.result)).toEqual(['ok', 'ok', error]);
    expect(kept).toHaveLength(4);
  });

  it('leaves GDELT alone for a minute when it asks for it', async () => {
    const { run, gdelt, clock } = await openSearches();
    const queries = { gdelt: ['London', 'Britain'] };
    gdelt.fail('rate');
    expect((await run('daily', queries)).map(({ error }) => error)).toEqual(['rate_limited', 'cooling_down']);
    expect(gdelt.calls).toHaveLength(1);
    await clock.advance(60_000);
    expect((await run('daily', queries)).map(({ result }) => result)).toEqual(['ok', 'ok']);
  });

  it('tells what GDELT has against a query', async () => {
    const { run, logged } = await openSearches();
    expect(await run('daily', { gdelt: ['UK'] })).toMatchObject([{ result: 'failed', error: 'bad_query' }]);
    expect(logged.join()).toContain('keywords were too short');
  });

  it('lets queries that always fail take turns with the others', async () => {
    const { run, clock } = await openSearches();
    const queries = { gdelt: ['UK', 'EU', 'US', 'HK', 'London'] };
    const results = async () => (await run('daily', queries)).map(({ result }) => result);
    expect(await results()).toEqual(['failed', 'failed', 'failed', 'failed', 'over_budget']);
    await clock.advance(QUARTER_MS);
    expect(await results()).toEqual(['failed', 'failed', 'failed', 'over_budget', 'ok']);
    await clock.advance(QUARTER_MS);
    expect(await results()).toEqual(['failed', 'failed', 'over_budget', 'failed', 'ok']);
  });

  it('counts a run’s requests, not its answers', async () => {
    const keys = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`key-${n}`, 0]));
    const { run, brave } = await openSearches({ keys });
    brave.fail('rate', 'rate', 'rate', 'rate', 'rate', 'rate');
    expect((await run('daily', { brave: QUERIES.brave })).map(({ error }) => error)).toEqual([
      'rate_limited',
      'over_budget',
    ]);
    expect(brave.calls).toHaveLength(4);
  });

  it('does not advance when what was found could not be kept', async () => {
    const { searches, letWait, states, brave } = await openSearches();
    brave.publish(news(2));
    const keep = () => Promise.reject(new Error('the disk is full'));
    const asking = letWait(searches.searchForLinks({ kind: 'hourly', edition: { queries: QUERIES }, keep }));
    await expect(asking).rejects.toThrow('the disk is full');
    expect((await states.read('brave:hourly-1'))?.lastCallAtMs).toBeUndefined();
  });

  it('stops when it is told to', async () => {
    const { searches, brave } = await openSearches();
    brave.fail('silent');
    const stop = new AbortController();
    const asking = searches.searchForLinks({
      kind: 'hourly',
      edition: { queries: QUERIES },
      keep: () => Promise.resolve(0),
      signal: stop.signal,
    });
    stop.abort(new Error('shutting down'));
    await expect(asking).rejects.toThrow('shutting down');
  });
});

describe('keys', () => {
  it('take turns', async () => {
    const { run, brave, clock } = await openSearches({ keys: { one: 0, two: 0, three: 0 } });
    for (let n = 0; n < 3; n++) {
      await run('daily', { brave: QUERIES.brave });
      await clock.advance(QUARTER_MS);
    }
    expect(brave.calls.map(({ key }) => key)).toEqual(['one', 'two', 'three', 'one', 'two', 'three']);
  });

  it('rest when their month is spent, and the next one is asked', async () => {
    const { run, brave, clock } = await openSearches({ keys: { small: 1, big: 0 } });
    const hourly = { brave: QUERIES.brave };
    for (let n = 0; n < 3; n++) {
      expect(await run('hourly', hourly)).toMatchObject([{ result: 'ok' }]);
      await clock.advance(QUARTER_MS);
    }
    // The headers of its last answer said so: it is not asked to be refused.
    expect(brave.calls.map(({ key }) => key)).toEqual(['small', 'big', 'big']);
  });

  it('are followed by the next when they are refused or too fast', async () => {
    const { run, brave, searchesWith, clock } = await openSearches({ keys: { good: 0 } });
    const searches = searchesWith(['wrong', 'good']);
    const hourly = { brave: QUERIES.brave };
    expect(await run('hourly', hourly, searches)).toMatchObject([{ result: 'ok' }]);
    await clock.advance(QUARTER_MS);
    expect(await run('hourly', hourly, searches)).toMatchObject([{ result: 'ok' }]);
    expect(brave.calls.map(({ key }) => key)).toEqual(['wrong', 'good', 'good']);
    await clock.advance(QUARTER_MS);
    brave.fail('rate');
    expect(await run('hourly', hourly, searches)).toMatchObject([
      { result: 'failed', error: 'rate_limited', dueAtMs: clock.now() + 1_050 },
    ]);
  });

  it('all rest: nobody is asked, and it is said until when', async () => {
    const { run, brave, clock } = await openSearches({ keys: { only: 0 } });
    brave.fail('quota');
    const hourly = { brave: QUERIES.brave };
    const at = clock.now();
    expect(await run('hourly', hourly)).toMatchObject([{ error: 'quota_exhausted' }]);
    expect(await run('hourly', hourly)).toMatchObject([{ error: 'cooling_down' }]);
    expect(brave.calls).toHaveLength(1);
    expect((await run('hourly', hourly))[0]?.dueAtMs).toBeGreaterThan(at);
  });

  it('are never told', async () => {
    const secret = 'BSA-very-secret-key';
    const { run, brave, logged, searchesWith, states, letWait } = await openSearches({
      keys: { [secret]: 0 },
    });
    const wrong = searchesWith(['BSA-very-secret-but-wrong', secret]);
    brave.fail('down', 'nonsense');
    const told = [
      await run('daily'),
      await run('daily'),
      await run('hourly', QUERIES, wrong),
      await letWait(wrong.search('ministers')),
    ];
    expect(JSON.stringify([told, logged, await states.read('brave:hourly-1')])).not.toContain('BSA-very');
    expect(brave.calls.length).toBeGreaterThan(3);
  });
});

describe('a single question', () => {
  it('is one request of Brave, whenever it is asked', async () => {
    const { searches, brave, gdelt, letWait } = await openSearches();
    brave.publish(news(2));
    for (let n = 0; n < 2; n++) {
      const answer = await letWait(searches.search('warehouse fire in Wakefield'));
      expect(answer).toMatchObject({
        kind: 'ok',
        links: [{ title: 'Story 1', foundBy: 'brave:on-demand' }, {}],
      });
    }
    brave.fail('down');
    expect(await letWait(searches.search('warehouse fire'))).toMatchObject({
      kind: 'failed',
      reason: 'fetch_http_503',
    });
    expect([brave.calls.length, gdelt.calls.length]).toEqual([3, 0]);
  });

  it('goes to GDELT, in words that it accepts, while Brave can’t be asked', async () => {
    const { searches, gdelt, letWait } = await openSearches({ keys: {} });
    gdelt.publish([{ title: 'A fire', url: 'https://a.test/1', seendate: '20260105T054500Z' }]);
    const answer = await letWait(searches.search('UK: “Holroyd & Sons” fire – 12 hurt, MP says it is 香港'));
    expect(answer).toMatchObject({ kind: 'ok', links: [{ title: 'A fire', foundBy: 'gdelt:on-demand' }] });
    expect(gdelt.calls[0]?.params.get('query')).toBe('Holroyd Sons fire hurt says 香港');
  });

  it('is cut to what Brave takes, and refused when there is nothing in it', async () => {
    const { searches, brave, letWait } = await openSearches();
    expect(await letWait(searches.search('word '.repeat(200)))).toMatchObject({ kind: 'ok' });
    expect(brave.calls[0]?.params.get('q')?.split(' ')).toHaveLength(50);
    expect(await letWait(searches.search('   '))).toMatchObject({ kind: 'failed', reason: 'bad_query' });
  });
});
