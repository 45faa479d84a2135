import { ChannelType, Events, REST, type Client, type TextChannel } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LoopbackDiscord } from '../support/discord/loopback-discord.ts';
import { logIn, next, plainClient } from '../support/discord/plain-client.ts';

const POSTS = { method: 'POST', route: '/channels/:channel/messages' };

describe('faults of the loopback Discord', () => {
  let discord: LoopbackDiscord;
  let client: Client;
  let desk: ReturnType<LoopbackDiscord['addChannel']>;
  let channel: TextChannel;

  beforeEach(async () => {
    discord = await LoopbackDiscord.start();
    client = plainClient(discord, { rest: { retries: 0 } as ConstructorParameters<typeof REST>[0] & object });
    desk = discord.addChannel(discord.addGuild({ name: 'Newsroom' }), { name: 'desk' });
    await logIn(client, discord);
    const found = await client.channels.fetch(desk.id);
    if (found?.type !== ChannelType.GuildText) throw new Error('the desk is a text channel');
    channel = found;
  });

  afterEach(async () => {
    await client.destroy();
    await discord.close();
  });

  const contents = () => discord.messages(desk).map(({ content }) => content);

  it('fails the next requests without doing them, or having done them', async () => {
    discord.faults.answer(503, { ...POSTS, times: 2 });
    discord.faults.applyThenAnswer(500, POSTS);
    for (const n of [1, 2, 3]) await expect(channel.send(`try ${n}`)).rejects.toThrow();
    await channel.send('at last');
    expect(contents()).toEqual(['try 3', 'at last']);
    const posts = discord.records.of(POSTS.method, POSTS.route);
    expect(posts.map(({ status, applied }) => [status, applied])).toEqual([
      [503, false],
      [503, false],
      [500, true],
      [200, true],
    ]);
  });

  it('loses the acknowledgement of what was done, and cuts before anything is', async () => {
    discord.faults.loseAcknowledgement(POSTS);
    await expect(channel.send('done, unheard')).rejects.toThrow();
    discord.faults.cut(POSTS);
    await expect(channel.send('never')).rejects.toThrow();
    expect(contents()).toEqual(['done, unheard']);
    expect(discord.records.of('POST', POSTS.route).map(({ status }) => status)).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('applies a request long after its socket closed', async () => {
    const late = discord.faults.applyLate(POSTS);
    await expect(channel.send('late')).rejects.toThrow();
    await channel.send('in time');
    expect(contents()).toEqual(['in time']);
    expect(late.waiting).toBe(1);
    late.release();
    await expect.poll(contents).toEqual(['in time', 'late']);
  });

  it('holds answers and requests until it is told to go on', async () => {
    const answers = discord.faults.holdAnswers(POSTS);
    const sent = channel.send('there already');
    await expect.poll(contents).toEqual(['there already']);
    answers.release();
    await sent;
    const requests = discord.faults.holdRequests(POSTS);
    const sending = channel.send('not yet');
    await expect.poll(() => requests.waiting).toBe(1);
    expect(contents()).toEqual(['there already']);
    requests.release();
    await sending;
    expect(contents()).toEqual(['there already', 'not yet']);
  });

  it('limits rates by answer and by bucket; the client waits and comes through', async () => {
    discord.faults.tooManyRequests(0.01, POSTS);
    await channel.send('once more');
    discord.limits.limit('POST /channels/:channel/messages', 2, 100);
    await Promise.all([1, 2, 3].map((n) => channel.send(`message ${n}`)));
    expect(contents()).toHaveLength(4);
    expect(discord.records.of('POST', POSTS.route)[0]?.status).toBe(429);
  });

  it('closes though requests are held, answers are slow, and a client is connected', async () => {
    const held = discord.faults.holdRequests(POSTS);
    const sending = expect(channel.send('never')).rejects.toThrow();
    await expect.poll(() => held.waiting).toBe(1);
    discord.faults.slow(60_000, { method: 'GET' });
    const asking = expect(client.rest.get('/users/@me')).rejects.toThrow();
    await expect.poll(() => discord.records.requests.at(-1)?.applied).toBe(true);
    await discord.close();
    await Promise.all([sending, asking]);
  });

  it('stays a Discord in a storm: what it says was done is there once, what it says was not is not', async () => {
    discord.faults.answer(500, { ...POSTS, probability: 0.1, seed: 1 });
    discord.faults.applyThenAnswer(502, { ...POSTS, probability: 0.1, seed: 2 });
    discord.faults.loseAcknowledgement({ ...POSTS, probability: 0.1, seed: 3 });
    discord.faults.cut({ ...POSTS, probability: 0.1, seed: 4 });
    discord.faults.applyLate({ ...POSTS, probability: 0.1, seed: 5 }, 5);
    discord.faults.slow(2, { ...POSTS, probability: 0.2, seed: 6 });
    const resumed = next(client, Events.ShardResume);
    discord.faults.dropSocketsEvery(200);
    const names = Array.from({ length: 150 }, (_, n) => `message ${n}`);
    const fates = await Promise.all(
      names.map((name) =>
        channel.send(name).then(
          () => name,
          () => undefined,
        ),
      ),
    );
    await resumed;
    discord.faults.clear();
    await expect
      .poll(() => discord.records.of('POST', POSTS.route).filter((it) => it.applied).length)
      .toBe(contents().length);
    expect(contents()).toEqual(expect.arrayContaining(fates.filter((fate) => fate !== undefined)));
    expect(new Set(contents()).size).toBe(contents().length);
    expect(contents().length).toBeLessThan(names.length);
  });

  it('fails a share of requests, the same share for the same seed', async () => {
    discord.faults.answer(500, { ...POSTS, probability: 0.3, seed: 7 });
    const fates = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        channel.send(`${n}`).then(
          () => 'sent',
          () => 'failed',
        ),
      ),
    );
    const failed = fates.filter((fate) => fate === 'failed').length;
    expect(failed).toBeGreaterThan(4);
    expect(failed).toBeLessThan(24);
    discord.faults.clear();
    await channel.send('calm');
    expect(contents()).toHaveLength(41 - failed);
  });
});
