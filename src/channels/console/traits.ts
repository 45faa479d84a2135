/** Traits of the browser console and the terminal: both show any text, without other features. */
import type { ChannelTraits } from '../../sessions/channel-traits.ts';

/** How their texts refer to a conversation; the reader sees its title as a link. */
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
    pictures: false,
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
