/**
 * The router: walks a task's chain of providers until one serves, and keeps who didn't and why.
 *
 * - A limit that ends soon is waited for; one that doesn't, and whatever else is in the way, passes to the next.
 * - `unavailable` is tried once more after a moment. Ceilings and breakers are asked before each attempt.
 * - What a provider refuses to say isn't asked of another one behind its back: the refusal is the answer, unless the
 *   edition has `refusals: "next"`.
 * - A turn's own budget ends its turn. Only a reply that began inside it may still end with a provider that costs
 *   nothing: work isn't lost because others failed first.
 * - Each attempt leaves a receipt. None is awaited: a reply isn't lost for its receipt.
 */
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
import type { ShareWords } from './shares.ts';

export interface RouterDeps {
  /** Those that are configured; a chain's other names are left out. */
  readonly providers: readonly Provider[];
  readonly plan: ModelPlan;
  readonly clock: Clock;
  /** The zone whose midnight begins a day's ceiling anew. */
  readonly zone: string;
  readonly book: ReceiptBook;
  /** What whoever asks is told when a share of the day's ceiling is used up. */
  readonly shareWords?: ShareWords;
  /** Every attempt's receipt, as soon as it is known. */
  readonly seen?: (receipt: Receipt) => void;
  /** A provider's settings are wrong; told once for as long as it stays the same. */
  readonly misconfigured?: (provider: string, because: string) => void;
  readonly failed: (what: string, error: unknown) => void;
}

/** How one of them stands. */
export interface ProviderState extends BreakerState {
  readonly provider: string;
  readonly model: string;
  readonly languageModel: boolean;
}

/** What one reply has been through. */
interface Walk {
  readonly request: ModelRequest;
  readonly passed: Passed[];
  /** When it has waited long enough for limits, on the clock that nobody sets. */
  readonly patienceEndMs: number;
  /** An attempt was made that the turn's budget allowed. */
  begun: boolean;
}

type Outcome =
  { readonly served: ModelReply } | { readonly passed: Omit<Passed, 'provider'>; readonly error: ModelError };

/** Of one reply at one provider: keys that take turns are attempts, too. */
const MOST_ATTEMPTS = 8;
/** Before an unavailable provider is asked once more; not at all when it took this long to fail. */
const MOMENT_MS = 500;
const SLOW_MS = 10_000;

export class Router implements ChatModel {
  readonly #deps: RouterDeps;
  readonly #receipts: Receipts;
  readonly #ceiling: Ceiling;
  readonly #breakers = new Map<string, Breaker>();
  /** What is wrong with settings, as far as it was told. */
  readonly #told = new Set<string>();

  constructor(deps: RouterDeps) {
    this.#deps = deps;
    const { providers, plan, clock, zone, book, shareWords, failed } = deps;
    const free = new Set(providers.filter((one) => !one.languageModel).map(({ name }) => name));
    this.#receipts = new Receipts(book, failed);
    this.#ceiling = new Ceiling({
      ceilings: plan.ceilings,
      receipts: this.#receipts,
      clock,
      zone,
      free,
      ...(shareWords && { shareWords }),
      failed,
    });
    for (const { name } of providers) this.#breakers.set(name, new Breaker(clock));
  }

  /** @throws ModelError when nobody could serve: its message says who was asked, and what each answered. */
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

  /** Who would be asked first for a task now, and how everybody stands. */
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

  /** What keeps language models from being asked, whatever they are. */
  async ceilingReached(): Promise<string | undefined> {
    return (await this.#ceiling.reached())?.message;
  }

  spent(sinceMs: number) {
    return this.#receipts.spent({ sinceMs });
  }

  /** Resolves when the receipts are written. */
  close(): Promise<void> {
    return this.#receipts.close();
  }

  /** Whom to ask for a task, in order: those of the chain that are configured. */
  chain({ task }: Pick<ModelRequest, 'task'>): Provider[] {
    const { plan, providers } = this.#deps;
    return chainOf(plan, task).flatMap((name) => providers.find((provider) => provider.name === name) ?? []);
  }

  /** Whom to ask, and for what: a request may name its model. @throws ModelError where nobody can be that. */
  #chosen(request: ModelRequest): { readonly request: ModelRequest; readonly chain: readonly Provider[] } {
    const { model: wanted, ...rest } = request;
    const chain = this.chain(request);
    if (wanted === undefined) return { request, chain };
    const chosen = chosenProvider(wanted, { chain, all: this.#deps.providers });
    if (chosen instanceof ModelError) throw chosen;
    const { provider, model } = chosen;
    return { request: { ...rest, ...(model !== undefined && { model }) }, chain: [provider] };
  }

  /** One provider, until it serves or is passed by. */
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
        return passedBy(new ModelError('exhausted', messageOf(error), { cause: error }));
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
        breaker.abandoned(); // stopped, or broken on our side
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

  /** What a failure means for the provider. @returns when it may be asked again for this reply; undefined: not. */
  #judge(
    provider: Provider,
    breaker: Breaker,
    error: ModelError,
    { walk, isAgain, tookMs }: { walk: Walk; isAgain: boolean; tookMs: number },
  ): number | undefined {
    const { clock } = this.#deps;
    const nowMs = clock.now();
    // Another of its keys is free: whatever this one's trouble is, it isn't the provider's.
    if (error.retryAtMs !== undefined && error.retryAtMs <= nowMs) {
      if (error.code === 'misconfigured') this.#tellMisconfigured(provider.name, error.message);
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
        breaker.rest(error.code, error.message, againMs);
        return undefined;
      }
      case 'unavailable': {
        const isOpen = breaker.unavailable(error.message);
        return isOpen || isAgain || tookMs > SLOW_MS ? undefined : nowMs + MOMENT_MS;
      }
      case 'misconfigured':
        // The model that this request names says nothing about the one that is set.
        if (walk.request.model !== undefined) {
          breaker.answered();
          return undefined;
        }
        breaker.misconfigured(error.message);
        this.#tellMisconfigured(provider.name, error.message);
        return undefined;
      default:
        breaker.answered();
        return undefined;
    }
  }

  #tellMisconfigured(provider: string, because: string): void {
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
