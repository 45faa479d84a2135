/**
 * What has to be told where it can be mended: jobs whose place is gone go to whoever made them, by direct message,
 * else to a channel of the same server that the bot can write to; a channel that can't be posted to is named there,
 * once a day for the same place and right.
 *
 * What only some could see is not told where everybody can: then it goes to whoever owns the server. A notice is given
 * up only when Discord refuses it; while Discord just can't be reached it waits for the next time.
 */
import { createHash } from 'node:crypto';
import { ChannelType, PermissionFlagsBits } from 'discord.js';
import type { Client, Guild } from 'discord.js';
import type { Locale } from '../../commands/command.ts';
import { channelOf, chatIdOf, sessionKey } from '../../sessions/key.ts';
import type { Loss, NewOp, Op, OpButton } from '../../sessions/op.ts';
import type { DiscordHouse, Notice } from './discord-house.ts';
import { isRefused } from './discord-outbox.ts';
import { isOpen } from './place-memory.ts';
import type { PlaceMemory } from './place-memory.ts';

interface NoticesHouse extends Pick<
  DiscordHouse,
  'places' | 'post' | 'sessions' | 'state' | 'clock' | 'log'
> {
  readonly client: () => Client<true> | undefined;
  /** The channel of direct messages with a person. */
  readonly startDm: (userId: string) => Promise<string>;
  readonly memory: Pick<PlaceMemory, 'of'>;
}

const DAY_MS = 24 * 3_600_000;
const NOTICE = 'notice:';
const TROUBLE = 'trouble:';
/** The end of a notice's key where it is told in a channel, not to its owner. */
const PUBLIC = '/public';

/** A channel; undefined where there is none; `later`: Discord can't say now. */
type Where = string | 'later' | undefined;

export class Notices {
  readonly #house: NoticesHouse;
  #telling: Promise<void> = Promise.resolve();
  /** Refused as direct messages, and nobody else could be reached yet. */
  #refused: Op[] = [];

  constructor(house: NoticesHouse) {
    this.#house = house;
  }

  /** Give the notices that wait. Returns at once. */
  poke(): void {
    this.#telling = this.#telling
      .then(() => this.#tellAll())
      .catch((error: unknown) => this.#house.log.warn({ err: error }, 'a notice was not given'));
  }

  /** A message did not arrive. */
  lost(op: Op, loss: Loss): void {
    this.#telling = this.#telling
      .then(() => (op.key.startsWith(NOTICE) ? this.#elsewhere(op) : this.#tellTrouble(op, loss)))
      .catch((error: unknown) => this.#house.log.warn({ err: error }, 'a trouble was not told'));
  }

  idle(): Promise<void> {
    return this.#telling;
  }

  async #tellAll(): Promise<void> {
    const client = this.#house.client();
    if (!client) return;
    const refused = this.#refused;
    this.#refused = [];
    for (const op of refused) await this.#elsewhere(op);
    for (const notice of await this.#house.places.pendingNotices()) {
      const guild = notice.guildId === undefined ? undefined : client.guilds.cache.get(notice.guildId);
      const channel = await this.#whereTold(notice, guild);
      if (channel === 'later') continue;
      const op = channel === undefined ? undefined : noticeOp(notice, channel, localeOf(guild));
      if (op) await this.#house.post([op]);
      else
        this.#house.log.warn({ module: 'discord', ...notice }, 'jobs were paused, and nobody could be told');
      await this.#house.places.noticeTold(notice.id);
    }
  }

  async #whereTold({ owner, place }: Notice, guild: Guild | undefined): Promise<Where> {
    const dm = owner && (await this.#dmWith(owner.id));
    return dm ?? this.#whereEditorsAre(guild, chatIdOf(place.key));
  }

  /** Direct messages are closed: tell it where editors are. */
  async #elsewhere(op: Op): Promise<void> {
    const { key, spec } = op;
    if (spec.kind !== 'post') return;
    const guild = this.#house.client()?.guilds.cache.get(key.slice(key.lastIndexOf('@') + 1));
    const from = String(spec.buttons?.[0]?.options['from'] ?? '');
    const wasLast = key.endsWith(PUBLIC);
    const channel = wasLast ? undefined : await this.#whereEditorsAre(guild, from.slice('discord:'.length));
    if (channel === 'later') {
      this.#refused.push(op);
      return;
    }
    if (channel === undefined) {
      const what = { module: 'discord', from, text: spec.text };
      return this.#house.log.warn(what, 'jobs were paused, and nobody could be told');
    }
    const lane = sessionKey('discord', channel);
    await this.#house.post([{ key: `${key}${PUBLIC}`, lane, spec: { ...spec, channel: { id: channel } } }]);
  }

  async #tellTrouble(op: Op, { because, lacks = [because] }: Loss): Promise<void> {
    if (op.key.startsWith(TROUBLE) || channelOf(op.lane) !== 'discord') return;
    const about = chatIdOf(op.lane);
    const names = lacks.map(
      (lack) => `${TROUBLE}${about}:${createHash('sha256').update(lack).digest('hex').slice(0, 12)}`,
    );
    const { state, clock } = this.#house;
    const nowMs = clock.now();
    const told = await Promise.all(names.map((name) => state.get(name)));
    if (told.every((atMs) => Number(atMs) > nowMs - DAY_MS)) return;
    const known = (await this.#house.sessions()).find(({ key }) => key === op.lane);
    const guild = this.#house.client()?.guilds.cache.get(known?.origin.guildId ?? '');
    const channel = await this.#whereEditorsAre(guild, about);
    if (channel === undefined || channel === 'later') return;
    for (const name of names) await state.set(name, String(nowMs));
    const where = `**${known?.title ?? about}**`;
    const text =
      localeOf(guild) === 'zh'
        ? `有訊息未能在 ${where} 發出：${because}`
        : `A message could not be posted in ${where}: ${because}`;
    const lane = sessionKey('discord', channel);
    await this.#house.post([
      { key: `${names[0]}:${nowMs}`, lane, spec: { kind: 'post', channel: { id: channel }, text } },
    ]);
  }

  /** Another channel where it may be read, else direct messages with whoever owns the server. */
  async #whereEditorsAre(guild: Guild | undefined, about: string): Promise<Where> {
    return (await this.#otherChannel(guild, about)) ?? (guild && this.#dmWith(guild.ownerId));
  }

  /** Undefined where Discord refuses it. */
  async #dmWith(user: string): Promise<Where> {
    try {
      return await this.#house.startDm(user);
    } catch (error) {
      return isRefused(error) ? undefined : 'later';
    }
  }

