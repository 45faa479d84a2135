/** A job's turn that makes the day's newsletter: the run waits for it, and says how it ended. */
import type { ProfileWords } from '../cron/job-profile.ts';
import type { Pass } from '../sessions/perform.ts';
import type { SessionKey } from '../sessions/key.ts';
import { isChat } from '../sessions/traits-of.ts';
import type { Turn, TurnEnd } from '../sessions/turn.ts';
import { localeOf } from '../time/locale.ts';
import { markdownWords } from '../text/markdown-words.ts';
import { shortLine } from '../text/shorten.ts';
import { withoutLinks } from '../text/without-links.ts';
import type { Locale } from '../time/locale.ts';
import { sayResume, openStatusOf } from './decide-workflow.ts';
import { withoutAddresses } from './mail/say-mail.ts';
import type { NewsletterRecord } from './model/newsletter-record.ts';
import type { NewsletterService } from './newsletter-service.ts';
import { NewsletterRefused } from './refusal.ts';
import { sayUndelivered } from './say-progress.ts';
import { wordsOf } from './words.ts';

/** The turn profile of jobs that make newsletters. */
export const NEWSLETTER_PROFILE = 'newsletter';
export const NEWSLETTER_WORDS: ProfileWords = {
  calls:
    /^(?:(?:make|prepare|create|write|produce|send(?: out)?|publish|do|run) )?(?:(?:us|me) )?(?:(?:an?|the|our|this|new|weekly|daily|monthly|(?:today|this week)['’]s) )*newsletter$|^(?:整|做|製作|寫|出|發)?(?:返|一)?(?:份|期)?(?:今期|今日|本週)?(?:嘅|的)?(?:電子)?(?:通訊|電子報)$/iu,
  mentions: /\b(?:newsletter|digest)|通訊|通讯|電子報|电子报|週報|周報|周报/iu,
};

/** The run waits for all steps, which take a language model and slow sites long: as long as a model that calls them. */
export const NEWSLETTER_TIMEOUT_MS = 2 * 3_600_000;

const MOST_QUOTED = 600;

/**
 * Perform such a turn. A start that is cut off goes on with the same newsletter.
 * @param locale of those who read where the job lives.
 */
export function performNewsletter(service: NewsletterService, locale: Locale): (pass: Pass) => Promise<void> {
  return async (pass) => {
    const { turn } = pass.started;
    let session: string;
    try {
      session = await begin(service, turn);
    } catch (error) {
      if (!(error instanceof NewsletterRefused)) throw error;
      await pass.settle(failed(error.words?.[locale] ?? error.message, error.message));
      return;
    }
    const record = await service.finished(session, pass.signal);
    pass.signal.throwIfAborted();
    await pass.settle({ ...(await endOf(service, session, record)), ofPages: true });
  };
}

/** @returns the session of the newsletter that its day and place have. */
async function begin(service: NewsletterService, turn: Turn): Promise<string> {
  const atMs = turn.run?.slotMs ?? turn.acceptedAtMs;
  const place = placeOf(turn);
  const by = { name: turn.run?.jobName ?? turn.actor.name };
  const { model } = turn;
  // A run that is started again, or retried as its job was told to, goes on where it was.
  const isAgain = turn.attempts > 1 || turn.run?.trigger === 'retry';
  const known = isAgain ? await service.ofDay(atMs, place) : undefined;
  if (known?.state === 'running' || known?.state === 'sending') await service.goOn(known);
  if (known && known.state !== 'stopped') return known.session;
  const request = known ? { session: known.session, resume: true } : { atMs, ...(place && { place }) };
  return (await service.run({ ...request, by, model })).session;
}

/** Undefined for jobs that live in no chat: theirs go where the edition's newsletters go. */
function placeOf({ session, run }: Turn): SessionKey | undefined {
  return isChat(session) ? session : run?.deliverTo;
}

async function endOf(
  service: NewsletterService,
  session: string,
  record: NewsletterRecord | undefined,
): Promise<TurnEnd> {
  if (!record) return failed(`there is no newsletter ${session}`);
  const words = wordsOf(localeOf(record.language));
  if (record.state === 'stopped' || record.state === 'running') {
    const { step, because, isRunning } = openStatusOf(record);
    const name = words.steps[step];
    const said = isRunning
      ? words.resumable(name, session)
      : words.stopped(name, quoted(words.trouble(because) || '–'), session);
    return failed(`${session}: ${said}`, `${session}: ${sayResume(record)}`);
  }
  if (record.trouble !== undefined)
    return failed(sayUndelivered(record, withoutAddresses(record.trouble)), withoutAddresses(record.trouble));
  if (record.state === 'waiting') return { status: 'ok', summary: words.waiting(session) };
  const { title, sections } = await service.preview(session);
  const stories = sections.reduce((sum, one) => sum + one.stories.length, 0);
  return { status: 'ok', summary: words.done(quoted(withoutLinks(title)), sections.length, stories) };
}

/** What a model, a feed or a server wrote, as it stands, on one line. */
function quoted(text: string): string {
  return markdownWords(shortLine(text, MOST_QUOTED));
}

/** @param error the same for programs. */
function failed(summary: string, error = summary): TurnEnd {
  return { status: 'failed', summary, error };
}
