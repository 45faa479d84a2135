/** The metrics of a desk at work, and the rules and the dashboard that stand on them. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
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

it.each([RULES, DASHBOARD])('are all that %s asks for', (file) => {
  const named = new Set(lines.flatMap((line) => /^# TYPE (\w+)/.exec(line)?.[1] ?? []));
  const asked = readFileSync(file, 'utf8')
    .match(/nightdesk_\w+/g)!
    .map((name) => name.replace(/_bucket$/, ''));
  expect(asked.length).toBeGreaterThan(8);
  expect([...new Set(asked)].filter((name) => !named.has(name))).toEqual([]);
});

it('are on a dashboard whose panels have a title, a query and a place of their own', () => {
  const { panels } = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as {
    panels: { id: number; title: string; gridPos: object; targets: { expr: string }[] }[];
  };
  for (const { title, targets } of panels) {
    expect(title).not.toBe('');
    for (const { expr } of targets) expect(expr).toContain('instance=~"$instance"');
  }
  const places = panels.map(({ gridPos }) => JSON.stringify(gridPos));
  expect([new Set(places).size, new Set(panels.map(({ id }) => id)).size]).toEqual([
    panels.length,
    panels.length,
  ]);
});

it('are in rules that Prometheus, where it is installed, reads; each says what to do', () => {
  const has = spawnSync('promtool', ['--version']).status === 0;
  const checked = has ? spawnSync('promtool', ['check', 'rules', RULES], { encoding: 'utf8' }) : undefined;
  expect(checked?.stderr ?? '').toBe('');
  const text = readFileSync(RULES, 'utf8');
  const count = (pattern: RegExp) => text.match(pattern)!.length;
  expect(count(/^ {10}action: \S/gm)).toBe(count(/^ {6}- alert: \w/gm));
});
