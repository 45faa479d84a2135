/**
 * Normalizes jobs from clients to the contract: wrapped jobs, snake_case names, kinds implied by other fields,
 * moments in words. The schema then refuses what is still unknown, with its path.
 */
import { isObject } from '../text/is-object.ts';
import { readEnd } from './end-words.ts';
import { readMoment } from './moment-words.ts';
import { noMoment, unknownZone } from './schedule.ts';
import { isZone } from '../time/zone.ts';

type Loose = Record<string, unknown>;

const CAMEL: Readonly<Record<string, string>> = {
  session_target: 'sessionTarget',
  wake_mode: 'wakeMode',
  delete_after_run: 'deleteAfterRun',
  session_key: 'sessionKey',
  timeout_seconds: 'timeoutSeconds',
  at_ms: 'atMs',
  every_ms: 'everyMs',
  anchor_ms: 'anchorMs',
  until_ms: 'untilMs',
  catch_up: 'catchUp',
  grace_ms: 'graceMs',
  max_defer_ms: 'maxDeferMs',
  spread_ms: 'spreadMs',
  max_attempts: 'maxAttempts',
  retry_backoff_ms: 'retryBackoffMs',
  post_to_main_prefix: 'postToMainPrefix',
};
const KINDS: Readonly<Record<string, string>> = { agent_turn: 'agentTurn', system_event: 'systemEvent' };

export interface NormalTerms {
  /** A complete job has a target; a patch contains only changes. */
  readonly kind: 'whole' | 'patch';
  readonly nowMs: number;
  readonly zone: string;
}

/** @throws ScheduleError when a moment can't be parsed. */
export function normalizeJob(given: unknown, { kind, nowMs, zone }: NormalTerms): unknown {
  const job = camel(unwrap(given)) as Loose;
  if (!isObject(job)) return given;
  if (isObject(job['schedule']))
    job['schedule'] = withEnd(withMoment(withKind(job['schedule'], scheduleKind), nowMs, zone), nowMs, zone);
  if (isObject(job['payload'])) {
    const payload = withKind(job['payload'], payloadKind);
    if (typeof payload['kind'] === 'string') payload['kind'] = KINDS[payload['kind']] ?? payload['kind'];
    job['payload'] = payload;
    if (kind === 'whole') job['sessionTarget'] ??= targetOf(payload);
  }
  return job;
}

function unwrap(given: unknown): unknown {
  if (!isObject(given)) return given;
  for (const wrapper of ['job', 'data'])
    if (Object.keys(given).length === 1 && isObject(given[wrapper])) return given[wrapper];
  return given;
}

function camel(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      Object.hasOwn(CAMEL, name) ? CAMEL[name]! : name,
      camel(inner),
    ]),
  );
}

function withKind(value: Loose, kindOf: (value: Loose) => string | undefined): Loose {
  const kind = value['kind'] ?? kindOf(value);
  return kind === undefined ? value : { kind, ...value };
}

/** `at` or `atMs` may be text in the schedule's zone, as the command line sends it. */
function withMoment(schedule: Loose, nowMs: number, zone: string): Loose {
  const { at, atMs, tz, ...rest } = schedule;
  const text = at ?? atMs;
  if (rest['kind'] !== 'at' || typeof text !== 'string' || (at !== undefined && atMs !== undefined))
    return schedule;
  const clocks = typeof tz === 'string' ? tz : zone;
  if (!isZone(clocks)) throw unknownZone(clocks);
  const moment = readMoment(text, nowMs, clocks);
  if (moment === undefined) throw noMoment(text);
  return { ...rest, atMs: moment };
}

/** So may `until` or `untilMs`, where a day means its end. */
function withEnd(schedule: Loose, nowMs: number, zone: string): Loose {
  const { until, untilMs, tz, ...rest } = schedule;
  const text = until ?? untilMs;
  if (typeof text !== 'string' || (until !== undefined && untilMs !== undefined)) return schedule;
  const clocks = typeof tz === 'string' ? tz : zone;
  if (!isZone(clocks)) throw unknownZone(clocks);
  return { ...rest, ...(tz !== undefined && { tz }), untilMs: readEnd(text, nowMs, clocks) };
}

function scheduleKind(schedule: Loose): string | undefined {
  if ('atMs' in schedule || 'at' in schedule) return 'at';
  if ('everyMs' in schedule) return 'every';
  return 'expr' in schedule ? 'cron' : undefined;
}

function payloadKind(payload: Loose): string | undefined {
  if ('text' in payload) return 'systemEvent';
  return 'message' in payload ? 'agentTurn' : undefined;
}

/** With a session key a job is bound to it; without one it is isolated; system events go to the main session. */
function targetOf(payload: Loose): string {
  if (payload['kind'] === 'systemEvent') return 'main';
  return payload['sessionKey'] === undefined ? 'isolated' : 'bound';
}
