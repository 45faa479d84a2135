/**
 * Shares of a day's ceiling, so that nobody who asks a lot takes the language model from others or from scheduled
 * work.
 *
 * Questions in conversations count for the person and for the channel. Scheduled and ordered work counts for neither
 * and may use everything that is left.
 */
import type { Asker } from './chat-model.ts';
import type { Ceilings } from './model-plan.ts';
import type { SpentBy } from './receipt.ts';

/** Whose share it is: a person's, a channel's, or that of all conversations together. */
export type Share = 'person' | 'channel' | 'conversations';

export interface ShareOfDay {
  readonly share: Share;
  readonly by: SpentBy;
  readonly ceiling: Ceilings['day'];
}

/** The shares that an asker's attempt counts against, narrowest first. */
export function sharesOf({ day, shares }: Ceilings, { person, place }: Asker): readonly ShareOfDay[] {
  return [
    { share: 'person', by: { person }, ceiling: partOf(day, shares.person) },
    { share: 'channel', by: { place }, ceiling: partOf(day, shares.channel) },
    { share: 'conversations', by: 'anybody', ceiling: partOf(day, 1 - shares.scheduled) },
  ];
}

/** Numbers are rounded up, so a share above zero allows at least one question. */
function partOf({ attempts, tokens, costUsd }: Ceilings['day'], share: number): Ceilings['day'] {
  return {
    attempts: Math.ceil(attempts * share),
    tokens: Math.ceil(tokens * share),
    costUsd: costUsd * share,
  };
}
