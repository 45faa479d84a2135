/** The newsletter, wired to the newsroom's inputs, to the desk's models and to where it is delivered. */
import type { Feature } from '../feature/feature.ts';
import { deskChannel } from '../newsroom/edition/edition-channels.ts';
import type { MailNewsletter } from '../newsletter/deliver/delivery.ts';
import { NewsletterMail } from '../newsletter/mail/newsletter-mail.ts';
import { sayMail } from '../newsletter/mail/say-mail.ts';
import { localeOf } from '../time/locale.ts';
import { buildNewsletter } from '../newsletter/newsletter.ts';
import { progressLine } from '../newsletter/say-progress.ts';
import { StepFiles } from '../newsletter/step-files.ts';
import { workflowStatus } from '../newsletter/workflow-status.ts';
import { mustHaveAsked } from '../desk/person-asked.ts';
import { guildsIn } from '../desk/guild-reach.ts';
import type { FeatureDeps } from './feature-deps.ts';
import type { Kernel } from './kernel.ts';
import { newsletterSteps } from './newsletter-steps.ts';

export function openNewsletter(kernel: Kernel, deps: FeatureDeps): Feature {
  const { config, clock, stores, news, edition } = deps;
  const log = deps.log.child({ module: 'newsletter' });
  const { feature } = buildNewsletter({
    book: stores.newsletters,
    files: new StepFiles(config.paths.newsletters),
    steps: newsletterSteps(kernel, deps),
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
    posted: () => kernel.dispatcher.poke(),
    ask: (inbound) => kernel.conductor.ask(inbound),
    newId: kernel.newId,
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
  { config: { mail: settings }, clock, stores, edition }: FeatureDeps,
  log: FeatureDeps['log'],
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
