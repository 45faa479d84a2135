import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  Events,
  MessageFlags,
  ModalBuilder,
  SlashCommandBuilder,
  StringSelectMenuBuilder,
  TextInputBuilder,
  TextInputStyle,
  type Interaction,
} from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LoopbackDiscord } from '../support/discord/loopback-discord.ts';
import { logIn, plainClient } from '../support/discord/plain-client.ts';

const CRON = new SlashCommandBuilder()
  .setName('cron')
  .setDescription('Automations')
  .addSubcommand((add) =>
    add
      .setName('add')
      .setDescription('Add one')
      .addStringOption((it) =>
        it.setName('schedule').setDescription('When').setRequired(true).setAutocomplete(true),
      )
      .addIntegerOption((it) => it.setName('limit').setDescription('How often'))
      .addUserOption((it) => it.setName('owner').setDescription('Whose')),
  );

describe('interactions on the loopback Discord', () => {
  let now = 0;
  let discord: LoopbackDiscord;
  let client: ReturnType<typeof plainClient>;

  beforeEach(async () => {
    now = Date.now();
    discord = await LoopbackDiscord.start({ now: () => now });
    client = plainClient(discord);
  });

  afterEach(async () => {
    await client.destroy();
    await discord.close();
  });

  /** The bot logged in with its command registered, doing `action` with every interaction. */
  async function serving(action: (interaction: Interaction) => unknown) {
    const guild = discord.addGuild({ name: 'Newsroom', locale: 'zh-TW' });
    const anna = discord.addPerson('anna', { guilds: [guild] });
    const desk = discord.addChannel(guild, { name: 'desk' });
    await logIn(client, discord);
    await client.application?.commands.set([CRON]);
    const mistakes: unknown[] = [];
    client.on(Events.InteractionCreate, (interaction) => {
      Promise.resolve(action(interaction)).catch((error: unknown) => mistakes.push(error));
    });
    return { guild, anna, desk, mistakes };
  }

  it('carries a subcommand with typed options, and the answer that only one person sees', async () => {
    const { guild, anna, desk } = await serving(async (interaction) => {
      if (!interaction.isChatInputCommand()) return;
      const { options } = interaction;
      const owner = options.getUser('owner', true).username;
      const said = `${options.getSubcommand()} ${options.getString('schedule')} ${options.getInteger('limit')} ${owner}`;
      await interaction.reply({ content: `${said} ${interaction.locale}`, flags: MessageFlags.Ephemeral });
    });
    const options = { schedule: 'daily', limit: 3, owner: anna };
    const asked = discord.slash(anna, desk, 'cron add', options, { locale: 'zh-TW' });
    expect(await asked.final()).toMatchObject({
      content: 'add daily 3 anna zh-TW',
      ephemeral: true,
      type: 4,
    });
    expect(discord.messages(desk)).toEqual([]);
    expect(() => discord.slash(anna, desk, 'cron add', {})).toThrow('needs “schedule”');
    expect(() => discord.slash(anna, desk, 'cron wipe')).toThrow('no subcommand');
    expect(discord.realm.world.commands.get('global')).toMatchObject([{ name: 'cron' }]);
    expect(guild.locale).toBe('zh-TW');
  });

  it('shows the deferral first, then what was edited in, then what followed', async () => {
    const { anna, desk } = await serving(async (interaction) => {
      if (!interaction.isChatInputCommand()) return;
      await interaction.deferReply();
      await interaction.editReply('done');
      await interaction.followUp({ content: 'and more', flags: MessageFlags.Ephemeral });
    });
    const asked = discord.slash(anna, desk, 'cron add', { schedule: 'daily' });
    expect(await asked.reply).toMatchObject({ type: 5, content: '' });
    expect(await asked.final()).toMatchObject({ content: 'done', ephemeral: false });
    expect(asked.deferred).toBe(true);
    expect(discord.messages(desk).map(({ content }) => content)).toEqual(['done']);
    await expect.poll(() => asked.followUps).toMatchObject([{ content: 'and more', ephemeral: true }]);
  });

  it('completes what a person is typing', async () => {
    const { anna, desk } = await serving(async (interaction) => {
      if (!interaction.isAutocomplete()) return;
      const { name, value } = interaction.options.getFocused(true);
      await interaction.respond([{ name: `${name}: ${value}…`, value: 'every day' }]);
    });
    const options = { schedule: 'every', limit: 2 };
    expect(await discord.autocomplete(anna, desk, 'cron add', { focused: 'schedule', options })).toEqual([
      { name: 'schedule: every…', value: 'every day' },
    ]);
    await expect(discord.autocomplete(anna, desk, 'cron add', { focused: 'limit' })).rejects.toThrow(
      'completes no',
    );
  });

  it('presses buttons and chooses from selects, under messages and under ephemeral answers', async () => {
    const button = new ButtonBuilder().setCustomId('keep:1').setLabel('Keep').setStyle(ButtonStyle.Primary);
    const select = new StringSelectMenuBuilder().setCustomId('which').addOptions([
      { label: 'One', value: '1' },
      { label: 'Two', value: '2' },
    ]);
    const components = [
      new ActionRowBuilder<ButtonBuilder>().addComponents(button),
      new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(select),
    ];
    const { anna, desk } = await serving(async (interaction) => {
      if (interaction.isChatInputCommand()) {
        await interaction.reply({ content: 'Which?', components, flags: MessageFlags.Ephemeral });
      }
      if (interaction.isButton())
        await interaction.update({ content: `kept by ${interaction.customId}`, components: [] });
      if (interaction.isStringSelectMenu()) {
        await interaction.deferUpdate();
        await interaction.editReply({ content: `chose ${interaction.values.join()}`, components });
      }
    });
    const channel = await client.channels.fetch(desk.id);
    if (channel?.isSendable()) await channel.send({ content: 'Public?', components });
    const [asked] = discord.messages(desk);
    if (!asked) throw new Error('the bot asked nothing');
    expect(await discord.choose(anna, asked, 'which', ['2']).final()).toMatchObject({ content: 'chose 2' });
    expect(await discord.press(anna, asked, 'Keep').final()).toMatchObject({
      type: 7,
      content: 'kept by keep:1',
    });
    expect(discord.messages(desk)).toMatchObject([{ content: 'kept by keep:1', components: [] }]);
    expect(() => discord.press(anna, asked, 'Keep')).toThrow('no button');

    const { message } = await discord.slash(anna, desk, 'cron add', { schedule: 'daily' }).final();
    if (!message) throw new Error('there was no answer');
    expect(() => discord.choose(anna, message, 'which', ['3'])).toThrow('not on offer');
    expect(await discord.press(anna, message, 'keep:1').final()).toMatchObject({ ephemeral: true, type: 7 });
    expect(discord.messages(desk)).toHaveLength(1);
  });

  it('opens a modal and sends what was filled in', async () => {
    const input = new TextInputBuilder()
      .setCustomId('text')
      .setLabel('Correction')
      .setStyle(TextInputStyle.Paragraph);
    const modal = new ModalBuilder()
      .setCustomId('correct:7')
      .setTitle('Correct')
      .addComponents(new ActionRowBuilder<TextInputBuilder>().addComponents(input));
    const { anna, desk } = await serving(async (interaction) => {
      if (interaction.isChatInputCommand()) await interaction.showModal(modal);
      if (interaction.isModalSubmit()) {
        await interaction.reply(`${interaction.customId} ${interaction.fields.getTextInputValue('text')}`);
      }
    });
    const opener = discord.slash(anna, desk, 'cron add', { schedule: 'daily' });
    expect((await opener.reply).modal).toMatchObject({ title: 'Correct' });
    const sent = await discord.submit(anna, opener, { text: 'It was 12%.' });
    expect(await sent.final()).toMatchObject({ content: 'correct:7 It was 12%.' });
  });

  it('refuses answers that come late, twice, or from another token', async () => {
    const { anna, desk } = await serving(() => undefined);
    const answerTo = ({ id, token }: { id: string; token: string }) =>
      client.rest.post(`/interactions/${id}/${token}/callback`, {
        body: { type: 4, data: { content: 'here' } },
      });
    const application = discord.realm.world.application.id;
    const edit = (token: string) =>
      client.rest.patch(`/webhooks/${application}/${token}/messages/@original`, {
        auth: false,
        body: { content: 'there' },
      });

    const late = discord.slash(anna, desk, 'cron add', { schedule: 'daily' });
    now += 3_001;
    await expect(answerTo(late)).rejects.toMatchObject({ code: 10_062 });
    await expect(edit(late.token)).rejects.toMatchObject({ code: 10_015 });
    for (const told of [late.reply, late.final()])
      await expect(told).rejects.toThrow('“cron add” was answered after 3001 ms');

    const asked = discord.slash(anna, desk, 'cron add', { schedule: 'daily' });
    now += 2_999;
    await answerTo(asked);
    expect(await asked.final()).toMatchObject({ content: 'here', acknowledgedAfterMs: 2_999 });
    await expect(answerTo(asked)).rejects.toMatchObject({ code: 40_060 });
    await edit(asked.token);
    discord.expire(asked);
    await expect(edit(asked.token)).rejects.toMatchObject({ code: 50_027 });
    await expect(edit('of-nobody')).rejects.toMatchObject({ code: 10_015 });
  });

  it('replaces the placeholder with the first message, and refuses to update what is gone', async () => {
    const { anna, desk } = await serving(() => undefined);
    const asked = discord.slash(anna, desk, 'cron add', { schedule: 'daily' });
    await client.rest.post(`/interactions/${asked.id}/${asked.token}/callback`, { body: { type: 5 } });
    const webhook = `/webhooks/${discord.realm.world.application.id}/${asked.token}` as const;
    await client.rest.post(webhook, { auth: false, body: { content: 'the answer' } });
    expect(discord.messages(desk).map(({ content }) => content)).toEqual(['the answer']);
    expect(await asked.final()).toMatchObject({ content: 'the answer', type: 5 });

    const { message } = await asked.final();
    const pressed = discord.forge(anna, desk, { customId: 'again', ...(message && { message }) });
    await client.rest.delete(`${webhook}/messages/@original`, { auth: false });
    const update = { body: { type: 7, data: { content: 'changed' } } };
    await expect(
      client.rest.post(`/interactions/${pressed.id}/${pressed.token}/callback`, update),
    ).rejects.toMatchObject({ code: 10_008 });
  });

  it('carries commands in direct messages', async () => {
    const { anna } = await serving(async (interaction) => {
      if (interaction.isChatInputCommand()) await interaction.reply(`in a guild: ${interaction.inGuild()}`);
    });
    const direct = discord.directChannel(anna);
    const asked = discord.slash(anna, direct, 'cron add', { schedule: 'daily' });
    expect((await asked.final()).content).toBe('in a guild: false');
    expect(discord.messages(direct)).toHaveLength(1);
  });

  it('carries forged custom ids', async () => {
    const { anna, desk } = await serving(async (interaction) => {
      if (interaction.isButton())
        await interaction.reply({ content: interaction.customId, flags: MessageFlags.Ephemeral });
    });
    const nowhere = discord.forge(anna, desk, { customId: 'hangs:on-nothing' });
    expect((await nowhere.final()).content).toBe('hangs:on-nothing');
    discord.say(anna, desk, 'something to hang it on');
    const forged = discord.forge(anna, desk, { customId: 'delete:everything' });
    expect((await forged.final()).content).toBe('delete:everything');
  });
});
