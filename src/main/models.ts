/**
 * Who answers: the providers that are configured, behind the router, and what people see of them: who serves, what it
 * cost, what is wrong.
 */
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { ulid } from 'ulid';
import type { Config } from '../config/config.ts';
import type { AboutDesk } from '../desk/desk-status.ts';
import { modelMetrics } from '../gateway/model-metrics.ts';
import type { ChatModel, Task } from '../llm/chat-model.ts';
import type { Provider } from '../llm/provider.ts';
import { checkProviders, idleNames, openProviders } from '../llm/providers.ts';
import type { Receipt } from '../llm/receipt.ts';
import { Router } from '../llm/router.ts';
import { SHARE_WORDS } from '../llm/shares.ts';
import type { Edition } from '../newsroom/edition/edition.ts';
import { startOfDay } from '../text/zone-day.ts';
import type { Clock } from '../time/clock.ts';
import type { Stores } from './stores.ts';
import { localeOf } from '../time/locale.ts';

interface ModelsDeps {
  readonly config: Config;
  readonly edition: Edition;
  readonly clock: Clock;
  readonly log: Logger;
  readonly stores: Pick<Stores, 'state' | 'receipts'>;
}

export interface Models {
  readonly model: ChatModel;
  /** The numbers of this desk, with what models did. */
  readonly metrics: Registry;
  /** Whom chats are asked of, in order, as far as configured. */
  readonly chain: readonly Pick<Provider, 'name' | 'model' | 'languageModel'>[];
  /** Whether a language model is configured for this task. */
  serves(task: Task): boolean;
  about(): Promise<Pick<AboutDesk, 'model' | 'spending' | 'providers'> & { remarks: string[] }>;
  /** Look whether the settings can work. @returns what is wrong, a sentence each; it is logged, too. */
  check(signal: AbortSignal): Promise<string[]>;
  close(): Promise<void>;
}

export function buildModels({ config, edition, clock, log: root, stores }: ModelsDeps): Models {
  const log = root.child({ module: 'llm' });
  const newId = () => ulid(clock.now()).toLowerCase();
  const providers = openProviders(config, { clock, state: stores.state, newId });
  const ofDesk = providers.at(-1)!;
  const metrics = new Registry();
  const countCall = modelMetrics(metrics);
  /** What is wrong with a provider, until it serves. */
  const wrong = new Map<string, string>();
  /** Which model a provider served with. */
  const served = new Map<string, string>();
  const seen = (receipt: Receipt): void => {
    countCall(receipt);
    const { provider, outcome, model } = receipt;
    if (outcome !== 'ok' && outcome !== 'length') return;
    wrong.delete(provider);
    served.set(provider, model);
  };
  const router = new Router({
    providers,
    plan: edition.models,
    clock,
    zone: edition.zone,
    book: stores.receipts,
    shareWords: SHARE_WORDS[localeOf(edition.language)],
    seen,
    misconfigured: (provider, because) => {
      wrong.set(provider, because);
      log.error({ provider, because }, 'a language model is not set up correctly');
    },
    failed: (what, error) => log.error({ err: error }, `${what} failed`),
  });
  const idle = idleNames(
    edition.models,
    providers.map(({ name }) => name),
  );

  const about: Models['about'] = async () => {
    const { serving, providers: states } = router.status();
    const keys = new Map(
      await Promise.all(providers.map(async ({ name, keys: ofIt }) => [name, await ofIt?.()] as const)),
    );
    const ceiling = states.some(({ languageModel }) => languageModel)
      ? await router.ceilingReached()
      : undefined;
    const modelOf = (provider: string, model: string) => served.get(provider) ?? model;
    return {
      model:
        serving && (ceiling === undefined || !serving.languageModel)
          ? {
              provider: serving.name,
              model: modelOf(serving.name, serving.model),
              languageModel: serving.languageModel,
            }
          : { provider: ofDesk.name, model: ofDesk.model, languageModel: false },
      spending: (await spentToday(router, edition, clock)).filter(({ provider }) => provider !== ofDesk.name),
      providers: states.map((state) => {
        const ofIt = keys.get(state.provider);
        return { ...state, model: modelOf(state.provider, state.model), ...(ofIt && { keys: ofIt }) };
      }),
      remarks: [...wrong.values(), ...idle, ...(ceiling === undefined ? [] : [ceiling])],
    };
  };

  const check: Models['check'] = async (signal) => {
    const findings = await checkProviders(config, clock, signal);
    const bad = findings.filter(({ state }) => state === 'problem');
    for (const { provider, text } of bad) {
      wrong.set(provider, text);
      log.warn({ provider, because: text }, 'a language model can’t be used');
    }
    return bad.map(({ text }) => text);
  };

  return {
    model: router,
    metrics,
    chain: router.chain({ task: 'chat' }),
    serves: (task) => router.chain({ task }).some(({ languageModel }) => languageModel),
    about,
    check,
    close: () => router.close(),
  };
}

/** Nobody learns from a status that can't be read; what can't is in the log, and stops spending by itself. */
async function spentToday(router: Router, { zone }: Edition, clock: Clock) {
  return router.spent(startOfDay(zone, clock.now(), 0)).catch(() => []);
}
