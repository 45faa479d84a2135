/** Outlets on loopback, each under its own name of `*.localhost`: a feed of its pages at /feed.xml, and the pages. */
import type { RequestListener } from 'node:http';
import type { Loopback } from './loopback.ts';
import { httpLoopback } from './loopback.ts';

export interface PressPage {
  /** With the outlet's host; the port is the press's. */
  readonly url: string;
  readonly title: string;
  readonly publishedAtMs: number;
  readonly paragraphs: readonly string[];
}

export interface LoopbackPress extends Loopback {
  /** The address of a page, or of an outlet's feed, as it is asked for. */
  at(url: string): string;
}

/**
 * @param pages may grow and change while it runs.
 * @param meddle who answers a request instead of the press, where it returns a way to.
 */
export async function loopbackPress(
  pages: readonly PressPage[],
  meddle: (path: string, host: string) => RequestListener | undefined = () => undefined,
): Promise<LoopbackPress> {
  const press: Loopback = await httpLoopback((request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    const own = pages.filter(({ url }) => new URL(url).hostname === host);
    const instead = meddle(request.url ?? '/', host);
    if (instead) return instead(request, response);
    if (request.url === '/robots.txt') return void response.writeHead(404).end();
    if (request.url === '/feed.xml')
      return void response
        .writeHead(200, { 'content-type': 'application/rss+xml' })
        .end(feedOf(host, own, at));
    const page = own.find(({ url }) => new URL(url).pathname === request.url);
    if (!page) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(htmlOf(host, page));
  });
  const at = (url: string) => url.replace('.localhost/', `.localhost:${press.port}/`);
  return { ...press, at };
}

function feedOf(host: string, pages: readonly PressPage[], at: (url: string) => string): string {
  const items = pages.map(
    ({ url, title, publishedAtMs, paragraphs }) =>
      `<item><title>${title}</title><link>${at(url)}</link><description>${paragraphs[0] ?? ''}</description>` +
      `<pubDate>${new Date(publishedAtMs).toUTCString()}</pubDate></item>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>${host}</title><link>${at(`http://${host}/`)}</link>${items.join('')}</channel></rss>`;
}

function htmlOf(host: string, { title, publishedAtMs, paragraphs }: PressPage): string {
  const published = new Date(publishedAtMs).toISOString();
  return (
    `<!doctype html><html><head><meta charset="utf-8"><title>${title} | ${host}</title>` +
    `<meta property="article:published_time" content="${published}"></head><body>` +
    `<nav><a href="/">Home</a></nav><main><article><h1>${title}</h1><time datetime="${published}"></time>` +
    `${paragraphs.map((text) => `<p>${text}</p>`).join('\n')}</article></main><footer>© ${host}</footer></body></html>`
  );
}
