/** The metrics of a desk at work, and the rules and the dashboard that stand on them. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { modelMetrics } from '../src/llm/model-metrics.ts';
import { eventually, FakeClock } from './support/fake-clock.ts';
import { modelsDesk } from './support/models-desk.ts';

const RULES = 'docs/monitoring/alerts.yml';
const DASHBOARD = 'docs/monitoring/dashboard.json';
const START_MS = Date.parse('2026-11-26T08:00:00Z');

const clock = new FakeClock(START_MS);
let desk: Awaited<ReturnType<typeof modelsDesk>>;
let lines: string[] = [];

beforeAll(async () => {
  const feeds = [{ key: 'gone', url: 'https://gone.example/feed.xml', label: 'Gone' }];
  desk = await modelsDesk({ env: {}, clock, edition: { sample: undefined, feeds, schedules: [] } });
  await desk.rpc('cron.add', {
    name: 'Diary',
    schedule: { kind: 'cron', expr: '30 9 * * *', tz: 'UTC' },
    payload: { kind: 'agentTurn', message: 'what is scheduled here?', sessionKey: 'console:desk' },
  });
  await clock.advance(90 * 60_000);
  lines = await eventually(async () => {
    const text = await desk.metrics();
    return text.includes('nightdesk_runs_total{status="ok"} 1') && text.split('\n');
  });
  const models = new Registry();
  const call = { provider: 'gemini', model: 'm', task: 'chat', outcome: 'ok', countedTokens: 1 };
  modelMetrics(models)({ ...call, costUsd: 0.1, latencyMs: 400 });
  lines.push(...(await models.metrics()).split('\n'));
});
afterAll(() => desk.stop());

it('count runs by how they ended, how late they started and how long they took', () => {
  expect(lines).toContain('nightdesk_runs_total{status="failed"} 0');
  expect(lines).toContain('nightdesk_run_lateness_seconds_count{deferred="false"} 1');
  expect(lines).toContain('nightdesk_run_seconds_count 1');
});

it('say how the feeds do, and what waits', () => {
  expect(lines).toContain('nightdesk_feeds{state="never_read"} 1');
  expect(lines).toContain('nightdesk_feeds{state="failing"} 0');
  expect(lines).toContain('nightdesk_tasks_given_up 0');
  expect(lines).toContain('# TYPE nightdesk_tasks_waiting gauge');
});

/** What a desk adds to each of its metrics where Prometheus reads it. */
const OF_TARGETS = ['instance', 'job'];

/** The values of each label of a metric, as its samples have them; undefined where there is no such metric. */
function labelsOf(metric: string): ReadonlyMap<string, ReadonlySet<string>> | undefined {
  if (!lines.some((line) => line.startsWith(`# TYPE ${metric.replace(/_bucket$/, '')} `))) return undefined;
  const values = new Map<string, Set<string>>();
  for (const line of lines.filter((one) => one.startsWith(`${metric}{`)))
    for (const [, label = '', value = ''] of line.matchAll(/(\w+)="([^"]*)"/g))
      values.set(label, (values.get(label) ?? new Set()).add(value));
  return values;
}

/** What an expression names that no metric has. */
function unknownIn(expr: string): string[] {
  const found = new Set(OF_TARGETS);
  const unknown: string[] = [];
  for (const [, metric = '', matchers = ''] of expr.matchAll(/(nightdesk_\w+)(?:\{([^}]*)\})?/g)) {
    const labels = labelsOf(metric);
    if (!labels) unknown.push(metric);
    for (const label of labels?.keys() ?? []) found.add(label);
    for (const [, label = '', said = ''] of matchers.matchAll(/(\w+)(?:=~|!~|!=|=)"([^"]*)"/g))
      if (!OF_TARGETS.includes(label))
        for (const value of said.split('|'))
          if (!labels?.get(label)?.has(value)) unknown.push(`${metric}{${label}="${value}"}`);
  }
  const grouped = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, by = '']) => by.split(/, */));
  return [...unknown, ...grouped.filter((label) => !found.has(label))];
}

it.each([
  [RULES, () => readFileSync(RULES, 'utf8').match(/(?<=expr: ).*/g) ?? []],
  [DASHBOARD, () => panels().flatMap(({ targets }) => targets.map(({ expr }) => expr))],
])('are all that %s asks for, with the labels and values that it names', (_, asks) => {
  const exprs = asks();
  expect(exprs.length).toBeGreaterThan(8);
  expect(exprs.flatMap(unknownIn)).toEqual([]);
});

it('are grouped by the labels that the dashboard and the rules write into what they say', () => {
  for (const { targets } of panels())
    for (const { expr, legendFormat } of targets)
      for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
        expect(label === 'instance' || new RegExp(`by \\([^)]*\\b${label}\\b`).test(expr), expr).toBe(true);
  for (const rule of readFileSync(RULES, 'utf8').split('- alert: '))
    for (const [, label = ''] of rule.matchAll(/\$labels\.(\w+)/g))
      expect(rule).toMatch(new RegExp(`expr: .*by \\([^)]*\\b${label}\\b`));
});

function panels() {
  interface Panel {
    id: number;
    title: string;
    gridPos: object;
    targets: { expr: string; legendFormat: string }[];
  }
  return (JSON.parse(readFileSync(DASHBOARD, 'utf8')) as { panels: Panel[] }).panels;
}

it('are on a dashboard whose panels have a title, a query and a place of their own', () => {
  for (const { title, targets } of panels()) {
    expect(title).not.toBe('');
    for (const { expr } of targets) expect(expr).toContain('instance=~"$instance"');
  }
  const places = panels().map(({ gridPos }) => JSON.stringify(gridPos));
  const ids = panels().map(({ id }) => id);
  expect([new Set(places).size, new Set(ids).size]).toEqual([places.length, ids.length]);
});

it('are in rules that Prometheus, where it is installed, reads; each says what to do', () => {
  const has = spawnSync('promtool', ['--version']).status === 0;
  const checked = has ? spawnSync('promtool', ['check', 'rules', RULES], { encoding: 'utf8' }) : undefined;
  expect(checked?.stderr ?? '').toBe('');
  const text = readFileSync(RULES, 'utf8');
  const count = (pattern: RegExp) => text.match(pattern)!.length;
  expect(count(/^ {10}action: \S/gm)).toBe(count(/^ {6}- alert: \w/gm));
});
