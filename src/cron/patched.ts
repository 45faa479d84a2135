/**
 * Applies a patch to a job. It replaces whole fields, except that parts of `payload`, `policy` and `schedule` may be
 * given alone: a new expression keeps its zone, and a schedule that repeats its end. `null` clears a field. Pure.
 */
import { isObject } from '../text/is-object.ts';
import type { NewJob } from './job.ts';

type Loose = Readonly<Record<string, unknown>>;

/** @returns the value to parse as a job. */
export function patched(job: NewJob, patch: Loose): unknown {
  const payload = partsOf(job.payload, patch['payload']);
  const sessionTarget = targetOf(job, patch);
  const stays = sessionTarget === job.sessionTarget;
  return withoutNulls({
    ...job,
    ...patch,
    ...('schedule' in patch && { schedule: scheduleOf(job, patch['schedule']) }),
    ...('policy' in patch && { policy: partsOf(job.policy ?? {}, patch['policy']) }),
    sessionTarget,
    payload: stays ? payload : moved(payload, patch['payload'], sessionTarget),
  });
}

/** Parts of the same kind are merged; another kind replaces everything. */
function partsOf(old: Loose, given: unknown): unknown {
  if (given === undefined) return old;
  if (!isObject(given)) return given;
  return given['kind'] !== undefined && given['kind'] !== old['kind'] ? given : { ...old, ...given };
}

/** A new interval counts anew: it keeps only the end. */
function scheduleOf({ schedule }: NewJob, given: unknown): unknown {
  if (!isObject(given)) return given;
  const { kind } = given;
  if (kind === undefined || (kind === 'cron' && schedule.kind === 'cron')) return { ...schedule, ...given };
  const end = schedule.kind === 'at' || kind === 'at' ? {} : { untilMs: schedule.untilMs ?? null };
  return { ...end, ...given };
}

/**
 * Without an explicit target it follows from a session key or the payload's kind. A legacy job stays one until a
 * session or target is named.
 */
function targetOf(job: NewJob, patch: Loose): unknown {
  if (patch['sessionTarget'] !== undefined) return patch['sessionTarget'];
  const { payload } = patch;
  if (!isObject(payload)) return job.sessionTarget;
  const { kind = job.payload.kind, sessionKey } = payload;
  if (kind === 'systemEvent') return 'main';
  if (typeof sessionKey === 'string') return 'bound';
  const leaves = sessionKey === null && job.sessionTarget === 'bound';
  return leaves || job.sessionTarget === 'main' ? 'isolated' : job.sessionTarget;
}

/**
 * Drop fields that the new target doesn't use, unless the patch names them, which is then an error. A legacy job that
 * becomes isolated keeps its delivery.
 */
function moved(payload: unknown, given: unknown, target: unknown): unknown {
  if (!isObject(payload)) return payload;
  const named = isObject(given) ? given : {};
  if (target === 'bound')
    return { ...without(payload, ['deliver', 'provider', 'to', ...OF_LEGACY]), ...named };
  if (target !== 'isolated') return payload;
  const { channel, provider = channel } = payload;
  const isLost = provider === undefined ? ['deliver'] : [];
  const kept = without(payload, ['sessionKey', ...OF_LEGACY, ...isLost]);
  return { ...kept, ...(provider !== undefined && { provider }), ...named };
}

const OF_LEGACY = ['channel', 'channel_meta'];

function without(object: Loose, names: readonly string[]): Loose {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

function withoutNulls(value: unknown): unknown {
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(
    kept.map(([name, inner]) => [name, name === 'channel_meta' ? inner : withoutNulls(inner)]),
  );
}
