import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { NewsEvent } from '../../../../src/newsroom/model/event.ts';
import { isSameTitle } from '../../../../src/newsroom/coverage/same-title.ts';
import { selectCandidates } from '../../../../src/newsroom/intake/select/select-candidates.ts';
import type { Note } from '../../../../src/sessions/note.ts';
import { anEdition } from '../../an-edition.ts';

type Selection = Parameters<typeof selectCandidates>[0];

const NOW = Date.UTC(2026, 0, 5, 6);
const HOUR = 3_600_000;

function anEvent(
  id: number,
  more: Partial<NewsEvent> & { title?: string; domains?: string[]; hoursAgo?: number; feed?: string } = {},
): NewsEvent {
  const {
    title = `Happening ${'abcdefghijklmnopqrstuvwxyz'[id % 26]}${id} unlike others`,
    domains = ['first.test', 'other.test'],
    hoursAgo = 1,
    feed,
    ...rest
  } = more;
  const at = NOW - hoursAgo * HOUR;
  return {
    id,
    parentId: null,
    status: 'active',
    category: '',
    title,
    createdAtMs: at,
    updatedAtMs: at,
    expiresAtMs: at + 48 * HOUR,
    reservedUntilMs: null,
    postedAtMs: null,
    links: domains.map((domain, n) => ({
      id: id * 10 + n,
      url: `https://${domain}/${id}`,
      key: `https://${domain}/${id}`,
      domain,
      title,
      description: 'A lede.',
      foundBy: 'feed:x',
      firstSeenAtMs: at,
      lastSeenAtMs: at,
      publishedAtMs: at,
      eventId: id,
      ...(feed === undefined ? {} : { feedCategory: feed }),
    })),
    ...rest,
  };
}

const select = (open: readonly NewsEvent[], more: Partial<Selection> = {}) =>
  selectCandidates({
    kind: 'daily',
    edition: anEdition(),
    open,
    posted: [],
    covered: [],
    notes: [],
    nowMs: NOW,
    ...more,
  });
const reasons = async (open: readonly NewsEvent[], more: Partial<Selection> = {}) =>
  (await select(open, more)).leftOut.map((it) => it.reason);

