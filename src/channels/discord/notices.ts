/**
 * Notices to those who can fix a problem. Paused jobs are reported to their owner by direct message, if the owner still
 * manages jobs on that server, else where editors are; channels that can't be posted to are reported where editors are.
 *
 * A notice is given up only when Discord refuses it. While Discord can't be reached, it waits.
 */
import type { Guild } from 'discord.js';
import type { Locale } from '../../feature/command.ts';
import { sayBecause } from '../../feature/say-because.ts';
import { chatIdOf, sessionKey } from '../../sessions/key.ts';
import type { Loss, NewOp, Op, OpButton } from '../../sessions/op.ts';
import type { Notice } from '../channel-deps.ts';
import type { DiscordDeps } from './discord-deps.ts';
import { shortLine } from '../../text/shorten.ts';
import { EditorsPlace } from './editors-place.ts';
import type { EditorsPlaceDeps, Where } from './editors-place.ts';
import { localeOfGuild } from './interaction-words.ts';
import { managesOn } from './people.ts';
import { RefusalNotices } from './refusal-notices.ts';
import type { RefusedPlaces } from './refused-places.ts';

type NoticesDeps = EditorsPlaceDeps &
  Pick<DiscordDeps, 'places' | 'post' | 'sessions' | 'settings' | 'state' | 'clock' | 'log'> & {
    readonly refused: RefusedPlaces;
  };

const NOTICE = 'notice:';
/** The suffix of a notice's key when it is posted in a channel instead of sent to its owner. */
const PUBLIC = '/public';

export class Notices {
  readonly #deps: NoticesDeps;
  readonly #editors: EditorsPlace;
  readonly #refusals: RefusalNotices;
  #telling: Promise<void> = Promise.resolve();
  /** Refused direct messages for which no other recipient could be reached yet. */
  #refused: Op[] = [];

  constructor(deps: NoticesDeps) {
    this.#deps = deps;
    this.#editors = new EditorsPlace(deps);
    this.#refusals = new RefusalNotices({ ...deps, editors: this.#editors });
  }

  /** Send the waiting notices. Returns at once. */
  poke(): void {
    this.#telling = this.#telling
      .then(() => this.#tellAll())
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'a notice was not given'));
  }

  /** A message did not arrive. */
  lost(op: Op, loss: Loss): void {
    this.#telling = this.#telling
      .then(() => (op.key.startsWith(NOTICE) ? this.#elsewhere(op) : this.#refusals.report(op, loss)))
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'a trouble was not told'));
  }

  idle(): Promise<void> {
    return this.#telling;
  }

  async #tellAll(): Promise<void> {
    const client = this.#deps.client();
    if (!client) return;
    const refused = this.#refused;
    this.#refused = [];
    for (const op of refused) await this.#elsewhere(op);
    await this.#refusals.reportWaiting();
    for (const notice of await this.#deps.places.pendingNotices()) {
      const guild = notice.guildId === undefined ? undefined : client.guilds.cache.get(notice.guildId);
      const channel = await this.#whereTold(notice, guild);
      if (channel === 'later') continue;
      const op = channel === undefined ? undefined : noticeOp(notice, channel, localeOfGuild(guild));
      if (op) await this.#deps.post([op]);
      else
        this.#deps.log.warn({ module: 'discord', ...notice }, 'jobs were paused, and nobody could be told');
      await this.#deps.places.noticeTold(notice.id);
    }
  }

  async #whereTold({ owner, place }: Notice, guild: Guild | undefined): Promise<Where> {
    // Who has left the server, or manages nothing there any more, hears nothing of it.
    const manages = owner && guild ? await managesOn(guild, this.#deps.settings, owner.id) : true;
    if (manages === 'later') return 'later';
    const dm = owner && manages ? await this.#editors.dmWith(owner.id) : undefined;
    return dm ?? this.#editors.of(guild, chatIdOf(place.key));
  }

  /** Direct messages are closed: report it where editors are. */
  async #elsewhere(op: Op): Promise<void> {
    const { key, spec } = op;
    if (spec.kind !== 'post') return;
    const guild = this.#deps.client()?.guilds.cache.get(key.slice(key.lastIndexOf('@') + 1));
    const from = String(spec.buttons?.[0]?.options['from'] ?? '');
    const wasLast = key.endsWith(PUBLIC);
    const channel = wasLast ? undefined : await this.#editors.of(guild, from.slice('discord:'.length));
    if (channel === 'later') {
      this.#refused.push(op);
      return;
    }
    if (channel === undefined) {
      const what = { module: 'discord', from, text: spec.text };
      return this.#deps.log.warn(what, 'jobs were paused, and nobody could be told');
    }
    const lane = sessionKey('discord', channel);
    await this.#deps.post([{ key: `${key}${PUBLIC}`, lane, spec: { ...spec, channel: { id: channel } } }]);
  }
}

function noticeOp(notice: Notice, channel: string, locale: Locale): NewOp {
  const { id, guildId, place, jobs, because, kind } = notice;
  const from = place.key;
  const names = jobs.slice(0, 10).map(({ name }) => `**${shortLine(name, 100)}**`);
  const more = jobs.length - names.length;
  const buttons: OpButton[] = [
    { label: LABELS[locale].bind, style: 'primary', command: 'places bind', options: { from } },
    { label: LABELS[locale].drop, style: 'danger', command: 'places drop', options: { from } },
  ];
  const text =
    locale === 'zh'
      ? `**${place.title}**：${sayBecause(because, locale)}。那裡的定時工作已暫停：${names.join('、')}${more > 0 ? `，另有 ${more} 項` : ''}。${kind === 'gone' ? '可以改到其他頻道，或者移除。' : '恢復權限後會自動繼續；也可以改到其他頻道，或者移除。'}`
      : `**${place.title}**: ${because}. The automations there are paused: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}. ${kind === 'gone' ? 'Bind them to another channel, or remove them.' : 'They go on by themselves when the access is given back; or bind them to another channel, or remove them.'}`;
  return {
    // The key contains the server, which is needed if direct messages are closed.
    key: `${NOTICE}${id}@${guildId ?? ''}`,
    lane: sessionKey('discord', channel),
    spec: { kind: 'post', channel: { id: channel }, text, buttons },
  };
}

const LABELS = {
  en: { bind: 'Bind elsewhere', drop: 'Remove' },
  zh: { bind: '改到其他頻道', drop: '移除' },
} as const;
