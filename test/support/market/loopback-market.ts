/**
 * Stooq and Coinbase on loopback, with the formats of the real ones: Stooq's CSV of quotes and history (CRLF, `N/D`,
 * notices with status 200), Coinbase's spot price and the exchange's candles (newest first, seconds, today's too).
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StooqSymbol {
  /** `2026-06-01,22:00:11,5190,5240.5,5180,5204.18,2500000000`: from the date on, as in the quote. */
  readonly quote: string;
  /** Rows of the history, oldest first. */
  readonly history: readonly string[];
}

export interface CoinbaseProduct {
  readonly amount: string;
  /** time (s), low, high, open, close, volume. */
  readonly candles: readonly (readonly unknown[])[];
}

/** Answers instead of the real one; by the path's beginning. */
type Fault = (request: IncomingMessage, response: ServerResponse) => void;

export class LoopbackMarket {
  readonly stooq = new Map<string, StooqSymbol>();
  readonly coinbase = new Map<string, CoinbaseProduct>();
  readonly faults = new Map<string, Fault>();
  /** Paths with queries, in the order they came. */
  readonly asked: string[] = [];
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `http://${this.host}`;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', this.url);
    this.asked.push(`${url.pathname}${url.search}`);
    const fault = [...this.faults].find(([path]) => url.pathname.startsWith(path))?.[1];
    if (fault) return fault(request, response);
    const symbol = url.searchParams.get('s') ?? '';
    const [, product = ''] = /^\/(?:v2\/prices|products)\/([^/]+)\//.exec(url.pathname) ?? [];
    if (url.pathname === '/q/l/') return csv(response, this.#quote(symbol));
    if (url.pathname === '/q/d/l/') return csv(response, this.#history(symbol, url.searchParams));
    if (url.pathname.endsWith('/spot')) return this.#spot(response, product);
    if (url.pathname.endsWith('/candles')) return this.#candles(response, product);
    response.writeHead(404).end();
  }

  #quote(symbol: string): string {
    const row = this.stooq.get(symbol)?.quote ?? 'N/D,N/D,N/D,N/D,N/D,N/D,N/D';
    return `Symbol,Date,Time,Open,High,Low,Close,Volume\r\n${symbol.toUpperCase()},${row}\r\n`;
  }

  #history(symbol: string, wanted: URLSearchParams): string {
    const known = this.stooq.get(symbol);
    if (!known) return 'No data';
    const compact = (row: string) => row.slice(0, 10).replaceAll('-', '');
    const rows = known.history.filter(
      (row) => compact(row) >= (wanted.get('d1') ?? '') && compact(row) <= (wanted.get('d2') ?? '9'),
    );
    return ['Date,Open,High,Low,Close,Volume', ...rows, ''].join('\r\n');
  }

  #spot(response: ServerResponse, product: string): void {
    const known = this.coinbase.get(product);
    const [base, currency] = product.split('-');
    if (known) return json(response, 200, { data: { amount: known.amount, base, currency } });
    json(response, 404, { errors: [{ id: 'not_found', message: 'Invalid base currency' }] });
  }

  #candles(response: ServerResponse, product: string): void {
    const known = this.coinbase.get(product);
    if (known) json(response, 200, known.candles);
    else json(response, 404, { message: 'NotFound' });
  }
}

/** Answers with this text and status 200, as notices do. */
export function says(text: string, status = 200): Fault {
  return (_request, response) => response.writeHead(status, { 'content-type': 'text/html' }).end(text);
}

/** Sends its head and the beginning of a body, and then nothing more. */
export const hangs: Fault = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/csv' });
  response.write('Symbol,');
};

function csv(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'text/plain' }).end(text);
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
