/** The models of a command that works without a desk: they spend by this home's ledger, so none may run on it. */
import type { Config } from '../config/config.ts';
import type { Edition } from '../newsroom/edition/edition.ts';
import { HomeLocked, lockHome } from '../store/home-lock.ts';
import type { Clock } from '../time/clock.ts';
import { openLog } from '../config/logging.ts';
import { buildModels } from './models.ts';
import { openStores } from './stores.ts';

/** @throws when a desk runs on this home: its ledger of spending is the desk's own. */
export function openModels(config: Config, clock: Clock, edition: Edition) {
  const { log } = openLog(config, true);
  const stores = openedStores(config, clock, log);
  const models = buildModels({ config, edition, clock, log, stores });
  const close = async () => {
    await models.close();
    stores.close();
  };
  return { models, log, close };
}

function openedStores(...[config, clock, log]: Parameters<typeof openStores>): ReturnType<typeof openStores> {
  try {
    return openStores(config, clock, log, lockHome(config.paths.lock, process.pid, 'command'));
  } catch (error) {
    if (!(error instanceof HomeLocked)) throw error;
    const because = `what --model spends is kept in this home, and a ${error.holder} is running on it`;
    throw new Error(`${because}: stop it, or leave --model out`, { cause: error });
  }
}
