import { afterEach, describe, expect, it } from 'vitest';
import { ChannelTroubles } from '../../src/channels/discord/channel-troubles.ts';
import { InvalidAnswers, NotAsked } from '../../src/channels/discord/invalid-answers.ts';
import { LoopbackDiscord } from '../support/discord/loopback-discord.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { MESSAGES, anOutbox, post } from './an-outbox.ts';

const MINUTE = 60_000;
const headers = { authorization: 'Bot x' };
type Asked = Parameters<ReturnType<InvalidAnswers['guard']>>[1];

function guarded(status: number, more: Record<string, string> = {}) {
  const clock = new FakeClock();
  const alarms: string[] = [];
  const invalid = new InvalidAnswers(clock, () => alarms.push('refused'));
  const state = { status, asked: 0 };
  const ask = invalid.guard(async () => {
    state.asked += 1;
    return new Response('{}', { status: state.status, headers: more }) as never;
  });
  const get = (path: string, own: object = headers) =>
    ask(`https://discord.test${path}`, { headers: own } as Asked).then(
      (answer) => answer.status,
      (error: unknown) => (error instanceof NotAsked ? 'not asked' : 'broken'),
    );
  return { clock, alarms, invalid, state, get };
}

describe('what Discord refuses', () => {
  it('with 401 is not asked again for ten minutes, whatever it is, and somebody is told', async () => {
    const { clock, alarms, state, get } = guarded(401);
    expect(await get('/channels/1')).toBe(401);
    expect(await get('/channels/2')).toBe('not asked');
    expect(alarms).toEqual(['refused']);
    expect(await get('/webhooks/1/token', {})).toBe(401); // a token of its own
    state.status = 200;
    clock.set(clock.now() + 10 * MINUTE);
    expect(await get('/channels/2')).toBe(200);
  });

  it('with 403 is asked twenty times in ten minutes, and other places go on', async () => {
    const { clock, invalid, state, get } = guarded(403);
    for (let n = 0; n < 1_000; n++) await get(`/channels/1/messages?before=${n}`);
    expect(state.asked).toBe(20);
    expect(await get('/channels/2')).toBe(403);
    clock.set(clock.now() + 10 * MINUTE);
    expect(await get('/channels/1/messages')).toBe(403);
    invalid.forgive();
    expect(await get('/channels/1/messages')).toBe(403);
  });

  it('in so many places that it comes near a ban stops everything until the ten minutes are over', async () => {
    const { clock, state, get } = guarded(403);
    for (let n = 0; n < 12_000; n++) await get(`/channels/${n}`);
    expect(state.asked).toBe(3_000);
    state.status = 200;
    expect(await get('/channels/x')).toBe('not asked');
    clock.set(clock.now() + 10 * MINUTE);
    expect(await get('/channels/x')).toBe(200);
  });

  it('counts limits of its own, and not those that are shared with other bots', async () => {
    const shared = guarded(429, { 'x-ratelimit-scope': 'shared' });
    for (let n = 0; n < 5_000; n++) await shared.get('/channels/1');
    expect(shared.state.asked).toBe(5_000);
    const own = guarded(429);
    for (let n = 0; n < 5_000; n++) await own.get('/channels/1');
    expect(own.state.asked).toBe(3_000);
  });
});

describe('a channel in which Discord fails', () => {
  let discord: LoopbackDiscord | undefined;
  afterEach(() => discord?.close());

  it('keeps its other messages waiting, longer each time, until one goes through', async () => {
    discord = await LoopbackDiscord.start();
    const guild = discord.addGuild({ name: 'Newsroom' });
    const [bad, good] = [
      discord.addChannel(guild, { name: 'bad' }),
      discord.addChannel(guild, { name: 'good' }),
    ];
    const { send, clock } = anOutbox(discord);
    const isBad = ({ path }: { path: string }) => path.includes(bad.id);
    discord.faults.answer(500, { method: 'POST', route: MESSAGES, times: 5, when: isBad });
    for (const n of [1, 2, 3, 4, 5])
      expect(await send(post(`a${n}`, bad))).toMatchObject({ kind: 'fate unknown' });
    expect(await send(post('b', bad))).toMatchObject({ kind: 'again', atMs: clock.now() + 4_000 });
    expect(await send(post('c', good))).toMatchObject({ kind: 'sent' });
    clock.set(clock.now() + 4_000);
    expect(await send(post('b', bad))).toMatchObject({ kind: 'sent' });
    expect(await send(post('d', bad))).toMatchObject({ kind: 'sent' });
  });

  it('is waited for a minute at most', () => {
    const clock = new FakeClock();
    const troubles = new ChannelTroubles(clock);
    const waits = Array.from({ length: 9 }, (_, n) => {
      troubles.failed('1', `op${n}`);
      return troubles.waitMs('1', 'next') / 1_000;
    });
    expect(waits).toEqual([0, 0, 0, 0, 4, 8, 16, 32, 60]);
    expect(troubles.waitMs('1', 'op8')).toBe(0);
  });
});
