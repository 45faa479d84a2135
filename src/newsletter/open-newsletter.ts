/** The newsletter, wired to the newsroom's inputs, to the desk's models and to where it is delivered. */
import { isUnreached, sayMail, sayUnmailed } from './mail/say-mail.ts';
import type { Feature } from '../feature/feature.ts';
import { deskChannel } from '../newsroom/edition/edition-channels.ts';
import type { MailNewsletter } from './deliver/delivery.ts';
import type { Reach } from './may-see.ts';
import { localeOf } from '../time/locale.ts';
import { buildNewsletter } from './newsletter.ts';
import { progressLine } from './say-progress.ts';
import { StepFiles } from './step-files.ts';
import { workflowStatus } from './workflow-status.ts';
import { Refusal } from '../feature/refusal.ts';
import { guildsIn } from '../sessions/guilds.ts';
import type { Kernel, KernelStores } from '../feature/kernel.ts';
import type { Edition } from '../newsroom/edition/edition.ts';
import type { CheckpointBook } from './model/checkpoint-book.ts';
import type { MailBook } from './mail/mail-book.ts';
import { STEPS } from './model/steps.ts';
import type { StepName } from './model/steps.ts';
import type { StepsDeps } from './open-steps.ts';
import type { Step, StepContext, Steps } from './step.ts';

interface NewsletterDeps extends Omit<Kernel, 'stores'>, StepsDeps {
  readonly stores: KernelStores & { readonly newsletters: CheckpointBook; readonly mails: MailBook };
  readonly edition: Edition;
  readonly sees?: Reach['sees'];
  readonly manages?: Reach['manages'];
}

export function openNewsletter(deps: NewsletterDeps): Feature {
  const { config, clock, stores, news, edition } = deps;
  const log = deps.log.child({ module: 'newsletter' });
  const { feature } = buildNewsletter({
    book: stores.newsletters,
    files: new StepFiles(config.paths.newsletters, stores.files),
    steps: stepsOf(deps),
    edition: {
      ...{ name: edition.name, language: edition.language, zone: edition.zone },
      needsApproval: edition.newsletter.approval,
      desk: deskChannel(edition),
      recipients: config.mail === undefined ? [] : edition.newsletter.recipients,
      unmailed: unmailedIn(deps),
    },
    clock,
    ops: stores.ops,
    sessions: stores.sessions,
    reach: { guildOf: guildsIn(stores.sessions), sees: deps.sees, manages: deps.manages },
    mail: mailOf(deps, log),
    mails: stores.mails,
    posted: () => deps.dispatcher.poke(),
    ask: (inbound) => deps.conductor.ask(inbound),
    newId: deps.newId,
    unknownModel: deps.unknownModel,
    tasks: deps.tasks,
    report: (record) => {
      const { session, state, updatedAtMs } = record;
      const { status: _, ...status } = workflowStatus(record);
      const line = progressLine(record);
      log.info({ session, state, line }, 'newsletter');
      news.publish('newsletter', { session, state, line, atMs: updatedAtMs, ...status });
    },
    failed: (what, error) => log.error({ err: error }, `${what} failed`),
  });
  return feature;
}

/** The steps are loaded with the first one that is done: a desk starts without them. */
function stepsOf(deps: StepsDeps): Steps {
  const steps = once(async () => (await import('./open-steps.ts')).newsletterSteps(deps));
  const later = (name: StepName) => async (context: StepContext) =>
    ((await steps())[name] as Step<StepName>)(context);
  return Object.fromEntries(STEPS.map((name) => [name, later(name)])) as unknown as Steps;
}

function unmailedIn({ config: { mail }, edition }: Pick<NewsletterDeps, 'config' | 'edition'>) {
  const { recipients } = edition.newsletter;
  return recipients.length === 0 ? undefined : sayUnmailed(recipients, mail !== undefined);
}

/** Undefined where nobody is to have it; what sends it is loaded when it is sent. */
function mailOf(deps: NewsletterDeps, log: NewsletterDeps['log']): MailNewsletter | undefined {
  const { config, clock, stores, edition } = deps;
  const { mail: settings } = config;
  const { recipients } = edition.newsletter;
  if (recipients.length === 0) return undefined;
  if (settings === undefined) {
    const said = unmailedIn(deps)?.[localeOf(edition.language)] ?? '';
    return () => Promise.resolve({ said, isWhole: true });
  }
  const { zone, language } = edition;
  // One for all newsletters: it joins whoever sends the same one meanwhile.
  const opened = once(async () => {
    const { NewsletterMail } = await import('./mail/newsletter-mail.ts');
    return new NewsletterMail({ book: stores.mails, clock, log, settings });
  });
  return async (newsletter, signal, again) => {
    const mail = await opened();
    const sending = mail.send(newsletter, recipients, { zone, again }, signal);
    const report = await sending.catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      return error;
    });
    if (report instanceof Refusal) {
      const said = report.words?.[localeOf(language)] ?? report.message;
      return { said, isWhole: false };
    }
    const said = sayMail(report, localeOf(language)).join('\n');
    const { records, server } = report;
    // Where everybody refused it, it is not done: a sender or a domain may be wrong.
    const isTried = records.every(({ state }) => state !== 'waiting');
    const isWhole = server === undefined && isTried && !isUnreached(records);
    return { said, isWhole, ...(isTried && { onlyAgain: true }) };
  };
}

/** What is opened when it is first asked for. */
function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined;
  return () => (opened ??= open());
}
