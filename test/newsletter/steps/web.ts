/** A small web on one loopback port: feeds and pages by host and path, and who asked for what. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';

const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

export interface Web {
  readonly port: number;
  /** `<host> <path>`, as they came; robots.txt is not among them. */
  readonly asked: string[];
  /** The most requests of one host, and of all, that were under way at once. */
  readonly most: { ofOne: number; ofAll: number };
  url(host: string, path: string): string;
}

/** `answer` gets the host's first label and the path; undefined is a 404. A promise keeps the request waiting. */
export async function aWeb(
  answer: (host: string, path: string) => string | undefined | Promise<string | undefined>,
): Promise<Web> {
  const asked: string[] = [];
  const most = { ofOne: 0, ofAll: 0 };
  const underWay = new Map<string, number>();
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const host = (request.headers.host ?? '').split('.')[0]!;
    const path = request.url ?? '/';
    if (path === '/robots.txt') return void response.writeHead(404).end();
    asked.push(`${host} ${path}`);
    underWay.set(host, (underWay.get(host) ?? 0) + 1);
    const all = [...underWay.values()].reduce((sum, n) => sum + n, 0);
    most.ofOne = Math.max(most.ofOne, underWay.get(host)!);
    most.ofAll = Math.max(most.ofAll, all);
    const body = await answer(host, path);
    underWay.set(host, underWay.get(host)! - 1);
    if (body === undefined) return void response.writeHead(404).end();
    const type = body.startsWith('<rss') ? 'application/rss+xml' : 'text/html; charset=utf-8';
    response.writeHead(200, { 'content-type': type }).end(body);
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ending.push(() => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  });
  const { port } = server.address() as AddressInfo;
  return { port, asked, most, url: (host, path) => `http://${host}.localhost:${port}${path}` };
}

/** A page that is an article. */
export function aPage(title: string, paragraphs: readonly string[]): string {
  const body = paragraphs.map((text) => `<p>${text}</p>`).join('\n');
  return `<!doctype html><html lang="en"><head><title>${title}</title><meta property="og:type" content="article"></head>
<body><article><h1>${title}</h1>${body}</article></body></html>`;
}

export function aFeed(items: readonly (readonly [title: string, url: string, atMs?: number])[]): string {
  const written = items.map(
    ([title, url, at]) =>
      `<item><title>${title}</title><link>${url}</link>${at === undefined ? '' : `<pubDate>${new Date(at).toUTCString()}</pubDate>`}</item>`,
  );
  return `<rss version="2.0"><channel><title>Paper</title>${written.join('')}</channel></rss>`;
}

/** Enough of a story to be read as one; `about` tells it from others. */
export function paragraphsOn(about: string): string[] {
  return [
    `The council of ${about} voted on Tuesday to keep the ferry that links both banks of the river after a debate of four hours.`,
    `About 1,200 people use the boat in ${about} every day, the operator said, and most of them travel to work or to school.`,
    `The fare stays at two pounds until March, when the contract of the present operator ends and the council has to choose anew.`,
    `Residents of ${about} had collected signatures for months, and some of them followed the debate from the public gallery.`,
  ];
}
