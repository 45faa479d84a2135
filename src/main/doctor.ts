/**
 * `nightdesk doctor`: whether a desk can run here, and what is missing. It changes nothing and works whether or not a
 * desk is running. Each room examines its own part.
 */
import { existsSync } from 'node:fs';
import { examinePrompts } from '../agent/examine-prompts.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Config } from '../config/config.ts';
import { isLoopback } from '../config/loopback.ts';
import { programFiles } from '../config/program-files.ts';
import { examineHome } from '../desk/examine-home.ts';
import type { HomeLooks } from '../desk/examine-home.ts';
import { badSettings, examineSettings } from '../desk/examine-settings.ts';
import { givenUpFindings, reportedSince } from '../desk/given-up.ts';
import type { Finding } from '../feature/finding.ts';
import { examinePort } from '../edges/gateway/examine-port.ts';
import { examineModels } from '../llm/examine-models.ts';
import { examineEdition } from '../newsroom/inspect/examine-edition.ts';
import { channelOf, parseSessionKey } from '../sessions/key.ts';
import type { PeerDesk } from '../sessions/peers.ts';
import type { SessionKey } from '../sessions/key.ts';
import { HomeLocked, lockHome } from '../store/home-lock.ts';
import { lookAtPostgres } from '../store/postgres/look-at-postgres.ts';
import { mustKnowTranscripts } from '../store/sqlite/behind-transcripts.ts';
import { mustBeLeft, mustBeWhole } from '../store/sqlite/home-record.ts';
import { lookAtDatabase } from '../store/sqlite/look-at-database.ts';
import type { DatabaseSeen } from '../store/sqlite/look-at-database.ts';
import { readSetAside } from '../store/sqlite/set-aside.ts';
import { mustNotBeEmptied } from '../store/sqlite/sound-home.ts';
import { sentenceOf } from '../text/sentence-of.ts';
import { systemClock } from '../time/clock.ts';
import { allModules } from './channels.ts';
import { commandList } from './features.ts';

export type { Finding };

/** @param cwd where the home is when no variable names one. Never throws for what it finds. */
// ts-unused-exports:disable-next-line
export async function examineDesk(
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): Promise<Finding[]> {
  const { config, findings } = examineSettings(env, cwd);
  if (!config) return findings;
  const { gateway, paths } = config;
  const home = examineHome(config, looksAt(config));
  const { finding, edition, channels } = examineEdition(config);
  const alertRole = edition?.alerts?.role;
  const port = {
    ...{ host: gateway.host, port: gateway.port, deskRuns: home.deskRuns },
    isLoopback: isLoopback(gateway.host),
    addressFile: paths.gatewayAddress,
  };
  return [
    ...findings,
    ...home.findings.filter(({ check }) => config.databaseUrl === undefined || check !== 'database'),
    ...(await sharedFindings(config)),
    ...givenUpFindings(home.seen?.givenUp ?? []),
    finding,
    examinePrompts(paths.prompts, programFiles.prompts, edition?.language),
    await examinePort(port),
    ...(await examineModels(config, edition?.models)),
    ...(await channelFindings(config, { bound: home.seen?.bound ?? [], named: channels, alertRole })),
  ];
}

/** Of the database that desks share. */
async function sharedFindings({ databaseUrl, paths }: Config): Promise<Finding[]> {
  if (databaseUrl === undefined) return [];
  const check = 'database';
  if (existsSync(paths.database)) {
    const text = `DATABASE_URL is set, and this home has a database of its own: ${paths.database}.`;
    const remedy = 'Move it: npx nightdesk migrate --to "$DATABASE_URL". Or unset DATABASE_URL.';
    return [{ check, state: 'problem', text, remedy }];
  }
  try {
    const { place, version, leases, jobs } = await lookAtPostgres(databaseUrl);
    const what = `${place} (version ${version})`;
    if (!leases) return [{ check, state: 'ok', text: `${what} is new; the first start makes its tables.` }];
    const owned = leases.length > 0 ? leases.map(sayDesk).join('; ') : 'no desk works on it';
    const held = `${jobs} ${jobs === 1 ? 'job' : 'jobs'}`;
    return [{ check, state: 'ok', text: `${what} can be used, with ${held}. ${owned}.` }];
  } catch (error) {
    const remedy = 'Mend DATABASE_URL, or start, mend or upgrade that server.';
    return [{ check, state: 'problem', text: sentenceOf(error), remedy }];
  }
}

/** `desk 4711@newsroom-1 (schedule), for 40 s, heard of 2 s ago` */
function sayDesk({ owner, roles, heldMs, silentMs }: PeerSeen): string {
  const has = roles.length > 0 ? ` (${roles.join(', ')})` : '';
  const [held, silent] = [heldMs, silentMs].map((ms) => Math.round(ms / 1_000));
  return `${owner}${has}, for ${held} s, heard of ${silent} s ago`;
}

type PeerSeen = Omit<PeerDesk, 'isThis'>;

function looksAt({ paths }: Config): HomeLooks<DatabaseSeen> {
  return {
    holder: () => {
      try {
        const lock = lockHome(paths.lock, process.pid, 'command');
        try {
          mustBeLeft(paths.database, lock, paths.lock);
        } finally {
          lock.release();
        }
        return undefined;
      } catch (error) {
        if (error instanceof HomeLocked) return error;
        throw error;
      }
    },
    database: () => {
      mustNotBeEmptied(paths);
      mustBeWhole(paths.database);
      mustKnowTranscripts(paths.database, paths.sessions);
      return lookAtDatabase(paths.database, reportedSince(systemClock.now()));
    },
    setAside: () => readSetAside(paths.setAside),
  };
}

interface Places {
  /** The sessions that jobs are bound to. */
  readonly bound: DatabaseSeen['bound'];
  /** The sessions that the edition names. */
  readonly named: readonly SessionKey[];
  readonly alertRole: string | undefined;
}

/** Each channel examines itself, its chats and its commands. */
async function channelFindings(config: Config, { bound, named, alertRole }: Places): Promise<Finding[]> {
  const kept = bound.map(({ key, title }) => ({ key: parseSessionKey(key), title }));
  const others = named.filter((key) => !kept.some((place) => place.key === key));
  const places = [...kept, ...others.map((key) => ({ key, title: key }))];
  const role = alertRole === undefined ? {} : { alertRole };
  const found = allModules().map(async ({ traits, examine }): Promise<Finding[]> => {
    const boundChannels = places.filter(({ key }) => channelOf(key) === traits.name);
    try {
      return (await examine?.({ boundChannels, commands: commandList(), ...role }, config)) ?? [];
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return badSettings(traits.title, error);
    }
  });
  return (await Promise.all(found)).flat();
}
