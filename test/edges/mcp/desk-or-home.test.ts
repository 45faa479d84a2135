/** Who answers a client of standard input while desks come and go, one of them without a farewell. */
import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NOBODY } from '../../../src/feature/rpc-method.ts';
import { DeskOrHome } from '../../../src/edges/mcp/desk-or-home.ts';
import { answersOf } from '../../../src/edges/mcp/mcp-server.ts';
import type { MethodHost } from '../../../src/edges/mcp/method-host.ts';
import { openGateway } from '../gateway/open-gateway.ts';
import { eventually, FakeClock } from '../../support/fake-clock.ts';
import { textOf } from './a-client.ts';
import { waiting } from './waiting.ts';

const STATUS = { type: 'object' } as const;
const host: MethodHost = {
  describe: () => [
    {
      name: 'cron.status',
      tool: 'cron_status',
      description: 'How jobs stand.',
      scope: 'read',
      hints: { readOnly: true },
      params: STATUS,
      result: STATUS,
    },
  ],
  call: async () => ({ result: { from: 'home' } }),
};

describe('without a desk', () => {
  it('opens the home once for all requests of a moment, and lets go of it after them', async () => {
    const lived: string[] = [];
    const answering: (() => void)[] = [];
    const slow: MethodHost = {
      ...host,
      call: async () => {
        await new Promise<void>((resolve) => answering.push(resolve));
        return { result: {} };
      },
    };
    const { answers } = source({
      openHome: async () => {
        lived.push('opened');
        return { host: slow, close: async () => void lived.push('closed') };
      },
    });
    const calls = [1, 2].map(() => answers.call('cron_status', {}, NOBODY));
    await eventually(() => answering.length === 2 || undefined, 'both are at work');
    expect(lived).toEqual(['opened']);
    for (const answer of answering) answer();
    await Promise.all(calls);
    expect(lived).toEqual(['opened', 'closed']);
  });

  it('says why a home can’t be opened, and tries again at the next request', async () => {
    let locked = true;
    const { answers } = source({
      openHome: async () => {
        if (locked) throw new Error('another command works on this home');
        return { host, close: async () => {} };
      },
    });
    const refused = await answers.call('cron_status', {}, NOBODY);
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toBe('unavailable: another command works on this home');
    locked = false;
    expect((await answers.call('cron_status', {}, NOBODY)).structuredContent).toEqual({ from: 'home' });
  });
});

