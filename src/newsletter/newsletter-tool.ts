/** What a conversation's turn may do with newsletters. It gets a receipt at once: the steps go on without it. */
import { z } from 'zod';
import { mustBeAnEditors } from '../feature/person-asked.ts';
import { Refusal } from '../feature/refusal.ts';
import { may } from '../sessions/actor.ts';
import type { Op } from '../sessions/op.ts';
import type { OpBook } from '../sessions/op-book.ts';
import { ToolRefusal, tool } from '../sessions/tool.ts';
import type { Tool, ToolContext } from '../sessions/tool.ts';
import { withoutQuotedLines } from '../text/requests.ts';
import { hasHan } from '../text/chinese/has-han.ts';
import { startOfDay } from '../text/zone-day.ts';
import type { Locale } from '../time/locale.ts';
import type { MailBook } from './mail/mail-book.ts';
import { messagesOf, newsletterKey } from './deliver/newsletter-ops.ts';
import type { NewsletterRecord } from './model/newsletter-record.ts';
import type { StepOutputs } from './model/outputs.ts';
import { sessionOfDay } from './model/session-name.ts';
import { unmailed } from './newsletter-commands.ts';
import { newsletterQuestion } from './newsletter-question.ts';
import type { NewsletterService } from './newsletter-service.ts';
import { ordersNewsletter, sendsToSomebody } from './newsletter-request.ts';
import { LEFT_STEPS, sayLeftOut } from './say-left-out.ts';
import { sayAbout, sayContents, sayStatus } from './say-newsletter.ts';
import { answerWords } from './answer-words.ts';
import { saySending, wordsOf } from './words.ts';
import { nextStep } from './workflow-status.ts';

export interface NewsletterToolDeps {
  readonly service: NewsletterService;
  readonly ops: Pick<OpBook, 'under'>;
  readonly mails: Pick<MailBook, 'list'>;
  /** In which days are meant. */
  readonly zone: string;
}

const args = z.strictObject({
  action: z.enum(['run', 'status', 'contents', 'left', 'send', 'stop']),
  session: z
    .string()
    .max(200)
    .exactOptional()
    .describe('such as newsletter_20260214; the newest, where none is named'),
  day: z.enum(['today', 'yesterday']).exactOptional().describe('instead of a session'),
  about: z
    .string()
    .min(1)
    .max(200)
    .exactOptional()
    .describe('for contents: only the stories that speak of this'),
  resume: z.boolean().exactOptional(),
});
type Args = z.infer<typeof args>;

/** What changes nothing. */
const LOOKS: ReadonlySet<Args['action']> = new Set(['status', 'contents', 'left']);
const WHAT = { run: 'make', send: 'send', stop: 'stop' } as const;

/** What is answered, and of which newsletter. */
interface Told {
  readonly session?: string;
  readonly state?: NewsletterRecord['state'];
  readonly text: string;
}

export function newsletterTool(deps: NewsletterToolDeps): Tool {
  return tool<Args>({
    name: 'newsletter',
    description:
      'The newsletter, made in nine steps. `status`: how far it is, whether it went out, when and to whom. `contents`: what is ' +
      'in it, or what it says `about` something. `left`: what it did not take, and why. Give the `text` of these on; it is in the language of the question. `run` begins the ' +
      'one of today (`resume` goes on with one that stopped), `send` sends one that waits for an editor, `stop` stops one that is being made: each only ' +
      'when somebody asks for it, and each answers at once with a receipt.',
    args,
    mayRepeat: true,
    // Feeds, pages and servers have a say in what goes wrong, and in what is told.
    outside: ['text'],
    asked: newsletterQuestion,
    run: async (request, context) => {
      const locale = hasHan(context.said) ? 'zh' : 'en';
      try {
        if (LOOKS.has(request.action)) return await sayResult(request, context, locale, deps);
        return await done(request, context, locale, deps);
      } catch (error) {
        if (error instanceof Refusal)
          throw new ToolRefusal(error.words?.en ?? error.message, {
            cause: error,
            ...(error.words && { zh: error.words.zh }),
          });
        throw error;
      }
    },
  });
}

async function done(
  { action, session, resume }: Args,
  context: ToolContext,
  locale: Locale,
  { service, zone }: NewsletterToolDeps,
): Promise<Told & { readonly outcome: string }> {
  const by = context.actor;
  const order = action === 'run' || action === 'stop' ? action : 'send';
  const what = `${WHAT[order]} the newsletter`;
  mustBeAnEditors(context, what);
  if (order === 'send' && sendsToSomebody(context.said))
    throw new ToolRefusal(
      'the newsletter goes to all recipients of its edition, not to one person only; nothing was sent. Say "send the newsletter" to send it to all; `/newsletter send resend:ADDRESS` sends it again to a recipient who refused it',
      {
        zh: '通訊會寄給版面設定的所有收件人，不能只寄給一個人；現在沒有發送。要寄給所有人，請說「發送通訊」；要重寄給拒收的收件人，請用 `/newsletter send resend:地址`。',
      },
    );
  if (!ordersNewsletter(context.said, order))
    throw new ToolRefusal(`nobody asked in this message to ${what}; /newsletter ${order} does it`);
  const words = wordsOf(locale);
  if (order === 'run') {
    const named = session ?? (resume ? (await service.newest(context))?.session : undefined);
    if (resume && named === undefined) throw noSuch(named);
    const begun = await service.run({ session: named, resume, place: context.session, by });
    const said = begun.outcome === 'over' ? words.over : resume ? words.resumed : words.begun;
    return { ...begun, text: said(begun.session) };
  }
  await mustBeMeant(session, context, { service, zone });
  const record = session === undefined ? await service.newest(context) : await service.find(session);
  if (!record || !(await service.maySee(context, record))) throw noSuch(session);
  await service.mustBeTheirs(context, record);
  if (order === 'stop') {
    const isStopped = await service.stop(record.session, by);
    const said = isStopped ? words.stoppedNow : words.notMaking;
    return { session: record.session, outcome: isStopped ? 'stopped' : 'over', text: said(record.session) };
  }
  const sending = await service.send(record.session, by);
  const { outcome } = sending;
  const text = [saySending(words, record.session, sending), ...unmailed(service, locale)].join('\n');
  return { session: record.session, outcome, text };
}

