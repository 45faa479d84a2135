import type { Config } from '../config/config.ts';
import { CallError } from '../edges/client/call-error.ts';
import type { Clock } from '../time/clock.ts';
import type { ResultOf } from '../main/features.ts';
import type { Call } from './answers.ts';
import { Failure } from './cli-error.ts';
import { callOf, findGateway } from './desk-connection.ts';

type BatchStatus = ResultOf<'newsroom.runs.standing'>['runs'][number];

/** How often to ask a desk for its progress. */
const LOOK_MS = 500;
/** How long to wait for a desk that is starting or restarting. */
const ARRIVAL_MS = 60_000;

/**
 * Wait until a desk can do nothing more for batches. If it can't be reached for a while, it is looked up again,
 * because it may have restarted.
 *
 * @param asked the desk that took them; by default it is looked up.
 * @throws Failure when no desk answers for a minute.
 */
export async function followRuns(
  runs: readonly BatchStatus[],
  { config, clock, asked }: { config: Config; clock: Clock; asked?: Call },
): Promise<BatchStatus[]> {
  const ids = runs.map(({ id }) => id);
  let call = asked;
  let heardMs = clock.elapsed();
  for (;;) {
    call ??= await findCall(config).catch(unlessAway);
    const answer = await call?.('newsroom.runs.standing', { ids }).catch(unlessAway);
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

/** It only reads, so it may be asked again. */
function unlessAway(error: unknown): undefined {
  if (!(error instanceof CallError) || !['unreachable', 'broken_off'].includes(error.code)) throw error;
}