  /** Another channel of the server that people with jobs read and that the bot can write to, and no wider than this. */
  async #otherChannel(guild: Guild | undefined, about: string): Promise<string | undefined> {
    if (!guild) return undefined;
    const places = await this.#house.places.list();
    const bound = places.filter(({ guildId }) => guildId === guild.id).map(({ key }) => chatIdOf(key));
    const candidates = [...bound, guild.publicUpdatesChannelId, guild.systemChannelId];
    const mayBeOpen = this.#house.memory.of(about).isOpen;
    return candidates.find(
      (id): id is string =>
        id !== null && id !== about && canWrite(guild, id) && (mayBeOpen || !isOpen(guild, id)),
    );
  }
}

function noticeOp(notice: Notice, channel: string, locale: Locale): NewOp {
  const { id, guildId, place, jobs, because, kind } = notice;
  const from = place.key;
  const names = jobs.slice(0, 10).map(({ name }) => `**${name}**`);
  const more = jobs.length - names.length;
  const buttons: OpButton[] = [
    { label: LABELS[locale].bind, style: 'primary', command: 'places bind', options: { from } },
    { label: LABELS[locale].drop, style: 'danger', command: 'places drop', options: { from } },
  ];
  const text =
    locale === 'zh'
      ? `**${place.title}**：${because}。那裡的定時工作已暫停：${names.join('、')}${more > 0 ? `，另有 ${more} 項` : ''}。${kind === 'gone' ? '可以改到其他頻道，或者移除。' : '恢復權限後會自動繼續；也可以改到其他頻道，或者移除。'}`
      : `**${place.title}**: ${because}. The automations there are paused: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}. ${kind === 'gone' ? 'Bind them to another channel, or remove them.' : 'They go on by themselves when the access is given back; or bind them to another channel, or remove them.'}`;
  return {
    // The server is in the key: it is needed again where direct messages are closed.
    key: `${NOTICE}${id}@${guildId ?? ''}`,
    lane: sessionKey('discord', channel),
    spec: { kind: 'post', channel: { id: channel }, text, buttons },
  };
}

const LABELS = {
  en: { bind: 'Bind elsewhere', drop: 'Remove' },
  zh: { bind: '改到其他頻道', drop: '移除' },
} as const;

function localeOf(guild: Guild | undefined): Locale {
  return guild?.preferredLocale.startsWith('zh') ? 'zh' : 'en';
}

function canWrite(guild: Guild, channelId: string): boolean {
  const channel = guild.channels.cache.get(channelId);
  const me = guild.members.me;
  if (!channel || !me || channel.type === ChannelType.GuildForum) return false;
  return (
    channel.isTextBased() &&
    channel.permissionsFor(me).has([PermissionFlagsBits.ViewChannel, PermissionFlagsBits.SendMessages])
  );
}
