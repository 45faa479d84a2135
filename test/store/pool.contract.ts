import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HARD_LIFE_MS, SOFT_LIFE_MS } from '../../src/newsroom/intake/pool/pool.ts';
import { HOUR, LONG, anEvent, found, place, plain } from './given-links.ts';
import { describeFeeds } from './pool-feeds.ts';
import { describeHolds } from './pool-holds.ts';
import type { OpenPool } from './pool-engine.ts';

/** What every pool keeps to. */
export function describePool(open: OpenPool): void {
  it('shows people addresses without the parameters that count them', async () => {
    const { pool } = await open();
    await pool.addLinks([found(1, { url: 'https://paper.test/1?id=7&utm_source=rss&fbclid=x' })], 5);
    expect((await pool.pendingLinks())[0]!.url).toBe('https://paper.test/1?id=7');
  });

  it('knows a link again and keeps its newest URL', async () => {
    const { pool } = await open();
    expect(await pool.addLinks([found(1, { url: 'http://a.localhost:1/x' }), found(2)], 5)).toMatchObject({
      added: 2,
      seenAgain: 0,
    });
    expect(await pool.addLinks([found(1, { url: 'http://a.localhost:2/x?utm_medium=z' })], 6)).toMatchObject({
      added: 0,
      seenAgain: 1,
    });
    expect(await pool.freshUrl('http://a.localhost:9/x')).toBe('http://a.localhost:2/x');
    expect(await pool.pendingLinks()).toHaveLength(2);
  });

  it('knows a link again, and what is on its page, however long its address is', async () => {
    const { pool } = await open();
    const url = `https://paper.test/?at=${LONG}`;
    expect(await pool.addLinks([found(1, { url }), found(2)], 5)).toMatchObject({ added: 2 });
    expect(await pool.addLinks([found(1, { url: `${url}&utm_source=rss` })], 6)).toMatchObject({ added: 0 });
    expect(await pool.freshUrl(url)).toBe(url);
    const page = { title: 'Harbour', text: 'It opens.', extractor: 'e', fetchedAtMs: 7 };
    await pool.keepArticle(url, { url, ...page });
    expect(await pool.article(url)).toEqual({ url, ...page });
  });

  it('keeps decisions of a batch that build on each other, and shows counts that do not drift', async () => {
    const { pool, clock } = await open();
    await pool.addLinks([found(1), found(2), found(3), found(4)], clock.now());
    const [a, b, c, d] = await pool.pendingLinks();
    await pool.keepDecisions(
      [
        { linkId: a!.id, action: { kind: 'new_event', newEvent: 7, category: 'AI' }, ...plain },
        {
          linkId: b!.id,
          action: { kind: 'join', event: { newEvent: 7 } },
          ...plain,
          candidates: [{ event: { newEvent: 7 }, score: 0.5 }],
        },
        { linkId: c!.id, action: { kind: 'skip', reason: 'roundup' }, ...plain },
        {
          linkId: d!.id,
          action: { kind: 'development', parent: { newEvent: 7 }, newEvent: 8, category: 'AI' },
          ...plain,
        },
      ],
      clock.now(),
    );
    const [event, child] = await pool.openEvents(clock.now());
    expect(event).toMatchObject({ category: 'AI', status: 'active', title: 'Title 1', parentId: null });
    expect(event?.links.map(({ url }) => url)).toEqual([found(1).url, found(2).url]);
    expect(child).toMatchObject({ parentId: event?.id, status: 'new' });
    expect(await pool.pendingLinks()).toEqual([]);
    // Deciding again changes nothing.
    await pool.keepDecisions(
      [{ linkId: a!.id, action: { kind: 'skip', reason: 'x' }, ...plain }],
      clock.now(),
    );
    expect((await pool.event(event!.id))?.links).toHaveLength(2);
  });

  it('lets an event live 48 hours after its newest link or child, and 7 days at most', async () => {
    const engine = await open();
    const { pool, clock } = engine;
    const began = clock.now();
    const id = await place(engine, 'first');
    for (let day = 1; day <= 8; day++) {
      clock.set(began + day * 24 * HOUR - 1);
      if (day % 2 === 0) await place(engine, `child${day}`, { parent: id });
      else await place(engine, `more${day}`, { join: id });
    }
    expect((await pool.event(id))?.expiresAtMs).toBe(began + HARD_LIFE_MS);
    expect((await pool.openEvents(began + HARD_LIFE_MS)).map((event) => event.id)).not.toContain(id);
    const alone = await place(engine, 'alone');
    expect((await pool.event(alone))?.expiresAtMs).toBe(clock.now() + SOFT_LIFE_MS);
  });

  it('prunes an expired parent and leaves its child whole', async () => {
    const engine = await open();
    const { pool, clock } = engine;
    const parent = await place(engine, 'parent');
    clock.set(clock.now() + HARD_LIFE_MS);
    const child = await place(engine, 'child', { parent });
    expect((await pool.event(child))?.parentId).toBe(parent);
    expect((await pool.prune(clock.now() + 80 * HOUR)).events).toBe(1);
    expect(await pool.event(parent)).toBeUndefined();
    expect(await pool.event(child)).toMatchObject({ parentId: null });
    expect(await pool.openEvents(clock.now())).toHaveLength(1);
  });

  it('prunes links and articles after 48 hours, never those of a living event', async () => {
    const engine = await open();
    const { pool, clock } = engine;
    const id = await place(engine, 'kept');
    await pool.addLinks([found('old')], clock.now());
    await pool.keepArticle('https://paper.test/old', {
      url: 'u',
      title: 't',
      text: 'x',
      extractor: 'e',
      fetchedAtMs: clock.now(),
    });
    expect(await pool.prune(clock.now() + 49 * HOUR)).toMatchObject({
      links: 1,
      events: 0,
      articles: 1,
    });
    expect((await pool.event(id))?.links).toHaveLength(1);
  });

  it('counts the links of events right, whatever comes and goes', async () => {
    const engine = await open();
    const { pool, clock } = engine;
    let serial = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('new', 'join', 'develop', 'post', 'later'), fc.nat()), {
          maxLength: 25,
        }),
        async (steps) => {
          const made: number[] = [];
          for (const [step, n] of steps) {
            const event = made[n % Math.max(1, made.length)];
            const known = event !== undefined && (await pool.event(event)) !== undefined;
            const link = `${step}-${++serial}`;
            if (step === 'new' || !known) made.push(await place(engine, link));
            else if (step === 'join') await place(engine, link, { join: event });
            else if (step === 'develop') made.push(await place(engine, link, { parent: event }));
            else if (step === 'post')
              await pool.markPosted(event, { threadId: 't', runId: 'r', atMs: clock.now() });
            else {
              clock.set(clock.now() + 30 * HOUR);
              await pool.prune(clock.now());
            }
          }
          expect(await pool.recount()).toBe(0);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('remembers over a restart', async () => {
    const engine = await open();
    const { pool, clock } = engine;
    const id = await place(engine, 'a');
    await pool.noteRun({ kind: 'daily', startedAtMs: 1, finishedAtMs: 2, detail: { links: 1 } });
    const again = (await engine.restart()).pool;
    expect((await again.event(id))?.title).toBe('Title a');
    expect(await again.status(clock.now())).toMatchObject({
      links: 1,
      pending: 0,
      openEvents: 1,
      postedEvents: 0,
    });
  });

  it('says link by link what became of them, and leaves out what is no address', async () => {
    const { pool } = await open();
    await pool.addLinks([found(1)], 5);
    const links = [found(1), found(2), found(3, { url: 'ftp://paper.test/3' }), found(2)];
    expect(await pool.addLinks(links, 6)).toEqual({
      added: 1,
      seenAgain: 2,
      fates: ['known', 'added', 'no_url', 'known'],
    });
  });

  it('fills gaps of a link that comes again, and rewrites nothing that stands', async () => {
    const { pool } = await open();
    await pool.addLinks([found(1)], 5);
    await pool.addLinks([found(1, { title: 'Other', description: 'words', publishedAtMs: 3 })], 6);
    await pool.addLinks([found(1, { description: 'other words', publishedAtMs: 4 })], 7);
    expect(await pool.pendingLinks()).toMatchObject([
      { title: 'Title 1', description: 'words', publishedAtMs: 3, firstSeenAtMs: 5 },
    ]);
  });

  it('hands out what is not decided, the oldest news first', async () => {
    const { pool } = await open();
    await pool.addLinks([found('undated')], 50);
    await pool.addLinks([found('new', { publishedAtMs: 60 }), found('old', { publishedAtMs: 40 })], 70);
    expect((await pool.pendingLinks()).map(({ title }) => title)).toEqual([
      'Title old',
      'Title undated',
      'Title new',
    ]);
  });

  it('tells the numbers of events that a batch made, of very many decisions as well', async () => {
    const { pool, clock } = await open();
    const many = Array.from({ length: 250 }, (_, n) => found(n, { publishedAtMs: n }));
    await pool.addLinks(many, clock.now());
    const pending = await pool.pendingLinks();
    const made = await pool.keepDecisions(
      pending.map(({ id }, n) => ({
        linkId: id,
        action:
          n < 2
            ? { kind: 'new_event', newEvent: -n - 1, category: 'AI' }
            : { kind: 'join', event: { newEvent: n % 2 === 0 ? -1 : -2 } },
        ...plain,
      })),
      clock.now(),
    );
    expect([...made.keys()]).toEqual([-1, -2]);
    expect((await pool.event(made.get(-1)!))?.links).toHaveLength(125);
    expect((await pool.event(made.get(-2)!))?.links).toHaveLength(125);
  });

  it('decides a link once, whoever decides at the same time, and makes one event of it', async () => {
    const { pool, clock } = await open();
    await pool.addLinks([found(1)], clock.now());
    const [link] = await pool.pendingLinks();
    const action = { kind: 'new_event', newEvent: -1, category: 'AI' } as const;
    const made = await Promise.all(
      [1, 2].map(() => pool.keepDecisions([{ linkId: link!.id, action, ...plain }], clock.now())),
    );
    expect(made.map(({ size }) => size).toSorted()).toEqual([0, 1]);
    expect(await pool.openEvents(clock.now())).toHaveLength(1);
    expect(await pool.book.decisionsOf([...made[0]!.values(), ...made[1]!.values()][0]!)).toHaveLength(1);
  });

  it('shows many events in the order of their numbers, each with its links', async () => {
    const { pool, clock } = await open();
    await pool.addLinks(
      Array.from({ length: 600 }, (_, n) => found(n, { publishedAtMs: n })),
      clock.now(),
    );
    const pending = await pool.pendingLinks();
    await pool.keepDecisions(
      pending.map(({ id }, n) => ({
        linkId: id,
        action:
          n % 2 === 0
            ? { kind: 'new_event', newEvent: -n - 1, category: 'AI' }
            : { kind: 'join', event: { newEvent: -n } },
        ...plain,
      })),
      clock.now(),
    );
    const events = await pool.openEvents(clock.now());
    expect(events).toHaveLength(300);
    expect(events.map(({ id }) => id)).toEqual(events.map(({ id }) => id).toSorted((a, b) => a - b));
    expect(events.every(({ status, links }) => links.length === 2 && status === 'active')).toBe(true);
    expect(events.at(-1)?.links.map(({ title }) => title)).toEqual(['Title 598', 'Title 599']);
    expect(await pool.recount()).toBe(0);
  });

  it('leaves a link pending whose event is not there', async () => {
    const { pool } = await open();
    await pool.addLinks([found(1)], 5);
    const [link] = await pool.pendingLinks();
    await pool.keepDecisions(
      [{ linkId: link!.id, action: { kind: 'join', event: { id: 999 } }, ...plain }],
      6,
    );
    expect(await pool.pendingLinks()).toHaveLength(1);
  });

  it('finds an event by the address of any of its pages', async () => {
    const engine = await open();
    const id = await anEvent(engine, 'a', 2);
    expect((await engine.pool.eventOf('https://paper.test/a-1?utm_source=x#top'))?.id).toBe(id);
    expect(await engine.pool.eventOf('https://paper.test/never')).toBeUndefined();
    expect(await engine.pool.freshUrl('https://paper.test/never')).toBe('https://paper.test/never');
    expect(await engine.pool.event(999)).toBeUndefined();
  });

  it('offers to a new link what is open and what was posted since, and nothing older', async () => {
    const engine = await open();
    const { pool, clock } = engine;
    const [posted, older, openOne] = [
      await place(engine, 'p'),
      await place(engine, 'q'),
      await place(engine, 'o'),
    ];
    await pool.markPosted(posted, { threadId: 't', runId: 'r', atMs: clock.now() });
    await pool.markPosted(older, { threadId: 't', runId: 'r', atMs: clock.now() - 1 });
    expect((await pool.paces(clock.now())).map(({ postedAtMs }) => postedAtMs)).toEqual([clock.now()]);
    expect(await pool.paces(clock.now() - 1)).toHaveLength(2);
    expect((await pool.paces(0))[0]?.createdAtMs).toBeLessThanOrEqual(clock.now());
    const ids = async (nowMs: number) => (await pool.clusterable(nowMs, clock.now())).map(({ id }) => id);
    expect(await ids(clock.now())).toEqual([posted, openOne]);
    expect(await ids(clock.now() + SOFT_LIFE_MS)).toEqual([posted]);
    expect((await pool.postedEvents(clock.now())).map(({ id }) => id)).toEqual([posted]);
  });

  it('keeps articles by the identity of their address, the last one', async () => {
    const { pool } = await open();
    const article = {
      url: 'https://paper.test/final',
      title: 'T',
      text: '字',
      byline: 'Ann',
      outlet: 'The Paper',
      publishedAtMs: 5,
      language: 'zh-HK',
      image: 'https://paper.test/i.jpg',
      extractor: 'e',
      quality: 0.5,
      fetchedAtMs: 9,
    };
    await pool.keepArticle('https://paper.test/1?utm_source=x', { ...article, text: 'old' });
    await pool.keepArticle('https://paper.test/1', article);
    expect(await pool.article('https://paper.test/1#top')).toEqual(article);
    const bare = { url: 'u', title: 't', text: 'x', extractor: 'e', fetchedAtMs: 9 };
    await pool.keepArticle('https://paper.test/2', bare);
    expect(await pool.article('https://paper.test/2')).toEqual(bare);
    expect(await pool.article('https://paper.test/3')).toBeUndefined();
  });

  it('keeps runs for the audit, the newest first', async () => {
    const engine = await open();
    for (const n of [1, 3, 2])
      await engine.pool.noteRun({ kind: 'daily', startedAtMs: n, finishedAtMs: n + 10, detail: { n } });
    const { pool } = await engine.restart();
    expect(await pool.runs(2)).toEqual([
      { kind: 'daily', startedAtMs: 3, finishedAtMs: 13, detail: { n: 3 } },
      { kind: 'daily', startedAtMs: 2, finishedAtMs: 12, detail: { n: 2 } },
    ]);
    expect(await pool.prune(13 + 30 * 24 * HOUR)).toMatchObject({ others: 2 });
    expect(await pool.runs(9)).toHaveLength(1);
  });

  it('drops an event that was posted long after it was', async () => {
    const engine = await open();
    const { pool, clock } = engine;
    const [posted, expired] = [await place(engine, 'p'), await place(engine, 'x')];
    await pool.markPosted(posted, { threadId: 't', runId: 'r', atMs: clock.now() });
    expect((await pool.prune(clock.now() + SOFT_LIFE_MS + 72 * HOUR)).events).toBe(0);
    expect((await pool.prune(clock.now() + SOFT_LIFE_MS + 72 * HOUR + 1)).events).toBe(1);
    expect(await pool.event(expired)).toBeUndefined();
    expect((await pool.prune(clock.now() + 720 * HOUR + 1)).events).toBe(1);
    expect(await pool.event(posted)).toBeUndefined();
  });

  describe('holds', () => describeHolds(open));
  describe('feeds', () => describeFeeds(open));
}
