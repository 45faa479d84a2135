import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { CallError } from '../gateway/client/call-error.ts';
import type { Clock } from '../time/clock.ts';
import { Failure } from './cli-error.ts';
import { findGateway } from './desk-line.ts';

export type Call = (method: string, params: object) => Promise<unknown>;

export const standingSchema = z.object({ id: z.string(), dir: z.string(), state: z.string() });
type Standing = z.infer<typeof standingSchema>;

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
    call ??= await callOf(config);
    const answer = await call?.('newsroom.runs.standing', { ids }).catch(unlessUnreachable);
    if (answer === undefined) call = undefined;
    else {
      heardMs = clock.elapsed();
      const now = z.object({ runs: z.array(standingSchema) }).parse(answer).runs;
      if (now.every(({ state }) => state !== 'open')) return now;
    }
    if (clock.elapsed() - heardMs >= ARRIVAL_MS)
      throw new Failure(
        'the desk that works on it does not answer; what is left waits for a desk or a runner',
      );
    await clock.until(clock.now() + LOOK_MS);
  }
}

async function callOf(config: Config): Promise<Call | undefined> {
  const client = await findGateway(config);
  return client && ((method, params) => client.call(method, params));
}

function unlessUnreachable(error: unknown): undefined {
  if (!(error instanceof CallError) || error.code !== 'unreachable') throw error;
}
