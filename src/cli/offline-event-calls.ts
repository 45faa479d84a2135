/** `newsroom.events.*` without a running desk: the same names and shapes as the gateway's. */
import type { openDesk } from '../main/index.ts';

type Events = Awaited<ReturnType<Awaited<ReturnType<typeof openDesk>>['events']>>;

/** @param open the newsroom's events, opened when they are first asked for. */
export function offlineEventCalls(open: () => Promise<Events>) {
  const by = (given: unknown) => `editor:${typeof given === 'string' && given !== '' ? given : 'nightdesk'}`;
  const because = (why: unknown) => (typeof why === 'string' ? why : '');
  const methods: Record<string, (params: Readonly<Record<string, unknown>>) => Promise<unknown>> = {
    'newsroom.events.list': async ({ limit }) => ({ events: await (await open()).list(Number(limit)) }),
    'newsroom.events.show': async ({ id }) => (await open()).show(Number(id)),
    'newsroom.events.merge': async ({ ids, by: who, why }) => ({
      event: await (await open()).merge((ids as unknown[]).map(Number), by(who), because(why)),
    }),
    'newsroom.events.split': async ({ id, links, by: who, why }) =>
      (await open()).split(Number(id), (links as unknown[]).map(Number), by(who), because(why)),
  };
  return methods;
}
