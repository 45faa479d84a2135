/** A method of a feature where no desk runs: over the stores, with the models, and without an edge that anybody could hear. */
import type { Config } from '../config/config.ts';
import { RpcError } from '../feature/rpc-error.ts';
import { claimHome } from '../store/home-lock.ts';
import { systemClock } from '../time/clock.ts';
import type { Clock } from '../time/clock.ts';
import { openAlone } from './alone.ts';
import { openLog } from './logging.ts';

/**
 * What its turns post is sent before this resolves, as far as it can be sent.
 * @throws what the method throws; HomeLocked where a desk or a runner has the home.
 */
// ts-unused-exports:disable-next-line
export async function methodAlone(
  name: string,
  params: object,
  { config, clock = systemClock }: { readonly config: Config; readonly clock?: Clock },
): Promise<unknown> {
  const { log } = openLog(config, true);
  const lock = await claimHome(config.paths.lock, { pid: process.pid, holder: 'command', clock });
  const alone = await openAlone(lock, { config, clock, log });
  const { conductor, dispatcher } = alone.kernel;
  try {
    const method = alone.features.methods[name];
    if (!method) throw new RpcError('unknown_method', `no feature brings the method ${name}`);
    await conductor.recover(() => false);
    const answer = await method(params);
    await conductor.idle();
    await dispatcher.idle();
    return answer;
  } finally {
    await alone.close();
  }
}
