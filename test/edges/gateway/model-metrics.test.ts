import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { modelMetrics } from '../../../src/llm/model-metrics.ts';

const call = {
  provider: 'openai',
  model: 'm',
  task: 'chat',
  outcome: 'ok',
  countedTokens: 7,
  latencyMs: 400,
};

describe('numbers about models', () => {
  it('sum calls, tokens, cost and seconds by their labels', async () => {
    const registry = new Registry();
    const count = modelMetrics(registry);
    count({ ...call, inputTokens: 5, outputTokens: 2, costUsd: 0.5 });
    count({ ...call, inputTokens: 5, costUsd: 0.25 });
    count(call);
    const text = await registry.metrics();
    for (const line of [
      '# HELP nightdesk_model_calls_total Calls of models since the start, by provider, model, task and outcome.',
      '# TYPE nightdesk_model_calls_total counter',
      'nightdesk_model_calls_total{provider="openai",model="m",task="chat",outcome="ok"} 3',
      'nightdesk_model_tokens_total{provider="openai",model="m",kind="input"} 10',
      'nightdesk_model_tokens_total{provider="openai",model="m",kind="output"} 2',
      'nightdesk_model_tokens_total{provider="openai",model="m",kind="estimated"} 7',
      'nightdesk_model_cost_usd_total{provider="openai",model="m"} 0.75',
      'nightdesk_model_unpriced_calls_total{provider="openai",model="m"} 1',
      'nightdesk_model_call_seconds_bucket{le="0.25",provider="openai",model="m"} 0',
      'nightdesk_model_call_seconds_bucket{le="0.5",provider="openai",model="m"} 3',
      'nightdesk_model_call_seconds_count{provider="openai",model="m"} 3',
    ])
      expect(text.split('\n')).toContain(line);
  });

  it('have calls without a price at 0 before the first of a model, so that its increase is seen', async () => {
    const registry = new Registry();
    modelMetrics(registry)({ ...call, costUsd: 0.5 });
    expect(await registry.metrics()).toContain(
      'nightdesk_model_unpriced_calls_total{provider="openai",model="m"} 0',
    );
  });

  it('are each desk’s own, and a name that a server made up stays inside its quotation marks', async () => {
    const [one, other] = [new Registry(), new Registry()];
    const count = modelMetrics(one);
    modelMetrics(other);
    count({ ...call, model: 'a"b\\c\nd' });
    expect(await one.metrics()).toContain('model="a\\"b\\\\c\\nd"');
    expect(await other.metrics()).not.toContain('{');
  });

  it('are not broken by a server that counts less than nothing', async () => {
    const registry = new Registry();
    modelMetrics(registry)({ ...call, inputTokens: -3, outputTokens: 2, costUsd: -0.1, latencyMs: -1 });
    expect(await registry.metrics()).toContain(
      'nightdesk_model_tokens_total{provider="openai",model="m",kind="input"} 0',
    );
  });
});
