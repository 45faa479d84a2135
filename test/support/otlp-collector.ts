/** An OpenTelemetry collector on loopback: it takes traces as OTLP/HTTP in JSON, and refuses what is none. */
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const value = z.looseObject({
  stringValue: z.string().optional(),
  intValue: z.union([z.number(), z.string()]).optional(),
  boolValue: z.boolean().optional(),
});
const traces = z.looseObject({
  resourceSpans: z.array(
    z.looseObject({
      scopeSpans: z.array(
        z.looseObject({
          scope: z.looseObject({ name: z.string() }),
          spans: z.array(
            z.looseObject({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              startTimeUnixNano: z.string(),
              endTimeUnixNano: z.string(),
              attributes: z.array(z.looseObject({ key: z.string(), value })),
              status: z.looseObject({ code: z.number().optional() }),
            }),
          ),
        }),
      ),
    }),
  ),
});

export interface TakenSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly failed: boolean;
}

export class OtlpCollector {
  readonly spans: TakenSpan[] = [];
  /** What was wrong with requests. */
  readonly complaints: string[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const isTaken = this.#take(`${request.method} ${request.url}`, Buffer.concat(chunks).toString());
        response.writeHead(isTaken ? 200 : 400, { 'content-type': 'application/json' }).end('{}');
      });
    });
  }

  static async start(): Promise<OtlpCollector> {
    const collector = new OtlpCollector();
    await new Promise<void>((resolve) => collector.#server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #take(route: string, body: string): boolean {
    if (route !== 'POST /v1/traces') return this.#refuse(route);
    const parsed = traces.safeParse(JSON.parse(body));
    if (!parsed.success) return this.#refuse(z.prettifyError(parsed.error));
    for (const { scopeSpans } of parsed.data.resourceSpans)
      for (const { spans } of scopeSpans)
        for (const { name, traceId, spanId, parentSpanId, attributes, status } of spans)
          this.spans.push({
            ...{ name, traceId, spanId, parentSpanId },
            attributes: Object.fromEntries(attributes.map((it) => [it.key, plain(it.value)])),
            failed: status.code === 2,
          });
    return true;
  }

  #refuse(complaint: string): false {
    this.complaints.push(complaint);
    return false;
  }
}

function plain({ stringValue, intValue, boolValue }: z.infer<typeof value>): unknown {
  return stringValue ?? boolValue ?? (intValue === undefined ? undefined : Number(intValue));
}
