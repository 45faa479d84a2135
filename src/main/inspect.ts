/**
 * Inspections that may ask a model without a desk. Model costs are recorded in this home's ledger, so no desk may be
 * running on it. Inspections without a model are in `newsroom/inspect/`.
 */
import type { Logger } from 'pino';
import { Prompts } from '../agent/prompts.ts';
import type { Config } from '../config/config.ts';
import type { Edition } from '../newsroom/edition/edition.ts';
import { editionOf } from '../newsroom/edition/home-edition.ts';
import { claimsChecker } from '../newsroom/inspect/claims-checker.ts';
import type { ClaimsChecker } from '../newsroom/inspect/claims-checker.ts';
import { clusterInspection } from '../newsroom/inspect/inspect-cluster.ts';
import type { ClusterInspection } from '../newsroom/inspect/inspect-cluster.ts';
import { modelDesk } from '../newsroom/intake/cluster/model-desk.ts';
import { HomeLocked, lockHome } from '../store/home-lock.ts';
import type { Clock } from '../time/clock.ts';
import { openLog } from '../config/logging.ts';
import { programFiles } from '../config/program-files.ts';
import './channels.ts';
import { Models } from '../llm/models.ts';
import { openStores } from './stores.ts';
import type { Stores } from './stores.ts';

/** @throws when a desk runs on this home. */
async function openModels(config: Config, clock: Clock, edition: Edition) {
  const { log } = openLog(config, true);
  const stores = await openedStores(config, clock, log);
  const models = new Models({ settings: config, edition, clock, log, stores });
  const close = async () => {
    await models.close();
    await stores.close();
  };
  return { models, log, close };
}

async function openedStores(config: Config, clock: Clock, log: Logger): Promise<Stores> {
  try {
    const lock = lockHome(config.paths.lock, process.pid, 'command');
    return await openStores({ config, clock, log, lock });
  } catch (error) {
    if (!(error instanceof HomeLocked)) throw error;
    const because = `what --model spends is kept in this home, and a ${error.holder} is running on it`;
    throw new Error(`${because}: stop it, or leave --model out`, { cause: error });
  }
}

/** @throws when a model is wanted and a desk runs on this home. */
// ts-unused-exports:disable-next-line
export async function openClusterInspection(
  config: Config,
  clock: Clock,
  withModel: boolean,
): Promise<ClusterInspection> {
  const edition = editionOf(config);
  const opened = withModel ? await openModels(config, clock, edition) : undefined;
  const readPrompts = () => Prompts.read([config.paths.prompts, programFiles.prompts], edition.language);
  const desk = opened && modelDesk({ prompts: readPrompts(), edition, models: opened.models });
  return { ...clusterInspection({ edition, clock, desk }), close: async () => opened?.close() };
}

const NO_MODEL =
  'no language model is configured for checking: set GEMINI_API_KEYS, or OPENAI_BASE_URL with OPENAI_MODEL ' +
  '(docs/models.md), or leave --model out';

/** @throws when no language model is configured, or a desk runs on this home. */
// ts-unused-exports:disable-next-line
export async function openChecker(
  config: Config,
  clock: Clock,
): Promise<{ readonly checker: ClaimsChecker; close(): Promise<void> }> {
  const edition = editionOf(config);
  const { models, close } = await openModels(config, clock, edition);
  if (!models.serves('verify')) {
    await close();
    throw new Error(NO_MODEL);
  }
  const prompts = Prompts.read([config.paths.prompts, programFiles.prompts]);
  return { checker: claimsChecker({ model: models.model, prompts, edition, clock }), close };
}
