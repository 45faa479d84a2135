import { ChannelType, PermissionFlagsBits as Can } from 'discord-api-types/v10';
import { afterEach, describe, expect, it } from 'vitest';
import { discordRest } from '../../src/channels/discord/discord-rest.ts';
import { examineDiscord } from '../../src/channels/discord/doctor.ts';
import type { Finding } from '../../src/feature/finding.ts';
import type { Examined } from '../../src/channels/discord/doctor.ts';
import { registerCommands } from '../../src/channels/discord/register-commands.ts';
import { commandList } from '../../src/main/features.ts';
import { sessionKey } from '../../src/sessions/key.ts';
import { LoopbackDiscord } from '../support/discord/loopback-discord.ts';
import type { Channel } from '../support/discord/world.ts';

let discord: LoopbackDiscord;
afterEach(() => discord.close());

const examine = (given: Partial<Examined> = {}) =>
  examineDiscord({
    token: discord.token,
    apiBase: discord.api,
    guildIds: [],
    allowedGuilds: [],
    editorRoles: [],
    boundChannels: [],
    commands: commandList(),
    ...given,
  });
const bound = ({ id, name }: Channel) => ({ key: sessionKey('discord', id), title: `#${name}` });
const ill = (findings: readonly Finding[]) =>
  findings.filter(({ state }) => state !== 'ok').map(({ check, state }) => [check, state]);

async function aNewsroom(options: Parameters<typeof LoopbackDiscord.start>[0] = {}) {
  discord = await LoopbackDiscord.start(options);
  const guild = discord.addGuild({ name: 'Newsroom' });
  const desk = discord.addChannel(guild, { name: 'desk' });
  return { guild, desk };
}

