/** Calls of models since the start, for Prometheus: how many and how they went, tokens, cost, how long they took. */
import type { Metric } from './metrics.ts';

/** One attempt, as its receipt has it. */
interface CountedCall {
  readonly provider: string;
  readonly model: string;
  readonly task: string;
  readonly outcome: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly countedTokens: number;
  readonly costUsd?: number;
  readonly latencyMs: number;
}

type Labels = Readonly<Record<string, string>>;

/** Upper ends, in seconds. */
const BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300] as const;

export class ModelMetrics {
  readonly #calls = new Series();
  readonly #tokens = new Series();
  readonly #cost = new Series();
  readonly #unpriced = new Series();
  readonly #latency = new Map<string, { labels: Labels; counts: number[]; sum: number; count: number }>();

  count(call: CountedCall): void {
    const { provider, model, task, outcome, inputTokens, outputTokens, countedTokens, costUsd } = call;
    const who = { provider, model };
    this.#calls.add({ ...who, task, outcome }, 1);
    const known = inputTokens !== undefined || outputTokens !== undefined;
    this.#tokens.add({ ...who, kind: 'input' }, inputTokens ?? 0);
    this.#tokens.add({ ...who, kind: 'output' }, outputTokens ?? 0);
    this.#tokens.add({ ...who, kind: 'estimated' }, known ? 0 : countedTokens);
    if (costUsd === undefined) this.#unpriced.add(who, 1);
    else this.#cost.add(who, costUsd);
    this.#time(who, call.latencyMs / 1_000);
  }

  metrics(): Metric[] {
    return [
      {
        name: 'nightdesk_model_calls_total',
        help: 'Calls of models since the start, by provider, model, task and outcome.',
        kind: 'counter',
        samples: this.#calls.samples(),
      },
      {
        name: 'nightdesk_model_tokens_total',
        help: 'Tokens since the start: as providers counted them, or estimated where they did not say.',
        kind: 'counter',
        samples: this.#tokens.samples(),
      },
      {
        name: 'nightdesk_model_cost_usd_total',
        help: 'Cost since the start, in US dollars by the price table.',
        kind: 'counter',
        samples: this.#cost.samples(),
      },
      {
        name: 'nightdesk_model_unpriced_calls_total',
        help: 'Calls of models whose price is not known, since the start.',
        kind: 'counter',
        samples: this.#unpriced.samples(),
      },
      {
        name: 'nightdesk_model_call_seconds',
        help: 'How long calls of models took.',
        kind: 'histogram',
        samples: [...this.#latency.values()].flatMap(({ labels, counts, sum, count }) => [
          ...BUCKETS.map((end, at) => ({
            labels: { ...labels, le: String(end) },
            value: counts[at] ?? 0,
            part: 'bucket' as const,
          })),
          { labels: { ...labels, le: '+Inf' }, value: count, part: 'bucket' as const },
          { labels, value: sum, part: 'sum' as const },
          { labels, value: count, part: 'count' as const },
        ]),
      },
    ];
  }

  #time(labels: Labels, seconds: number): void {
    const key = JSON.stringify(labels);
    const known = this.#latency.get(key) ?? { labels, counts: BUCKETS.map(() => 0), sum: 0, count: 0 };
    this.#latency.set(key, {
      labels,
      counts: known.counts.map((count, at) => count + (seconds <= BUCKETS[at]! ? 1 : 0)),
      sum: known.sum + seconds,
      count: known.count + 1,
    });
  }
}

/** Sums by their labels. */
class Series {
  readonly #sums = new Map<string, { labels: Labels; value: number }>();

  add(labels: Labels, value: number): void {
    const key = JSON.stringify(labels);
    const known = this.#sums.get(key);
    this.#sums.set(key, { labels, value: (known?.value ?? 0) + value });
  }

  samples(): { labels: Labels; value: number }[] {
    return [...this.#sums.values()];
  }
}
