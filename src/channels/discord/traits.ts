/** Discord's traits. They don't need the SDK, because they are read with or without a connection. */
import type { ChannelTraits } from '../../sessions/channel-traits.ts';

const MENTIONED = /^<#(\d{15,20})>$/;
const ADDRESS = /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(?:\d+|@me)\/(\d{15,20})(?:\/\d+)?\/?$/;

export const DISCORD = {
  name: 'discord',
  title: 'Discord',
  ids: {
    form: /^\d{1,20}$/,
    means: 'channel id',
    named: { form: /^\d{15,20}$/, says: '15 to 20 digits, in quotes' },
    person: /^\d{1,20}$/,
    read: (written) => (MENTIONED.exec(written) ?? ADDRESS.exec(written))?.[1],
  },
  ownsBareIds: true,
  limits: { message: 2_000, card: 4_000, title: 45, threadName: 100 },
  writes: {
    chat: (id) => `<#${id}>`,
    person: (id) => `<@${id}>`,
    role: (id) => `<@&${id}>`,
    moment: (atMs) => `<t:${Math.floor(atMs / 1_000)}:f>`,
    address: (server, id) => `https://discord.com/channels/${server}/${id}`,
  },
  calls: { form: /@(?:everyone|here)\b|<@[!&]?\d+>/iu, says: '@everyone, @here and <@…>' },
  has: {
    servers: true,
    threads: true,
    threadsOfMessages: true,
    forums: true,
    buttons: true,
    edits: true,
    replies: true,
    pictures: true,
    removal: true,
    history: true,
  },
} as const satisfies ChannelTraits;
