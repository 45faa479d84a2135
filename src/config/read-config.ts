/**
 * Reads the settings from the environment and the home's `.env` into a frozen `Config`.
 *
 * The environment takes precedence over `.env`; an empty variable counts as not set. Nothing here opens a connection
 * or writes a file.
 */
import { systemZone } from '../time/zone.ts';
import { ConfigError } from './config-error.ts';
import type { BadSetting } from './config-error.ts';
import type { Config } from './config.ts';
import { isLoopback } from './loopback.ts';
import { oddLinesOf, readEnvFile, variablesIn } from './env-file.ts';
import { homeOf, pathsOf } from './paths.ts';
import { SETTINGS } from './settings.ts';
import type { Given, GivenOf, Setting, SettingTable } from './settings.ts';
import { sayOddLine, unknownNames } from './unknown-names.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** @throws ConfigError that lists every bad variable: its name, what was given, what is allowed. */
export function readConfig(
  env: Variables,
  cwd: string,
  changes: Variables = {},
): { config: Config; warnings: string[] } {
  const home = homeOf(env, cwd);
  const { file: path, text } = readEnvFile(home);
  const file = variablesIn(text);
  const warnings = oddLinesOf(text).map(sayOddLine);
  if (file['NIGHTDESK_HOME'] && homeOf(file, cwd) !== home)
    warnings.push('NIGHTDESK_HOME in .env is ignored: the file is found by it; set it in the environment');
  const variables = { ...file, ...set(env), ...changes };
  const { given, bad } = parsed(SETTINGS, variables);
  bad.push(...contradictions(given));
  const place = ({ name }: BadSetting) => {
    if (changes[name] !== undefined || !file[name]) return '';
    return set(env)[name] ? ' in the environment, which counts before .env' : ` in ${path}`;
  };
  mustBeGood(bad, place);
  warnings.push(...unknownNames(Object.keys({ ...file, ...env })));
  if (given.NIGHTDESK_TZ === undefined && systemZone() === undefined) warnings.push(sayNoZone(env['TZ']));
  const about = {
    own: ownOf(variables, place),
    variable: (name: string) => variables[name] || undefined,
    outside: Object.keys(set(env)),
    changed: (others: Variables) => readConfig(env, cwd, { ...changes, ...others }).config,
    elsewhere: (other: string, others: Variables) =>
      readConfig({ ...others, ...set(env), NIGHTDESK_HOME: other }, cwd).config,
  };
  return { config: frozen(configOf(given, home, about)), warnings };
}

function set(env: Variables): Variables {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
}

function ownOf(variables: Variables, place: (one: BadSetting) => string): Config['own'] {
  return (table) => {
    const { given, bad } = parsed(table, variables);
    mustBeGood(bad, place);
    return given;
  };
}

/** @param place where it is set, if that needs to be said */
function mustBeGood(bad: readonly BadSetting[], place: (one: BadSetting) => string): void {
  if (bad.length > 0) throw new ConfigError(bad.map((one) => ({ ...one, given: one.given + place(one) })));
}

function parsed<Table extends SettingTable>(
  table: Table,
  variables: Variables,
): { given: GivenOf<Table>; bad: BadSetting[] } {
  const values: Record<string, unknown> = {};
  const bad: BadSetting[] = [];
  for (const [name, setting] of Object.entries(table)) {
    const variable = variables[name];
    if (variable === undefined || variable.trim() === '') continue;
    const read = setting.form.schema.safeParse(variable);
    if (read.success) values[name] = read.data;
    else bad.push({ name, given: shown(setting, variable), allowed: setting.form.allowed });
  }
  return { given: values as GivenOf<Table>, bad };
}

function shown(setting: Setting, value: string): string {
  return setting.secret ? `not shown (${value.length} characters)` : JSON.stringify(value);
}

function contradictions(given: Given): BadSetting[] {
  return [...strangersWithoutToken(given), ...unifiedGuilds(given)];
}

/** A generated token is only for this machine; listening beyond it requires a chosen one. */
function strangersWithoutToken({ GATEWAY_HOST: host, GATEWAY_TOKEN: token }: Given): BadSetting[] {
  if (host === undefined || isLoopback(host) || token !== undefined) return [];
  const allowed =
    '127.0.0.1, ::1 or localhost; another one, which shows the gateway to the network, with GATEWAY_TOKEN set';
  return [{ name: 'GATEWAY_HOST', given: JSON.stringify(host), allowed }];
}

