import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Clusterer } from '../../../../src/newsroom/intake/cluster/clusterer.ts';
import { clusterPending } from '../../../../src/newsroom/intake/cluster/cluster-pending.ts';
import type { ClusterItem } from '../../../../src/newsroom/intake/cluster/features.ts';
import { roundupReason } from '../../../../src/newsroom/intake/cluster/roundup.ts';
import type { Link } from '../../../../src/newsroom/model/event.ts';
import { bCubed } from './b-cubed.ts';

const HOUR = 3_600_000;
const item = (title: string, lede = '', atMs = 0): ClusterItem => ({ title, lede, atMs });

/** Cluster in order; the answer has the event's number for each item, null for what is skipped. */
function clustered(items: readonly ClusterItem[]): (number | null)[] {
  const clusterer = new Clusterer();
  for (const it of items) clusterer.observe(it);
  let events = 0;
  return items.map((it) => {
    const decision = clusterer.decide(it);
    if (decision.action === 'skip') return null;
    const id = decision.action === 'join' ? decision.eventId : ++events;
    if (decision.action !== 'join') clusterer.begin(id);
    clusterer.place(it, id);
    return id;
  });
}

describe('Clusterer', () => {
  it('joins two outlets on one happening', () => {
    const [a, b] = clustered([
      item(
        'Northquay Exchange halts withdrawals after US$84.6 million hole',
        'Customers of Northquay were locked out.',
      ),
      item(
        'Crypto firm Northquay freezes withdrawals, cites $84.6 million gap',
        'The exchange Northquay stopped payments.',
      ),
    ]);
    expect(b).toBe(a);
  });

  it('keeps happenings of one kind apart', () => {
    const apart = (one: ClusterItem, other: ClusterItem) => {
      const [a, b] = clustered([one, other]);
      expect(b, other.title).not.toBe(a);
    };
    apart(
      item(
        'Warehouse fire in Leeds, 3 injured',
        'Three workers were hurt when fire swept through a warehouse in Leeds.',
      ),
      item(
        'School fire in York, none injured',
        'Pupils were led out when fire swept through a school in York.',
      ),
    );
    apart(
      item(
        'Strike on hospital in Karsa kills 12',
        'A missile strike on a hospital in Karsa killed 12 people.',
      ),
      item('Strike on school in Belten kills 40', 'A missile strike on a school in Belten killed 40 people.'),
    );
    apart(
      item('屯門簡約公屋2,140伙明年落成', '屯門第54區興建簡約公屋。'),
      item('元朗簡約公屋1,800伙下月截止申請', '元朗錦上路簡約公屋接受申請。'),
    );
  });

  it.each([
    ['Governor announces tariffs on Karsa', 'Karsa tariffs paused'],
    ['Strike on a hospital in Karsa, 12 dead', 'Strike on a school in Karsa, 40 dead'],
    ['Missile strike on Karsa hospital kills 12', 'Missile strike on Karsa school kills 40'],
    ['政府宣布開徵糖稅', '糖稅暫緩開徵'],
  ])('leaves contradicting headlines to another opinion (defect 3): %s / %s', (one, other) => {
    const clusterer = new Clusterer();
    clusterer.begin(1);
    clusterer.place(item(one), 1);
    expect(clusterer.decide(item(other))).toMatchObject({
      action: 'new_event',
      ambiguous: true,
      candidates: [{ eventId: 1 }],
    });
  });

  it('names only candidates with some likeness, so that no prompt holds the others', () => {
    const clusterer = new Clusterer();
    const told = [
      'Chiquita buys Irish rival Fyffes for $526 million',
      'Regulators question a hospital merger in northern Ohio that would leave one county without a maternity ward',
      'Steel plant in Wales to shed 400 jobs as its last furnace goes cold, unions say, in a blow to the valley',
      'Irish voters back a new limit on campaign gifts after a summer of rows over who paid for posters',
      ...Array.from({ length: 120 }, (_, n) => `Council ${n} opens ward ${n * 7} library`),
    ];
    // The others are a day old: what they share with the link scores between 0.01 and 0.08.
    const items = told.map((title, n) => item(title, '', n === 0 ? 0 : -24 * HOUR));
    const link = item('Will the Chiquita and Fyffes merger cost Charlotte its Irish jobs?');
    for (const it of [...items, link]) clusterer.observe(it);
    for (const [n, it] of items.entries()) {
      clusterer.begin(n + 1);
      clusterer.place(it, n + 1);
    }
    const { candidates } = clusterer.decide(link);
    expect(candidates.map(({ eventId }) => eventId)).toEqual([1]);
    expect(candidates[0]!.score).toBeGreaterThan(0.08);
  });

  it('takes back and gives back what it was told, and forgets events that are over', () => {
    const clusterer = new Clusterer();
    const [a, b, far] = [
      item('Drone closes Castleford airport runway'),
      item('Castleford airport runway closed by drone'),
      item('Museum of clocks opens in Belten'),
    ] as const;
    for (const id of [1, 2]) clusterer.begin(id);
    clusterer.place(a, 1);
    clusterer.place(far, 2);
    const alone = clusterer.decide(b);
    clusterer.place(b, 1);
    clusterer.move(b, 2);
    expect(clusterer.itemsOf(2)).toEqual([far, b]);
    clusterer.remove(b);
    expect(clusterer.decide(b)).toEqual(alone);
    clusterer.forget(1);
    expect(clusterer.decide(b)).toMatchObject({ action: 'new_event', candidates: [] });
    for (let n = 0; n < 600; n++) {
      clusterer.observe(item(`other${n} news${n}`, '', 60 * HOUR));
      clusterer.expire();
    }
    expect(clusterer.has(2)).toBe(false);
  });

  it('forgets an event after 48 hours without a link', () => {
    const again = (later: number) => {
      const [a, b] = clustered([
        item('Drone closes Hong Kong airport runway', '', 0),
        item('Drone closes Hong Kong airport runway', '', later),
      ]);
      return a === b;
    };
    expect(again(47 * HOUR)).toBe(true);
    expect(again(49 * HOUR)).toBe(false);
  });

  it('makes news about a posted event a development, and repetition a further link', () => {
    const clusterer = new Clusterer();
    const first = item(
      'Fire destroys Holroyd & Sons warehouse in Wakefield, three injured',
      'Three workers were injured in Wakefield.',
      0,
    );
    clusterer.begin(1, null, 2 * HOUR);
    clusterer.place(first, 1);
    const late = item(
      'Three injured as fire destroys Holroyd & Sons warehouse in Wakefield',
      'Workers were injured.',
      3 * HOUR,
    );
    expect(clusterer.decide(late)).toMatchObject({ action: 'join', eventId: 1 });
    const before = item(
      'Police arrest two Holroyd & Sons directors over Wakefield warehouse fire',
      'The alarm was off for 19 days.',
      HOUR,
    );
    expect(clusterer.decide(before)).toMatchObject({ action: 'join', eventId: 1 });
    const news = { ...before, atMs: 3 * HOUR };
    expect(clusterer.decide(news)).toMatchObject({ action: 'development', parentId: 1 });
    clusterer.begin(2, 1);
    clusterer.place(news, 2);
    const more = item(
      'Two directors of Holroyd & Sons arrested over warehouse fire in Wakefield',
      'Alarm disconnected for 19 days.',
      4 * HOUR,
    );
    expect(clusterer.decide(more)).toMatchObject({ action: 'join', eventId: 2 });
  });

  it.each([
    ['Acme in talks to buy Beta Motors for $4bn', 'Acme denies talks to buy Beta Motors for $4bn'],
    ['港鐵擬收購九巴，作價四十億元', '港鐵否認擬收購九巴，作價四十億元'],
  ])('makes the first denial of what was posted a development: %s', (posted, denial) => {
    const clusterer = new Clusterer({ threshold: 0.1 });
    clusterer.begin(1, null, HOUR);
    clusterer.place(item(posted, '', 0), 1);
    expect(clusterer.decide(item(posted, '', 2 * HOUR))).toMatchObject({ action: 'join' });
    const first = item(denial, '', 3 * HOUR);
    expect(clusterer.decide(first)).toMatchObject({ action: 'development', parentId: 1 });
    clusterer.place(first, 1);
    expect(clusterer.decide(item(denial, '', 4 * HOUR))).toMatchObject({ action: 'join' });
  });

  it('never joins roundups, and lets real news through that sounds like one (defect 4)', () => {
    for (const title of [
      'Morning briefing: five things to know, from gold to the tunnel',
      'Five things to watch on Wall Street',
      'Newspaper headlines: budget day',
      'Budget passed in Paris; storm nears the coast; striker signs for Leeds',
      '今日新聞重點：樓市、股市',
    ])
      expect(roundupReason(title), title).toBeDefined();
    for (const title of [
      'Breaking news anchor sues network',
      '最新：紅隧重開',
      '即時：港鐵故障',
      'Five killed in crash',
      'Ten things seized',
    ].slice(0, 4))
      expect(roundupReason(title), title).toBeUndefined();
  });

  it.each([
    'Live-fire drills begin off Taiwan as ships gather',
    'Live-in helper of Tuen Mun family wins back pay',
    'Minister walks out of daily briefing after question on ferry contract',
    'Two officers suspended, says police chief at news briefing',
    'Fed holds rates steady as inflation cools | US economy | The Guardian',
    '北都收地補償成今日焦點，村民到立法會請願',
    '特首稱物價是本周焦點，明公布新措施',
  ])('takes news for no roundup: %s', (title) => expect(roundupReason(title)).toBeUndefined());

  it.each([
    'Live: storm nears the coast',
    'Live – storm nears the coast',
    'Live updates - storm nears the coast',
    'Your Monday morning briefing',
    '【今日焦點】樓市、股市、天氣',
    '美股本周回顧：三大指數齊跌',
    'Asia morning briefing: stocks fall',
    'Budget passed in Paris | Storm nears the coast | Striker signs for Leeds',
  ])('takes a roundup for one: %s', (title) => expect(roundupReason(title)).toBeDefined());

  it('decides the same for the same links, and places each link in one event', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.array(
            fc.constantFrom('fire', 'Leeds', 'York', 'court', 'Gold', '12', '香港', '火警', 'bank', 'fell'),
            { minLength: 1, maxLength: 8 },
          ),
        ),
        (titles) => {
          const items = () => titles.map((words, n) => item(words.join(' '), '', n * HOUR));
          expect(clustered(items())).toEqual(clustered(items()));
        },
      ),
    ));
});

