/** What the console in the browser and the terminal are like: both take whatever they are given, by words alone. */
import type { ChannelTraits } from '../../sessions/channel-traits.ts';

/** A conversation as their texts show it; whoever shows them says it by its title, and leads to it. */
const chatOn = (channel: string) => (id: string) => `<chat:${channel}:${encodeURIComponent(id)}>`;

const LOCAL = {
  beginsByTalking: true,
  limits: {},
  has: {
    servers: false,
    threads: true,
    threadsOfMessages: false,
    forums: true,
    buttons: true,
    edits: true,
    replies: false,
    removal: false,
    history: true,
  },
} as const satisfies Partial<ChannelTraits>;

export const CONSOLE: ChannelTraits = {
  ...LOCAL,
  name: 'console',
  title: 'the console',
  writes: { chat: chatOn('console') },
  ids: { form: /^.+$/u, means: 'chat', named: { form: /^[\w.-]{1,80}$/, says: 'a name of 1 to 80 letters' } },
};

export const TERMINAL: ChannelTraits = {
  ...LOCAL,
  name: 'terminal',
  title: 'the terminal',
  writes: { chat: chatOn('terminal') },
  ids: { form: /^.+$/u, means: 'name' },
};
