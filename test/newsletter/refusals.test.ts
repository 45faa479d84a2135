/** What newsletters refuse, as people in a chat are told it in their language, and as programs are. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sayRefusal } from '../../src/commands/say-refusal.ts';
import type { CommandContext, Options } from '../../src/feature/command.ts';
import { newsletterCommands } from '../../src/newsletter/newsletter-commands.ts';
import { sayUnmailed } from '../../src/newsletter/mail/say-mail.ts';
import { MailSettingsError } from '../../src/newsletter/mail/smtp-settings.ts';
import { ANN, DESK, newsletterStage } from './newsletter-stage.ts';
import type { NewsletterStage, StageOptions } from './newsletter-stage.ts';

const SESSION = 'newsletter_20261120';

function stage(options: StageOptions = {}): NewsletterStage {
  const opened = newsletterStage(options);
  onTestFinished(opened.close);
  return opened;
}

/** What a command refuses, in both languages, and its message for programs. */
async function refused(opened: NewsletterStage, name: string, options: Options = {}) {
  const command = newsletterCommands(opened.service).find((one) => one.name === name)!;
  const context = { session: DESK, actor: ANN, locale: 'zh' } as unknown as CommandContext;
  const error: unknown = await command.run(options, context).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const said = (locale: 'en' | 'zh') => sayRefusal(error, locale, 'Europe/London');
  return { en: said('en'), zh: said('zh'), message: (error as Error | undefined)?.message };
}

it.each([
  ['zh', `正在發送 ${SESSION}。\n電郵：沒有寄給任何人，因為未設定 SMTP\\_URL；版面設定中有 2 位收件人。`],
  [
    'en',
    `${SESSION} is being sent.\nE-mail: nobody was mailed, because SMTP\\_URL is not set; the edition has 2 recipients.`,
  ],
] as const)('sending one without a mail server is told of in %s', async (locale, said) => {
  const opened = stage({
    needsApproval: true,
    unmailed: sayUnmailed(['ann@example.org', 'bob@example.org'], false)!,
  });
  await opened.run({ session: SESSION });
  const command = newsletterCommands(opened.service).find(({ name }) => name === 'newsletter send')!;
  const context = { session: DESK, actor: ANN, locale } as unknown as CommandContext;
  expect(await command.run({ session: SESSION }, context)).toMatchObject({ text: said });
});

it.each([
  [
    'zh',
    `正在發送 ${SESSION}。\n未有寄給：bob（並非電郵地址）、eve@example.org（不是版面的收件人）。`,
    '沒有可以寄給的收件人：bob（並非電郵地址）。',
  ],
  [
    'en',
    `${SESSION} is being sent.\nLeft out: bob (no e-mail address), eve@example.org (no recipient of the edition).`,
    'Nobody is left to mail: bob (no e-mail address).',
  ],
] as const)(
  'a bad address of a resend is named with its reason, and the others go on, in %s',
  async (...row) => {
    const [locale, said, none] = row;
    const asked: unknown[] = [];
    const opened = stage({
      recipients: ['Ann <ann@example.org>'],
      mail: async (_, _signal, again) => {
        asked.push(again?.to);
        return { said: 'E-mail: sent to 1 of 1.', isWhole: true };
      },
    });
    await opened.run({ session: SESSION });
    const command = newsletterCommands(opened.service).find(({ name }) => name === 'newsletter send')!;
    const context = { session: DESK, actor: ANN, locale } as unknown as CommandContext;
    const options = { session: SESSION, resend: 'bob, ANN@example.org，eve@example.org' };
    expect(await command.run(options, context)).toMatchObject({ text: said });
    await opened.tasks.idle(SESSION);
    expect((await refused(opened, 'newsletter send', { session: SESSION, resend: 'bob' }))[locale]).toContain(
      none,
    );
    expect(asked).toEqual([undefined, ['ANN@example.org']]);
  },
);

