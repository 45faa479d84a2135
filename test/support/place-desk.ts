/** A small desk whose places are on a platform that the test plays: real stores and rooms, and channels in a set. */
import { UndoLog } from '../../src/feature/undo-log.ts';
import { channelCommands } from '../../src/commands/channel-commands.ts';
import { commandRegistry } from '../../src/commands/command-registry.ts';
import type { CommandContext, Reply } from '../../src/feature/command.ts';
import { goneCommands } from '../../src/commands/gone-commands.ts';
import { PlaceDeletion } from '../../src/desk/place-deletion.ts';
import type { PlacePlatform } from '../../src/desk/place-platform.ts';
import { Places } from '../../src/desk/places.ts';
import { Rebind } from '../../src/desk/rebind.ts';
import type { Actor, Right } from '../../src/sessions/actor.ts';
import { Dispatcher } from '../../src/sessions/dispatcher.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { SessionKey } from '../../src/sessions/key.ts';
import type { Outbox, Sendable, Sent } from '../../src/sessions/op.ts';
import { SqlPlaceBook } from '../../src/store/sql/place-book.ts';
import { SqlPlaceRemoval } from '../../src/store/sql/place-removal.ts';
import { smallDesk } from './small-desk.ts';
import type { SmallDeskOptions } from './small-desk.ts';

export const newsroom = parseSessionKey('discord:100');
export const thread = parseSessionKey('discord:101');
export const other = parseSessionKey('discord:200');
export const GUILD = '9';

/** Somebody on the server, with these rights where the command is invoked. */
export function person(name: string, ...rights: Right[]): Actor {
  return { kind: 'person', id: idOf(name), name, rights: ['talk', ...rights], guild: GUILD };
}

/** Everybody's id on the platform follows from the name. */
export function idOf(name: string): string {
  return String([...name].reduce((sum, letter) => sum * 31 + letter.codePointAt(0)!, 7));
}

export const ann = person('Ann', 'jobs');

/** What becomes of a deletion: `answer lost` and `never arrives` leave its fate unknown to whoever sent it. */
type Fate = 'answer lost' | 'never arrives' | Sent | Promise<unknown>;

/** Channels that can be deleted and posted to. It outlives desks, as a platform does. */
export function platform() {
  const gone = new Set<string>();
  const posts: { channel: string; text: string }[] = [];
  const attempts: string[] = [];
  const fates: Fate[] = [];
  const seen = { readable: true };
  const apply = ({ spec }: Sendable): Sent => {
    if (spec.kind === 'remove') gone.add(spec.channel);
    else if (gone.has(spec.channel)) return { kind: 'refused', because: 'Unknown Channel (10003)' };
    else if ('text' in spec) posts.push({ channel: spec.channel, text: spec.text });
    return { kind: 'sent', id: spec.kind === 'remove' ? spec.channel : `m${posts.length}` };
  };
  const outbox: Outbox = {
    settleMs: 15_000,
    newest: async () => undefined,
    send: async (op) => {
      if (op.spec.kind !== 'remove') return apply(op);
      attempts.push(op.key);
      let fate = fates.shift();
      if (fate instanceof Promise) {
        await fate;
        fate = fates.shift();
      }
      if (fate === 'never arrives') return { kind: 'fate unknown', because: 'the socket closed' };
      if (fate === 'answer lost') apply(op);
      if (fate === 'answer lost') return { kind: 'fate unknown', because: 'the socket closed' };
      return (fate as Sent | undefined) ?? apply(op);
    },
    readBack: async ({ spec }) => {
      if (!seen.readable) return { kind: 'unreadable', because: 'nothing can be read there' };
      return gone.has(spec.channel) ? { kind: 'arrived', id: spec.channel } : { kind: 'absent' };
    },
  };
  return { gone, posts, attempts, fates, seen, outbox };
}

export type Platform = ReturnType<typeof platform>;

export interface PlaceDeskOptions extends SmallDeskOptions {
  readonly there?: Platform;
  /** What people may do where: by name and session. */
  readonly rights?: Readonly<Record<string, Readonly<Record<string, readonly Right[]>>>>;
}

