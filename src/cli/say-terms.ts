import { sayDuration } from '../time/duration.ts';
import type { JobAnswer, TurnPayload } from './answers.ts';

/** A job's further settings: one line per kind, without defaults. */
export function termRows(
  job: JobAnswer,
  turn: Partial<TurnPayload> = {},
): (readonly [string, string | undefined])[] {
  const { policy = {}, runtime = {}, description, wakeMode, sessionTarget, schedule } = job;
  const { quiet, catchUp, history, graceMs, maxDeferMs, spreadMs } = policy;
  const { maxAttempts, retryBackoffMs } = runtime;
  const { profile, timeoutSeconds, deliver, channel, provider = channel, to } = turn;
  const span = (words: string, ms: number | undefined) => ms !== undefined && `${words} ${sayDuration(ms)}`;
  return [
    ['about', description],
    ['profile', profile],
    ['delivers', deliver ? [provider ?? 'last', to].filter((one) => one !== undefined).join(':') : undefined],
    [
      'policy',
      listed([
        quiet && 'quiet',
        catchUp !== undefined && `catch-up ${catchUp}`,
        history !== undefined && `history ${typeof history === 'string' ? history : history.recent}`,
        span('grace', graceMs),
        span('waits at most', maxDeferMs),
        span('spread over', spreadMs),
      ]),
    ],
    [
      'runs',
      listed([
        span('at most', timeoutSeconds === undefined ? undefined : timeoutSeconds * 1_000),
        maxAttempts !== undefined && maxAttempts > 1 && `${maxAttempts} tries`,
        span('first again after', retryBackoffMs),
        job.deleteAfterRun === true && endsSometime(schedule) && 'removed once it succeeded',
        sessionTarget === 'main' && wakeMode === 'now' && 'wakes the main session at once',
      ]),
    ],
  ];
}

function endsSometime(schedule: JobAnswer['schedule']): boolean {
  return schedule.kind === 'at' || schedule.untilMs !== undefined;
}

function listed(parts: readonly (string | false | undefined)[]): string | undefined {
  const said = parts.filter((part) => typeof part === 'string');
  return said.length > 0 ? said.join(', ') : undefined;
}
