import { describe, expect, it, onTestFinished } from 'vitest';
import { Dispatcher } from '../../src/sessions/dispatcher.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { NewOp, Outbox, ReadBack, Sendable, Sent } from '../../src/sessions/op.ts';
import { FakeClock, eventually, settle } from '../support/fake-clock.ts';
import { openStores } from '../support/stores.ts';
import type { Stores } from '../support/stores.ts';
import { tempHome } from '../support/temp-home.ts';

const desk = parseSessionKey('discord:100');

/** A platform that keeps its messages, and whose next answers the test decides. */
function platform() {
  const there: { id: string; op: Sendable }[] = [];
  const fates: ('answer lost' | 'never arrives' | Sent)[] = [];
  let readable = true;
  const arrive = (op: Sendable) => {
    const id = op.spec.kind === 'thread' ? op.spec.message : `${there.length + 1}`;
    there.push({ id, op });
    return id;
  };
  const outbox: Outbox = {
    settleMs: 15_000,
    newest: async () => there.at(-1)?.id,
    send: async (op) => {
      const fate = fates.shift();
      if (fate === 'never arrives') return { kind: 'fate unknown', because: 'the socket closed' };
      if (typeof fate === 'object') return fate;
      const id = arrive(op);
      return fate === 'answer lost' ? { kind: 'fate unknown', because: 'the socket closed' } : { kind: 'sent', id };
    },
    readBack: async (op): Promise<ReadBack> => {
      if (!readable) return { kind: 'unreadable', because: 'no permission to read the history' };
      const found = there.find((message) => message.op.key === op.key);
      return found ? { kind: 'arrived', id: found.id } : { kind: 'absent' };
    },
  };
  return { outbox, there, fates, unreadable: () => (readable = false) };
}

function dispatching(stores: Stores, clock: FakeClock, outbox: Outbox) {
  const lost: string[] = [];
  const failures: unknown[] = [];
  const dispatcher = new Dispatcher({
    ops: stores.ops,
    outboxes: { discord: outbox },
    clock,
    landed: () => {},
    lost: (op, { because }) => lost.push(`${op.key}: ${because}`),
    failed: (_, error) => failures.push(error),
  });
  return { dispatcher, lost, failures };
}

it('leaves what is another process’s to send as it is', async () => {
  const stores = openStores(tempHome());
  onTestFinished(() => void stores.close());
  const { outbox, there } = platform();
  const lost: string[] = [];
  const dispatcher = new Dispatcher({
    ...{ ops: stores.ops, outboxes: { console: outbox }, clock: new FakeClock() },
    leaves: (lane) => lane === desk,
    landed: () => {},
    lost: (op) => lost.push(op.key),
    failed: (what, error) => lost.push(`${what}: ${(error as Error).message}`),
  });
  const local = { ...post('b'), lane: parseSessionKey('console:desk') };
  await stores.ops.put([post('a'), local]);
  dispatcher.poke();
  await dispatcher.idle();
  expect(there.map(({ op }) => op.key)).toEqual(['b']);
  expect(await stores.ops.lanes()).toEqual([desk]);
  expect(lost).toEqual([]);
});

const post = (key: string, text = key): NewOp => ({
  key,
  lane: desk,
  spec: { kind: 'post', channel: { id: '100' }, text },
});

const story: NewOp[] = [
  post('s/title', 'Gold at a record'),
  {
    key: 's/thread',
    lane: desk,
    spec: { kind: 'thread', channel: { id: '100' }, message: { op: 's/title' }, name: 'Gold at a record' },
    record: { v: 1, id: 's/thread', ts: 0, role: 'assistant', content: 'Gold at a record', meta: { kind: 'story' } },
  },
  {
    key: 's/1',
    lane: desk,
    spec: { kind: 'post', channel: { op: 's/thread' }, text: 'Gold rose.' },
    record: { v: 1, id: 's/1', ts: 0, role: 'assistant', content: 'Gold rose.' },
  },
];

const states = async ({ ops }: Stores) =>
  Object.fromEntries((await ops.under('')).map(({ key, state }) => [key, state]));

async function opened() {
  const home = tempHome();
  const clock = new FakeClock();
  const stores = openStores(home);
  await stores.sessions.open({ key: desk, origin: { channel: 'discord', chatId: '100' }, title: 'desk' }, 0);
  const there = platform();
  return { home, clock, stores, ...there, ...dispatching(stores, clock, there.outbox) };
}

