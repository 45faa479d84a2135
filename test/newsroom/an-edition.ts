import { modelPlanSchema } from '../../src/llm/model-plan.ts';
import { clusteringSchema } from '../../src/newsroom/edition/clustering-settings.ts';
import { newsletterSchema } from '../../src/newsroom/edition/edition-newsletter.ts';
import type { Edition } from '../../src/newsroom/edition/edition.ts';

/** A small edition for tests: six categories, T1 to T3 outlets, two feeds. */
export function anEdition(change: Partial<Edition> = {}): Edition {
  return {
    name: 'test',
    title: 'Test',
    language: 'en',
    zone: 'Europe/London',
    models: modelPlanSchema.parse({}),
    verification: 'full',
    clustering: clusteringSchema.parse({}),
    newsletter: newsletterSchema.parse({}),
    desk: { console: 'desk' },
    categories: [
      { name: 'Global News', aliases: ['world'], words: [] },
      { name: 'Crypto', group: 'finance', aliases: [], words: ['bitcoin', 'crypto', 'ether'] },
      { name: 'US Stocks', group: 'finance', aliases: ['stocks'], words: ['shares', 'Wall Street'] },
      { name: 'Sports', aliases: [], words: ['match', 'striker'] },
      { name: 'AI', aliases: [], words: ['AI', 'chatbot'] },
      { name: 'Hong Kong News', aliases: [], words: ['Hong Kong', '香港'] },
    ],
    defaultCategory: 'Global News',
    quotas: {
      daily: {
        candidates: 15,
        stories: 5,
        perCategory: 3,
        groups: { finance: 2 },
        slots: [{ category: 'Hong Kong News', atLeast: 2 }],
      },
      hourly: { candidates: 3, stories: 2, perCategory: 2, groups: {}, slots: [] },
    },
    tiers: { T1: ['first.test', 'prime.test'], T2: ['second.test', 'other.test'], T3: ['third.test'] },
    noBackfill: ['walled.test'],
    feeds: [
      { key: 'first', url: 'https://first.test/feed', label: 'First', region: 'uk', language: 'en' },
      { key: 'second', url: 'https://second.test/feed', label: 'Second', category: 'Sports' },
    ],
    queries: {},
    schedules: [{ name: 'daily', profile: 'planner_daily', cron: '0 7,19 * * *' }],
    lengths: {
      story: { unit: 'words', min: 350, max: 1200 },
      rescue: { unit: 'words', min: 200, max: 800 },
      desk: { words: [80, 400], cjk: [200, 1200] },
    },
    style: { readMoreLabel: 'Read more', notes: [] },
    ...change,
  };
}
