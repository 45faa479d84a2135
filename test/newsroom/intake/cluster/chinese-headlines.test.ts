import { describe, expect, it } from 'vitest';
import { Clusterer } from '../../../../src/newsroom/intake/cluster/clusterer.ts';
import { bCubed } from './b-cubed.ts';
import { CHINESE_HAPPENINGS } from './chinese-headlines.ts';

/** First tellings of all, then the second ones: as much lies between two tellings as on a real evening. */
const STREAM = [0, 1, 2].flatMap((telling) =>
  CHINESE_HAPPENINGS.flatMap((titles, story) => {
    const title = titles[telling];
    return title === undefined ? [] : [{ title, lede: '', atMs: telling * 3_600_000, story: `${story}` }];
  }),
);

function clustered() {
  const clusterer = new Clusterer();
  return STREAM.map((item, n) => {
    const decision = clusterer.decide(item);
    const cluster = decision.action === 'join' ? decision.eventId : n + 1;
    if (decision.action !== 'join') clusterer.begin(cluster);
    clusterer.place(item, cluster);
    return { cluster, gold: item.story, title: item.title };
  });
}

describe('headlines of Hong Kong and Taiwan, one after the other', () => {
  it('are put together by what happened, whatever their outlets write behind them', () => {
    expect(bCubed(clustered()).f1).toBeGreaterThan(0.9);
  });

  it('are never put together for being of one kind', () => {
    const first = clustered().slice(0, CHINESE_HAPPENINGS.length);
    const mixed = first.filter(({ cluster }, n) => cluster !== n + 1);
    expect(mixed.map(({ title }) => title)).toEqual([]);
  });
});
