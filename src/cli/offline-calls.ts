/** The methods that need no running desk, over its stores: the same names and shapes as the gateway's. */
import type { openDesk } from '../main/index.ts';
import { Failure } from './cli-error.ts';
import { offlineEventCalls } from './offline-event-calls.ts';

type OpenedDesk = Awaited<ReturnType<typeof openDesk>>;

/** Whoever can open the stores could as well have asked the gateway. */
const OPERATOR = { kind: 'gateway', name: 'nightdesk', rights: ['talk', 'jobs', 'desk'] } as const;

export function offlineCalls({ desk, cron, deletion, findSession, upkeep, pool, events, runs }: OpenedDesk) {
  /** Only keys of sessions that are there are taken. */
  const keyOf = async (given: unknown) => {
    const found = (await desk.sessions()).find(({ key }) => key === given);
    if (!found) throw new Failure(`there is no session ${String(given)}`);
    return found.key;
  };
  const methods: Record<string, (params: Readonly<Record<string, unknown>>) => Promise<unknown>> = {
    ...offlineEventCalls(events),
    'cron.list': async ({ includeDisabled, words }) => {
      const jobs = await cron.list({ includeDisabled: includeDisabled === true });
      return { jobs, ...(words !== undefined && { words: cron.words(jobs) }) };
    },
    'cron.show': ({ id }) => cron.describe(String(id)),
    'cron.import': ({ content }) => cron.import(content),
    'cron.export': () => cron.export(),
    wake: ({ mode, text }) => cron.wake(mode === 'now' ? mode : 'next-heartbeat', String(text)),
    // Whether the key is known was asked before.
    'cron.add': ({ create: _create, ...job }) => cron.add(job, { kind: OPERATOR.kind, name: OPERATOR.name }),
    'cron.update': ({ id, patch }) => cron.update(String(id), patch),
    'cron.remove': async ({ id }) => ({ removed: await cron.remove(String(id)) }),
    'cron.runs': async ({ id, limit }) => ({ entries: await cron.runs(String(id), Number(limit)) }),
    'cron.status': () => cron.status(),
    'sessions.list': async () => ({ sessions: await desk.sessions() }),
    'sessions.find': ({ key }) => findSession(String(key)),
    'sessions.history': async ({ key, limit }) => ({
      entries: await desk.history(await keyOf(key), Number(limit)),
    }),
    'sessions.reset': async ({ key }) => desk.reset(await keyOf(key), OPERATOR),
    'sessions.delete': async ({ key, confirm }) =>
      deletion.delete(await keyOf(key), confirm === true, OPERATOR),
    'desk.gc': () => upkeep.gc(),
    'newsroom.runs.write': async ({ order }) => (await runs()).write(order),
    'newsroom.inputs': async ({ kind }) => (await pool()).inputs(kind === 'hourly' ? kind : 'daily'),
    'newsroom.pool.status': async () => (await pool()).status(),
    'newsroom.pool.update': async ({ source, feed }) =>
      (await pool()).update(
        source === 'brave' || source === 'gdelt' ? source : 'rss',
        typeof feed === 'string' ? feed : undefined,
      ),
    'newsroom.pool.preview': async ({ feed, limit }) => (await pool()).preview(String(feed), Number(limit)),
    'newsroom.pool.enable': async ({ feed }) => (await pool()).enable(String(feed)),
    'newsroom.pool.gc': async () => (await pool()).gc(),
    'newsroom.pool.audit': async ({ limit }) => ({ runs: await (await pool()).audit(Number(limit)) }),
  };
  return (method: string, params: object = {}): Promise<unknown> => {
    const run = methods[method];
    if (!run) throw new Failure('no desk runs on this home; start one: npx nightdesk start');
    return run(params as Readonly<Record<string, unknown>>);
  };
}
