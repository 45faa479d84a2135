/** Which targets accept which payloads; used by every edge and by imports. */
import { isChat, prefixes } from '../sessions/traits-of.ts';
import type { NewJob } from './job.ts';

export interface JobTerms {
  readonly profiles: readonly string[];
  readonly unknownModel?: ((wanted: string) => readonly string[] | undefined) | undefined;
}

/** @returns what is wrong, in a sentence that says what is allowed; undefined when nothing is. */
export function targetProblem(job: NewJob, { profiles, unknownModel }: JobTerms): string | undefined {
  const { payload, sessionTarget } = job;
  if ((sessionTarget === 'main') !== (payload.kind === 'systemEvent'))
    return 'the main session takes systemEvent only; bound and isolated sessions take agentTurn only';
  if (payload.kind === 'systemEvent') return undefined;
  const { profile } = payload;
  if (profile !== undefined && !profiles.includes(profile))
    return `there is no turn profile "${profile}"; allowed: ${profiles.join(', ')}`;
  const models = payload.model === undefined ? undefined : unknownModel?.(payload.model);
  if (models) return `there is no model "${payload.model}"; allowed: ${models.join(', ')}`;
  if (sessionTarget === 'legacy') return undefined;
  for (const field of ['channel', 'channel_meta'] as const)
    if (payload[field] !== undefined)
      return `payload.${field} is of imported legacy jobs only: use provider and to`;
  const bound = payload.sessionKey !== undefined;
  if (payload.sessionKey !== undefined && !isChat(payload.sessionKey))
    return `a bound job answers where people read: ${payload.sessionKey} is no chat; allowed: ${prefixes()} keys`;
  if (sessionTarget === 'bound' && !bound) return 'a bound job needs payload.sessionKey';
  if (sessionTarget === 'isolated' && bound)
    return 'an isolated job has a session of its own: leave sessionKey out';
  const delivers =
    payload.deliver !== undefined || payload.provider !== undefined || payload.to !== undefined;
  return bound && delivers
    ? 'a bound job answers in its session: leave deliver, provider and to out'
    : undefined;
}
