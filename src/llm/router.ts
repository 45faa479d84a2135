/**
 * The router: tries a task's chain of providers until one serves, and records which didn't and why.
 *
 * - It waits for a limit that ends soon; after any other failure it goes on to the next provider.
 * - `unavailable` is retried once after a moment. Ceilings and breakers are checked before each attempt.
 * - A refusal is the answer: no other provider is asked, unless the edition has `refusals: "next"`.
 * - A turn's exhausted budget ends the turn. Only a reply that had started within the budget may still end with a
 *   provider that costs nothing, so that work isn't lost because other providers failed first.
 * - Each attempt leaves a receipt; none is awaited, so a reply isn't lost because of its receipt.
 */
import { errorMessage } from '../text/error-message.ts';
import type { Clock } from '../time/clock.ts';
import { Breaker } from './breaker.ts';
import type { BreakerState } from './breaker.ts';
import { Ceiling } from './ceiling.ts';
import { ModelError } from './chat-model.ts';
import type { ChatModel, ModelReply, ModelRequest, Passed } from './chat-model.ts';
import { sentTokens } from './counted-usage.ts';
import { chosenProvider } from './chosen-provider.ts';
import { chainOf } from './model-plan.ts';
import type { ModelPlan } from './model-plan.ts';
import { nobodyServed } from './nobody-served.ts';
import type { Provider } from './provider.ts';
import type { Receipt, ReceiptBook } from './receipt.ts';
import { Receipts } from './receipts.ts';
import { attempt } from './router-attempt.ts';
import type { Locale } from '../time/locale.ts';
import type { Bilingual } from '../time/locale.ts';

export interface RouterDeps {
  /** The configured providers; other names in chains are skipped. */
  readonly providers: readonly Provider[];
  readonly plan: ModelPlan;
  readonly clock: Clock;
  /** The zone whose midnight resets the day's ceiling. */
  readonly zone: string;
  readonly book: ReceiptBook;
  /** The language of what is said when a ceiling is reached. */
  readonly locale?: Locale;
  /** Called with every attempt's receipt. */
  readonly seen?: (receipt: Receipt) => void;
  /** Called once when a provider's settings turn out to be wrong. */
  readonly misconfigured?: (provider: string, because: string) => void;
  readonly failed: (what: string, error: unknown) => void;
}

/** A provider's state. */
export interface ProviderState extends BreakerState {
  readonly provider: string;
  readonly model: string;
  readonly languageModel: boolean;
}

/** The progress of one reply. */
interface Walk {
  readonly request: ModelRequest;
  readonly passed: Passed[];
  /** When to stop waiting for limits, in monotonic time. */
  readonly patienceEndMs: number;
  /** Whether an attempt was made that the turn's budget allowed. */
  begun: boolean;
}

type Outcome =
  { readonly served: ModelReply } | { readonly passed: Omit<Passed, 'provider'>; readonly error: ModelError };

/** Per reply and provider; alternating keys count as attempts too. */
const MOST_ATTEMPTS = 8;
/** The pause before an unavailable provider is retried. There is no retry when it took this long to fail. */
const MOMENT_MS = 500;
const SLOW_MS = 10_000;

export class Router implements ChatModel {
  readonly #deps: RouterDeps;
  readonly #receipts: Receipts;
  readonly #ceiling: Ceiling;
  readonly #breakers = new Map<string, Breaker>();
  /** Problems with settings that were already reported. */
  readonly #told = new Set<string>();

