import { describe, expect, it } from 'vitest';
import { Clusterer } from '../../../../src/newsroom/intake/cluster/clusterer.ts';
import type { ClusterItem } from '../../../../src/newsroom/intake/cluster/features.ts';

const TOWNS =
  'Leeds York Luton Bristol Reading Derby Exeter Norwich Oxford Swindon Bolton Preston Carlisle Durham Lincoln Ipswich Dover Hull Bath Truro Stockport Wigan Crewe Telford Slough Woking Poole Barnsley Burnley Redcar Whitby'.split(
    ' ',
  );
const FIRMS = 'Tesco Aviva Croda Hikma Mondi Pearson Barclays Unilever Vodafone Diageo Rolls-Royce'.split(
  ' ',
);
const item = (title: string, lede = ''): ClusterItem => ({ title, lede, atMs: 0 });

/** What else the papers had: from a hundred links on it is known which words are common. */
const OTHER_NEWS = Array.from({ length: 120 }, (_, n) =>
  item(
    `Council number${n} weighs plan${n} for library${n}`,
    `A committee heard about${n} the cost of it on Monday.`,
  ),
);

function clusteredWith(items: readonly ClusterItem[]) {
  const clusterer = new Clusterer();
  for (const it of [...OTHER_NEWS, ...items]) clusterer.observe(it);
  return items.map((it, n) => {
    const decision = clusterer.decide(it);
    const id = decision.action === 'join' ? decision.eventId : n + 1;
    if (id === n + 1) clusterer.begin(id);
    clusterer.place(it, id);
    return { id, decision };
  });
}

function sizes(items: readonly ClusterItem[]): number[] {
  const count = new Map<number, number>();
  for (const { id } of clusteredWith(items)) count.set(id, (count.get(id) ?? 0) + 1);
  return [...count.values()];
}

describe('headlines that are the same but for a name', () => {
  it.each<[string, ClusterItem[]]>([
    [
      'towns, untold by a lede',
      TOWNS.map((town, n) => item(`Police investigate after fire at house in ${town} leaves ${n + 2} hurt`)),
    ],
    [
      'towns',
      TOWNS.map((town, n) =>
        item(
          `House fire in ${town}: ${n + 2} in hospital as crews battle blaze`,
          `Crews were called to a house in ${town}.`,
        ),
      ),
    ],
    ['towns at the end', TOWNS.map((town) => item(`Man, 34, charged with murder after stabbing in ${town}`))],
    [
      'roads at the beginning',
      ['M6', 'M25', 'A38', 'A1'].map((road) =>
        item(`${road} closed after serious crash as police appeal for witnesses`),
      ),
    ],
    [
      'firms at the beginning',
      FIRMS.map((firm) =>
        item(
          `${firm} shares fall after quarterly results miss expectations`,
          `Shares in ${firm} fell on Tuesday.`,
        ),
      ),
    ],
    [
      'firms and nothing in sentence case',
      FIRMS.map((firm) =>
        item(`${firm} PLC: Director/PDMR Shareholding`, `${firm} PLC announces a notification.`),
      ),
    ],
    [
      'names in Chinese',
      ['屯門', '元朗', '沙田', '旺角'].map((town) => item(`${town}民居火警三人受傷送院治理`)),
    ],
  ])('never become one event: %s', (_, items) => {
    expect(sizes(items)).toEqual(items.map(() => 1));
  });

  it('are left to whoever reads more than words', () => {
    const [, second] = clusteredWith(
      ['Leeds', 'York'].map((town) => item(`House fire in ${town}: 3 in hospital as crews battle blaze`)),
    );
    expect(second?.decision).toMatchObject({ action: 'new_event', ambiguous: true, score: 0.3 });
  });

  it.each([
    [
      item('House fire in Leeds leaves three hurt as crews battle blaze'),
      item('House fire in Leeds leaves three injured as crews battle blaze'),
    ],
    [
      item('Fire at mill in Leeds leaves three hurt', 'A fire broke out, and the blaze spread.'),
      item('Blaze at mill in Leeds leaves three hurt', 'The fire spread.'),
    ],
    [
      item('Starmer says ministers will back new rail line to Leeds'),
      item('Keir Starmer says ministers will back new rail line to Leeds'),
    ],
    [
      item('Prime Minister Starmer says ministers will back new rail line'),
      item('Keir Starmer says ministers will back new rail line'),
    ],
    [
      item('Flood in Karsa leaves 12 dead, officials say'),
      item('Flood in Karsa leaves 19 dead, officials say'),
    ],
    [
      item('Police Hunt Gunman After Shooting in Leeds Market'),
      item('Police Hunt Suspect After Shooting in Leeds Market'),
    ],
    [
      item('Minister quits over rail contract in Leeds', 'Anna Bell, of Leeds, left on Monday.'),
      item('Anna Bell quits over rail contract in Leeds', 'The minister left on Monday.'),
    ],
    [item('男子屯門墮樓死亡警方調查'), item('男子屯門墮樓身亡警方調查')],
  ])('stay one event where no name is another: $0.title / $1.title', (one, other) => {
    const [first, second] = clusteredWith([one, other]);
    expect(second?.id).toBe(first?.id);
  });

  it('join an event of which one headline fits', () => {
    const told = (town: string) => item(`House fire in ${town}: 3 in hospital as crews battle blaze`);
    const clusterer = new Clusterer();
    const items = [told('Leeds'), told('York')];
    for (const it of [...OTHER_NEWS, ...items]) clusterer.observe(it);
    clusterer.begin(1);
    for (const it of items) clusterer.place(it, 1);
    expect(clusterer.decide(told('York'))).toMatchObject({ action: 'join', eventId: 1 });
    expect(clusterer.decide(told('Hull'))).toMatchObject({ action: 'new_event' });
  });
});