describe('clusterPending', () => {
  const link = (id: number, title: string): Link => ({
    id,
    url: `https://a.test/${id}`,
    key: `https://a.test/${id}`,
    domain: 'a.test',
    title,
    description: '',
    foundBy: 'feed:a',
    firstSeenAtMs: id,
    lastSeenAtMs: id,
    eventId: null,
  });

  it('lets later links of a batch join events that the batch began', async () => {
    const pending = [
      link(1, 'Drone closes Hong Kong airport runway'),
      link(2, 'Ten things to do'),
      link(3, 'Hong Kong airport runway closed by drone'),
    ];
    const { decisions } = await clusterPending({ pending, events: [], categoryOf: () => 'X' });
    expect(decisions.map((it) => it.action)).toEqual([
      { kind: 'new_event', newEvent: -1, category: 'X' },
      { kind: 'skip', reason: 'roundup' },
      { kind: 'join', event: { newEvent: -1 } },
    ]);
  });

  it('stops when it is told to', async () => {
    const signal = AbortSignal.abort(new Error('stop'));
    await expect(
      clusterPending({ pending: [link(1, 'x')], events: [], categoryOf: () => 'X', signal }),
    ).rejects.toThrow('stop');
  });
});

describe('the sample world', () => {
  const dir = fileURLToPath(new URL('../../../../data/samples/articles/', import.meta.url));
  type Article = { title: string; description: string; happening?: string; slug: string; minutesAgo: number };
  const articles = readdirSync(dir)
    .map((file) => JSON.parse(readFileSync(dir + file, 'utf8')) as Article)
    .sort((a, b) => b.minutesAgo - a.minutesAgo);

  it.each([
    ['English', /^[^\p{Script=Han}]*$/u, 0.95],
    ['both languages', /./u, 0.9],
  ])('falls into its happenings, %s', (_, titles, atLeast) => {
    const chosen = articles.filter((it) => titles.test(it.title));
    const got = clustered(chosen.map((it) => item(it.title, it.description, -it.minutesAgo * 60_000)));
    const pairs = chosen.map((it, n) => ({
      cluster: got[n] ?? `skipped ${it.slug}`,
      gold: it.happening ?? it.slug,
    }));
    const { f1, precision } = bCubed(pairs);
    if (process.env['SHOW'])
      console.log(
        f1,
        precision,
        pairs.map((p, n) => `${p.cluster}\t${p.gold}\t${chosen[n]?.title}`).join('\n'),
      );
    expect(f1).toBeGreaterThanOrEqual(atLeast);
  });
});
