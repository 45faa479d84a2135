/**
 * The sample server: the outlets of the sample world on one loopback port, distinguished by the Host header.
 *
 * - `http://<outlet>.localhost:<port>` is that outlet; any other name gets the kiosk, which links to all.
 * - The world follows the clock: a page or feed item exists once its time has come.
 * - Every answer has an entity tag; an unchanged page is answered with 304.
 *
 * It reads its files once and writes nothing.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../time/clock.ts';
import { renderFeed } from './sample-feeds.ts';
import { publishedBy } from './sample-moment.ts';
import type { Moment } from './sample-moment.ts';
import { renderArticle, renderFrontPage, renderKiosk, renderNotFound } from './sample-pages.ts';
import { readSampleWorld } from './sample-world.ts';

export interface SampleServer {
  readonly port: number;
  close(): Promise<void>;
}

interface Answer {
  readonly status: 200 | 404;
  readonly body: string;
  readonly contentType: string;
  readonly lastModified?: number;
}

const HTML = 'text/html; charset=utf-8';

/**
 * Serve the world in `directory` on 127.0.0.1; port 0 takes any free one. The articles' `minutesAgo` count from
 * `epochMs`.
 */
export async function startSampleServer({
  directory,
  port,
  epochMs,
  clock,
}: {
  directory: string;
  port: number;
  epochMs: number;
  clock: Clock;
}): Promise<SampleServer> {
  const world = await readSampleWorld(directory);
  const server = createServer((request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end();
      return;
    }
    const moment = { world, port: boundPort, epochMs, now: clock.now() };
    send(request, response, answer(request, moment));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const boundPort = (server.address() as AddressInfo).port;
  return {
    port: boundPort,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function answer(request: IncomingMessage, moment: Moment): Answer {
  const path = (request.url ?? '/').split('?')[0];
  const host = request.headers.host?.toLowerCase().replace(/:\d+$/, '');
  const outlet = moment.world.outlets.find((candidate) => candidate.host === host);
  if (!outlet) return path === '/' ? page(renderKiosk(moment)) : notFound();
  if (path === outlet.feedPath) return { status: 200, ...renderFeed(outlet, moment) };
  if (path === '/') return page(renderFrontPage(outlet, moment));
  const article = publishedBy(outlet, moment).find(({ url }) => new URL(url).pathname === path);
  return article ? page(renderArticle(outlet, article, moment), article.updatedAt) : notFound();
}

function page(body: string, lastModified?: number): Answer {
  return { status: 200, body, contentType: HTML, ...(lastModified !== undefined && { lastModified }) };
}

function notFound(): Answer {
  return { status: 404, body: renderNotFound(), contentType: HTML };
}

function send(request: IncomingMessage, response: ServerResponse, found: Answer): void {
  const body = Buffer.from(found.body);
  const tag = `"${createHash('sha256').update(body).digest('hex').slice(0, 24)}"`;
  response.setHeader('cache-control', 'no-cache');
  response.setHeader('etag', tag);
  if (found.lastModified !== undefined)
    response.setHeader('last-modified', new Date(found.lastModified).toUTCString());
  if (found.status === 200 && holds(request.headers['if-none-match'], tag)) {
    response.writeHead(304).end();
    return;
  }
  response.writeHead(found.status, { 'content-type': found.contentType, 'content-length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Whether an If-None-Match header contains the tag; weak tags equal strong ones. */
function holds(header: string | undefined, tag: string): boolean {
  const known = header?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? [];
  return known.includes(tag) || known.includes('*');
}
