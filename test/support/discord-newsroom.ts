/** A newsroom on the loopback Discord: a server with an editor, somebody who is none, a channel; and a desk in it. */
import type { APIUser } from 'discord-api-types/v10';
import { ComponentType, PermissionFlagsBits } from 'discord.js';
import { expect } from 'vitest';
import { componentsOf } from './discord/components.ts';
import type { ComponentLike } from './discord/components.ts';
import type { Reply } from './discord/interaction.ts';
import type { LoopbackDiscord } from './discord/loopback-discord.ts';
import type { Channel, Guild } from './discord/world.ts';
import { deskOnDiscord, discordInTime } from './discord-desk.ts';
import type { DeskOnDiscord, DeskOnDiscordOptions } from './discord-desk.ts';
import type { FakeClock } from './fake-clock.ts';

export interface Newsroom<C extends FakeClock = FakeClock> {
  readonly clock: C;
  readonly discord: LoopbackDiscord;
  readonly guild: Guild;
  /** May manage channels. */
  readonly anna: APIUser;
  /** May nothing special. */
  readonly ben: APIUser;
  readonly news: Channel;
  /** The desk that was started last. */
  desk: DeskOnDiscord;
  start(options?: Partial<DeskOnDiscordOptions>): Promise<DeskOnDiscord>;
  /** Stop the desk, and close Discord: throws when a request broke its contract. */
  close(): Promise<void>;
}

/** Everything is there but the desk, which `start` starts. */
export async function newsroom<C extends FakeClock = FakeClock>(
  options: Parameters<typeof discordInTime<C>>[0] = {},
): Promise<Newsroom<C>> {
  const { clock, discord } = await discordInTime<C>(options);
  const guild = discord.addGuild({ name: 'Newsroom' });
  const editors = discord.addRole(guild, 'editors', PermissionFlagsBits.ManageChannels);
  const anna = discord.addPerson('anna', { guilds: [guild], roles: [editors] });
  const ben = discord.addPerson('ben', { guilds: [guild] });
  const news = discord.addChannel(guild, { name: 'news' });
  let running: DeskOnDiscord | undefined;
  return {
    ...{ clock, discord, guild, anna, ben, news },
    get desk() {
      if (!running) throw new Error('no desk was started');
      return running;
    },
    set desk(desk) {
      running = desk;
    },
    start: async (options = {}) => (running = await deskOnDiscord({ discord, clock, ...options })),
    close: async () => {
      await running?.stop();
      await discord.close();
    },
  };
}

/** One call over the gateway of a newsroom's desk, as the operator makes it. @throws what the desk refuses */
export async function operatorCall<T>(
  { desk }: Pick<Newsroom, 'desk'>,
  method: string,
  params: object,
): Promise<T> {
  const { origin, hash } = new URL(desk.address);
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? '';
  const answer = await fetch(`${origin}/rpc`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id: 1, method, params }),
  });
  const { result, error } = (await answer.json()) as { result?: T; error?: { message: string } };
  if (error) throw new Error(error.message);
  return result as T;
}

/** A job of anna's in a channel. @returns its id. */
export async function addJob(
  { discord, anna }: Pick<Newsroom, 'discord' | 'anna'>,
  channel: Channel,
  request: { name?: string; message?: string; schedule?: string; by?: APIUser } = {},
): Promise<string> {
  const { name = 'Diary', message = 'Remind us of the diary', schedule = 'every weekday 9:30', by } = request;
  const { content } = await discord
    .slash(by ?? anna, channel, 'cron add', { name, message, schedule })
    .final();
  // Said only where another job has the same name; else it is the newest that is called so.
  const said = /\*\* `([^`]+)`/.exec(content)?.[1];
  const typed = { focused: 'job', options: { job: name.slice(0, 3) } };
  const found = await discord.autocomplete(by ?? anna, channel, 'cron show', typed);
  const id = said ?? found.at(-1)?.value;
  if (typeof id !== 'string') throw new Error(`no job was added: ${content}`);
  return id;
}

/** An answer as Discord takes it, with the bounds that its schema doesn't know. */
export function expectFitting({ content, components }: Pick<Reply, 'content' | 'components'>): void {
  expect(content.length).toBeGreaterThan(0);
  expect(content.length).toBeLessThanOrEqual(2_000);
  for (const one of componentsOf(components as ComponentLike[])) {
    expect(one.custom_id?.length ?? 0).toBeLessThanOrEqual(100);
    if (one.type !== ComponentType.Button) continue;
    expect(one.label?.length).toBeGreaterThan(0);
    expect(one.label?.length).toBeLessThanOrEqual(80);
  }
}

/** The labels of the buttons under a message. */
export function buttonsOf({ components = [] }: { components?: unknown }): string[] {
  return componentsOf(components as ComponentLike[]).flatMap(({ label }) => label ?? []);
}

/** The inputs of a modal, each with its label. */
export function inputsOf({ components }: { components: unknown }): (ComponentLike & { value?: string })[] {
  return (components as ComponentLike[]).flatMap(({ label, component }) =>
    component ? [{ ...component, ...(label !== undefined && { label }) }] : [],
  );
}

/** The id of the one list under a message. */
export function listOf({ components = [] }: { components?: unknown }): string {
  const found = componentsOf(components as ComponentLike[]).find(
    ({ type }) => type === ComponentType.StringSelect,
  );
  if (found?.custom_id === undefined) throw new Error('there is no list to choose from');
  return found.custom_id;
}

/** The id of the button of that label. */
export function buttonId(message: { components?: unknown }, label: string): string {
  const found = componentsOf((message.components ?? []) as ComponentLike[]).find((it) => it.label === label);
  if (found?.custom_id === undefined) throw new Error(`there is no button “${label}”`);
  return found.custom_id;
}
