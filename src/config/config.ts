import type { GivenOf, SettingTable } from './settings.ts';

/** The settings, parsed once and frozen. Absent fields were not set. */
export interface Config {
  readonly home: string;
  readonly paths: Paths;
  /** An edition's name, or a file. */
  readonly edition: string;
  /** The IANA zone of schedules without one, and of times that people of the desk enter and see. */
  readonly zone: string;
  readonly skipCron: boolean;
  /** Validate results of methods against their schemas. */
  readonly checkResults: boolean;
  /** The shortest time between two runs of a job, in ms. */
  readonly minIntervalMs: number;
  /** Hourly jobs that no conversation waits for are spread over this many ms after the hour. */
  readonly hourlySpreadMs: number;
  /** The key of the session that receives system events. */
  readonly mainSession: string;
  readonly unified: boolean;
  /** Scheduled turns at once, over all sessions. */
  readonly maxConcurrentRuns: number;
  /** How long growing data are kept: closed turns in days, and the number of runs per job. */
  readonly keep: { readonly days: number; readonly runs: number };
  /** How often sending a message may fail before it is given up. */
  readonly sendTries: number;
  readonly gateway: {
    readonly host: string;
    readonly port: number;
    /** The origin under which a proxy shows it. */
    readonly url?: string;
    readonly token?: string;
  };
  readonly discord: {
    readonly token?: string;
    readonly apiBase?: string;
    readonly shards: number | 'auto';
    readonly guildIds: readonly string[];
    readonly allowedGuilds: readonly string[];
    readonly dmAllowlist: readonly string[];
    readonly editorRoles: readonly string[];
  };
  readonly gemini: {
    readonly keys: readonly string[];
    readonly baseUrl?: string;
    readonly model?: string;
    readonly thinkingBudget?: number;
  };
  readonly openai: { readonly baseUrl?: string; readonly key?: string; readonly model?: string };
  readonly sources: {
    readonly brave: { readonly keys: readonly string[]; readonly baseUrl?: string };
    readonly gdelt: { readonly baseUrl?: string };
    readonly stooq: { readonly baseUrl?: string };
    readonly coinbase: { readonly baseUrl?: string };
  };
  /** How newsletters are mailed; absent when they are not. */
  readonly mail?: { readonly smtpUrl: string; readonly from: string };
  /** `postgres://…`: the newsroom's data are there, not in the home. */
  readonly databaseUrl?: string;
  /** Private `host:port`s that the guarded fetcher may reach. */
  readonly fetchAllowPrivate: readonly string[];
  /** The base address of an OTLP/HTTP collector; without it nothing is traced. */
  readonly otlpEndpoint?: string;
  /**
   * The values of settings that a channel or model provider declares itself.
   * @throws ConfigError that lists every bad one.
   */
  readonly own: <Table extends SettingTable>(table: Table) => GivenOf<Table>;
  /** A variable as it stands in the environment or in `.env`; undefined when it is not set. */
  readonly variable: (name: string) => string | undefined;
  /** The names that the environment itself sets: `.env` can't change them. */
  readonly outside: readonly string[];
  /** The settings as they would be with other variables; an empty one counts as not set. @throws ConfigError */
  readonly changed: (variables: Readonly<Record<string, string>>) => Config;
  /** Those of another home, with these variables instead of its `.env`; the environment counts before them. @throws ConfigError */
  readonly elsewhere: (home: string, variables: Readonly<Record<string, string>>) => Config;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
}

/** Where the desk stores things; all absolute. */
export interface Paths {
  readonly data: string;
  readonly sessions: string;
  /** Overrides of prompts; the originals come with the program. */
  readonly prompts: string;
  readonly env: string;
  readonly editions: string;
  /** The answers of a setup that is not finished. */
  readonly setup: string;
  /** Earlier states of edition files that were changed in a form. */
  readonly editionUndo: string;
  readonly database: string;
  /** Rows of the database that could not be read. */
  readonly setAside: string;
  readonly lock: string;
  /** The file in which a running gateway records its address. */
  readonly gatewayAddress: string;
  /** The generated token. */
  readonly gatewayToken: string;
  readonly newsPool: string;
  readonly searchIndex: string;
  readonly newsroomJobs: string;
  readonly storyLogs: string;
  /** Contains a folder per newsletter. */
  readonly newsletters: string;
  /** Contains a folder of pictures per report. */
  readonly reports: string;
}
