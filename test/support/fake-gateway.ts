/**
 * A small, honest stand-in for the gateway: serves the console's pages as the gateway does, speaks the
 * frames of `/ws` and `/rpc` with what it was given, and remembers every call.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { WebSocketServer, type WebSocket } from 'ws';
import { SAFE_HEADERS, readPage } from '../../src/edges/gateway/pages.ts';

type Fields = Record<string, unknown>;
type FakeEntry = Fields & { id: string; ts: number; role: string; content: string };
type FakeSession = Fields & { key: string; updatedAtMs: number };
type FakeJob = Fields & { id: string; name: string; enabled: boolean; sessionKey: string };

export interface FakeDesk {
  readonly sessions: FakeSession[];
  readonly entries: Record<string, FakeEntry[]>;
  readonly jobs: FakeJob[];
  readonly notes: (Fields & { id: string; sessionKey: string })[];
  readonly commands: Fields[];
  readonly status: Fields;
  /** What `newsroom.status` answers. */
  board?: Fields;
  /** What `newsroom.story.open` answers. */
  opened?: Fields;
  /** What `newsletter.record` answers. */
  newsletter?: Fields;
  /** What `cron.runs` answers, by job. */
  runs?: Record<string, Fields[]>;
  /** What `newsroom.runs` answers. */
  batches?: Fields[];
}

export interface Call {
  readonly method: string;
  readonly params: Fields;
}