describe('what newsletters refuse', () => {
  it.each([
    [
      'newsletter run',
      { session: 'No Such/Name' },
      '"No Such/Name" 不是通訊的名稱',
      'is no newsletter session',
    ],
    ['newsletter run', { resume: true }, '須註明通訊', 'resume needs a session'],
    [
      'newsletter run',
      { session: SESSION, resume: true },
      `沒有通訊 ${SESSION}。`,
      `There is no newsletter ${SESSION}.`,
    ],
    ['newsletter send', { session: SESSION }, `沒有通訊 ${SESSION}。`, `There is no newsletter ${SESSION}.`],
    ['newsletter preview', {}, '尚未有通訊', 'There is no newsletter yet.'],
  ] as const)('%s %j is said in the language of the chat', async (name, options, zh, en) => {
    const said = await refused(stage(), name, options);
    expect(said.zh).toContain(zh);
    expect(said.en).toContain(en);
  });

  it('says where one stopped, and how a chat or a command line goes on with it', async () => {
    const opened = stage({
      during: async (step) => {
        if (step === 'filter_urls') throw new Error('the wire is down');
      },
    });
    await opened.run({ session: SESSION });
    for (const name of ['newsletter run', 'newsletter preview', 'newsletter send']) {
      const said = await refused(opened, name, { session: SESSION });
      expect(said.zh, name).toContain('在「篩選連結」停下：the wire is down');
      expect(said.zh, name).toContain(`\`/newsletter run session:${SESSION} resume:True\``);
      expect(said.en, name).toContain('Stopped at filter_urls: the wire is down');
      expect(said.message, name).toContain(`nightdesk newsletter run --session ${SESSION} --resume`);
      expect(said.en, name).not.toContain('nightdesk newsletter');
    }
  });

  it('says of one that is under way that it runs already', async () => {
    let go = () => {};
    const promise = new Promise<void>((resolve) => (go = resolve));
    const opened = stage({ during: () => promise });
    await opened.service.run({ session: SESSION, by: ANN });
    const said = await refused(opened, 'newsletter run', { session: SESSION });
    expect(said.zh).toBe(`${SESSION} 正在製作；\`/newsletter status session:${SESSION}\` 可查看進度。`);
    expect(said.message).toContain(`nightdesk newsletter status --session ${SESSION}`);
    go();
    await opened.tasks.idle(SESSION);
  });

  it.each([
    ['is no JSON', (file: string) => writeFileSync(file, '{"kept":['), '並非有效的 JSON'],
    ['has another shape', (file: string) => writeFileSync(file, '{"title": 7}'), '內容不符要求'],
    [
      'cites a source that it does not have',
      (file: string) =>
        writeFileSync(file, readFileSync(file, 'utf8').replace('Friday. [1]', 'Friday. [1][9]')),
      'sections.0.stories.0.text: it cites [9], which is none of its sources; allowed: [1]',
    ],
    ['is gone', (file: string) => rmSync(file), '不見了'],
  ] as const)('names a file that %s without saying where the desk lives', async (_, spoil, zh) => {
    const opened = stage({ needsApproval: true });
    await opened.run({ session: SESSION });
    spoil(join(opened.home, 'data', 'newsletters', SESSION, 'finalize_newsletter.json'));
    for (const name of ['newsletter preview', 'newsletter send']) {
      const said = await refused(opened, name, { session: SESSION });
      expect(said.zh).toContain('`finalize_newsletter.json`');
      expect(said.zh).toContain(zh);
      expect(`${said.zh} ${said.en}`).not.toContain(opened.home);
      expect(said.message).toContain(opened.home);
    }
  });

  it('says in both languages what is wrong with the settings of mail', () => {
    expect(sayRefusal(new MailSettingsError('no_server'), 'zh', 'UTC')).toContain('SMTP_URL 並非地址');
    expect(new MailSettingsError('no_sender').message).toContain('SMTP_FROM is no e-mail address');
  });
});
