import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Tracing } from '../feature/tracing.ts';
import type { Edition } from '../newsroom/edition/edition.ts';
import type { Clock } from '../time/clock.ts';
import type { Kernel } from './kernel.ts';
import type { Newsroom } from './newsroom.ts';
import type { Stores } from './stores.ts';

/** What a feature is given: the kernel, and what stands around it. Each names what it needs of it. */
export interface FeatureDeps extends Kernel {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly stores: Stores;
  readonly edition: Edition;
  readonly tracing: Tracing;
  /** What the newsroom takes in. */
  readonly newsIntake: Pick<Newsroom, 'pool' | 'searches' | 'feeds'>;
}
