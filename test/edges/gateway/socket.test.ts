import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually, settle } from '../../support/fake-clock.ts';
import { openGateway, openSocket } from './open-gateway.ts';

let gateway: Awaited<ReturnType<typeof openGateway>>;
beforeEach(async () => {
  gateway = await openGateway();
});
afterEach(() => gateway.close());

const frame = (id: unknown, method: string, params: object = {}) => JSON.stringify({ id, method, params });

describe('a WebSocket client', () => {
  it('asks, is answered, and hears what happens', async () => {
    const { socket, heard } = await openSocket(gateway.port);
    socket.send(frame('a', 'chat.send', { sessionKey: 'console:news', text: 'hello' }));
    await heard(({ id, result }) => id === 'a' && result !== undefined, 'the answer');
    await heard(
      ({ event, payload }) => event === 'turn' && payload?.['state'] === 'finished',
      'the turn has finished',
    );
    const said = await heard(({ event, payload }) => {
      const entry = payload?.['entry'] as { role?: string } | undefined;
      return event === 'message' && entry?.role === 'assistant';
    }, 'the message');
    expect(said.payload).toMatchObject({ sessionKey: 'console:news', entry: { content: 'You said: hello' } });
    socket.send(
      frame('b', 'cron.add', {
        name: 'x',
        schedule: { everyMs: 60_000 },
        payload: { message: 'm', sessionKey: 'console:news' },
      }),
    );
    const cron = await heard(({ event }) => event === 'cron', 'the cron event');
    expect(cron.payload).toMatchObject({ action: 'added', nextRunAtMs: expect.any(Number) as unknown });
  });

  it('is answered for a broken frame, and nobody else notices', async () => {
    const [broken, other] = [await openSocket(gateway.port), await openSocket(gateway.port)];
    broken.socket.send('{"id": 1, "meth');
    broken.socket.send(Buffer.from([1, 2, 3]));
    await broken.heard(({ error }) => error?.code === 'bad_frame', 'the refusal');
    broken.socket.send(frame(2, 'cron.status'));
    await broken.heard(({ id }) => id === 2, 'the next answer');
    other.socket.send(frame(3, 'cron.status'));
    await other.heard(({ id }) => id === 3, 'the answer to the other');
  });

  it('has a bounded number of frames in flight, all of which are answered, and holds nobody up', async () => {
    const [eager, other] = [await openSocket(gateway.port), await openSocket(gateway.port)];
    const { sessions } = gateway.stores;
    const list = sessions.list.bind(sessions);
    let [underWay, most] = [0, 0];
    let open = () => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    sessions.list = async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await gate;
      underWay -= 1;
      return list();
    };
    const answered = new Set<unknown>();
    eager.socket.on('message', (data: Buffer) =>
      answered.add((JSON.parse(data.toString()) as { id?: unknown }).id),
    );
    for (let n = 0; n < 5_000; n++) eager.socket.send(frame(n, 'sessions.list'));
    await eventually(() => underWay === 32);
    other.socket.send(frame('x', 'cron.status'));
    await other.heard(({ id }) => id === 'x', 'the answer to the other');
    open();
    await eventually(() => answered.size === 5_000);
    expect(most).toBe(32);
  });

  it('loses its own connection, and only its own, for a frame over the cap', async () => {
    const [big, other] = [await openSocket(gateway.port), await openSocket(gateway.port)];
    big.socket.send('x'.repeat(1024 * 1024 + 1));
    expect(await big.closed()).toBe(1009);
    other.socket.send(frame(3, 'cron.status'));
    await other.heard(({ id }) => id === 3, 'the answer to the other');
  });

  it('is dropped when it reads too slowly', async () => {
    const slow = await openSocket(gateway.port);
    const other = await openSocket(gateway.port);
    slow.socket.pause();
    const payload = { text: 'x'.repeat(512 * 1024) };
    await eventually(async () => {
      gateway.tell('newsroom', payload);
      await settle(5);
      return gateway.logged.length > 0;
    }, 'it is dropped');
    expect(gateway.logged).toMatchObject([
      { because: expect.stringContaining('reads too slowly') as unknown },
    ]);
    other.socket.send(frame(3, 'cron.status'));
    await other.heard(({ id }) => id === 3, 'the answer to the other');
  });

  it('gets an answer that is larger than all that may wait for it', async () => {
    const { sessions } = gateway.stores;
    const { socket, heard, closed } = await openSocket(gateway.port);
    await gateway.get('chat.send', { sessionKey: 'console:news', text: 'hello' });
    const list = sessions.list.bind(sessions);
    sessions.list = async () =>
      (await list()).map((session) => ({ ...session, title: 'x'.repeat(9 * 1024 * 1024) }));
    socket.send(frame('a', 'sessions.list'));
    const answer = heard(({ id }) => id === 'a', 'the answer');
    expect(await Promise.race([answer, closed()])).toMatchObject({
      result: { sessions: [{ key: 'console:news' }] },
    });
  });

  it('is dropped when it no longer answers pings', async () => {
    const dead = await openSocket(gateway.port);
    const alive = await openSocket(gateway.port);
    dead.socket.pause();
    const pinged = new Promise((resolve) => alive.socket.once('ping', resolve));
    await gateway.clock.advance(30_000);
    await pinged;
    alive.socket.send(frame(0, 'cron.status'));
    await alive.heard(({ id }) => id === 0, 'the answer, which comes after the pong has arrived');
    await gateway.clock.advance(30_000);
    expect(gateway.logged).toMatchObject([{ because: 'it no longer answers' }]);
    alive.socket.send(frame(1, 'cron.status'));
    await alive.heard(({ id }) => id === 1, 'the answer');
  });

  it('is told when the desk goes', async () => {
    const { closed } = await openSocket(gateway.port);
    await gateway.gateway.close();
    expect(await closed()).toBe(1001);
    expect(gateway.clock.waiters).toBe(0);
  });
});