function unifiedGuilds(given: Given): BadSetting[] {
  const guilds = new Set([...(given.DISCORD_GUILD_IDS ?? []), ...(given.DISCORD_ALLOWED_GUILDS ?? [])]);
  if (!given.NIGHTDESK_UNIFIED_SESSION || guilds.size <= 1) return [];
  const allowed = '1 with one guild only: what is said in one would be remembered in the others';
  return [{ name: 'NIGHTDESK_UNIFIED_SESSION', given: `"1" with ${guilds.size} guilds`, allowed }];
}

function sayNoZone(tz: string | undefined): string {
  const said =
    tz === undefined ? "the machine's time zone is not known" : `TZ is "${tz}", no time zone by name`;
  return `${said}: times are in UTC; set NIGHTDESK_TZ, such as Europe/London`;
}

function configOf(
  given: Given,
  home: string,
  about: Pick<Config, 'own' | 'variable' | 'outside' | 'changed' | 'elsewhere'>,
): Config {
  return {
    home,
    paths: pathsOf(home),
    edition: given.NIGHTDESK_EDITION ?? 'sample',
    zone: given.NIGHTDESK_TZ ?? systemZone() ?? 'UTC',
    skipCron: given.NIGHTDESK_SKIP_CRON ?? false,
    checkResults: given.NIGHTDESK_CHECK_RESULTS ?? false,
    minIntervalMs: given.NIGHTDESK_MIN_INTERVAL ?? 10_000,
    hourlySpreadMs: given.NIGHTDESK_HOURLY_SPREAD ?? 120_000,
    mainSession: given.NIGHTDESK_MAIN_SESSION ?? 'main',
    unified: given.NIGHTDESK_UNIFIED_SESSION ?? false,
    sendTries: given.NIGHTDESK_SEND_TRIES ?? 8,
    maxConcurrentRuns: given.NIGHTDESK_MAX_CONCURRENT_RUNS ?? 4,
    keep: { days: given.NIGHTDESK_KEEP_DAYS ?? 30, runs: given.NIGHTDESK_KEEP_RUNS ?? 2_000 },
    gateway: {
      host: given.GATEWAY_HOST ?? '127.0.0.1',
      port: given.GATEWAY_PORT ?? 18_790,
      ...optional('url', given.GATEWAY_URL),
      ...optional('token', given.GATEWAY_TOKEN),
    },
    discord: {
      ...optional('token', given.DISCORD_TOKEN),
      ...optional('apiBase', given.DISCORD_API_BASE),
      shards: given.DISCORD_SHARDS ?? 'auto',
      guildIds: given.DISCORD_GUILD_IDS ?? [],
      allowedGuilds: given.DISCORD_ALLOWED_GUILDS ?? [],
      dmAllowlist: given.DISCORD_DM_ALLOWLIST ?? [],
      editorRoles: given.DISCORD_EDITOR_ROLES ?? [],
    },
    gemini: {
      keys: given.GEMINI_API_KEYS ?? [],
      ...optional('baseUrl', given.GEMINI_BASE_URL),
      ...optional('model', given.GEMINI_MODEL),
      ...optional('thinkingBudget', given.GEMINI_THINKING_BUDGET),
    },
    openai: {
      ...optional('baseUrl', given.OPENAI_BASE_URL),
      ...optional('key', given.OPENAI_API_KEY),
      ...optional('model', given.OPENAI_MODEL),
    },
    sources: {
      brave: { keys: given.BRAVE_API_KEYS ?? [], ...optional('baseUrl', given.BRAVE_BASE_URL) },
      gdelt: optional('baseUrl', given.GDELT_BASE_URL),
      stooq: optional('baseUrl', given.STOOQ_BASE_URL),
      coinbase: optional('baseUrl', given.COINBASE_BASE_URL),
    },
    ...optional('mail', mailOf(given)),
    ...optional('databaseUrl', given.DATABASE_URL),
    fetchAllowPrivate: given.FETCH_ALLOW_PRIVATE ?? [],
    ...optional('otlpEndpoint', given.OTEL_EXPORTER_OTLP_ENDPOINT),
    ...about,
    logLevel: given.LOG_LEVEL ?? 'info',
  };
}

function mailOf({
  SMTP_URL: smtpUrl,
  SMTP_FROM: from = 'Nightdesk <nightdesk@localhost>',
}: Given): Config['mail'] {
  return smtpUrl === undefined ? undefined : { smtpUrl, from };
}

function optional<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { [N in Name]?: Exclude<Value, undefined> } {
  return value === undefined ? {} : ({ [name]: value } as { [N in Name]: Exclude<Value, undefined> });
}

function frozen<T extends object>(value: T): T {
  for (const inner of Object.values(value))
    if (typeof inner === 'object' && inner !== null) frozen(inner as object);
  return Object.freeze(value);
}
