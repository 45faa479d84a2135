/** What a desk asks with a token or of channels that Discord refuses: far less than gets a bot banned. */
import { expect, it } from 'vitest';
import { eventually, settle } from '../support/fake-clock.ts';
import { deskOnDiscord, discordInTime } from '../support/discord-desk.ts';

it.each([401, 403])('keeps far from a ban, whoever in the desk asks: %s', async (status) => {
  const { clock, discord } = await discordInTime();
  const guild = discord.addGuild({ name: 'Newsroom' });
  const anna = discord.addPerson('anna', { guilds: [guild] });
  const channels = Array.from({ length: 30 }, (_, n) => discord.addChannel(guild, { name: `desk-${n}` }));
  const log: string[] = [];
  const desk = await deskOnDiscord({ discord, clock, log });
  const rpc = async (method: string, params: object) => {
    const [base, token] = desk.address.split('/#token=');
    const body = JSON.stringify({ id: 1, method, params });
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${base}/rpc`, { method: 'POST', headers, body });
    expect(await answer.json()).toHaveProperty('result');
  };
  for (const [n, { id }] of channels.entries())
    await rpc('cron.add', {
      name: `diary ${n}`,
      schedule: { everyMs: 120_000 },
      payload: { message: 'look', sessionKey: `discord:${id}` },
    });
  discord.faults.answer(
    status,
    { times: Infinity, when: ({ path }) => !path.includes('/interactions') && !path.includes('/gateway') },
    { message: 'no', code: status === 401 ? 0 : 50_001 },
  );
  const before = discord.records.requests.length;
  const refused = () => discord.records.requests.slice(before).filter((one) => one.status === status).length;
  for (let second = 0; second < 600; second += 5) {
    await clock.advance(5_000);
    const channel = channels[(second / 5) % channels.length]!;
    discord.say(anna, channel, `<@${discord.bot.id}> what is new?`);
    if (second % 60 === 0) {
      discord.faults.forgetSessions();
      discord.faults.invalidateSession(); // all is read back
    }
    await settle(20);
    if (second === 0) await eventually(() => refused() > 0, 'Discord refuses');
  }
  expect(refused()).toBeLessThan(status === 401 ? 60 : 1_500);
  discord.faults.clear();
  await clock.advance(11 * 60_000);
  await eventually(async () => {
    await clock.advance(5_000);
    return channels.some((channel) =>
      discord.messages(channel).some(({ author }) => author.id === discord.bot.id),
    );
  });
  await desk.stop();
  await discord.close();
});
