/**
 * `nightdesk doctor`: whether a desk can run here, and what is missing. It looks at everything, changes nothing, and
 * works while a desk runs and while none does.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Prompts } from '../agent/prompts.ts';
import type { Finding } from '../channels/channel.ts';
import { allModules } from './channels.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Config } from '../config/config.ts';
import { isLoopback } from '../config/loopback.ts';
import { readConfig } from '../config/read-config.ts';
import { readAddress } from '../gateway/client/gateway-address.ts';
import { deskChannel, storyChannels } from '../newsroom/edition/edition-channels.ts';
import { chainOf } from '../llm/model-plan.ts';
import type { ModelPlan } from '../llm/model-plan.ts';
import { channelOf, parseSessionKey } from '../sessions/key.ts';
import type { SessionKey } from '../sessions/key.ts';
import { HomeLocked, lockHome } from '../store/home-lock.ts';
import { HomeTrouble } from '../store/home-trouble.ts';
import { mustKnowTranscripts } from '../store/sqlite/behind-transcripts.ts';
import { mustBeLeft, mustBeWhole } from '../store/sqlite/home-record.ts';
import { lookAtDatabase } from '../store/sqlite/look-at-database.ts';
import type { DatabaseSeen } from '../store/sqlite/look-at-database.ts';
import { readSetAside } from '../store/sqlite/set-aside.ts';
import { systemClock } from '../time/clock.ts';
import { checkProviders, idleNames } from '../llm/providers.ts';
import { commandList } from './command-list.ts';
import { editionOf } from '../newsroom/edition/home-edition.ts';
import { sayGivenUp, toldSince } from '../desk/given-up.ts';
import { programFiles } from '../config/program-files.ts';

export type { Finding };

const LOST = 'Look whether it is there; what is missing can be asked for again, a story with /story retry.';

type Variables = Readonly<Record<string, string | undefined>>;

/** @param cwd where the home is when no variable names one. Never throws for what it finds. */
// ts-unused-exports:disable-next-line
export async function examineDesk(env: Variables, cwd: string): Promise<Finding[]> {
  const settings = readSettings(env, cwd);
  const { config } = settings;
  if (!config) return [nodeFinding(process.versions.node), ...settings.findings];
  const home = homeFinding(config);
  const lock = home.state === 'ok' ? lockFinding(config) : undefined;
  const database = home.state === 'ok' ? databaseFinding(config) : undefined;
  return [
    nodeFinding(process.versions.node),
    ...settings.findings,
    home,
    ...(lock ? [lock.finding] : []),
    ...(database ? [database.finding] : []),
    ...setAsideFindings(config),
    ...sayGivenUp(database?.seen?.givenUp ?? []).map((text): Finding => ({
      check: 'messages',
      state: 'warning',
      text,
      remedy: LOST,
    })),
    readable(
      'edition',
      () => `It covers “${editionOf(config).title}”.`,
      'Mend the file, or name another one with NIGHTDESK_EDITION.',
    ),
    readable(
      'prompts',
      () => sayPrompts(config),
      `Mend or remove what is in ${config.paths.prompts}: the originals come with the program.`,
    ),
    await portFinding(config, lock?.runs ?? false),
    ...(await modelFindings(config)),
    ...(await channelFindings(config, database?.seen)),
  ];
}

function nodeFinding(version: string): Finding {
  const check = 'node';
  const { engines } = JSON.parse(readFileSync(programFiles.package, 'utf8')) as { engines: { node: string } };
  const [wantedMajor = 0, wantedMinor = 0] = numbers(engines.node);
  const [major = 0, minor = 0] = numbers(version);
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor))
    return { check, state: 'ok', text: `Node ${version} serves.` };
  const text = `Node ${version} is too old; it takes ${engines.node}.`;
  return { check, state: 'problem', text, remedy: 'Install a current Node: https://nodejs.org.' };
}

function numbers(version: string): number[] {
  return [...version.matchAll(/\d+/g)].map(([digits]) => Number(digits));
}