describe('with a desk', () => {
  let gateway: Awaited<ReturnType<typeof openGateway>>;
  let begun = () => {};
  let isBegun: Promise<void>;
  beforeEach(async () => {
    isBegun = new Promise<void>((resolve) => (begun = resolve));
    gateway = await openGateway({}, { 'tides.wait': waiting(() => begun()) });
  });
  afterEach(() => gateway.close());
  const place = () => ({ address: gateway.address, token: gateway.token, pid: 1 });

  it('listens to the signal of a call no longer than the call lasts', async () => {
    const { answers, close } = source({ findDesk: async () => place() });
    const { signal } = new AbortController();
    await answers.call('cron_status', {}, { ...NOBODY, signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    await close();
  });

  it('that dies over a call, ends the call and answers the next one from the home', async () => {
    const clock = new FakeClock();
    let lives = true;
    let switched = 0;
    const { answers, close } = source({
      clock,
      findDesk: async () => (lives ? place() : undefined),
      switched: () => void switched++,
    });
    const call = answers.call('tides_wait', {}, NOBODY);
    await isBegun;
    lives = false; // without a word
    let answer: Awaited<typeof call> | undefined;
    void call.then((told) => (answer = told));
    await eventually(async () => {
      await clock.advance(2_000);
      return answer;
    }, 'the call ends');
    expect(textOf(answer!)).toContain('unavailable: the desk has ended while it worked on this');
    expect((await answers.call('cron_status', {}, NOBODY)).structuredContent).toEqual({ from: 'home' });
    expect(switched).toBe(1);
    await close();
  });

  it('that dies over a call, ends the call also where another one runs by then', async () => {
    const clock = new FakeClock();
    let pid = 1;
    const { answers, close } = source({ clock, findDesk: async () => ({ ...place(), pid }) });
    const call = answers.call('tides_wait', {}, NOBODY);
    await isBegun;
    let answer: Awaited<typeof call> | undefined;
    void call.then((told) => (answer = told));
    await clock.advance(2_000);
    await answers.tools();
    expect(answer).toBeUndefined();
    pid = 2; // on the same port, with the same token
    await eventually(async () => {
      await clock.advance(2_000);
      return answer;
    }, 'the call ends');
    expect(textOf(answer!)).toContain('unavailable: the desk has ended while it worked on this');
    expect((await answers.call('cron_status', {}, NOBODY)).structuredContent).toHaveProperty('jobs');
    await close();
  });

  it('that does not answer for a moment keeps its call', async () => {
    const clock = new FakeClock();
    let looks = 0;
    const { answers, close } = source({
      clock,
      findDesk: async () => {
        if (looks++ > 0) throw new Error('the desk (process 1) does not answer');
        return place();
      },
    });
    const call = answers.call('tides_wait', {}, NOBODY);
    await isBegun;
    let isOver = false;
    void call.then(() => (isOver = true));
    await eventually(async () => {
      await clock.advance(2_000);
      return looks > 5 || undefined;
    }, 'it was looked for');
    expect(isOver).toBe(false);
    await close();
    expect(textOf(await call)).toContain('unavailable');
  });

  it.each([
    ['at another port', () => 0],
    ['at its port', () => gateway.port],
  ])('that was started anew %s is spoken to anew by all calls of a moment', async (_, portOf) => {
    const { answers, close } = source({ findDesk: async () => place() });
    expect((await answers.call('cron_status', {}, NOBODY)).isError).toBeUndefined();
    const port = portOf();
    await gateway.close();
    gateway = await openGateway({}, {}, port);
    // The pool of connections has noticed that those to the former desk are closed.
    const look = () => fetch(`${gateway.address}/healthz`).then((response) => response.text());
    await eventually(async () =>
      (await Promise.allSettled([look(), look(), look()])).every(({ status }) => status === 'fulfilled'),
    );
    const told = await Promise.all([1, 2, 3].map(() => answers.call('cron_status', {}, NOBODY)));
    expect(told.filter(({ isError }) => isError).map(textOf)).toEqual([]);
    await close();
  });

  it('that has dropped its client for a hundred others is begun with anew', async () => {
    const { answers, close } = source({ findDesk: async () => place() });
    expect((await answers.call('cron_status', {}, NOBODY)).isError).toBeUndefined();
    gateway.clock.set(gateway.clock.now() + 1_000);
    const clientInfo = { name: 'one of many', version: '1' };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    for (let n = 0; n < 100; n++) {
      const begun = await fetch(`${gateway.address}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${gateway.token}`,
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
      });
      expect(begun.status).toBe(200);
      await begun.text();
    }
    expect((await answers.call('cron_status', {}, NOBODY)).structuredContent).toHaveProperty('jobs');
    await close();
  });

  it('is left at the end without a word of failure', async () => {
    const failures: unknown[] = [];
    const { answers, close } = source({
      findDesk: async () => place(),
      failed: (what, error) => void failures.push(what, error),
    });
    // By then the stream of events is open.
    for (let n = 0; n < 10; n++) await answers.tools();
    await close();
    const other = source({ findDesk: async () => place() });
    await other.answers.tools();
    await other.close();
    expect(failures).toEqual([]);
  });

  it('answers word for word what it answers itself', async () => {
    const { answers, close } = source({ findDesk: async () => place() });
    const direct = answersOf(host, 'read');
    expect(await answers.prompts()).toEqual(await direct.prompts());
    expect(await answers.templates()).toEqual(await direct.templates());
    const strange = {
      name: 'Error',
      message: 'there is no prompt "sing"; there are: plan, brief, newsletter',
    };
    await expect(answers.prompt('sing', {})).rejects.toMatchObject({ message: strange.message });
    await expect(direct.prompt('sing', {})).rejects.toMatchObject({ message: strange.message });
    await close();
  });
});

function source(around: Partial<ConstructorParameters<typeof DeskOrHome>[0]>) {
  const made = new DeskOrHome({
    findDesk: async () => undefined,
    openHome: async () => ({ host, close: async () => {} }),
    scope: 'read',
    version: '1',
    clock: new FakeClock(),
    failed: () => {},
    switched: () => {},
    ...around,
  });
  return { answers: made.answers, close: () => made.close() };
}
