import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Edition } from '../newsroom/edition/edition.ts';
import type { ModelDesk } from '../newsroom/intake/cluster/ask-json.ts';
import type { Clock } from '../time/clock.ts';
import type { News } from './news.ts';
import type { Newsroom } from './newsroom.ts';
import type { Stores } from './stores.ts';

/** What a desk has for its features, besides its kernel. */
export interface FeatureDeps {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly stores: Stores;
  readonly news: News;
  readonly edition: Edition;
  readonly newsroom: Newsroom;
  /** Whom they ask. */
  readonly desk: ModelDesk;
}