describe('the dispatcher', () => {
  it('sends what is ready in order, and builds on results: a thread on its post, chunks in the thread', async () => {
    const { stores, dispatcher, there } = await opened();
    await stores.ops.put(story);
    dispatcher.poke();
    await dispatcher.idle();
    expect(there.map(({ op }) => op.spec)).toEqual([
      { kind: 'post', channel: '100', text: 'Gold at a record' },
      { kind: 'thread', channel: '100', message: '1', name: 'Gold at a record' },
      { kind: 'post', channel: '1', text: 'Gold rose.' },
    ]);
  });

  it('opens the session of a thread, with its channel as parent, and remembers what was posted', async () => {
    const { stores, dispatcher } = await opened();
    await stores.ops.put(story);
    dispatcher.poke();
    await dispatcher.idle();
    const thread = await stores.sessions.get(parseSessionKey('discord:1'));
    expect(thread).toMatchObject({ title: 'Gold at a record', origin: { kind: 'thread', parent: 'discord:100' } });
    expect((await stores.book.unflushed(desk))!.rows.map(({ entry }) => [entry.content, entry.meta])).toEqual([
      ['Gold at a record', { kind: 'story', thread: 'discord:1' }],
    ]);
    const inThread = await stores.book.unflushed(parseSessionKey('discord:1'));
    expect(inThread!.rows.map(({ entry }) => entry.content)).toEqual(['Gold rose.']);
  });

  it('lets what follows go on while a message waits to be published, and publishes it when its time has come', async () => {
    const { stores, clock, dispatcher, there, fates } = await opened();
    const publish: NewOp = {
      key: 'p',
      lane: desk,
      spec: { kind: 'publish', channel: { id: '100' }, message: { op: 'a' } },
    };
    fates.push({ kind: 'sent', id: '7' }, { kind: 'again', atMs: clock.now() + 3_600_000, because: 'rate limited' });
    await stores.ops.put([post('a'), publish, post('b')]);
    dispatcher.poke();
    await dispatcher.idle();
    expect(there.map(({ op }) => op.key)).toEqual(['b']);
    await stores.ops.put([post('c')]);
    dispatcher.poke();
    await dispatcher.idle();
    expect(there.map(({ op }) => op.key)).toEqual(['b', 'c']);
    expect((await states(stores))).toMatchObject({ p: 'ready' });
    await clock.advance(3_600_000);
    await settle();
    await dispatcher.idle();
    expect(there.at(-1)?.op.spec).toEqual({ kind: 'publish', channel: '100', message: '7' });
    expect((await states(stores))).toEqual({ a: 'sent', p: 'sent', b: 'sent', c: 'sent' });
  });

  it('names the messages of other ops in the notes of a card, too', async () => {
    const { stores, dispatcher, there } = await opened();
    const said = 'Update <https://x.test/{message:a}>';
    const spec = { kind: 'post', channel: { id: '100' }, text: said, names: ['a'] } as const;
    await stores.ops.put([post('a'), { key: 'b', lane: desk, spec: { ...spec, card: { title: 'T', notes: [said] } } }]);
    dispatcher.poke();
    await dispatcher.idle();
    const shown = 'Update <https://x.test/1>';
    expect(there[1]?.op.spec).toMatchObject({ text: shown, card: { title: 'T', notes: [shown] } });
  });

  it('finds an op whose answer was lost, and does not send it twice', async () => {
    const { stores, clock, dispatcher, there, fates } = await opened();
    fates.push('answer lost');
    await stores.ops.put([post('a'), post('b')]);
    dispatcher.poke();
    await eventually(() => clock.waiters > 0);
    expect(there).toHaveLength(1);
    await clock.advance(15_000);
    await dispatcher.idle();
    expect(there.map(({ op }) => op.key)).toEqual(['a', 'b']);
    expect((await states(stores))).toEqual({ a: 'sent', b: 'sent' });
  });

  it('gives a request time to show from its end, however long it took', async () => {
    const { stores, clock, outbox, there } = await opened();
    const slow: Outbox = {
      ...outbox,
      send: async (op, signal) => {
        await clock.advance(15_000); // its time ran out
        await outbox.send(op, signal); // and it was applied all the same, later
        return { kind: 'fate unknown', because: 'timed out' };
      },
    };
    const { dispatcher } = dispatching(stores, clock, slow);
    await stores.ops.put([post('a')]);
    dispatcher.poke();
    await eventually(() => clock.waiters > 0);
    expect((await states(stores))).toEqual({ a: 'sending' });
    await clock.advance(14_999);
    expect((await states(stores))).toEqual({ a: 'sending' });
    await clock.advance(1);
    await dispatcher.idle();
    expect(there).toHaveLength(1);
    expect((await states(stores))).toEqual({ a: 'sent' });
  });

  it('sends again what is not there when it is read back', async () => {
    const { stores, clock, dispatcher, there, fates } = await opened();
    fates.push('never arrives');
    await stores.ops.put([post('a')]);
    dispatcher.poke();
    await eventually(() => clock.waiters > 0);
    await clock.advance(15_000);
    await dispatcher.idle();
    expect(there.map(({ op }) => op.key)).toEqual(['a']);
  });

  it('gives up a message that the platform always fails on, in about a quarter of an hour, and goes on in order', async () => {
    const { stores, clock, there, outbox: healthy } = await opened();
    const sent: number[] = [];
    const failing: Outbox = {
      ...healthy,
      send: async (op, signal) => {
        if (op.key !== 'b') return healthy.send(op, signal);
        sent.push(clock.now());
        return { kind: 'fate unknown', because: 'Discord answered 500' };
      },
    };
    const { dispatcher, lost } = dispatching(stores, clock, failing);
    const begunMs = clock.now();
    await stores.ops.put([post('a'), post('b'), post('c'), post('d')]);
    dispatcher.poke();
    await eventually(async () => {
      await clock.advance(1_000);
      return (await states(stores))['d'] === 'sent';
    });
    expect(sent).toHaveLength(8);
    expect(clock.now() - begunMs).toBeGreaterThan(10 * 60_000);
    expect(clock.now() - begunMs).toBeLessThan(20 * 60_000);
    expect((await states(stores))).toEqual({ a: 'sent', b: 'unknown', c: 'sent', d: 'sent' });
    expect(there.map(({ op }) => op.key)).toEqual(['a', 'c', 'd']);
    expect(lost).toEqual([expect.stringContaining('given up after 8 tries')]);
    expect(await stores.ops.givenUp(0)).toEqual([
      {
        session: 'discord:100',
        title: 'desk',
        because: expect.stringContaining('nobody can say whether it arrived') as string,
      },
    ]);
  });

  it('gives it up after as many tries where the desk is restarted between them, and goes on', async () => {
    const { stores, clock, there, outbox: healthy } = await opened();
    let sent = 0;
    const failing: Outbox = {
      ...healthy,
      send: async (op, signal) => {
        if (op.key !== 'a') return healthy.send(op, signal);
        sent += 1;
        return { kind: 'fate unknown', because: 'Discord answered 500' };
      },
    };
    await stores.ops.put([post('a'), post('b')]);
    const lost: string[] = [];
    for (let lives = 0; lives < 20 && (await states(stores))['a'] !== 'unknown'; lives++) {
      const before = sent;
      const life = dispatching(stores, clock, failing);
      life.dispatcher.poke();
      await eventually(async () => {
        await clock.advance(1_000);
        return sent > before || (await states(stores))['a'] === 'unknown';
      });
      for (let n = 0; n < 20; n++) await clock.advance(1_000);
      lost.push(...life.lost);
      await life.dispatcher.close(Promise.resolve());
    }
    expect(sent).toBe(8);
    expect(lost).toEqual([expect.stringContaining('given up after 8 tries')]);
    const { dispatcher } = dispatching(stores, clock, failing);
    dispatcher.poke();
    await eventually(async () => (await states(stores))['b'] === 'sent');
    expect(there.map(({ op }) => op.key)).toEqual(['b']);
  });

  it('reads back less and less often where the platform fails to answer, and gives up', async () => {
    const { stores, clock, outbox: healthy } = await opened();
    const asked: number[] = [];
    const failing: Outbox = {
      ...healthy,
      send: async () => ({ kind: 'fate unknown', because: 'Discord answered 500' }),
      readBack: async () => {
        asked.push(clock.now());
        return { kind: 'later', because: 'Discord answered 500', isFault: true };
      },
    };
    const { dispatcher } = dispatching(stores, clock, failing);
    await stores.ops.put([post('a')]);
    dispatcher.poke();
    await eventually(async () => {
      await clock.advance(1_000);
      return (await states(stores))['a'] === 'unknown';
    });
    expect(asked).toHaveLength(7);
    const gaps = asked.slice(1).map((at, n) => at - asked[n]!);
    expect(gaps).toEqual([...gaps].sort((a, b) => a - b));
    expect(gaps.at(-1)).toBeGreaterThan(4 * 60_000);
  });

  it('gives up reading back after as many tries where the desk is restarted between them', async () => {
    const { stores, clock, outbox: healthy } = await opened();
    let looked = 0;
    const failing: Outbox = {
      ...healthy,
      send: async (op, signal) =>
        op.key === 'a' ? { kind: 'fate unknown', because: 'Discord answered 500' } : healthy.send(op, signal),
      readBack: async () => {
        looked += 1;
        return { kind: 'later', because: 'Discord answered 500', isFault: true };
      },
    };
    await stores.ops.put([post('a'), post('b')]);
    const lost: string[] = [];
    for (let lives = 0; lives < 20 && (await states(stores))['a'] !== 'unknown'; lives++) {
      const before = looked;
      const life = dispatching(stores, clock, failing);
      life.dispatcher.poke();
      await eventually(async () => {
        await clock.advance(1_000);
        return looked > before;
      });
      await eventually(async () => (await stores.ops.find('a'))!.unread === looked);
      await settle();
      lost.push(...life.lost);
      await life.dispatcher.close(Promise.resolve());
    }
    expect(looked).toBe(7);
    expect(lost).toEqual([expect.stringContaining('given up after 8 tries')]);
    const { dispatcher } = dispatching(stores, clock, failing);
    dispatcher.poke();
    await eventually(async () => (await states(stores))['b'] === 'sent');
  });

  it('forgets looks that failed before a restart once one has worked', async () => {
    const { stores, clock, outbox: healthy } = await opened();
    let looks: ('fails' | 'works')[] = [];
    const flaky: Outbox = {
      ...healthy,
      send: async () => ({ kind: 'fate unknown', because: 'Discord answered 500' }),
      readBack: async () =>
        looks.shift() === 'works'
          ? { kind: 'absent' }
          : { kind: 'later', because: 'Discord answered 500', isFault: true },
    };
    await stores.ops.put([post('a')]);
    const live = async (told: typeof looks) => {
      looks = [...told];
      const { dispatcher } = dispatching(stores, clock, flaky);
      dispatcher.poke();
      await eventually(async () => {
        await clock.advance(1_000);
        return looks.length === 0;
      });
      await settle();
      await dispatcher.close(Promise.resolve());
      return (await stores.ops.find('a'))!.unread;
    };
    expect(await live(['fails', 'fails', 'fails'])).toBe(3);
    expect(await live(['fails', 'works'])).toBe(0);
    expect((await states(stores))['a']).toBe('sending');
  });

  it('counts looks that fail only in a row: one that works says that the platform works', async () => {
    const { stores, clock, there, outbox: healthy } = await opened();
    let sent = 0;
    let looked = 0;
    const flaky: Outbox = {
      ...healthy,
      send: async (op, signal) => {
        sent += 1;
        return sent < 4 ? { kind: 'fate unknown', because: 'Discord answered 500' } : healthy.send(op, signal);
      },
      readBack: async (op, claimed) => {
        looked += 1;
        if (looked % 4 === 0) return healthy.readBack(op, claimed);
        return { kind: 'later', because: 'Discord answered 500', isFault: true };
      },
    };
    const { dispatcher, lost } = dispatching(stores, clock, flaky);
    await stores.ops.put([post('a')]);
    dispatcher.poke();
    await eventually(async () => {
      await clock.advance(1_000);
      return (await states(stores))['a'] !== 'sending' && sent > 0;
    });
    expect([sent, looked]).toEqual([4, 12]);
    expect(lost).toEqual([]);
    expect(there.map(({ op }) => op.key)).toEqual(['a']);
  });

  it('never sends again what can not be read back, and says so', async () => {
    const { stores, clock, dispatcher, there, fates, lost, unreadable } = await opened();
    unreadable();
    fates.push('answer lost');
    await stores.ops.put([post('a'), post('b')]);
    dispatcher.poke();
    await eventually(() => clock.waiters > 0);
    await clock.advance(15_000);
    await dispatcher.idle();
    expect((await states(stores))).toEqual({ a: 'unknown', b: 'sent' });
    expect(there.map(({ op }) => op.key)).toEqual(['a', 'b']);
    expect(lost).toEqual(['a: no permission to read the history']);
  });

  it('gives up what is refused, with what builds on it, and goes on', async () => {
    const { stores, dispatcher, fates, lost } = await opened();
    fates.push({ kind: 'refused', because: 'missing permission SendMessages' });
    await stores.ops.put([...story, post('next')]);
    dispatcher.poke();
    await dispatcher.idle();
    expect((await states(stores))).toEqual({ 's/title': 'failed', 's/thread': 'failed', 's/1': 'failed', next: 'sent' });
    // What builds on it is lost for the same reason, which is told once.
    expect(lost).toEqual(['s/title: missing permission SendMessages']);
    expect((await stores.ops.find('s/1'))?.error).toBe('missing permission SendMessages');
  });

  it('says nothing of an edit that nobody is to hear of when it can not be made', async () => {
    const { stores, dispatcher, fates, lost } = await opened();
    const edit = (key: string, unsaid?: true): NewOp => {
      const spec = { kind: 'edit', channel: { id: '1' }, message: { id: '2' }, text: key } as const;
      return { ...post(key), spec: { ...spec, ...(unsaid && { unsaid }) } };
    };
    fates.push({ kind: 'refused', because: 'it is gone' }, { kind: 'refused', because: 'it is gone' });
    await stores.ops.put([edit('said'), edit('unsaid', true)]);
    dispatcher.poke();
    await dispatcher.idle();
    expect((await states(stores))).toEqual({ said: 'failed', unsaid: 'failed' });
    expect(lost).toEqual(['said: it is gone']);
    expect((await stores.ops.find('unsaid'))?.error).toBe('it is gone');
  });

  it('waits as long as it is told, keeping the order', async () => {
    const { stores, clock, dispatcher, there, fates } = await opened();
    fates.push({ kind: 'again', atMs: clock.now() + 2_000, because: 'rate limited' });
    await stores.ops.put([post('a'), post('b')]);
    dispatcher.poke();
    await eventually(() => clock.waiters > 0);
    expect(there).toEqual([]);
    await clock.advance(2_000);
    await dispatcher.idle();
    expect(there.map(({ op }) => op.key)).toEqual(['a', 'b']);
  });

  it('reads back, after a restart, what was being sent when the desk died', async () => {
    const { home, stores, clock, there, outbox, dispatcher } = await opened();
    await stores.ops.put([post('a')]);
    const dying: Outbox = { ...outbox, send: (op, signal) => outbox.send(op, signal).then(() => new Promise(() => {})) };
    dispatching(stores, clock, dying).dispatcher.poke();
    await eventually(() => there.length === 1);
    await settle();
    stores.close();
    await dispatcher.close(Promise.resolve());
    const again = openStores(home);
    const second = dispatching(again, clock, outbox);
    second.dispatcher.poke();
    await eventually(() => clock.waiters > 0);
    await clock.advance(15_000);
    await second.dispatcher.idle();
    expect(there).toHaveLength(1);
    expect((await states(again))).toEqual({ a: 'sent' });
    again.close();
  });

  it('goes on when its book could not be read or written for a moment', async () => {
    const stores = openStores(tempHome());
    const clock = new FakeClock();
    const { outbox, there } = platform();
    const { dispatcher, failures } = dispatching(stores, clock, outbox);
    const { lanes, sending } = stores.ops;
    const broken = () => Promise.reject(new Error('disk I/O error'));
    stores.ops.lanes = broken;
    await stores.ops.put([post('a')]);
    dispatcher.poke();
    await eventually(() => failures.length === 1);
    stores.ops.lanes = lanes;
    stores.ops.sending = broken;
    await clock.advance(1_000);
    await eventually(() => failures.length === 2);
    stores.ops.sending = sending;
    await clock.advance(2_000); // nobody pokes it
    await eventually(() => there.length === 1);
    await dispatcher.close(Promise.resolve());
    stores.close();
  });
});
