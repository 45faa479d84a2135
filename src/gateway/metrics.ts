/** Numbers for Prometheus, in its text format (version 0.0.4). */

export interface Metric {
  /** With the unit at its end: `nightdesk_jobs`, `nightdesk_uptime_seconds`, `…_total` for counters. */
  readonly name: string;
  readonly help: string;
  readonly kind: 'gauge' | 'counter' | 'histogram';
  readonly samples: readonly Sample[];
}

interface Sample {
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
  /** The part of a histogram that it is. */
  readonly part?: 'bucket' | 'sum' | 'count';
}

/** A metric of one number. */
export function gauge(name: string, help: string, value: number): Metric {
  return { name, help, kind: 'gauge', samples: [{ value }] };
}

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export function metricsText(metrics: readonly Metric[]): string {
  return metrics
    .map(({ name, help, kind, samples }) =>
      [
        `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
        `# TYPE ${name} ${kind}`,
        ...samples.map(
          ({ labels = {}, value, part }) =>
            `${name}${part === undefined ? '' : `_${part}`}${labelled(labels)} ${value}`,
        ),
        '',
      ].join('\n'),
    )
    .join('');
}

function labelled(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length > 0 ? `{${pairs.join(',')}}` : '';
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
