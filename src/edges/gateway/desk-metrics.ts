/** The gateway's own Prometheus metrics; other rooms add theirs to the same registry. */
import { Counter, Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Cron } from '../../cron/cron.ts';
import type { Desk } from '../../desk/desk.ts';
import { runMetrics } from './run-metrics.ts';

/** The durable tasks that wait, by name, and those that were given up. */
export interface WaitingTasks {
  waiting(): Promise<ReadonlyMap<string, number>>;
  givenUp(): Promise<readonly unknown[]>;
}

interface DeskMetricsDeps {
  readonly cron: Cron;
  readonly desk: Desk;
  readonly tasks: WaitingTasks;
  /** How many WebSocket clients are connected. */
  readonly sockets: () => number;
}

export class DeskMetrics {
  readonly #registry: Registry;
  readonly #deps: DeskMetricsDeps;
  readonly #calls: Counter<'method' | 'outcome'>;
  readonly #enabled;
  readonly #jobs;
  readonly #running;
  readonly #deferred;
  readonly #sessions;
  readonly #sockets;
  readonly #tasks;
  readonly #givenUp;
  /** Counts an event of the desk. */
  readonly observe;

  /** @param registry this desk's registry, with the metrics of other rooms. */
  constructor(registry: Registry, deps: DeskMetricsDeps) {
    const registers = [registry];
    const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
    this.#registry = registry;
    this.#deps = deps;
    this.#enabled = gauge('nightdesk_scheduled_starts_enabled', 'Whether jobs start by themselves.');
    this.#jobs = gauge('nightdesk_jobs', 'Jobs, paused ones included.');
    this.#running = gauge('nightdesk_runs_running', 'Runs that are running now.');
    this.#deferred = gauge('nightdesk_runs_deferred', 'Runs that wait until their session is idle.');
    this.#sessions = gauge('nightdesk_sessions', 'Sessions that the desk remembers.');
    this.#sockets = gauge('nightdesk_gateway_sockets', 'WebSocket clients connected now.');
    this.#tasks = new Gauge({
      name: 'nightdesk_tasks_waiting',
      help: 'Durable tasks that wait for their time or for a free worker, by name.',
      labelNames: ['task'],
      registers,
    });
    this.#givenUp = gauge(
      'nightdesk_tasks_given_up',
      'Durable tasks that were given up; the reason is kept.',
    );
    this.observe = runMetrics(registry);
    this.#calls = new Counter({
      name: 'nightdesk_gateway_calls_total',
      help: 'Calls of gateway methods since the start, by outcome.',
      labelNames: ['method', 'outcome'],
      registers,
    });
  }

  /** A method call ended: answered, or refused or failed. */
  called(method: string, outcome: 'ok' | 'error'): void {
    for (const each of ['ok', 'error']) this.#calls.inc({ method, outcome: each }, each === outcome ? 1 : 0);
  }

  /** @returns all metrics in Prometheus's text format, and its content type. */
  async read(): Promise<{ text: string; type: string }> {
    const { cron, desk, tasks, sockets } = this.#deps;
    const [{ enabled, jobs, running, deferred }, sessions, waiting, givenUp] = await Promise.all([
      cron.status(),
      desk.sessions(),
      tasks.waiting(),
      tasks.givenUp(),
    ]);
    this.#enabled.set(enabled ? 1 : 0);
    this.#jobs.set(jobs);
    this.#running.set(running);
    this.#deferred.set(deferred);
    this.#sessions.set(sessions.length);
    this.#sockets.set(sockets());
    this.#tasks.reset();
    for (const [task, count] of waiting) this.#tasks.set({ task }, count);
    this.#givenUp.set(givenUp.length);
    return { text: await this.#registry.metrics(), type: this.#registry.contentType };
  }
}