const WEB = fileURLToPath(new URL('../../dist/web/', import.meta.url));
/** Start it on a free port of the loopback. What comes of a message it tells at once, unless a test steps through it. */
export async function startFakeGateway(desk: FakeDesk) {
  const token = randomUUID();
  const calls: Call[] = [];
  const refusals = new Map<string, Fields>();
  const held = new Map<string, (() => void)[]>();
  if (!desk.newsletter)
    refusals.set('newsletter.record', { code: 'not_found', message: 'there is no newsletter' });
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'nightdesk' });
  let steps: (() => void)[] | undefined;
  const unanswered: Duplex[] = [];
  let isDeaf = false;

  const push = (event: string, payload: Fields) => {
    for (const socket of sockets.clients) socket.send(JSON.stringify({ event, payload }));
  };
  const later = (step: () => void) => {
    if (steps) steps.push(step);
    else setImmediate(step);
  };
  const write = (sessionKey: string, entry: Omit<FakeEntry, 'id' | 'ts'>) => {
    const written = { ...entry, v: 1, id: randomUUID(), ts: Date.now() } as unknown as FakeEntry;
    (desk.entries[sessionKey] ??= []).push(written);
    const session = desk.sessions.find(({ key }) => key === sessionKey);
    if (session) session.updatedAtMs = written.ts;
    push('message', { sessionKey, entry: written });
  };
  const methods = methodsOf(desk, { push, later, write });

  function answer(text: string): Fields {
    const { id, method, params = {} } = JSON.parse(text) as { id: unknown; method: string; params?: Fields };
    calls.push({ method, params });
    const refusal = refusals.get(method);
    if (refusal) return { id, error: refusal };
    const run = methods[method];
    if (!run) return { id, error: { code: 'unknown_method', message: `There is no method ${method}.` } };
    return { id, result: run(params as unknown as Params) };
  }

  const server = createServer((request, response) => {
    void serve(request, response, token, answer);
  });
  server.on('upgrade', (request, socket, head) => {
    if (isDeaf) return void unanswered.push(socket);
    const offered = String(request.headers['sec-websocket-protocol'] ?? '').split(/,\s*/);
    const origin = request.headers.origin;
    if (!offered.includes(`bearer.${token}`) || (origin && new URL(origin).host !== request.headers.host)) {
      socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client: WebSocket) => {
      client.on('message', (data) => {
        const text = (data as Buffer).toString();
        const say = () => client.send(JSON.stringify(answer(text)));
        const waiting = held.get((JSON.parse(text) as Call).method);
        if (waiting) waiting.push(say);
        else say();
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

  return {
    base,
    token,
    calls,
    desk,
    push,
    write,
    /** The address that a desk would print at its start. */
    url: `${base}#token=${token}`,
    callsOf: (method: string) => calls.filter((call) => call.method === method).map(({ params }) => params),
    /** From now on answer a method with this. */
    give: (method: string, result: Fields) => (methods[method] = () => result),
    /** From now on answer a method with this error. */
    refuse: (method: string, error: { code: string; message: string }) => refusals.set(method, error),
    /** From now on don't answer a method. @returns to give all its answers, from then on at once */
    hold: (method: string) => {
      const waiting: (() => void)[] = [];
      held.set(method, waiting);
      const release = () => {
        held.delete(method);
        for (const say of waiting) say();
      };
      return { waiting, release };
    },
    /** Answer it again. */
    accept: (method: string) => refusals.delete(method),
    /** From now on what comes of a message waits: its entry, then its answer, one at each `step`. */
    stepwise: () => (steps = []),
    step: () => steps?.shift()?.(),
    /** Read nothing any more of what comes on the connections that there are, as where a line broke without a word. */
    stall: () => sockets.clients.forEach((client) => client.pause()),
    /** From now on answer no handshake, or again those that come. @returns those that were not answered */
    ignore: (handshakes: boolean) => {
      isDeaf = handshakes;
      return unanswered;
    },
    /** Cut every connection, as a restart would. */
    cut: () => sockets.clients.forEach((client) => client.terminate()),
    close: async () => {
      sockets.clients.forEach((client) => client.terminate());
      unanswered.forEach((socket) => socket.destroy());
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Voice {
  push(event: string, payload: Fields): void;
  later(step: () => void): void;
  write(sessionKey: string, entry: Omit<FakeEntry, 'id' | 'ts'>): void;
}

/** The fields that the methods read; each call carries those of its own method. */
interface Params {
  readonly key: string;
  readonly limit?: number;
  readonly before?: string;
  readonly confirm?: boolean;
  readonly sessionKey: string;
  readonly text: string;
  readonly author: Fields;
  readonly name: string;
  readonly options: Fields;
  readonly id: string;
  readonly runId: string;
  readonly patch: Fields;
}

type RpcMethod = (params: Params) => Fields;

function methodsOf(desk: FakeDesk, { push, later, write }: Voice): Record<string, RpcMethod> {
  const drop = <T extends { id?: string; key?: string }>(list: T[], is: (item: T) => boolean) => {
    for (let at = list.length - 1; at >= 0; at--) if (is(list[at] as T)) list.splice(at, 1);
  };
  const jobsOf = (key: string) => {
    const keys = desk.sessions
      .filter((s) => s.key === key || (s['origin'] as Fields)['parent'] === key)
      .map((s) => s.key);
    return desk.jobs.filter((job) => keys.includes(job.sessionKey));
  };

  return {
    'search.find': () => ({ results: [], complete: true }),
    'sessions.list': () => ({
      sessions: desk.sessions.map((s) => ({ ...s, entries: desk.entries[s.key]?.length ?? 0 })),
    }),
    'sessions.history': ({ key, limit = 50, before }) => {
      const all = desk.entries[key] ?? [];
      const end = before ? all.findIndex(({ id }) => id === before) : all.length;
      return { entries: all.slice(Math.max(0, end - limit), end) };
    },
    'sessions.delete': ({ key, confirm }) => {
      const jobs = jobsOf(key);
      if (jobs.length && !confirm) {
        const automations = jobs.map(({ id, name, enabled }) => ({ id, name, enabled }));
        return { deleted: false, blocked_by_automations: true, automations };
      }
      drop(desk.jobs, (job) => jobs.includes(job));
      drop(desk.sessions, (s) => s.key === key || (s['origin'] as Fields)['parent'] === key);
      return { deleted: true };
    },
    'chat.send': ({ sessionKey, text, author }) => {
      const turnId = randomUUID();
      const chatId = sessionKey.replace(/^console:/, '');
      if (!desk.sessions.some(({ key }) => key === sessionKey)) {
        const now = Date.now();
        const origin = { channel: 'console', chatId };
        desk.sessions.push({ key: sessionKey, title: chatId, origin, createdAtMs: now, updatedAtMs: now });
      }
      later(() => {
        write(sessionKey, { role: 'user', content: text, author });
        push('turn', { turnId, sessionKey, state: 'running', kind: 'person' });
      });
      later(() => {
        write(sessionKey, { role: 'assistant', content: `You said: **${text}**` });
        push('turn', { turnId, sessionKey, state: 'finished', kind: 'person' });
      });
      return { turnId };
    },
    'commands.list': () => ({ commands: desk.commands }),
    'commands.invoke': ({ name, options, sessionKey }) => {
      if (name === 'cron list') {
        const lines = jobsOf(sessionKey).map((job) => `- **${job.name}** \`${job.id}\``);
        return { reply: { text: `Jobs here:\n${lines.join('\n')}`, ephemeral: true } };
      }
      if (name === 'cron remove') {
        const confirm = { label: 'Remove it', name: 'cron remove confirmed', options };
        return { reply: { text: `Remove \`${String(options['id'])}\`?`, ephemeral: true, confirm } };
      }
      // As the desk does: no event tells of a pause.
      if (name === 'desk pause' || name === 'desk resume') desk.status['paused'] = name === 'desk pause';
      // `refused` is what the console asks of the desk, whose refusals still look like any other answer.
      const when = options['schedule'] ?? options['until'];
      if (typeof when === 'string' && when.startsWith('whenever'))
        return { reply: { text: `"${when}" is no schedule.`, ephemeral: true, refused: true } };
      return { reply: { text: `/${name} ${JSON.stringify(options)}`, ephemeral: true } };
    },
    'cron.list': ({ sessionKey }) => ({
      jobs: desk.jobs.filter((job) => sessionKey === undefined || job.sessionKey === sessionKey),
    }),
    'cron.runs': ({ id }) => ({ entries: desk.runs?.[id] ?? [] }),
    'cron.showRun': ({ runId }) => ({
      run: Object.values(desk.runs ?? {})
        .flat()
        .find((run) => run['runId'] === runId),
      entries: [],
    }),
    'newsroom.runs': () => ({ runs: desk.batches ?? [] }),
    'cron.update': ({ id, patch }) => {
      const job = desk.jobs.find((one) => one.id === id) as FakeJob;
      Object.assign(job, patch);
      push('cron', { jobId: id, action: 'updated' });
      return job;
    },
    'cron.remove': ({ id }) => {
      drop(desk.jobs, (job) => job.id === id);
      push('cron', { jobId: id, action: 'removed' });
      return { removed: true };
    },
    'notes.list': ({ sessionKey }) => ({
      notes: desk.notes.filter((note) => note.sessionKey === sessionKey),
    }),
    'notes.remove': ({ id }) => (drop(desk.notes, (note) => note.id === id), { removed: true }),
    'desk.status': () => desk.status,
    'newsroom.story.open': () => desk.opened ?? {},
    'newsroom.status': () => desk.board ?? { edition: {}, inputs: [], feeds: [], runs: [] },
    'newsletter.record': () => desk.newsletter ?? {},
    'newsletter.stop': () => Object.assign(desk.newsletter!, { state: 'stopped' }),
    'desk.pause': () => Object.assign(desk.status, { paused: true }),
    'desk.resume': () => Object.assign(desk.status, { paused: false }),
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  token: string,
  answer: (text: string) => Fields,
): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://desk').pathname;
  if (path === '/rpc') {
    const allowed = request.headers.authorization === `Bearer ${token}`;
    let body = '';
    for await (const part of request) body += String(part);
    response.writeHead(allowed ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(allowed ? answer(body) : { error: { code: 'unauthorized', message: 'no' } }));
    return;
  }
  const page = await readPage(WEB, path);
  if (!page) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { ...SAFE_HEADERS, ...page.headers });
  response.end(page.content);
}
