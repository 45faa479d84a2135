/**
 * Reads files of jobs from other programs into one shape: camelCase names, our own kinds, no empty fields. Unknown
 * fields are dropped and reported by path.
 */
import { isObject } from '../text/is-object.ts';
type Loose = Readonly<Record<string, unknown>>;

/** A job as in its file, not validated. */
export interface FiledJob {
  /** "jobs[2]" */
  readonly path: string;
  readonly job: Loose;
  readonly schedule?: Loose;
  readonly payload?: Loose;
  readonly state: Loose;
}

export interface ReadFile {
  readonly jobs: readonly FiledJob[];
  /** Paths of the fields that were ignored. */
  readonly ignored: readonly string[];
}

const KINDS: Readonly<Record<string, string>> = { agent_turn: 'agentTurn', system_event: 'systemEvent' };
const SCHEDULE: Readonly<Record<string, readonly string[]>> = {
  at: ['kind', 'atMs', 'at'],
  every: ['kind', 'everyMs', 'anchorMs', 'untilMs'],
  cron: ['kind', 'expr', 'tz', 'untilMs'],
};
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  '': (
    'id name description enabled createdAtMs updatedAtMs createdBy schedule sessionTarget wakeMode payload ' +
    'isolation runtime policy deleteAfterRun state'
  ).split(' '),
  createdBy: ['kind', 'id', 'name'],
  isolation: ['postToMainPrefix'],
  runtime: ['maxAttempts', 'retryBackoffMs'],
  policy: ['catchUp', 'graceMs', 'maxDeferMs', 'spreadMs', 'quiet', 'history'],
  state:
    'nextRunAtMs lastRunAtMs lastStatus lastError lastDurationMs runningSince deferredSince pausedBecause'.split(
      ' ',
    ),
};
const AGENT_TURN =
  'kind message sessionKey profile model timeoutSeconds deliver provider to channel channel_meta'.split(' ');

/**
 * @param content text or parsed JSON
 * @returns undefined when it is not a file of jobs.
 */
export function readJobFile(content: unknown): ReadFile | undefined {
  const file = typeof content === 'string' ? parsed(content) : content;
  const jobs: unknown = Array.isArray(file) ? file : isObject(file) ? file['jobs'] : undefined;
  if (!Array.isArray(jobs)) return undefined;
  const ignored = isObject(file) ? unknownOf(file, ['version', 'jobs'], '') : [];
  return { jobs: jobs.map((given, n) => readJob(given, `jobs[${n}]`, ignored)), ignored };
}

function readJob(given: unknown, path: string, ignored: string[]): FiledJob {
  const kept: Record<string, unknown> = pick(tidy(given), KNOWN['']!, path, ignored);
  for (const field of ['createdBy', 'isolation', 'runtime', 'policy', 'state'])
    if (isObject(kept[field])) kept[field] = pick(kept[field], KNOWN[field]!, `${path}.${field}`, ignored);
  const { schedule, payload, state, ...job } = kept;
  return {
    path,
    job,
    state: isObject(state) ? state : {},
    ...(isObject(schedule) && { schedule: readSchedule(schedule, `${path}.schedule`, ignored) }),
    ...(isObject(payload) && { payload: readPayload(payload, `${path}.payload`, ignored) }),
  };
}

function readSchedule(given: Loose, path: string, ignored: string[]): Loose {
  const kind =
    given['kind'] ??
    ('atMs' in given || 'at' in given ? 'at' : 'everyMs' in given ? 'every' : 'expr' in given && 'cron');
  const known = SCHEDULE[String(kind)];
  return known ? { ...pick(given, known, path, ignored), kind } : { ...given, kind };
}

/** A system event may have its text where an agent's turn has it. */
function readPayload(given: Loose, path: string, ignored: string[]): Loose {
  const said = given['kind'] ?? ('text' in given ? 'systemEvent' : 'agentTurn');
  const kind = typeof said === 'string' ? (KINDS[said] ?? said) : said;
  if (kind !== 'systemEvent') return { ...pick(given, AGENT_TURN, path, ignored), kind };
  const { text, message, ...rest } = given;
  const empty = Object.entries(rest).filter(([, value]) => value !== false && !isEmpty(value));
  return pick({ ...Object.fromEntries(empty), kind, text: text ?? message }, ['kind', 'text'], path, ignored);
}

function pick(given: Loose, known: readonly string[], path: string, ignored: string[]): Loose {
  ignored.push(...unknownOf(given, known, path));
  return Object.fromEntries(Object.entries(given).filter(([name]) => known.includes(name)));
}

function unknownOf(given: Loose, known: readonly string[], path: string): string[] {
  const prefix = path === '' ? '' : `${path}.`;
  return Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) => `${prefix}${name}`);
}

/** Converts to camelCase and drops empty fields; a channel's own data is left unchanged. */
function tidy(value: unknown): Loose {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== null && inner !== undefined)
      .map(([name, inner]) => {
        const camel = name.replace(/(?<=[a-z])_([a-z])/g, (_, letter: string) => letter.toUpperCase());
        if (camel === 'channelMeta') return ['channel_meta', inner];
        return [camel, isObject(inner) ? tidy(inner) : inner];
      }),
  );
}

/** Absent, an empty text, or an object without fields. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === '' || (isObject(value) && Object.keys(value).length === 0);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
