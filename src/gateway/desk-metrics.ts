import type { Cron } from '../cron/cron.ts';
import type { Desk } from '../desk/desk.ts';
import { gauge } from './metrics.ts';
import type { Metric } from './metrics.ts';
import type { Rpc } from './rpc.ts';

/** What the gateway itself can count honestly; the other rooms bring their own. */
export async function deskMetrics(deps: {
  cron: Cron;
  desk: Desk;
  rpc: Rpc;
  sockets: number;
}): Promise<Metric[]> {
  const { cron, desk, rpc, sockets } = deps;
  const [{ enabled, jobs, running, deferred }, sessions] = await Promise.all([
    cron.status(),
    desk.sessions(),
  ]);
  const samples = [...rpc.counts].flatMap(([method, { ok, error }]) => [
    { labels: { method, outcome: 'ok' }, value: ok },
    { labels: { method, outcome: 'error' }, value: error },
  ]);
  return [
    gauge('nightdesk_scheduled_starts_enabled', 'Whether jobs start by themselves.', enabled ? 1 : 0),
    gauge('nightdesk_jobs', 'Jobs, paused ones included.', jobs),
    gauge('nightdesk_runs_running', 'Runs that are running now.', running),
    gauge('nightdesk_runs_deferred', 'Runs that wait until their session is idle.', deferred),
    gauge('nightdesk_sessions', 'Sessions that the desk remembers.', sessions.length),
    gauge('nightdesk_gateway_sockets', 'WebSocket clients connected now.', sockets),
    {
      name: 'nightdesk_gateway_calls_total',
      help: 'Calls of gateway methods since the start, by outcome.',
      kind: 'counter',
      samples,
    },
  ];
}
