/** A channel that nobody has built: pigeons between lofts. What a stranger would put into a folder of its own. */
import type { ChannelDeps } from '../../src/channels/channel-deps.ts';
import type { ChannelModule } from '../../src/channels/channel.ts';
import type { ChannelTraits } from '../../src/sessions/channel-traits.ts';
import type { Sendable } from '../../src/sessions/op.ts';

const LOFT = /^(?:[a-z]+-)?\d+$/;

export const PIGEON: ChannelTraits = {
  name: 'pigeon',
  title: 'Pigeon Post',
  ids: {
    form: LOFT,
    means: 'loft',
    named: { form: LOFT, says: 'a loft such as coop-7' },
    person: /^[a-z]{3,}$/,
    read: (written) => /^~(.+)~$/.exec(written)?.[1],
  },
  limits: { message: 140, threadName: 20 },
  writes: { chat: (id) => `~${id}~` },
  calls: { form: /\bcoo+\b/i, says: 'coo' },
  has: {
    servers: false,
    threads: true,
    threadsOfMessages: false,
    forums: false,
    buttons: false,
    edits: false,
    replies: false,
    pictures: false,
    removal: false,
    history: false,
  },
};

/** Everybody's pigeons fly; what they carry is kept in `flown`, and what was given up in `lost`. None comes home from a storm. */
export function pigeonChannel() {
  const flown: Sendable[] = [];
  const lost: string[] = [];
  let desk: ChannelDeps | undefined;
  const channel: ChannelModule<unknown> = {
    traits: PIGEON,
    isSetUp: () => true,
    mayTell: () => true,
    connect: async (deps) => {
      desk = deps;
      return {
        outbox: {
          settleMs: 0,
          newest: async () => undefined,
          readBack: async () => ({ kind: 'absent' }),
          send: async (op) => {
            const id = `pigeon-${flown.push(op)}`;
            const isStormy = 'text' in op.spec && op.spec.text.includes('storm');
            return isStormy ? { kind: 'fate unknown', because: 'a storm' } : { kind: 'sent', id };
          },
        },
        start: () => {},
        close: async () => {},
        lost: (op, { because }) => void lost.push(`${op.key}: ${because}`),
      };
    },
  };
  const deps = () => {
    if (!desk) throw new Error('no desk has connected to the pigeons');
    return desk;
  };
  return { channel, flown, lost, deps };
}
