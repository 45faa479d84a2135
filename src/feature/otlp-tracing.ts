/** Traces to an OTLP/HTTP collector, where one is configured; its SDK is loaded then only. */
import type { Attributes, Span, Tracing } from './tracing.ts';
import { NO_TRACING } from './tracing.ts';
import type { Config } from '../config/config.ts';

interface OpenTracing extends Tracing {
  /** Sends what is still to be sent. */
  close(): Promise<void>;
}

const NAME = 'nightdesk';

/** Spans to an OpenTelemetry collector; without an endpoint they cost nothing and go nowhere. */
export async function openTracing({
  otlpEndpoint: endpoint,
}: Pick<Config, 'otlpEndpoint'>): Promise<OpenTracing> {
  if (endpoint === undefined) return { ...NO_TRACING, close: async () => {} };
  const [api, sdk, otlp] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ]);
  const exporter = new otlp.OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/u, '')}/v1/traces` });
  const provider = new sdk.NodeTracerProvider({ spanProcessors: [new sdk.BatchSpanProcessor(exporter)] });
  const tracer = provider.getTracer(NAME);
  type Context = ReturnType<typeof api.trace.setSpan>;

  const under = (parent: Context): Tracing => ({
    span: async <T>(name: string, attributes: Attributes, work: (span: Span) => Promise<T>) => {
      const span = tracer.startSpan(name, { attributes: { ...attributes } }, parent);
      const own = {
        ...under(api.trace.setSpan(parent, span)),
        set: (more: Attributes) => void span.setAttributes({ ...more }),
      };
      try {
        return await work(own);
      } catch (error) {
        span.setStatus({
          code: api.SpanStatusCode.ERROR,
          message: error instanceof Error ? error.name : 'error',
        });
        throw error;
      } finally {
        span.end();
      }
    },
  });
  return {
    ...under(api.ROOT_CONTEXT),
    // A collector that is away keeps nobody from stopping.
    close: () => provider.shutdown().catch(() => {}),
  };
}