export function placeDesk({ there = platform(), rights = {}, ...options }: PlaceDeskOptions = {}) {
  const small = smallDesk(options);
  const { stores, clock, cron, conductor, transcriptWriter, removal, failures } = small;
  const { sessions, transcripts, ops } = stores;
  const failed = (what: string, error: unknown) => void failures.push([what, error]);
  const dispatcher = new Dispatcher({
    ops,
    outboxes: { discord: there.outbox },
    clock,
    landed: (landed) => landed.forEach((session) => void transcriptWriter.flush(session).catch(() => {})),
    lost: () => {},
    failed,
  });
  const book = new SqlPlaceBook(stores.sql);
  const places = new Places({ book, removal, cron, conductor, transcriptWriter, transcripts, clock });
  const placeRemoval = new SqlPlaceRemoval(stores.sql);
  /** The deletion, with something put between it and the house: a death. */
  const deletionOver = (instead: Partial<ConstructorParameters<typeof PlaceDeletion>[0]>) =>
    new PlaceDeletion({
      cron,
      conductor,
      transcriptWriter,
      sessions,
      transcripts,
      removal: placeRemoval,
      ops,
      dispatcher,
      clock,
      failed,
      ...instead,
    });
  const deletion = deletionOver({});
  const named = (actor: Actor) => rights[actor.name] ?? {};
  const asked: PlacePlatform = {
    offers: async (actor) =>
      Object.entries(named(actor))
        .filter(([, held]) => held.includes('jobs'))
        .map(([key]) => ({ name: `#${key}`, value: key })),
    rightsAt: async (actor, session) => named(actor)[session] ?? [],
    rightsOn: async (actor, guildId) =>
      guildId === GUILD ? [...new Set(Object.values(named(actor)).flat())] : [],
  };
  const rebind = new Rebind({ cron, places, sessions, clock, platform: () => asked });
  const commands = commandRegistry({
    desk: small.desk,
    cron,
    pauses: small.pauses,
    status: small.status,
    clock,
    zone: small.zone,
    profiles: () => [],
    guildOf: small.guildOf,
    guilds: () => 1,
    failed,
    undoLog: new UndoLog(small.stores.sessionState, () => clock.now()),
    more: [
      ...channelCommands({ placeDeletion: deletion, sessions, zone: small.zone }),
      ...goneCommands({ rebind, clock, zone: small.zone }),
    ],
  });
  const invoke = async (
    name: string,
    options: Record<string, unknown> = {},
    more: Partial<CommandContext> = {},
  ): Promise<Reply> =>
    (await commands.invoke(name, options, { session: newsroom, actor: ann, locale: 'en', ...more }))!;
  const job = (name: string, session: SessionKey, by: Actor = ann, enabled = true) =>
    cron.add(
      {
        name,
        enabled,
        schedule: { kind: 'cron', expr: '30 7 * * *', tz: 'Europe/London' },
        payload: { kind: 'agentTurn', message: `do ${name}`, sessionKey: session },
      },
      { kind: by.kind, name: by.name, ...(by.id !== undefined && { id: by.id }) },
    );
  /** Whether a job runs, and why not: "id1", "id1: #news was deleted". */
  const jobs = async () =>
    (await cron.list({ includeDisabled: true })).map(
      ({ name, enabled, state }) => `${name}${enabled ? '' : `: ${state.pausedBecause ?? 'paused'}`}`,
    );
  /** The desk dies: nothing of it writes any more. */
  const die = async () => {
    await dispatcher.close(Promise.resolve());
    await small.close();
  };
  return {
    ...small,
    there,
    dispatcher,
    places,
    book,
    placeRemoval,
    deletion,
    deletionOver,
    sessionDeletion: small.deletion,
    commands,
    invoke,
    job,
    jobs,
    die,
  };
}

export type PlaceDesk = ReturnType<typeof placeDesk>;

/** A channel and its thread, in which something was said. */
export async function withPlaces(house: PlaceDesk): Promise<void> {
  const open = (key: SessionKey, title: string, more: object) =>
    house.stores.sessions.open(
      { key, origin: { channel: 'discord', chatId: key.slice(8), guildId: GUILD, ...more }, title },
      house.clock.now(),
    );
  await open(newsroom, '#news', { kind: 'channel' });
  await open(thread, 'Gold at a record', { kind: 'thread', parent: newsroom });
  await open(other, '#sport', { kind: 'channel' });
  for (const session of [newsroom, thread]) await house.desk.say({ session, text: 'hello' }, ann);
  await house.conductor.idle();
}
