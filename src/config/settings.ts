/**
 * The table of all settings. It is read from the environment, repeated in `.env.example`, and used to recognise
 * misspelt names. A new setting needs a row here and a paragraph there.
 */
import { DISCORD_SETTINGS } from './discord-settings.ts';
import {
  EXAMPLE_TOKEN,
  address,
  conversation,
  databaseAddress,
  flag,
  hostsAndPorts,
  keys,
  mailbox,
  oneOf,
  origin,
  ownToken,
  path,
  smtpAddress,
  span,
  text,
  token,
  whole,
  zone,
} from './value-forms.ts';
import type { Form } from './value-forms.ts';

export interface Setting<Value = unknown> {
  readonly meaning: string;
  /** The default, in words. */
  readonly fallback: string;
  readonly example: string;
  readonly form: Form<Value>;
  /** Never shown in errors or logs. */
  readonly secret?: true;
}

export const SETTINGS = {
  NIGHTDESK_HOME: {
    meaning: 'The folder that holds data/, sessions/ and overrides of prompts/.',
    fallback: 'the working directory',
    example: '/srv/nightdesk',
    form: path,
  },
  NIGHTDESK_EDITION: {
    meaning: 'The edition: a name under data/editions/, or a file.',
    fallback: 'sample',
    example: 'uk-hk',
    form: path,
  },
  NIGHTDESK_TZ: {
    meaning: 'The time zone of schedules that name none, and in which editors say and are told times.',
    fallback: "the system's",
    example: 'Europe/London',
    form: zone,
  },
  NIGHTDESK_SKIP_CRON: {
    meaning: '1: jobs do not run by themselves; they can still be listed and edited.',
    fallback: '0',
    example: '1',
    form: flag,
  },
  NIGHTDESK_MIN_INTERVAL: {
    meaning: 'The shortest time between two runs of a job, whether by an interval or by a cron expression.',
    fallback: '10s',
    example: '1m',
    form: span(1_000, 86_400_000),
  },
  NIGHTDESK_HOURLY_SPREAD: {
    meaning:
      'Hourly jobs that no conversation waits for ("0 * * * *") come at a moment of their own within this time after ' +
      'the hour. 0s: all at once. Jobs bound to a conversation are on time, unless their policy.spreadMs says otherwise.',
    fallback: '2m',
    example: '10m',
    form: span(0, 1_800_000),
  },
  NIGHTDESK_MAIN_SESSION: {
    meaning: 'The session that receives system events.',
    fallback: 'main',
    example: 'discord:123456789012345678',
    form: conversation,
  },
  NIGHTDESK_UNIFIED_SESSION: {
    meaning: '1: all chats share one memory; jobs stay with the chat that made them. For one guild only.',
    fallback: '0',
    example: '1',
    form: flag,
  },
  NIGHTDESK_MAX_CONCURRENT_RUNS: {
    meaning: 'Scheduled turns that may run at once, over all sessions.',
    fallback: '4',
    example: '2',
    form: whole(1, 64),
  },
  NIGHTDESK_KEEP_DAYS: {
    meaning: 'Days for which closed turns, runs of removed jobs and receipts of models are kept.',
    fallback: '30',
    example: '90',
    form: whole(2, 3_650),
  },
  NIGHTDESK_KEEP_RUNS: {
    meaning: 'Runs of each job that the ledger keeps: the newest.',
    fallback: '2000',
    example: '500',
    form: whole(1, 2_000),
  },
  NIGHTDESK_SEND_TRIES: {
    meaning: 'How often a platform may fail on one message, with ever longer waits, before that is given up.',
    fallback: '8, over about 15 minutes',
    example: '5',
    form: whole(1, 20),
  },
  DATABASE_URL: {
    meaning:
      "A PostgreSQL database for the newsroom's data, in place of the home's files. Desks that share it stand in for each other.",
    fallback: 'unset: data/nightdesk.sqlite3 in the home',
    example: 'postgres://nightdesk:password@db.example.org:5432/nightdesk',
    form: databaseAddress,
    secret: true,
  },
  GATEWAY_HOST: {
    meaning:
      'Where the gateway and the console listen. Anything but loopback shows them to the network, and needs GATEWAY_TOKEN.',
    fallback: '127.0.0.1',
    example: '127.0.0.1',
    form: text,
  },
  GATEWAY_PORT: {
    meaning: 'The port of the gateway; 0 takes any free one.',
    fallback: '18790',
    example: '18790',
    form: whole(0, 65_535),
  },
  GATEWAY_URL: {
    meaning: 'Where a proxy with TLS shows the gateway and its console to the network, if one does.',
    fallback: 'unset: nowhere else',
    example: 'https://desk.example.org',
    form: origin,
  },
  GATEWAY_TOKEN: {
    meaning:
      'The token that programs and the console show to the gateway: at least 32 characters (openssl rand -hex 32).',
    fallback: 'generated once and kept in data/gateway.token',
    example: EXAMPLE_TOKEN,
    form: ownToken,
    secret: true,
  },
  ...DISCORD_SETTINGS,
  GEMINI_API_KEYS: {
    meaning: 'Keys for Gemini. Several are profiles that take turns when one is exhausted.',
    fallback: 'unset: no Gemini',
    example: 'first-key,second-key',
    form: keys,
    secret: true,
  },
  GEMINI_BASE_URL: {
    meaning: 'The base address of the Gemini API.',
    fallback: "Google's own",
    example: 'https://generativelanguage.googleapis.com',
    form: address,
  },
  GEMINI_MODEL: {
    meaning: 'The Gemini model.',
    fallback: 'gemini-flash-latest',
    example: 'gemini-flash-latest',
    form: text,
  },
  GEMINI_THINKING_BUDGET: {
    meaning: 'Tokens that Gemini may think before a reply, beside those of the reply; 0 for none.',
    fallback: '1024',
    example: '4096',
    form: whole(0, 24_576),
  },
  OPENAI_BASE_URL: {
    meaning: 'The base address of any OpenAI-compatible endpoint; an address without a path gets /v1.',
    fallback: "OpenAI's own when a key is set, else no such endpoint",
    example: 'http://127.0.0.1:11434/v1',
    form: address,
  },
  OPENAI_API_KEY: {
    meaning: 'The key for the OpenAI-compatible endpoint; many local ones need none.',
    fallback: 'unset',
    example: 'a-key',
    form: token,
    secret: true,
  },
  OPENAI_MODEL: {
    meaning: 'The model at the OpenAI-compatible endpoint.',
    fallback: "gpt-4.1-mini at OpenAI; elsewhere the server's only model, or the first of a local one",
    example: 'gpt-4.1-mini',
    form: text,
  },
  BRAVE_API_KEYS: {
    meaning: 'Keys for Brave Search, which finds further sources. Several take turns.',
    fallback: 'unset: no Brave',
    example: 'first-key,second-key',
    form: keys,
    secret: true,
  },
  BRAVE_BASE_URL: {
    meaning: 'The base address of Brave Search.',
    fallback: "Brave's own",
    example: 'https://api.search.brave.com',
    form: address,
  },
  GDELT_BASE_URL: {
    meaning: 'The base address of GDELT.',
    fallback: "GDELT's own",
    example: 'https://api.gdeltproject.org',
    form: address,
  },
  STOOQ_BASE_URL: {
    meaning: 'The base address of Stooq (market data).',
    fallback: "Stooq's own",
    example: 'https://stooq.com',
    form: address,
  },
  COINBASE_BASE_URL: {
    meaning:
      'The base address of Coinbase (market data); one that is not its own serves the candles of its exchange, too.',
    fallback: "Coinbase's own",
    example: 'https://api.coinbase.com',
    form: address,
  },
  FETCH_ALLOW_PRIVATE: {
    meaning:
      'Private addresses that the guarded fetcher may reach all the same; *.domain:port stands for all hosts of a domain.',
    fallback: 'empty: none',
    example: '127.0.0.1:8080,intranet.example:443',
    form: hostsAndPorts,
  },
  SMTP_URL: {
    meaning: "The server that newsletters are mailed through, to an edition's `newsletter.recipients`.",
    fallback: 'unset: no e-mail',
    example: 'smtp://user:password@mail.example.org:587',
    form: smtpAddress,
    secret: true,
  },
  SMTP_FROM: {
    meaning: 'Whom newsletters come from.',
    fallback: 'Nightdesk <nightdesk@localhost>',
    example: 'The Desk <desk@example.org>',
    form: mailbox,
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    meaning: 'Where traces go: the base address of an OpenTelemetry collector that takes OTLP over HTTP.',
    fallback: 'unset: nothing is traced',
    example: 'http://127.0.0.1:4318',
    form: address,
  },
  LOG_LEVEL: {
    meaning: 'How much is logged.',
    fallback: 'info',
    example: 'debug',
    form: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  },
  NIGHTDESK_CHECK_RESULTS: {
    meaning:
      '1: for developers; every result of a method is held against its schema, and one that differs is an error.',
    fallback: '0',
    example: '1',
    form: flag,
  },
} satisfies SettingTable;

export type SettingName = keyof typeof SETTINGS;

/** Settings by name: the desk's, or those declared in a provider's or channel's folder. */
export type SettingTable = Readonly<Record<string, Setting>>;
/** The values of a table's settings that are set. */
export type GivenOf<Table extends SettingTable> = {
  readonly [Name in keyof Table]?: Table[Name]['form'] extends Form<infer Value> ? Value : never;
};
export type Given = GivenOf<typeof SETTINGS>;
