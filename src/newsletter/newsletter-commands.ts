/** `/newsletter run|status|preview|send|stop`. */
import type { Command, CommandContext, CommandOption, Options } from '../feature/command.ts';
import { localeOf } from '../time/locale.ts';
import type { Locale } from '../time/locale.ts';
import { markdownWords } from '../text/markdown-words.ts';
import { may } from '../sessions/actor.ts';
import { roomIn } from '../sessions/traits-of.ts';
import type { NewsletterRecord } from './model/newsletter-record.ts';
import type { NewsletterService } from './newsletter-service.ts';
import { NewsletterRefused } from './refusal.ts';
import { toMessages } from './render/to-markdown.ts';
import { sayProgress } from './say-progress.ts';
import { saySending, wordsOf } from './words.ts';

export function newsletterCommands(service: NewsletterService): Command[] {
  return [
    {
      name: 'newsletter run',
      chinese: '通訊 製作',
      group: { en: 'The newsletter', zh: '電子報' },
      description: { en: 'Make the newsletter, in nine steps', zh: '製作通訊，共九個步驟' },
      right: 'jobs',
      ephemeral: false,
      changes: true,
      options: [
        sessionOption,
        {
          name: 'resume',
          chinese: '繼續',
          type: 'boolean',
          description: {
            en: 'Go on where it stopped; needs its session',
            zh: '由停下的步驟繼續，須註明通訊',
          },
        },
      ],
      run: async (options, context) => {
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
      },
    },
    {
      name: 'newsletter status',
      chinese: '通訊 狀態',
      description: { en: 'How far the newsletter is', zh: '查看通訊的進度' },
      right: 'talk',
      ephemeral: true,
      options: [sessionOption],
      run: async (options, context) => {
        const record = await known(service, options, context);
        const isEditor = may(context.actor, 'jobs');
        return { text: sayProgress({ ...record, language: languageOf(context.locale) }, { isEditor }) };
      },
    },
    {
      name: 'newsletter preview',
      chinese: '通訊 預覽',
      description: { en: 'The newsletter as it would be sent', zh: '預覽將會發送的通訊' },
      right: 'talk',
      ephemeral: true,
      options: [sessionOption],
      run: async (options, context) => {
        const record = await known(service, options, context);
        const newsletter = await service.preview(record.session);
        const messages = toMessages(newsletter, { zone: record.zone, limit: roomIn(context.session) });
        return { text: messages.map(({ text }) => text).join('\n\n') };
      },
    },
    {
      name: 'newsletter send',
      chinese: '通訊 發送',
      description: { en: 'Send the newsletter that waits', zh: '發送等待批准的通訊' },
      right: 'jobs',
      ephemeral: false,
      changes: true,
      options: [
        sessionOption,
        {
          name: 'resend',
          chinese: '重寄',
          type: 'string',
          description: {
            en: 'Recipients who refused the e-mail or may have it, or all',
            zh: '拒收或未知有否收到電郵的收件人；全部則填 all',
          },
        },
      ],
      run: async (options, context) => {
        const record = await known(service, options, context);
        await service.mustBeTheirs(context, record);
        const { session } = record;
        const words = wordsOf(context.locale);
        const sending = await service.send(session, context.actor, againOf(options));
        const { leftOut } = sending;
        const others = leftOut.length === 0 ? [] : [words.leftOut(leftOut)];
        return {
          text: [saySending(words, session, sending), ...others, ...unmailed(service, context.locale)].join(
            '\n',
          ),
        };
      },
    },
    {
      name: 'newsletter stop',
      chinese: '通訊 停止',
      description: { en: 'Stop the newsletter that is being made', zh: '停止正在製作的通訊' },
      right: 'jobs',
      ephemeral: false,
      changes: true,
      options: [sessionOption],
      run: async (options, context) => {
        const record = await known(service, options, context);
        await service.mustBeTheirs(context, record);
        const { session } = record;
        const words = wordsOf(context.locale);
        const isStopped = await service.stop(session, context.actor);
        return { text: isStopped ? words.stoppedNow(session) : words.notMaking(session) };
      },
    },
  ];
}

const sessionOption: CommandOption = {
  name: 'session',
  chinese: '通訊',
  type: 'string',
  description: { en: 'Such as newsletter_20260214', zh: '例如 newsletter_20260214' },
};

function named(options: Options): string | undefined {
  const given = options['session'];
  return typeof given === 'string' ? given.trim() : undefined;
}

/** Addresses between commas, or `all`. */
function againOf(options: Options): 'all' | string[] | undefined {
  const given = options['resend'];
  if (typeof given !== 'string' || given.trim() === '') return undefined;
  if (given.trim().toLowerCase() === 'all') return 'all';
  return given.split(/[,，、]/u).filter((one) => one.trim() !== '');
}

/** The one that is named, else the newest of this chat, else the newest. @throws NewsletterRefused, BadSessionName */
async function known(
  service: NewsletterService,
  options: Options,
  viewer: CommandContext,
): Promise<NewsletterRecord> {
  const wanted = named(options);
  const record = wanted === undefined ? await service.newest(viewer) : await service.find(wanted);
  if (!record)
    throw wanted === undefined
      ? NewsletterRefused.of('none', {})
      : NewsletterRefused.of('unknown', { session: wanted });
  if (!(await service.maySee(viewer, record)))
    throw NewsletterRefused.of('elsewhere', { session: record.session });
  return record;
}

/** A line for those who send one that nobody gets by e-mail, though somebody is to. */
export function unmailed(service: Pick<NewsletterService, 'unmailed'>, locale: Locale): string[] {
  return service.unmailed ? [markdownWords(service.unmailed[locale], true)] : [];
}

function languageOf(locale: Locale): NewsletterRecord['language'] {
  return (['en', 'zh-Hant-HK'] as const).find((language) => localeOf(language) === locale) ?? 'en';
}