describe('the doctor at Discord', () => {
  it('finds everything in order where it is, and gives the address that invites the bot', async () => {
    const { desk, guild } = await aNewsroom();
    const forum = discord.addForum(guild, { name: 'stories' });
    const thread = discord.addThread(desk, { name: 'talk', by: discord.bot });
    await registerCommands({
      rest: discordRest({ token: discord.token, apiBase: discord.api }),
      application: discord.realm.world.application.id,
      commands: commandList(),
      guildIds: [],
      editorRoles: false,
      registered: { get: async () => undefined, set: async () => {} },
    });
    const findings = await examine({ boundChannels: [desk, forum, thread].map(bound) });
    expect(ill(findings)).toEqual([]);
    expect(findings.map(({ check }) => check)).toEqual([
      'token',
      'MessageContent intent',
      'servers',
      'channel #desk',
      'channel #stories',
      'channel #talk',
      'commands',
      'invite',
    ]);
    expect(findings.at(-1)?.text).toMatch(
      /client_id=\d+&permissions=326417632256&scope=bot\+applications\.commands .*View Channel to see/,
    );
    expect(discord.records.requests.every(({ method }) => method === 'GET' || method === 'PUT')).toBe(true);
  });

  it('names each permission that a channel lacks, and what to do', async () => {
    const { guild, desk } = await aNewsroom();
    const hidden = discord.addChannel(guild, { name: 'hidden' });
    const gone = discord.addChannel(guild, { name: 'gone' });
    for (const whom of [guild, discord.botRole(guild)]) {
      discord.setOverwrite(desk, { for: whom, deny: Can.SendMessages | Can.AttachFiles });
      discord.setOverwrite(hidden, { for: whom, deny: Can.ViewChannel });
    }
    discord.deleteChannel(gone);
    const findings = await examine({ boundChannels: [desk, hidden, gone].map(bound) });
    const about = (channel: string) => findings.find(({ check }) => check === `channel ${channel}`);
    expect(about('#desk')).toMatchObject({
      state: 'problem',
      text: 'In #desk the bot lacks Send Messages and Attach Files: to answer and to post stories; to post pictures.',
      remedy: expect.stringContaining('Edit Channel → Permissions') as string,
    });
    expect(about('#hidden')).toMatchObject({ text: "The bot can't see #hidden: it lacks View Channel." });
    expect(about('#gone')).toMatchObject({ text: '#gone is gone.', state: 'problem' });
  });

  it('only warns of what can be done without', async () => {
    const { guild, desk } = await aNewsroom({ messageContent: false });
    for (const whom of [guild, discord.botRole(guild)])
      discord.setOverwrite(desk, { for: whom, deny: Can.AttachFiles });
    const other = discord.addGuild({ name: 'Elsewhere' });
    const findings = await examine({ boundChannels: [bound(desk)], allowedGuilds: [guild.id] });
    expect(ill(findings)).toEqual([
      ['MessageContent intent', 'warning'],
      ['servers', 'warning'],
      ['channel #desk', 'warning'],
      ['commands', 'warning'],
    ]);
    expect(findings.find(({ state }) => state === 'warning')?.text).toContain('mentions, replies');
    expect(JSON.stringify(findings)).toContain(`Elsewhere (${other.id})`);
  });

  it('names a role of alerts that can not be mentioned, and invites with Mention Everyone only for alerts', async () => {
    const { desk, guild } = await aNewsroom();
    discord.changeRole(
      guild,
      guild.roles.get(guild.id)!,
      BigInt(guild.roles.get(guild.id)!.permissions) & ~Can.MentionEveryone,
    );
    const alerts = discord.addRole(guild, 'alerts');
    const given = { boundChannels: [bound(desk)], alertRole: alerts.id };
    const told = (await examine(given)).find(({ check }) => check === 'alerts');
    expect(told?.text).toBe("The role alerts on Newsroom can't be mentioned by the bot: alerts call nobody.");
    const address = async (more: object) => (await examine(more)).at(-1)?.text ?? '';
    expect(await address(given)).toContain(`permissions=${326_417_632_256n | Can.MentionEveryone}`);
    expect(await address({})).toContain('permissions=326417632256');
    alerts.mentionable = true;
    expect((await examine(given)).some(({ check }) => check === 'alerts')).toBe(false);
  });

  it('finds servers where the bot is not, and that it is on none', async () => {
    const { guild } = await aNewsroom();
    const findings = await examine({ allowedGuilds: [guild.id, '11'], guildIds: ['12'] });
    expect(ill(findings)).toEqual([
      ['servers', 'problem'],
      ['servers', 'problem'],
      ['commands', 'problem'],
    ]);
    expect(findings.find(({ state }) => state === 'problem')?.remedy).toContain('https://discord.com/oauth2');
    discord.removeGuild(guild);
    expect(ill(await examine())[0]).toEqual(['servers', 'problem']);
  });

  it('says when the token is refused, when nobody is reached, and when Discord is in trouble', async () => {
    const { desk } = await aNewsroom();
    const refused = await examine({ token: 'not.the.token' });
    expect(refused).toMatchObject([{ check: 'token', state: 'problem' }]);
    expect(refused[0]?.remedy).toContain('DISCORD_TOKEN');
    expect(await examine({ apiBase: 'http://127.0.0.1:9/api' })).toMatchObject([
      { check: 'Discord', state: 'problem', text: expect.stringContaining("can't be reached") as string },
    ]);
    discord.faults.answer(500, { route: '/channels/:channel' });
    discord.faults.tooManyRequests(60, { route: '/applications/:application/commands' });
    expect(ill(await examine({ boundChannels: [bound(desk)] }))).toEqual([
      ['channel #desk', 'problem'],
      ['commands', 'warning'],
    ]);
  });

  it('needs less where less can be done: in direct messages and voice channels', async () => {
    const { guild } = await aNewsroom();
    const voice = discord.addChannel(guild, { name: 'stage', type: ChannelType.GuildVoice });
    const dm = discord.directChannel(discord.addPerson('anna', { guilds: [guild] }));
    const findings = await examine({ boundChannels: [bound(voice), bound(dm)] });
    expect(ill(findings)).toEqual([['commands', 'warning']]);
  });
});
