/** A site with a robots.txt and pages, on loopback. What it says can change while it runs. */
import { httpLoopback, type Loopback } from './loopback.ts';

export interface LoopbackSite extends Loopback {
  /** The text of robots.txt, or the status that there is instead; a pause keeps who asks waiting for ever. */
  robots: string | number | 'silent' | { readonly to: string };
  /** The paths asked for, in order. */
  readonly asked: string[];
}

export async function loopbackSite(robots: LoopbackSite['robots']): Promise<LoopbackSite> {
  const asked: string[] = [];
  const loopback = await httpLoopback((request, response) => {
    asked.push(request.url ?? '');
    if (request.url !== '/robots.txt') return void response.end(`page ${request.url}`);
    const says = site.robots;
    if (says === 'silent') return;
    if (typeof says === 'number') response.writeHead(says).end();
    else if (typeof says === 'object') response.writeHead(302, { location: says.to }).end();
    else response.writeHead(200, { 'content-type': 'text/plain' }).end(says);
  });
  const site: LoopbackSite = { ...loopback, robots, asked };
  return site;
}
