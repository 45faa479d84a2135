/**
 * Reports a channel that can't be posted to where editors are, once a day per missing right.
 *
 * A notice waits while Discord can't be reached. If it is refused too, the server's owner is told. If nobody can be
 * told, the log says so, and the next refusal tries again.
 */
import { createHash } from 'node:crypto';
import type { Client, Guild } from 'discord.js';
import { sayBecause } from '../../feature/say-because.ts';
import { channelOf, chatIdOf, sessionKey } from '../../sessions/key.ts';
import type { Loss, NewOp, Op } from '../../sessions/op.ts';
import type { DiscordDeps } from './discord-deps.ts';
import type { EditorsPlace } from './editors-place.ts';
import { localeOfGuild } from './interaction-words.ts';
import { plainLabel } from './plain-label.ts';
import type { RefusedPlaces } from './refused-places.ts';
import { DISCORD } from './traits.ts';

interface RefusalNoticesDeps extends Pick<DiscordDeps, 'post' | 'sessions' | 'state' | 'clock' | 'log'> {
  readonly client: () => Client<true> | undefined;
  readonly editors: Pick<EditorsPlace, 'of' | 'ownerOf'>;
  readonly refused: Pick<RefusedPlaces, 'add'>;
}

const DAY_MS = 24 * 3_600_000;
const TROUBLE = 'trouble:';
/** The suffix of a notice's key when it goes to the server's owner because it was refused elsewhere. */
const TO_OWNER = '/owner';
/** The separator between the subjects of one notice. */
const NEXT = '+';
const NOBODY = 'messages are refused, and nobody could be told';

export class RefusalNotices {
  readonly #deps: RefusalNoticesDeps;
  /** Notices that couldn't be sent yet, by place and rights. */
  #waiting = new Map<string, { readonly op: Op; readonly loss: Loss }>();

  constructor(deps: RefusalNoticesDeps) {
    this.#deps = deps;
  }

  /** A message was refused. */
  async report(op: Op, loss: Loss): Promise<void> {
    if (channelOf(op.lane) !== 'discord') return;
    if (op.key.startsWith(TROUBLE)) return this.#reportToOwner(op);
    const about = chatIdOf(op.lane);
    const names = namesOf(about, loss);
    const { guild, title } = await this.#placeOf(op);
    if (isForWantOfRights(loss))
      await this.#deps.refused.add({ channel: about, title, because: loss.because });
    const { state, clock, log } = this.#deps;
    const nowMs = clock.now();
    const told = await Promise.all(names.map((name) => state.get(`${TROUBLE}${name}`)));
    if (told.every((atMs) => Number(atMs) > nowMs - DAY_MS)) return;
    const channel = await this.#deps.editors.of(guild, about);
    if (channel === 'later') {
      this.#waiting.set(names.join(), { op, loss });
      return;
    }
    if (channel === undefined)
      return log.warn({ module: 'discord', place: title, because: loss.because }, NOBODY);
    const text = sayLost(title, loss, guild);
    const key = `${TROUBLE}${names.join(NEXT)}:${nowMs}@${guild?.id ?? ''}`;
    await this.#deps.post([noticeOp(key, channel, text)]);
    await this.#mark(names, nowMs);
  }

  /** Send the waiting notices. */
  async reportWaiting(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = new Map();
    for (const { op, loss } of waiting.values()) await this.report(op, loss);
  }

  /** The notice was refused too. */
  async #reportToOwner({ key, lane, spec }: Op): Promise<void> {
    const text = 'text' in spec ? spec.text : '';
    const [, told = '', server] = /^trouble:(.*):\d+@(\d*)/u.exec(key) ?? [];
    const guild = this.#deps.client()?.guilds.cache.get(server ?? '');
    const owner = key.endsWith(TO_OWNER) ? undefined : await this.#deps.editors.ownerOf(guild);
    if (owner !== undefined && owner !== 'later' && owner !== chatIdOf(lane))
      return this.#deps.post([noticeOp(`${key}${TO_OWNER}`, owner, text)]);
    this.#deps.log.warn({ module: 'discord', text }, NOBODY);
    // The next refusal tries again.
    await this.#mark(told.split(NEXT), 0);
  }

  async #mark(names: readonly string[], atMs: number): Promise<void> {
    for (const name of names) await this.#deps.state.set(`${TROUBLE}${name}`, String(atMs));
  }

  /** A forum has no session of its own; its server knows its name. */
  async #placeOf({ lane }: Op): Promise<{ readonly guild: Guild | undefined; readonly title: string }> {
    const about = chatIdOf(lane);
    const client = this.#deps.client();
    const there = client?.channels.cache.get(about);
    const known = (await this.#deps.sessions()).find(({ key }) => key === lane);
    const guildId = there && !there.isDMBased() ? there.guildId : known?.origin.guildId;
    const named = there && 'name' in there && there.name ? `#${plainLabel(there.name)}` : undefined;
    return {
      guild: client?.guilds.cache.get(guildId ?? ''),
      title: known?.title ?? named ?? DISCORD.writes.chat(about),
    };
  }
}

/** Other refusals are reported by their code. */
function isForWantOfRights({ lacks = [] }: Loss): boolean {
  return lacks.some((lack) => !/^\d+$/u.test(lack));
}

/** One name per place and missing right. */
function namesOf(about: string, { because, lacks = [because] }: Loss): string[] {
  return lacks.map((lack) => `${about}:${createHash('sha256').update(lack).digest('hex').slice(0, 12)}`);
}

function sayLost(title: string, { because }: Loss, guild: Guild | undefined): string {
  return localeOfGuild(guild) === 'zh'
    ? `有訊息未能在 **${title}** 發出：${sayBecause(because, 'zh')}`
    : `A message could not be posted in **${title}**: ${because}`;
}

function noticeOp(key: string, channel: string, text: string): NewOp {
  return {
    key,
    lane: sessionKey('discord', channel),
    spec: { kind: 'post', channel: { id: channel }, text },
  };
}
