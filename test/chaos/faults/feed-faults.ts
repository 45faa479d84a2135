/** What outlets do to whoever reads them: their feeds and pages hang, lie or change. */
import type { RequestListener } from 'node:http';
import { wait } from '../stage.ts';
import type { Fault } from '../stage.ts';
import { OUTLETS } from '../happenings.ts';

export const feedFaults: readonly Fault[] = [
  answering('outlet hung', () => () => {}),
  answering('outlet 500', () => (_, response) => response.writeHead(500).end()),
  answering('outlet broke off', () => (_, response) => {
    response.writeHead(200, { 'content-type': 'application/rss+xml', 'content-length': '9000' });
    response.write('<?xml version="1.0"?><rss version="2.0"><channel><title>ga');
    setTimeout(() => response.destroy(), 50);
  }),
  answering(
    'outlet showed a login',
    () => (_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<title>Log in</title><form><input name="user"></form>'),
  ),
  answering(
    'outlet sent away',
    () => (request, response) => response.writeHead(302, { location: request.url ?? '/' }).end(),
  ),
  answering('outlet lied about its dates', (host) => (_, response) => {
    const item = (n: number, date: string) =>
      `<item><title>Old bridge ${n} of ${host} falls into the river</title><link>http://${host}/bridge-${n}</link><pubDate>${date}</pubDate></item>`;
    const items =
      item(1, 'Mon, 01 Jan 2035 00:00:00 GMT') +
      item(2, 'yesterday') +
      item(3, 'Thu, 01 Jan 1970 00:00:00 GMT');
    response
      .writeHead(200, { 'content-type': 'application/rss+xml' })
      .end(`<?xml version="1.0"?><rss version="2.0"><channel><title>${host}</title>${items}</channel></rss>`);
  }),
  {
    name: 'outlet changed its stories',
    strike: async ({ scene, chance }) => {
      for (const [n, page] of scene.pages.entries())
        if (chance.happens(0.3))
          scene.pages[n] = {
            ...page,
            title: `UPDATED: ${page.title}`,
            paragraphs: [
              `The figures of an earlier version were wrong, and ${chance.between(2, 90)} people are named now.`,
              ...page.paragraphs,
            ],
          };
    },
  },
];

/** @param how answers each request to an outlet, or to all. */
function answering(name: string, how: (host: string) => RequestListener): Fault {
  return {
    name,
    strike: async ({ scene, chance, over }) => {
      const only = chance.happens(0.5) ? chance.one(OUTLETS) : '';
      scene.meddle = (_path, host) => (host.startsWith(only) ? how(host) : undefined);
      await wait(chance.between(1_000, 9_000), over);
      scene.meddle = undefined;
    },
  };
}
