import { createHash } from 'node:crypto';
import type { Outbox } from '../../sessions/op.ts';

/**
 * The local console and the terminal as an outbox. They show the transcript, so an op has arrived as soon as it is
 * recorded. Ids are derived from keys, so sending twice changes nothing.
 */
export const consoleOutbox: Outbox = {
  settleMs: 0,
  newest: async () => undefined,
  readBack: async () => ({ kind: 'absent' }),
  send: async ({ key, spec }) => {
    const id = createHash('sha256').update(key).digest('hex').slice(0, 10);
    return { kind: 'sent', id: spec.kind === 'thread' ? `${spec.channel}.${id}` : id };
  },
};