describe('selectCandidates', () => {
  it.each([
    'Saltmouth ferry crash – live updates',
    'Ferry crash live: two in hospital, boats halted',
    'Ferry crash in Saltmouth: as it happened',
    '【直播】渡輪撞防波堤',
  ])('has another report for its face than a page of running updates: %s', async (live) => {
    const event = anEvent(4, { title: 'Ferry hits breakwater at Saltmouth' });
    const [first, second] = event.links;
    const links = [{ ...first!, title: live, publishedAtMs: NOW }, second!];
    const [candidate] = (await select([{ ...event, links }])).candidates;
    expect(candidate).toMatchObject({
      title: 'Ferry hits breakwater at Saltmouth',
      primary_url: 'https://other.test/4',
      supporting_urls: ['https://first.test/4'],
    });
  });

  it('offers an event in the planner’s shape', async () => {
    const event = anEvent(4, {
      domains: ['third.test', 'first.test', 'first.test', 'second.test'],
      hoursAgo: 3,
      parentId: 2,
    });
    expect((await select([event])).candidates).toEqual([
      {
        i: 1,
        id: 4,
        event_id: 4,
        title: event.title,
        description: 'A lede.',
        suggested_category: 'Global News',
        primary_url: 'https://first.test/4',
        supporting_urls: ['https://second.test/4', 'https://third.test/4', 'https://first.test/4'],
        age_minutes: 180,
        languages: ['en'],
        link_count: 4,
        domains: ['third.test', 'first.test', 'second.test'],
        parent_event_id: 2,
        event_key: 'event:4',
        semantic_event_key: 'event:4',
        suggest_flags: ['developing'],
        rank: 1,
        score: { total: 10.24, outlets: 5.4, links: 2.32, recency: 2.52 },
        picked_because:
          'place 1 of 1 by strength; third.test (T3), first.test (T1), second.test (T2) tell it in 4 links; ' +
          'strength 10.24 = outlets 5.4 + links 2.32 + recency 2.52',
      },
    ]);
  });

  it('gives others a turn while it reads a great pool', async () => {
    const open = Array.from({ length: 2_100 }, (_, n) => anEvent(n, { domains: ['first.test'] }));
    let turns = 0;
    const beat = () => {
      turns += 1;
      next = setImmediate(beat);
    };
    let next = setImmediate(beat);
    // Each look at the machine's clock comes a millisecond later, on a fast machine too.
    let nowMs = 0;
    const machine = vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 1));
    const { candidates } = await select(open).finally(() => machine.mockRestore());
    clearImmediate(next);
    expect(candidates).toEqual([]);
    expect(turns).toBeGreaterThan(1);
  });

  it('shows headlines without what their outlets put behind them', async () => {
    const titled = (id: number, title: string) => anEvent(id, { title });
    const open = [
      titled(1, '八號風球下渡輪停航｜港聞｜某某日報'),
      titled(2, 'Ferry crews vote to strike over rosters - First News'),
      titled(3, 'Museum reopens after flood - what visitors will see'),
    ];
    const posted = [
      titled(4, 'Bank of England holds rates at 4% - First News'),
      titled(5, 'Minister resigns over leaked letter - First News'),
    ];
    const { candidates } = await select(open, { posted });
    expect(candidates.map(({ id, title }) => [id, title]).sort()).toEqual([
      [1, '八號風球下渡輪停航'],
      [2, 'Ferry crews vote to strike over rosters'],
      [3, 'Museum reopens after flood - what visitors will see'],
    ]);
  });

  it('never offers more than the limit, guaranteed slots first (defect 7)', async () => {
    const strong = Array.from({ length: 30 }, (_, n) =>
      anEvent(n + 1, {
        domains: ['first.test', 'prime.test', 'second.test'],
        feed: ['Sports', 'AI', 'Crypto', 'US Stocks'][n % 4]!,
      }),
    );
    const local = Array.from({ length: 4 }, (_, n) =>
      anEvent(n + 50, { feed: 'Hong Kong News', hoursAgo: 40 }),
    );
    const { candidates } = await select([...strong, ...local], {
      edition: anEdition({
        quotas: { ...anEdition().quotas, daily: { ...anEdition().quotas.daily, candidates: 4 } },
      }),
    });
    expect(candidates).toHaveLength(4);
    expect(candidates.filter((it) => it.suggested_category === 'Hong Kong News')).toHaveLength(2);
  });

  it('keeps every limit and gives each event a place or a reason, whatever there is', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            feed: fc.constantFrom('Sports', 'AI', 'Crypto', 'US Stocks', 'Hong Kong News', 'Global News'),
            hoursAgo: fc.integer({ min: 0, max: 60 }),
            domains: fc.uniqueArray(
              fc.constantFrom('first.test', 'second.test', 'other.test', 'third.test', 'x.test'),
              { minLength: 1 },
            ),
            parentId: fc.option(fc.constant(1)),
          }),
        ),
        fc.constantFrom('daily' as const, 'hourly' as const),
        async (given, kind) => {
          const edition = anEdition();
          const { candidates, leftOut } = await select(
            given.map((it, n) => anEvent(n + 1, it)),
            { kind, edition },
          );
          const quota = edition.quotas[kind];
          expect(candidates.length).toBeLessThanOrEqual(quota.candidates);
          const of = (...names: string[]) =>
            candidates.filter((it) => names.includes(it.suggested_category)).length;
          for (const { name } of edition.categories) expect(of(name)).toBeLessThanOrEqual(quota.perCategory);
          if (kind === 'daily') expect(of('Crypto', 'US Stocks')).toBeLessThanOrEqual(2);
          expect(new Set([...candidates, ...leftOut].map((it) => it.event_id)).size).toBe(given.length);
          expect(candidates.length + leftOut.length).toBe(given.length);
          expect(leftOut.every((it) => it.reason !== '')).toBe(true);
          expect(candidates.map((it) => it.i)).toEqual(candidates.map((_, n) => n + 1));
        },
      ),
    ));

  it.each([
    ['posted', { url: 'https://other.test/1' }, 'posted', 'already posted in the last 24 hours as “Told”'],
    [
      'killed',
      { url: 'https://other.test/1', by: 'Ann' },
      'killed',
      'Ann killed “Told” in the last 48 hours',
    ],
    [
      'waiting',
      { url: 'https://first.test/1?utm_source=x' },
      'held',
      'a story of it is being made, or waits: “Told”',
    ],
    [
      'posted',
      { titles: ['紅磡隧道水浸全線封閉三小時'] },
      'posted',
      'already posted in the last 24 hours as “Told”',
    ],
    [
      'killed',
      { titles: ['Cross-harbour tunnel closed for three hours by flood'], by: 'Ann' },
      'killed',
      'Ann killed “Told” in the last 48 hours',
    ],
  ] as const)('never offers what the line would leave out: %s, %j', async (kind, known, rule, reason) => {
    const event = anEvent(1, { title: 'Cross-harbour tunnel closed for three hours by flood' });
    const links = event.links.map((link, n) =>
      n === 1 ? { ...link, title: '紅磡隧道水浸全線封閉三小時' } : link,
    );
    const covered = [
      { kind, id: 'run-0/s', atMs: NOW, title: 'Told', url: 'https://else.test/9', titles: [], ...known },
    ];
    const { candidates, leftOut } = await select([{ ...event, links }, anEvent(2)], { covered });
    expect(candidates.map(({ event_id }) => event_id)).toEqual([2]);
    expect(leftOut).toMatchObject([{ event_id: 1, rule, reason }]);
  });

  it('offers a development of what was told, under the title of its parent', async () => {
    const parent = anEvent(1, { status: 'posted', title: 'Cross-harbour tunnel closed by flood' });
    const child = anEvent(2, { parentId: 1, title: 'Cross-harbour tunnel closed by flood' });
    const covered = [
      {
        ...{ kind: 'posted' as const, id: 'run-0/s', atMs: NOW, title: parent.title },
        ...{ url: parent.links[0]!.url, titles: [parent.title] },
      },
    ];
    expect((await select([child], { covered, posted: [parent] })).candidates).toHaveLength(1);
    expect((await select([{ ...child, parentId: null }], { covered })).candidates).toEqual([]);
  });

  it('hourly: what may break first, developments ahead of others as fresh, and the second of another category', async () => {
    const events = [
      anEvent(1, { feed: 'Sports', hoursAgo: 1 }),
      anEvent(2, { feed: 'Sports', hoursAgo: 5, parentId: 9 }),
      anEvent(3, { feed: 'AI', hoursAgo: 2 }),
      anEvent(4, { feed: 'Sports', hoursAgo: 4 }),
      anEvent(5, { feed: 'AI', hoursAgo: 2, parentId: 9 }),
    ];
    const hourly = (open: readonly NewsEvent[]) => select(open, { kind: 'hourly' });
    expect((await hourly(events)).candidates.map((it) => it.event_id)).toEqual([5, 1, 3]);
    expect((await hourly(events)).leftOut[0]?.reason).toMatch(/no room|enough AI|first candidate/);
    expect((await hourly(events.slice(1, 4))).candidates.map((it) => it.event_id)).toEqual([3, 2, 4]);
  });

  it('hourly: ranks a development by its newest link, and leaves out what has nothing new for six hours', async () => {
    const [first, last] = [anEvent(2, { parentId: 9, hoursAgo: 20 }), anEvent(2, { hoursAgo: 0.5 })];
    const grown = {
      ...first,
      links: [...first.links, ...last.links.map((link) => ({ ...link, id: link.id + 5 }))],
    };
    const events = [
      anEvent(1, { hoursAgo: 1, feed: 'Sports' }),
      grown,
      anEvent(3, { parentId: 9, hoursAgo: 7 }),
    ];
    const { candidates, leftOut } = await select(events, { kind: 'hourly' });
    expect(candidates.map((it) => it.event_id)).toEqual([2, 1]);
    expect(leftOut).toMatchObject([
      { event_id: 3, rule: 'too_old', reason: 'nothing new of it for six hours' },
    ]);
    expect((await select(events)).candidates).toHaveLength(3);
  });

  it('hourly: offers nothing older than six hours, and no older one ahead of what may break', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            minutes: fc.integer({ min: -30, max: 1_500 }),
            parentId: fc.option(fc.constant(1)),
            dated: fc.boolean(),
            feed: fc.constantFrom('Sports', 'AI', 'Crypto', 'Hong Kong News'),
          }),
          { maxLength: 12 },
        ),
        async (happenings) => {
          const open = happenings.map(({ minutes, parentId, dated, feed }, n) => {
            const event = anEvent(n + 10, { hoursAgo: minutes / 60, parentId, feed });
            const undated = ({ publishedAtMs: _, ...link }: NewsEvent['links'][number]) => link;
            return dated ? event : { ...event, links: event.links.map(undated) };
          });
          const { candidates } = await select(open, { kind: 'hourly' });
          const ages = candidates.map(({ age_minutes: age }) => age ?? 121);
          for (const age of ages) expect(age).toBeLessThanOrEqual(360);
          // The first place is free for all: whoever has it, nothing fresher was passed over.
          const freshest = ages.slice(0, 1).every((age) => age <= 120);
          const someBreak = candidates.some((it) => it.suggest_flags.includes('breaking'));
          expect(freshest).toBe(someBreak || candidates.length === 0);
          for (const { suggest_flags: flags, age_minutes: age } of candidates)
            expect(flags.includes('breaking')).toBe(age !== null && age <= 120);
        },
      ),
    ));

  it('asks for two outlets, one of the first tier or two of the second', async () => {
    expect((await reasons([anEvent(1, { domains: ['first.test'] })]))[0]).toContain('two outlets');
    expect((await reasons([anEvent(1, { domains: ['second.test', 'x.test', 'third.test'] })]))[0]).toContain(
      'first tier',
    );
    expect((await select([anEvent(1, { domains: ['second.test', 'other.test'] })])).candidates).toHaveLength(
      1,
    );
    expect((await select([anEvent(1, { domains: ['news.first.test', 'x.test'] })])).candidates).toHaveLength(
      1,
    );
  });

  it('leaves out what is old, in work, or was tried without anything new since', async () => {
    expect(await reasons([anEvent(1, { hoursAgo: 49 })])).toEqual(['older than 48 hours']);
    expect((await reasons([anEvent(1, { reservedUntilMs: NOW + 1 })]))[0]).toContain('being made');
    const released = { why: 'missing_sources', atMs: NOW - HOUR / 2 };
    expect((await reasons([anEvent(1, { released })]))[0]).toContain('missing_sources');
    expect(
      (await select([anEvent(1, { released: { ...released, atMs: NOW - 2 * HOUR } })])).candidates,
    ).toHaveLength(1);
  });

  it('leaves out what editors do not want, and names the note', async () => {
    const note: Note = {
      id: 'n1',
      text: 'no more crypto today',
      by: 'Mei',
      atMs: NOW - HOUR,
      untilMs: NOW + HOUR,
      exclude: { categories: ['Crypto'], subjects: ['tariff'] },
    };
    const events = [
      anEvent(1, { feed: 'Crypto' }),
      anEvent(2, { title: 'New tariffs on steel announced' }),
      anEvent(3),
    ];
    const { candidates, leftOut } = await select(events, { notes: [note] });
    expect(candidates.map((it) => it.event_id)).toEqual([3]);
    expect(leftOut).toMatchObject([
      { noteId: 'n1', reason: '“no more crypto today” (Mei asked for it)' },
      { noteId: 'n1' },
    ]);
    expect((await select(events, { notes: [{ ...note, untilMs: NOW }] })).candidates).toHaveLength(3);
  });

  it('does not repeat what was posted, by URL or title', async () => {
    const posted = anEvent(1, {
      title: 'Bridge in Porto closed after crack found',
      status: 'posted',
      postedAtMs: NOW - HOUR,
    });
    const sameUrl = {
      ...anEvent(2),
      links: [{ ...posted.links[0]!, id: 20, title: 'Quite another headline' }, anEvent(2).links[1]!],
    };
    expect((await reasons([sameUrl], { posted: [posted] }))[0]).toContain('already posted');
    expect(
      (
        await reasons([anEvent(3, { title: 'Bridge in Porto closed after crack is found' })], {
          posted: [posted],
        })
      )[0],
    ).toContain('already posted');
  });

  it('offers a denial beside what it denies, also where that was posted', async () => {
    const said = anEvent(1, { title: 'Finance chief Paul Chan will resign over port scandal' });
    const denied = anEvent(2, { title: 'Finance chief Paul Chan will not resign over port scandal' });
    expect((await select([said, denied])).candidates.map(({ id }) => id).toSorted()).toEqual([1, 2]);
    expect((await select([denied], { posted: [said] })).candidates.map(({ id }) => id)).toEqual([2]);
  });

  it('does not take a development for its posted parent (defect 2)', async () => {
    const posted = anEvent(1, {
      title: 'Bridge in Porto closed after crack found',
      status: 'posted',
      postedAtMs: NOW - HOUR,
    });
    const child = anEvent(2, { title: 'Bridge in Porto closed after crack found', parentId: 1 });
    expect((await select([child], { posted: [posted] })).candidates).toHaveLength(1);
  });

  it('keeps distinct happenings with similar words (defect 3)', () => {
    expect(isSameTitle('President announces tariffs on China', 'China tariffs paused by president')).toBe(
      false,
    );
    expect(isSameTitle('Strike on hospital leaves 12 dead', 'Strike on school leaves 40 dead')).toBe(false);
    expect(
      isSameTitle('Strike on hospital in Karsa leaves 12 dead', 'Strike on hospital in Karsa leaves 40 dead'),
    ).toBe(false);
    expect(isSameTitle('Dog bites man in Leeds park', 'Man bites dog in Leeds park')).toBe(false);
    expect(isSameTitle('Gold price climbs to record', 'Gold price climbs to a record')).toBe(true);
    expect(isSameTitle('屯門簡約公屋明年落成', '屯門簡約公屋明年落成')).toBe(true);
  });
});
