import type { Config } from '../config/config.ts';
import { CallError } from '../edges/client/call-error.ts';
import type { Clock } from '../time/clock.ts';
import type { ResultOf } from '../main/features.ts';
import type { Call } from './answers.ts';
import { Failure } from './cli-error.ts';
import { callOf, findGateway } from './desk-line.ts';

type Standing = ResultOf<'newsroom.runs.standing'>['runs'][number];

/** Between two looks how far a desk has come with a run. */
const LOOK_MS = 500;
/** How long a desk that took the home, or that went away, may take to answer. */
const ARRIVAL_MS = 60_000;

/**
 * Wait until nothing more can be done about runs that a desk works on. It is asked again, as another process if need be,
 * when it can't be reached for a while.
 *
 * @param asked the desk that took them; without it, it is looked for.
 * @throws Failure when no desk answers for a minute.
 */
export async function followRuns(
  runs: readonly Standing[],
  { config, clock, asked }: { config: Config; clock: Clock; asked?: Call },
): Promise<Standing[]> {
  const ids = runs.map(({ id }) => id);
  let call = asked;
  let heardMs = clock.elapsed();
  for (;;) {
    call ??= await findCall(config);
    const answer = await call?.('newsroom.runs.standing', { ids }).catch(unlessUnreachable);
    if (answer === undefined) call = undefined;
    else {
      heardMs = clock.elapsed();
      if (answer.runs.every(({ state }) => state !== 'open')) return answer.runs;
    }
    if (clock.elapsed() - heardMs >= ARRIVAL_MS)
      throw new Failure(
        'the desk that works on it does not answer; what is left waits for a desk or a runner',
      );
    await clock.until(clock.now() + LOOK_MS);
  }
}

async function findCall(config: Config): Promise<Call | undefined> {
  const client = await findGateway(config);
  return client && callOf(client);
}

function unlessUnreachable(error: unknown): undefined {
  if (!(error instanceof CallError) || error.code !== 'unreachable') throw error;
}
