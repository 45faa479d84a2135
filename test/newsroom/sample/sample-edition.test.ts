import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { categoryOf, readEdition } from '../../../src/newsroom/edition/edition.ts';
import type { Edition } from '../../../src/newsroom/edition/edition.ts';
import { readSampleWorld } from '../../../src/newsroom/sample/sample-world.ts';
import type { SampleWorld } from '../../../src/newsroom/sample/sample-world.ts';

const editions = [path.resolve('data/editions')];
const categories = [
  'UK Parliament / Politics',
  'UK News',
  'Politics',
  'AI',
  'Sports',
  'Hong Kong Entertainment',
  'Entertainment',
  'US Stocks',
  'Crypto',
  'Precious Metals',
  'Global News',
  'Hong Kong News',
];

describe('the bundled editions', () => {
  let sample: Edition;
  let real: Edition;
  let world: SampleWorld;
  beforeAll(async () => {
    sample = readEdition('sample', editions);
    real = readEdition('uk-hk', editions);
    world = await readSampleWorld(path.resolve('data/samples'));
  });

  it('cover the same twelve categories, three of them finance', () => {
    for (const edition of [sample, real]) {
      expect(edition.categories.map(({ name }) => name)).toEqual(categories);
      const finance = edition.categories.filter(({ group }) => group === 'finance').map(({ name }) => name);
      expect(finance).toEqual(['US Stocks', 'Crypto', 'Precious Metals']);
    }
  });

  it('read every outlet of the sample world, in its tier', () => {
    expect(sample.sample).toBe(true);
    expect(sample.feeds.map(({ url, label, language }) => ({ url, label, language }))).toEqual(
      world.outlets.map(({ host, feedPath, name, language }) => ({
        url: `http://${host}${feedPath}`,
        label: name,
        language,
      })),
    );
    for (const { host, tier } of world.outlets) expect(sample.tiers[tier]).toContain(host);
  });

  it('recognise the category of every happening of the sample by rule', () => {
    for (const { id, category } of world.happenings) {
      const tellings = world.articles.filter(({ happening }) => happening === id);
      const texts = tellings.flatMap(({ title, description }) => [title, description]);
      expect(categoryOf(sample, texts), id).toBe(category);
    }
  });

  it('plan the real edition at 07:00 and 19:00 and at half past each hour, from twenty feeds or more', () => {
    expect(real.schedules.map(({ profile, cron, tz }) => ({ profile, cron, tz }))).toEqual([
      { profile: 'planner_daily', cron: '0 7,19 * * *', tz: 'Europe/London' },
      { profile: 'planner_hourly', cron: '30 * * * *', tz: 'Europe/London' },
    ]);
    expect(real.feeds.length).toBeGreaterThanOrEqual(20);
    expect(new Set(real.feeds.map(({ url }) => url)).size).toBe(real.feeds.length);
    for (const { url } of real.feeds) expect(url).toMatch(/^https:/);
  });
});