function readSettings(env: Variables, cwd: string): { config?: Config; findings: Finding[] } {
  const check = 'settings';
  const remedy = 'See .env.example: it explains every setting.';
  try {
    const { config, warnings } = readConfig(env, cwd);
    const findings = warnings.map((text): Finding => ({ check, state: 'warning', text: `${text}.`, remedy }));
    if (findings.length > 0) return { config, findings };
    return { config, findings: [{ check, state: 'ok', text: 'Every setting is understood.' }] };
  } catch (error) {
    if (!(error instanceof ConfigError))
      return { findings: [{ check, state: 'problem', text: sentence(error), remedy }] };
    const findings = error.bad.map(({ name, given, allowed }): Finding => {
      const text = `${name} is ${given}; allowed: ${allowed}.`;
      return { check, state: 'problem', text, remedy: `Set ${name} anew, or leave it out.` };
    });
    return { findings };
  }
}

function homeFinding({ home, paths }: Config): Finding {
  const check = 'home';
  const probe = join(paths.data, `.doctor-${process.pid}`);
  try {
    mkdirSync(paths.data, { recursive: true });
    writeFileSync(probe, '');
    rmSync(probe);
    return { check, state: 'ok', text: `${home} can be written to.` };
  } catch (error) {
    const remedy = 'Make it writable for this user, or name another one with NIGHTDESK_HOME.';
    return { check, state: 'problem', text: `${home} can't be written to: ${sentence(error)}`, remedy };
  }
}

/** Takes the lock for a moment where nobody has it. */
function lockFinding({ paths }: Config): { finding: Finding; runs: boolean } {
  const check = 'desk';
  try {
    const lock = lockHome(paths.lock, process.pid, 'command');
    try {
      mustBeLeft(paths.database, lock, paths.lock);
    } finally {
      lock.release();
    }
    const text = 'No desk runs on this home.';
    return { finding: { check, state: 'ok', text, remedy: 'Start one: npx nightdesk start.' }, runs: false };
  } catch (error) {
    if (error instanceof HomeLocked) {
      const who = error.pid === undefined ? '' : ` (process ${error.pid})`;
      const text = `A ${error.holder} runs on this home${who}.`;
      return { finding: { check, state: 'ok', text }, runs: error.holder === 'desk' };
    }
    const remedy = error instanceof HomeTrouble ? error.remedy : 'Remove the lock file.';
    return { finding: { check, state: 'problem', text: sentence(error), remedy }, runs: false };
  }
}

function databaseFinding({ paths }: Config): { finding: Finding; seen?: DatabaseSeen } {
  const check = 'database';
  try {
    mustBeWhole(paths.database);
    mustKnowTranscripts(paths.database, paths.sessions);
    const seen = lookAtDatabase(paths.database, toldSince(systemClock.now()));
    if (!seen)
      return { finding: { check, state: 'ok', text: 'There is none yet; the first start makes it.' } };
    const holds =
      seen.jobs === undefined
        ? 'it is brought forward at the next start'
        : `with ${seen.jobs} ${seen.jobs === 1 ? 'job' : 'jobs'}`;
    const text = `It is sound, ${holds}.`;
    return { finding: { check, state: 'ok', text }, seen };
  } catch (error) {
    const remedy = 'Restore a backup over it, or move it away to start with an empty desk.';
    return { finding: { check, state: 'problem', text: sentence(error), remedy } };
  }
}

/** How many rows are named one by one. */
const MOST_NAMED = 10;

function setAsideFindings({ paths }: Config): Finding[] {
  const aside = readSetAside(paths.setAside);
  if (aside.length === 0) return [];
  const named = aside.slice(-MOST_NAMED).map(({ table, key, reason }) => `${table} “${key}”: ${reason}`);
  const more = aside.length > MOST_NAMED ? `, and ${aside.length - MOST_NAMED} before` : '';
  const rows = aside.length === 1 ? 'A row' : `${aside.length} rows`;
  const text = `${rows} of the database could not be read and went aside (${named.join('; ')}${more}).`;
  const remedy = `They stand whole in ${paths.setAside}. Make anew what is still wanted, then remove that file.`;
  return [{ check: 'database', state: 'warning', text, remedy }];
}

