import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import type { FeedHealth } from './pool/feed-health.ts';
import type { PoolService } from './pool-service.ts';

const STATES: readonly FeedHealth['state'][] = [
  'well',
  'silent',
  'failing',
  'disabled',
  'never_read',
  'paused',
];

/** Add the number of the edition's feeds by health to `registry`. It is counted when metrics are read. */
export function measureFeeds(registry: Registry, health: Pick<PoolService, 'feeds'>): void {
  new Gauge({
    name: 'nightdesk_feeds',
    help: "The edition's feeds by health: well, silent, failing, disabled, never_read, paused.",
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const feeds = await health.feeds();
      for (const state of STATES) this.set({ state }, feeds.filter((feed) => feed.state === state).length);
    },
  });
}