/** An order without a name is about the newest, that of today, or of the day that was named; a page may name another. @throws ToolRefusal */
async function mustBeMeant(
  session: string | undefined,
  context: ToolContext,
  { service, zone }: Pick<NewsletterToolDeps, 'service' | 'zone'>,
): Promise<void> {
  const { said, nowMs } = context;
  if (session === undefined || withoutQuotedLines(said).includes(session)) return;
  const ofDay = (day: 'today' | 'yesterday') => sessionOfDay(momentIn(day, nowMs, zone), zone);
  if (session === ofDay('today')) return;
  if (session === ofDay('yesterday') && /\byesterday|昨|尋日|寻日/iu.test(said)) return;
  if (session === (await service.newest(context))?.session) return;
  throw new ToolRefusal(
    `nobody spoke of ${session} in this message: leave \`session\` out for the newest, or ask which is meant`,
    { zh: `這則訊息沒有提及 ${session}，請寫出通訊的名稱再說一次` },
  );
}

function noSuch(session: string | undefined): ToolRefusal {
  const said = (locale: Locale) => {
    const words = answerWords(locale);
    return session === undefined ? words.none : words.noSuch(session);
  };
  return new ToolRefusal(said('en'), { zh: said('zh') });
}

async function sayResult(
  request: Args,
  context: ToolContext,
  locale: Locale,
  deps: NewsletterToolDeps,
): Promise<Told> {
  const { action, session, day, about } = request;
  const { service } = deps;
  const { actor, session: from } = context;
  const words = answerWords(locale);
  const record = await meant(request, context, deps);
  if (!record || !(await service.maySee(context, record)))
    return { text: session === undefined ? words.none : words.noSuch(session) };
  const isOther = day !== undefined && session === undefined && !isOf(day, record, context, deps);
  const before = isOther ? [words.noneOf(day), words.newest(record.session)] : [];
  const telling = { locale, from, isEditor: may(actor, 'jobs') };
  const answer = async () => {
    if (action === 'status') return sayStatus(record, await reached(record, deps), telling);
    if (action === 'left') return sayLeftOut(record.session, await handedOn(record, service), locale);
    if (nextStep(record.checkpoints) !== undefined)
      return `${words.notMade}\n${sayStatus(record, await reached(record, deps), telling)}`;
    const newsletter = await service.preview(record.session);
    return about === undefined
      ? sayContents(newsletter, record.zone, locale)
      : sayAbout(newsletter, about, record.zone, locale);
  };
  return { session: record.session, state: record.state, text: [...before, await answer()].join('\n') };
}

/** What the steps that are complete handed on. */
async function handedOn(
  { session, checkpoints }: NewsletterRecord,
  service: Pick<NewsletterService, 'read'>,
): Promise<Partial<StepOutputs>> {
  const done = LEFT_STEPS.filter((step) => checkpoints[step]?.status === 'complete');
  const read = await Promise.all(
    done.map(async (step) => [step, await service.read(session, step)] as const),
  );
  return Object.fromEntries(read) as Partial<StepOutputs>;
}

/** The one that is named, else this chat's of the day, else the newest. */
async function meant(
  { session, day }: Pick<Args, 'session' | 'day'>,
  context: ToolContext,
  { service, zone }: NewsletterToolDeps,
): Promise<NewsletterRecord | undefined> {
  if (session !== undefined) return service.find(session);
  const ofDay = day && (await service.ofDay(momentIn(day, context.nowMs, zone), context.session));
  return ofDay ?? service.newest(context);
}

function isOf(
  day: 'today' | 'yesterday',
  { session, createdAtMs }: NewsletterRecord,
  { nowMs }: ToolContext,
  { zone }: NewsletterToolDeps,
): boolean {
  const wanted = sessionOfDay(momentIn(day, nowMs, zone), zone);
  return session.startsWith(wanted) || sessionOfDay(createdAtMs, zone) === wanted;
}

function momentIn(day: 'today' | 'yesterday', nowMs: number, zone: string): number {
  return startOfDay(zone, nowMs, day === 'today' ? 0 : -1);
}

async function reached({ session }: NewsletterRecord, { ops, mails, service }: NewsletterToolDeps) {
  const made = messagesOf(await ops.under(newsletterKey(session, '')));
  const countOf = (wanted: Op['state']) => made.filter(({ state }) => state === wanted).length;
  const messages = { all: made.length, sent: countOf('sent'), failed: countOf('failed') };
  return { mails: await mails.list(session), messages, whyUnmailed: service.whyUnmailed };
}