  constructor(deps: RouterDeps) {
    this.#deps = deps;
    const { providers, plan, clock, zone, book, locale, failed } = deps;
    const free = new Set(providers.filter((one) => !one.languageModel).map(({ name }) => name));
    this.#receipts = new Receipts(book, failed);
    this.#ceiling = new Ceiling({
      ceilings: plan.ceilings,
      receipts: this.#receipts,
      clock,
      zone,
      free,
      ...(locale && { locale }),
      failed,
    });
    for (const { name } of providers) this.#breakers.set(name, new Breaker(clock));
  }

  /**
   * Get a reply.
   * @throws ModelError when no provider served; its message says which were asked and what each answered.
   */
  async reply(request: ModelRequest): Promise<ModelReply> {
    const { plan, clock } = this.#deps;
    const chosen = this.#chosen(request);
    const walk: Walk = {
      request: chosen.request,
      passed: [],
      patienceEndMs: clock.elapsed() + plan.waitSeconds * 1_000,
      begun: false,
    };
    const errors: ModelError[] = [];
    for (const provider of chosen.chain) {
      const outcome = await this.#ask(provider, walk);
      if ('served' in outcome)
        return { ...outcome.served, ...(walk.passed.length > 0 && { passed: walk.passed }) };
      errors.push(outcome.error);
      walk.passed.push({ provider: provider.name, ...outcome.passed });
      if (outcome.passed.code === 'refused' && plan.refusals === 'stop') break;
    }
    throw nobodyServed(request, errors);
  }

  /** Which provider would be asked first for a task, and the state of all. */
  status(task: ModelRequest['task'] = 'chat'): { serving?: Provider; providers: ProviderState[] } {
    const { providers } = this.#deps;
    const serving = this.chain({ task }).find(({ name }) => {
      const { state } = this.#breakers.get(name)!.state;
      return state === 'closed' || state === 'half-open';
    });
    return {
      ...(serving && { serving }),
      providers: providers.map(({ name, model, languageModel }) => ({
        provider: name,
        model,
        languageModel,
        ...this.#breakers.get(name)!.state,
      })),
    };
  }

  /** Why no language model may be asked at the moment, if so. */
  ceilingReached(): Promise<Bilingual | undefined> {
    return this.#ceiling.reached();
  }

  spent(sinceMs: number) {
    return this.#receipts.spent({ sinceMs });
  }

  /** Resolves when the receipts are written. */
  close(): Promise<void> {
    return this.#receipts.close();
  }

  /** The configured providers for a task, in order. */
  chain({ task }: Pick<ModelRequest, 'task'>): Provider[] {
    const { plan, providers } = this.#deps;
    return chainOf(plan, task).flatMap((name) => providers.find((provider) => provider.name === name) ?? []);
  }

  /**
   * The providers to try and the request for them, as a request may name its model.
   * @throws ModelError when no provider can serve it.
   */
  #chosen(request: ModelRequest): { readonly request: ModelRequest; readonly chain: readonly Provider[] } {
    const { model: wanted, ...rest } = request;
    const chain = this.chain(request);
    if (wanted === undefined) return { request, chain };
    const chosen = chosenProvider(wanted, { chain, all: this.#deps.providers });
    if (chosen instanceof ModelError) throw chosen;
    const { provider, model } = chosen;
    return { request: { ...rest, ...(model !== undefined && { model }) }, chain: [provider] };
  }

  /** Try one provider until it serves or is skipped. */
  async #ask(provider: Provider, walk: Walk): Promise<Outcome> {
    const { clock, plan } = this.#deps;
    const { request } = walk;
    const { signal, about, spending } = request;
    const breaker = this.#breakers.get(provider.name)!;
    let isAgain = false;
    for (let n = 1; ; n++) {
      signal.throwIfAborted();
      const entered = provider.languageModel
        ? await this.#ceiling.enter(about ?? {}, sentTokens(request))
        : () => undefined;
      if (entered instanceof ModelError) return passedBy(entered);
      const admission = breaker.admit();
      if (!admission.admitted) {
        entered();
        const { code, because, untilMs } = admission;
        const isLimit = code === 'rate_limited' || code === 'quota';
        if (!isLimit || untilMs - clock.now() > walk.patienceEndMs - clock.elapsed())
          return passedBy(new ModelError(code, because, { retryAtMs: untilMs, provider: provider.name }));
        await clock.until(untilMs, signal);
        continue;
      }
      try {
        if (provider.languageModel || !walk.begun) spending?.attempt();
      } catch (error) {
        breaker.abandoned();
        entered();
        if (!walk.begun) throw error;
        return passedBy(new ModelError('exhausted', errorMessage(error), { cause: error }));
      }
      walk.begun = true;
      const since = clock.elapsed();
      const made = await attempt(provider, request, {
        clock,
        ...(plan.attemptSeconds !== undefined && { seconds: plan.attemptSeconds }),
        prices: plan.prices,
        ended: entered,
        written: (receipt) => this.#written(receipt),
        failed: this.#deps.failed,
      }).catch((error: unknown) => {
        breaker.abandoned(); // stopped, or a bug of ours
        throw error;
      });
      if (!(made instanceof ModelError)) {
        breaker.answered();
        if (made.finish !== 'blocked' || plan.refusals === 'stop') return { served: made };
        return passedBy(new ModelError('refused', 'It refused to answer this.', { provider: provider.name }));
      }
      const wait = this.#judge(provider, breaker, made, { walk, isAgain, tookMs: clock.elapsed() - since });
      if (wait === undefined || n >= MOST_ATTEMPTS) return passedBy(made);
      isAgain ||= made.code === 'unavailable';
      await clock.until(wait, signal);
    }
  }

  /**
   * Record what a failure means for the provider.
   * @returns when to ask it again for this reply; undefined for not again.
   */
  #judge(
    provider: Provider,
    breaker: Breaker,
    error: ModelError,
    { walk, isAgain, tookMs }: { walk: Walk; isAgain: boolean; tookMs: number },
  ): number | undefined {
    const { clock } = this.#deps;
    const nowMs = clock.now();
    // A model that only this request named says nothing about the configured one.
    const isNamed = walk.request.model !== undefined;
    // Another key is free, so the problem is this key's and not the provider's.
    if (error.retryAtMs !== undefined && error.retryAtMs <= nowMs) {
      if (error.code === 'misconfigured') this.#logMisconfigured(provider.name, error.message);
      breaker.answered();
      return nowMs;
    }
    switch (error.code) {
      case 'rate_limited':
      case 'quota': {
        const againMs = error.retryAtMs ?? nowMs + (error.code === 'quota' ? 10 * 60_000 : 60_000);
        if (againMs - nowMs <= walk.patienceEndMs - clock.elapsed()) {
          breaker.answered();
          return againMs;
        }
        if (isNamed) breaker.answered();
        else breaker.rest(error.code, error.message, againMs);
        return undefined;
      }
      case 'unavailable': {
        const isOpen = breaker.unavailable(error.message);
        return isOpen || isAgain || tookMs > SLOW_MS ? undefined : nowMs + MOMENT_MS;
      }
      case 'misconfigured':
        if (isNamed) {
          breaker.answered();
          return undefined;
        }
        breaker.misconfigured(error.message);
        this.#logMisconfigured(provider.name, error.message);
        return undefined;
      default:
        breaker.answered();
        return undefined;
    }
  }

  #logMisconfigured(provider: string, because: string): void {
    if (this.#told.has(because)) return;
    this.#told.add(because);
    this.#deps.misconfigured?.(provider, because);
  }

  #written(receipt: Receipt): void {
    this.#receipts.write(receipt);
    this.#deps.seen?.(receipt);
  }
}

function passedBy(error: ModelError): Outcome {
  return { passed: { code: error.code, because: error.message }, error };
}
