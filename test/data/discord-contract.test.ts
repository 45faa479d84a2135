import { ChannelType, PermissionFlagsBits as Can, REST } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LoopbackDiscord } from '../support/discord/loopback-discord.ts';
import { answerViolations } from '../support/discord/schema.ts';

describe("Discord's published contract, held against every request", () => {
  let discord: LoopbackDiscord;
  let rest: REST;
  let messages: `/${string}`;
  let commands: `/${string}`;

  beforeEach(async () => {
    discord = await LoopbackDiscord.start();
    rest = new REST({ api: discord.api, version: '10' }).setToken(discord.token);
    const desk = discord.addChannel(discord.addGuild({ name: 'Newsroom' }), { name: 'desk' });
    messages = `/channels/${desk.id}/messages`;
    commands = `/applications/${discord.realm.world.application.id}/commands`;
  });

  afterEach(() => discord.close({ allowViolations: true }));

  const complaints = () => discord.violations.map(({ complaint }) => complaint).join('\n');

  it(
    'knows the published contract, with misspelt keys and unknown routes',
    async () => {
      await rest.post(messages, { body: { content: 'hello', allowed_mention: {} } });
      await rest.post(messages, { body: { content: 'hello', allowed_mentions: { pars: [] } } });
      await rest.post(messages, { body: { content: 'hello', embeds: [{ titel: 'x' }] } });
      expect(complaints()).toContain('the body has “allowed_mention”');
      expect(complaints()).toContain('/allowed_mentions has “pars”');
      expect(complaints()).toContain('/embeds/0 has “titel”');
      await rest.post(messages, { body: { embeds: [{ title: 'x'.repeat(257) }] } }).catch(() => undefined);
      expect(complaints()).toContain('/embeds/0/title must NOT have more than 256 characters');
      await rest.get('/channels/1/mesages').catch(() => undefined);
      expect(complaints()).toContain('Discord has no such route');
      const options = [{ type: 99, name: 'x', description: 'x' }];
      await rest
        .put(commands, { body: [{ name: 'cron', description: 'x', options }] })
        .catch(() => undefined);
      expect(discord.violations.at(-1)?.request.route).toContain('/commands');
    },
  );

  it('names routes that Discord has and the loopback lacks', async () => {
    await rest.get('/sticker-packs').catch(() => undefined);
    await rest.get('/guilds/1/emojis').catch(() => undefined);
    expect(complaints()).toBe('the loopback lacks this route\nthe loopback lacks this route');
  });

  it('answers as the contract says', async () => {
    const guild = discord.addGuild({ name: 'Newsroom', botPermissions: Can.Administrator });
    const anna = discord.addPerson('anna', { guilds: [guild] });
    const desk = discord.addChannel(guild, { name: 'desk' });
    const forum = discord.addForum(guild, { name: 'stories', tags: ['local'] });
    const voice = discord.addChannel(guild, { name: 'radio', type: ChannelType.GuildVoice });
    const said = discord.say(anna, desk, `<@${discord.bot.id}> look`, { attachments: [{ name: 'a.txt' }] });
    const thread = discord.openThread(anna, said, 'about that');
    const post = discord.postInForum(anna, forum, 'Rain', 'It rained.', ['local']);
    discord.addThread(desk, { name: 'old', by: anna, archived: true });
    const button = { type: 2, style: 1, label: 'Keep', custom_id: 'keep' };
    const rich = { embeds: [{ title: 'chart' }], components: [{ type: 1, components: [button] }] };
    const reply = { content: 'seen', message_reference: { message_id: said.id }, ...rich };
    const application = discord.realm.world.application.id;
    const wrong: string[] = [];

    const ask = async (line: string, body?: object): Promise<{ id: string }> => {
      const [method = '', path = ''] = line.split(' ');
      const headers = { authorization: `Bot ${discord.token}`, 'content-type': 'application/json' };
      const request = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      const response = await fetch(`${discord.api}/v10${path}`, request);
      const text = await response.text();
      const answer = text ? (JSON.parse(text) as { id: string }) : undefined;
      const complaints = answerViolations(method, path.replace(/\?.*/, ''), response.status, answer);
      wrong.push(...complaints.map((it) => `${line}: ${it}`));
      return answer ?? { id: '' };
    };

    for (const path of ['/gateway/bot', '/users/@me', '/applications/@me', '/users/@me/guilds'])
      await ask(`GET ${path}`);
    for (const part of ['', '/channels', '/roles', `/members/${anna.id}`, '/audit-logs', '/threads/active']) {
      await ask(`GET /guilds/${guild.id}${part}`);
    }
    for (const { id } of [desk, forum, voice, thread, post]) await ask(`GET /channels/${id}`);
    await ask('POST /users/@me/channels', { recipient_id: anna.id });
    const { id } = await ask(`POST /channels/${desk.id}/messages`, reply);
    await ask(`PATCH /channels/${desk.id}/messages/${id}`, { content: 'seen it' });
    await ask(`GET /channels/${desk.id}/messages/${id}`);
    for (const it of [desk, thread, post]) await ask(`GET /channels/${it.id}/messages`);
    await ask(`POST /channels/${desk.id}/messages/${id}/threads`, { name: 'answer' });
    await ask(`POST /channels/${forum.id}/threads`, { name: 'Sun', message: { content: 'It shone.' } });
    await ask(`GET /channels/${desk.id}/threads/archived/public`);
    const item = { media: { url: 'https://outlet.test/a.png' }, description: 'A bridge' };
    const option = { label: 'Why', value: 'why' };
    const card = {
      flags: 1 << 15,
      components: [
        {
          type: 17,
          accent_color: 1,
          components: [
            { type: 10, content: '### A bridge opens' },
            { type: 12, items: [item] },
            { type: 14, divider: true, spacing: 1 },
            { type: 1, components: [button] },
            { type: 1, components: [{ type: 3, custom_id: 'menu', placeholder: 'More', options: [option] }] },
          ],
        },
      ],
    };
    const wire = discord.addChannel(guild, { name: 'wire', type: ChannelType.GuildAnnouncement });
    const shown = await ask(`POST /channels/${wire.id}/messages`, card);
    await ask(`PATCH /channels/${wire.id}/messages/${shown.id}`, card);
    await ask(`GET /channels/${wire.id}/messages/${shown.id}`);
    await ask(`POST /channels/${wire.id}/messages/${shown.id}/crosspost`);
    const available_tags = [...forum.tags, { name: 'held' }];
    await ask(`PATCH /channels/${forum.id}`, { available_tags });
    const [, held] = forum.tags;
    const tagged = await ask(`POST /channels/${forum.id}/threads`, { name: 'Hail', message: card });
    await ask(`PATCH /channels/${tagged.id}`, { applied_tags: [held?.id] });
    await ask(`POST /channels/${desk.id}/typing`);
    await ask(`PUT /applications/${application}/commands`, [{ name: 'cron', description: 'Automations' }]);
    await ask(`GET /applications/${application}/commands`);

    const { token, ...asked } = discord.slash(anna, desk, 'cron');
    const first = { type: 4, data: { content: 'none' } };
    await ask(`POST /interactions/${asked.id}/${token}/callback?with_response=true`, first);
    await ask(`GET /webhooks/${application}/${token}/messages/@original`);
    await ask(`POST /webhooks/${application}/${token}?wait=true`, { content: 'and no more' });
    await ask(`DELETE /webhooks/${application}/${token}/messages/@original`);
    await ask(`DELETE /channels/${forum.id}`);
    expect(wrong).toEqual([]);
    expect(discord.violations).toEqual([]);
  });
});
