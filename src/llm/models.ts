/**
 * The configured providers behind the router, and their state for people: which one serves, what it cost, what is
 * wrong.
 */
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { startOfDay } from '../text/zone-day.ts';
import type { Clock } from '../time/clock.ts';
import { localeOf } from '../time/locale.ts';
import { newIdAt } from '../time/new-id.ts';
import type { Bilingual } from '../time/locale.ts';
import type { WrittenLanguage } from '../time/locale.ts';
import { ModelError } from './chat-model.ts';
import type { ChatModel, Task } from './chat-model.ts';
import { chosenProvider, modelNames } from './chosen-provider.ts';
import { modelMetrics } from './model-metrics.ts';
import type { ModelPlan } from './model-plan.ts';
import type { Provider, ProviderDeps } from './provider.ts';
import type { ModelSettings } from './provider-kinds.ts';
import { inChinese } from './say-finding.ts';
import { checkProviders, idleNames, openProviders } from './providers.ts';
import type { Receipt } from './receipt.ts';
import { Router } from './router.ts';
import type { RouterDeps } from './router.ts';

export interface ModelsDeps {
  readonly settings: ModelSettings;
  /** The edition's model settings, its zone (whose days limit spending) and its language. */
  readonly edition: {
    readonly models: ModelPlan;
    readonly zone: string;
    readonly language: WrittenLanguage;
  };
  readonly clock: Clock;
  readonly log: Logger;
  readonly stores: { readonly state: ProviderDeps['state']; readonly receipts: RouterDeps['book'] };
}

export class Models {
  /** The router: tries the providers of the chain in order. */
  readonly model: ChatModel;
  /** This desk's metrics, model calls included. */
  readonly metrics = new Registry();
  /** The configured providers for chats, in order. */
  readonly chain: readonly Pick<Provider, 'name' | 'title' | 'model' | 'languageModel'>[];
  readonly #deps: ModelsDeps;
  readonly #log: Logger;
  readonly #providers: readonly [...Provider[], Provider];
  readonly #router: Router;
  /** What is wrong with a provider, until it serves again. */
  readonly #wrong = new Map<string, string>();
  /** The model that a provider last served with. */
  readonly #served = new Map<string, string>();

  constructor(deps: ModelsDeps) {
    const { settings, edition, clock, stores } = deps;
    this.#deps = deps;
    const log = (this.#log = deps.log.child({ module: 'llm' }));
    this.#providers = openProviders(settings, {
      clock,
      state: stores.state,
      newId: () => newIdAt(clock.now()),
    });
    const countCall = modelMetrics(this.metrics);
    this.#router = new Router({
      providers: this.#providers,
      plan: edition.models,
      clock,
      zone: edition.zone,
      book: stores.receipts,
      locale: localeOf(edition.language),
      seen: (receipt) => {
        countCall(receipt);
        this.#seen(receipt);
      },
      misconfigured: (provider, because) => {
        this.#wrong.set(provider, because);
        log.error({ provider, because }, 'a language model is not set up correctly');
      },
      failed: (what, error) => log.error({ err: error }, `${what} failed`),
    });
    this.model = this.#router;
    this.chain = this.#router.chain({ task: 'chat' });
  }

  /** Whether a language model is configured for this task, or is the one that is `wanted` for it. */
  serves(task: Task, wanted?: string): boolean {
    const chain = this.#router.chain({ task });
    if (wanted === undefined) return chain.some(({ languageModel }) => languageModel);
    const chosen = chosenProvider(wanted, { chain, all: this.#providers });
    return !(chosen instanceof ModelError) && chosen.provider.languageModel;
  }

  /** The names that could be given, where there is no model of this name. */
  unknown(wanted: string): readonly string[] | undefined {
    const all = this.#providers;
    return chosenProvider(wanted, { chain: [], all }) instanceof ModelError ? modelNames(all) : undefined;
  }

  /** The current provider, today's spending, each provider's state, and problems as sentences. */
  async about() {
    const { providers: states } = this.#router.status();
    const keys = new Map(
      await Promise.all(this.#providers.map(async ({ name, keys: ofIt }) => [name, await ofIt?.()] as const)),
    );
    const ceiling = states.some(({ languageModel }) => languageModel)
      ? await this.#router.ceilingReached()
      : undefined;
    return {
      model: this.#answering(ceiling),
      spending: await this.#spentToday(),
      providers: states.map((state) => {
        const ofIt = keys.get(state.provider);
        return { ...state, model: this.#modelOf(state.provider, state.model), ...(ofIt && { keys: ofIt }) };
      }),
      remarks: [...this.#remarks(), ...(ceiling === undefined ? [] : [ceiling])],
    };
  }

  /**
   * Check whether the settings work.
   * @returns the problems as sentences, which are logged too.
   */
  async check(signal: AbortSignal): Promise<string[]> {
    const findings = await checkProviders(this.#deps.settings, this.#deps.clock, signal);
    const bad = findings.filter(({ state }) => state === 'problem');
    for (const { provider, text } of bad) {
      this.#wrong.set(provider, text);
      this.#log.warn({ provider, because: text }, 'a language model can’t be used');
    }
    return bad.map(({ text }) => text);
  }

  close(): Promise<void> {
    return this.#router.close();
  }

  #seen({ provider, outcome, model }: Receipt): void {
    if (outcome !== 'ok' && outcome !== 'length') return;
    this.#wrong.delete(provider);
    this.#served.set(provider, model);
  }

  /** Once a ceiling is reached, the desk model answers instead of language models. */
  #answering(ceiling: Bilingual | undefined) {
    const { serving } = this.#router.status();
    const ofDesk = this.#providers.at(-1)!;
    const { name, model, languageModel } =
      serving && (ceiling === undefined || !serving.languageModel) ? serving : ofDesk;
    return { provider: name, model: languageModel ? this.#modelOf(name, model) : model, languageModel };
  }

  #modelOf(provider: string, model: string): string {
    return this.#served.get(provider) ?? model;
  }

  /** A status must not fail because spending can't be read; that problem is logged, and stops spending anyway. */
  async #spentToday() {
    const { edition, clock } = this.#deps;
    const spent = await this.#router.spent(startOfDay(edition.zone, clock.now(), 0)).catch(() => []);
    return spent.filter(({ provider }) => provider !== this.#providers.at(-1)!.name);
  }

  #remarks(): Bilingual[] {
    const names = this.#providers.map(({ name }) => name);
    const wrong = [...this.#wrong.values()].map((en) => ({ en, zh: inChinese(en) }));
    return [...wrong, ...idleNames(this.#deps.edition.models, names)];
  }
}
