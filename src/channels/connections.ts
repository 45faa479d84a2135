import type { Choice, Locale } from '../feature/command.ts';
import type { Actor, Right } from '../sessions/actor.ts';
import { channelOf } from '../sessions/key.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { Loss, Op } from '../sessions/op.ts';
import type { Bilingual } from '../time/locale.ts';
import type { Connected } from './channel.ts';

/** All connected channels behind one interface: each call goes to the channel that it concerns. */
export class Connections {
  readonly #connected = new Map<string, Connected>();
  readonly #remarks = new Map<string, Bilingual>();

  add(channel: string, connected: Connected): void {
    this.#connected.set(channel, connected);
  }

  get isEmpty(): boolean {
    return this.#connected.size === 0;
  }

  start(): void {
    for (const one of this.#all()) one.start();
  }

  async close(): Promise<void> {
    await Promise.all(this.#all().map((one) => one.close()));
  }

  /** Set the problem of a channel; undefined when there is none. */
  remark(channel: string, remark: Bilingual | undefined): void {
    if (remark === undefined) this.#remarks.delete(channel);
    else this.#remarks.set(channel, remark);
  }

  get remarks(): Bilingual[] {
    return [...this.#remarks.values()];
  }

  /** The number of servers that the desk serves. */
  get guilds(): number {
    return this.#all().reduce((sum, { guilds = 0 }) => sum + guilds, 0);
  }

  lost(op: Op, loss: Loss): void {
    this.#of(op.lane)?.lost?.(op, loss);
  }

  scheduleChanged(): void {
    for (const one of this.#all()) one.scheduleChanged?.();
  }

  working(session: SessionKey, isWorking: boolean): void {
    this.#of(session)?.working?.(session, isWorking);
  }

  async refusals(): Promise<Bilingual[]> {
    return (await Promise.all(this.#all().map(async (one) => (await one.refusals?.()) ?? []))).flat();
  }

  describeIntake(session: SessionKey, locale: Locale): string | undefined {
    return this.#of(session)?.describeIntake?.(session, locale);
  }

  async isThere(session: SessionKey): Promise<boolean | undefined> {
    return this.#of(session)?.isThere?.(session);
  }

  /** Those of the sessions whose places somebody can see. */
  async seenBy({ id }: Actor, sessions: readonly SessionKey[]): Promise<ReadonlySet<SessionKey>> {
    if (id === undefined) return new Set();
    const seen = [...this.#connected].map(async ([name, one]) => {
      const own = sessions.filter((session) => channelOf(session) === name);
      return [...((await one.seenBy?.(id, own)) ?? [])];
    });
    return new Set((await Promise.all(seen)).flat());
  }

  /** Those of the sessions whose places somebody can see and where they may manage jobs. */
  async managedBy(actor: Actor, sessions: readonly SessionKey[]): Promise<ReadonlySet<SessionKey>> {
    const seen = [...(await this.seenBy(actor, sessions))];
    const rights = await Promise.all(seen.map((session) => this.rightsAt(actor, session)));
    return new Set(seen.filter((_, n) => rights[n]?.includes('jobs')));
  }

  async offers({ id }: Actor, guild: string, from: SessionKey): Promise<Choice[]> {
    return id === undefined ? [] : ((await this.#of(from)?.channelsFor?.(id, guild, from)) ?? []);
  }

  async rightsAt({ id }: Actor, session: SessionKey): Promise<readonly Right[]> {
    return id === undefined ? [] : ((await this.#of(session)?.rightsAt?.(id, session)) ?? []);
  }

  /** Undefined where the desk is not on the server. */
  async rightsOn({ id }: Actor, guild: string): Promise<readonly Right[] | undefined> {
    if (id === undefined) return [];
    for (const one of this.#all()) {
      const rights = await one.rightsOn?.(id, guild);
      if (rights) return rights;
    }
    return undefined;
  }

  #of(session: SessionKey): Connected | undefined {
    return this.#connected.get(channelOf(session));
  }

  #all(): Connected[] {
    return [...this.#connected.values()];
  }
}
