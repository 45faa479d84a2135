/** The newsletter, wired to the newsroom's inputs, to the desk's models and to where it is delivered. */
import type { Feature } from '../feature/feature.ts';
import { deskChannel } from '../newsroom/edition/edition-channels.ts';
import type { MailNewsletter } from './deliver/delivery.ts';
import { NewsletterMail } from './mail/newsletter-mail.ts';
import { sayMail } from './mail/say-mail.ts';
import { localeOf } from '../time/locale.ts';
import { buildNewsletter } from './newsletter.ts';
import { progressLine } from './say-progress.ts';
import { StepFiles } from './step-files.ts';
import { workflowStatus } from './workflow-status.ts';
import { mustHaveAsked } from '../feature/person-asked.ts';
import { guildsIn } from '../sessions/guilds.ts';
import type { Kernel, KernelStores } from '../feature/kernel.ts';
import type { Edition } from '../newsroom/edition/edition.ts';
import type { CheckpointBook } from './model/checkpoint-book.ts';
import type { MailBook } from './mail/mail-book.ts';
import { newsletterSteps } from './open-steps.ts';
import type { StepParts } from './open-steps.ts';

interface NewsletterDeps extends Omit<Kernel, 'stores'>, StepParts {
  readonly stores: KernelStores & { readonly newsletters: CheckpointBook; readonly mails: MailBook };
  readonly edition: Edition;
}

export function openNewsletter(deps: NewsletterDeps): Feature {
  const { config, clock, stores, news, edition } = deps;
  const log = deps.log.child({ module: 'newsletter' });
  const { feature } = buildNewsletter({
    book: stores.newsletters,
    files: new StepFiles(config.paths.newsletters),
    steps: newsletterSteps(deps),
    edition: {
      ...{ name: edition.name, language: edition.language, zone: edition.zone },
      needsApproval: edition.newsletter.approval,
      desk: deskChannel(edition),
    },
    clock,
    ops: stores.ops,
    sessions: stores.sessions,
    guildOf: guildsIn(stores.sessions),
    mail: mailOf(deps, log),
    mustHaveAsked: (context, what) => mustHaveAsked(context, 'newsletter', what),
    posted: () => deps.dispatcher.poke(),
    ask: (inbound) => deps.conductor.ask(inbound),
    newId: deps.newId,
    tell: (record) => {
      const { session, state, updatedAtMs } = record;
      const { status: _, ...status } = workflowStatus(record);
      const line = progressLine(record);
      log.info({ session, state, line }, 'newsletter');
      news.tell('newsletter', { session, state, line, atMs: updatedAtMs, ...status });
    },
    failed: (what, error) => log.error({ err: error }, `${what} failed`),
  });
  return feature;
}

/** Undefined where no server is set, or nobody is to have it. */
function mailOf(
  { config: { mail: settings }, clock, stores, edition }: NewsletterDeps,
  log: NewsletterDeps['log'],
): MailNewsletter | undefined {
  const { recipients } = edition.newsletter;
  if (settings === undefined || recipients.length === 0) return undefined;
  const mail = new NewsletterMail({ book: stores.mails, clock, log, settings });
  const { zone, language } = edition;
  return async (newsletter, signal) => {
    const report = await mail.send(newsletter, recipients, { zone }, signal);
    const said = sayMail(report, localeOf(language)).join('\n');
    const isWhole = report.server === undefined && report.records.every(({ state }) => state !== 'waiting');
    return { said, isWhole };
  };
}
