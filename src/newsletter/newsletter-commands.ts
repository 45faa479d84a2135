/** `/newsletter run|status|preview|send`. */
import { CommandRefusal } from '../feature/command.ts';
import type { Command, CommandContext, CommandOption, Options } from '../feature/command.ts';
import { localeOf } from '../time/locale.ts';
import type { Locale } from '../time/locale.ts';
import { shorten } from '../text/shorten.ts';
import { roomIn } from '../sessions/traits-of.ts';
import { NewsletterRefused } from './decide-workflow.ts';
import { BadSessionName } from './model/session-name.ts';
import type { NewsletterRecord } from './model/newsletter-record.ts';
import type { Newsletter } from './model/outputs.ts';
import type { NewsletterService } from './newsletter-service.ts';
import { sayProgress } from './say-progress.ts';
import { StepFileError } from './step-files.ts';
import { wordsOf } from './words.ts';

export function newsletterCommands(service: NewsletterService): Command[] {
  return [
    {
      name: 'newsletter run',
      description: { en: 'Make the newsletter, in nine steps', zh: '製作通訊，共九個步驟' },
      right: 'jobs',
      ephemeral: false,
      options: [
        sessionOption,
        {
          name: 'resume',
          type: 'boolean',
          description: {
            en: 'Go on where it stopped; needs its session',
            zh: '由停下的步驟繼續，須註明通訊',
          },
        },
      ],
      run: (options, context) =>
        refusing(context, async () => {
          const resume = options['resume'] === true;
          const { session, outcome } = await service.run({
            session: named(options),
            resume,
            place: context.session,
            by: context.actor,
          });
          const words = wordsOf(context.locale);
          if (outcome === 'over') return { text: words.over(session) };
          return { text: resume ? words.resumed(session) : words.begun(session) };
        }),
    },
    {
      name: 'newsletter status',
      description: { en: 'How far the newsletter is', zh: '查看通訊的進度' },
      right: 'talk',
      ephemeral: true,
      options: [sessionOption],
      run: (options, context) =>
        refusing(context, async () => {
          const record = await known(service, options, context);
          return { text: sayProgress({ ...record, language: languageOf(context.locale) }) };
        }),
    },
    {
      name: 'newsletter preview',
      description: { en: 'The newsletter as it would be sent', zh: '預覽將會發送的通訊' },
      right: 'talk',
      ephemeral: true,
      options: [sessionOption],
      run: (options, context) =>
        refusing(context, async () => {
          const { session } = await known(service, options, context);
          const newsletter = await service.preview(session);
          return { text: shorten(sayNewsletter(newsletter), roomIn(context.session)) };
        }),
    },
    {
      name: 'newsletter send',
      description: { en: 'Send the newsletter that waits', zh: '發送等待批准的通訊' },
      right: 'jobs',
      ephemeral: false,
      options: [sessionOption],
      run: (options, context) =>
        refusing(context, async () => {
          const { session } = await known(service, options, context);
          const words = wordsOf(context.locale);
          const outcome = await service.send(session, context.actor);
          return { text: outcome === 'sent' ? words.sent(session) : words.sending(session) };
        }),
    },
  ];
}

const sessionOption: CommandOption = {
  name: 'session',
  type: 'string',
  description: { en: 'Such as newsletter_20260214', zh: '例如 newsletter_20260214' },
};

function named(options: Options): string | undefined {
  const given = options['session'];
  return typeof given === 'string' ? given.trim() : undefined;
}

/** The one that is named, else the newest of this chat, else the newest. @throws CommandRefusal */
async function known(
  service: NewsletterService,
  options: Options,
  { session: place, actor, locale }: CommandContext,
): Promise<NewsletterRecord> {
  const wanted = named(options);
  const record = wanted === undefined ? await service.newest(actor, place) : await service.find(wanted);
  const words = wordsOf(locale);
  if (!record) throw new CommandRefusal(wanted === undefined ? words.none : words.unknown(wanted));
  if (!(await service.maySee(actor, record))) throw new CommandRefusal(words.elsewhere(record.session));
  return record;
}

function sayNewsletter({ title, intro, sections }: Newsletter): string {
  const told = sections.map(({ heading, stories }) =>
    [`## ${heading}`, ...stories.map(({ headline, text }) => `**${headline}**\n${text}`)].join('\n\n'),
  );
  return [`**${title}**`, intro, ...told].join('\n\n');
}

function languageOf(locale: Locale): NewsletterRecord['language'] {
  return (['en', 'zh-Hant-HK'] as const).find((language) => localeOf(language) === locale) ?? 'en';
}

async function refusing<T>(_context: CommandContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (
      error instanceof NewsletterRefused ||
      error instanceof BadSessionName ||
      error instanceof StepFileError
    )
      throw new CommandRefusal(error.message, { cause: error });
    throw error;
  }
}