/** Something that is read, and is in order when it can be. */
function readable(check: string, read: () => string, remedy: string): Finding {
  try {
    return { check, state: 'ok', text: read() };
  } catch (error) {
    return { check, state: 'problem', text: sentence(error), remedy };
  }
}

function sayPrompts({ paths }: Config): string {
  const prompts = Prompts.read([paths.prompts, programFiles.prompts]);
  return `There are ${prompts.profiles().length} turn profiles.`;
}

async function portFinding({ gateway, paths }: Config, deskRuns: boolean): Promise<Finding> {
  const check = 'gateway';
  const { host, port } = gateway;
  const address = deskRuns ? readAddress(paths.gatewayAddress) : undefined;
  if (address)
    return { check, state: 'ok', text: `The desk's console is at http://${address.host}:${address.port}.` };
  const code = await listening(host, port);
  const open = `${host}:${port}`;
  if (code === undefined) {
    if (isLoopback(host)) return { check, state: 'ok', text: `${open} is free.` };
    const remedy = 'Set GATEWAY_HOST to 127.0.0.1 unless something before it keeps strangers out.';
    return { check, state: 'warning', text: `${open} shows the gateway to the network.`, remedy };
  }
  const text =
    code === 'EADDRINUSE'
      ? `Another program listens on ${open}.`
      : `Nothing can listen on ${open} (${code}).`;
  return { check, state: 'problem', text, remedy: 'Set GATEWAY_PORT to another port; 0 takes any free one.' };
}

/** @returns why nothing can listen there; undefined when it can. */
function listening(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

/** Asks the servers of the language models that are configured; nothing is spent. */
async function modelFindings(config: Config): Promise<Finding[]> {
  const check = 'model';
  const found = await checkProviders(config, systemClock, new AbortController().signal);
  const configured = [...new Set(found.map(({ provider }) => provider)), 'desk'];
  const plan = planOf(config);
  const asked = plan ? chainOf(plan, 'chat').filter((name) => configured.includes(name)) : configured;
  const order: Finding =
    found.length === 0
      ? {
          check,
          state: 'ok',
          text: 'The desk model serves: no key, no network, and no language model.',
          remedy: 'For a language model, set GEMINI_API_KEYS or OPENAI_BASE_URL.',
        }
      : { check, state: 'ok', text: `Chats are asked of ${asked.join(', else ')}.` };
  return [
    order,
    ...found.map(({ provider: _, ...finding }): Finding => finding),
    ...(plan ? idleNames(plan, configured) : []).map((text): Finding => ({ check, state: 'warning', text })),
  ];
}

/** None where the edition can't be read, which is a finding of its own. */
function planOf(config: Config): ModelPlan | undefined {
  try {
    return editionOf(config).models;
  } catch {
    return undefined;
  }
}

async function channelFindings(config: Config, seen: DatabaseSeen | undefined): Promise<Finding[]> {
  const bound = (seen?.bound ?? []).map(({ key, title }) => ({ key: parseSessionKey(key), title }));
  const named = channelsNamed(config).filter((key) => !bound.some((place) => place.key === key));
  const places = [...bound, ...named.map((key) => ({ key, title: key }))];
  const alertRole = alertRoleOf(config);
  const role = alertRole === undefined ? {} : { alertRole };
  const found = allModules().map(async ({ traits, examine }) => {
    const boundChannels = places.filter(({ key }) => channelOf(key) === traits.name);
    return (await examine?.({ boundChannels, commands: commandList(), ...role }, config)) ?? [];
  });
  return (await Promise.all(found)).flat();
}

/** The role that the edition's alerts call; none where the edition can't be read. */
function alertRoleOf(config: Config): string | undefined {
  try {
    return editionOf(config).alerts?.role;
  } catch {
    return undefined;
  }
}

/** The channels that the edition names; none where it can't be read, which is a finding of its own. */
function channelsNamed(config: Config): SessionKey[] {
  try {
    const edition = editionOf(config);
    return [...new Set([deskChannel(edition), ...storyChannels(edition)])];
  } catch {
    return [];
  }
}

function sentence(error: unknown): string {
  const { message } = error instanceof Error ? error : new Error(String(error));
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
