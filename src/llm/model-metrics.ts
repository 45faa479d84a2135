/** Metrics of model calls since the start, for Prometheus: count by outcome, tokens, cost, duration. */
import { Counter, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';

/** An attempt, as its receipt records it. */
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

/** Upper bounds, in seconds. */
const BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

/**
 * @param registry this desk's registry
 * @returns a function that counts a call. It never throws; negative or missing amounts count as nothing.
 */
export function modelMetrics(registry: Registry): (call: CountedCall) => void {
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) => {
    const counted = new Counter({ name, help, labelNames, registers: [registry] });
    return (labels: Record<Label, string>, value: number) => counted.inc(labels, Math.max(0, value));
  };
  const calls = counter(
    'nightdesk_model_calls_total',
    'Calls of models since the start, by provider, model, task and outcome.',
    ['provider', 'model', 'task', 'outcome'],
  );
  const tokens = counter(
    'nightdesk_model_tokens_total',
    'Tokens since the start: as providers counted them, or estimated where they did not say.',
    ['provider', 'model', 'kind'],
  );
  const cost = counter(
    'nightdesk_model_cost_usd_total',
    'Cost since the start, in US dollars by the price table.',
    ['provider', 'model'],
  );
  const unpriced = counter(
    'nightdesk_model_unpriced_calls_total',
    'Calls of models whose price is not known, since the start.',
    ['provider', 'model'],
  );
  const seconds = new Histogram({
    name: 'nightdesk_model_call_seconds',
    help: 'How long calls of models took.',
    labelNames: ['provider', 'model'],
    buckets: BUCKETS,
    registers: [registry],
  });

  return ({
    provider,
    model,
    task,
    outcome,
    inputTokens,
    outputTokens,
    countedTokens,
    costUsd,
    latencyMs,
  }) => {
    const who = { provider, model };
    calls({ ...who, task, outcome }, 1);
    const known = inputTokens !== undefined || outputTokens !== undefined;
    tokens({ ...who, kind: 'input' }, inputTokens ?? 0);
    tokens({ ...who, kind: 'output' }, outputTokens ?? 0);
    tokens({ ...who, kind: 'estimated' }, known ? 0 : countedTokens);
    unpriced(who, costUsd === undefined ? 1 : 0);
    if (costUsd !== undefined) cost(who, costUsd);
    seconds.observe(who, latencyMs / 1_000);
  };
}
