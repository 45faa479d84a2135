/** A job's turn that makes the day's newsletter: the run waits for it, and says how it ended. */
import type { Pass } from '../sessions/perform.ts';
import type { SessionKey } from '../sessions/key.ts';
import { isChat } from '../sessions/traits-of.ts';
import type { Turn, TurnEnd } from '../sessions/turn.ts';
import { localeOf } from '../time/locale.ts';
import { NewsletterRefused, sayResume } from './decide-workflow.ts';
import type { NewsletterRecord } from './model/newsletter-record.ts';
import type { NewsletterService } from './newsletter-service.ts';
import { wordsOf } from './words.ts';

/** The turn profile of jobs that make newsletters. */
export const NEWSLETTER_PROFILE = 'newsletter';

/** Perform such a turn. A start that is cut off goes on with the same newsletter. */
export function performNewsletter(service: NewsletterService): (pass: Pass) => Promise<void> {
  return async (pass) => {
    const { turn } = pass.started;
    const session = service.sessionOf(turn.run?.slotMs ?? turn.acceptedAtMs);
    try {
      await begin(service, session, turn);
    } catch (error) {
      if (!(error instanceof NewsletterRefused)) throw error;
      await pass.settle(failed(error.message));
      return;
    }
    const record = await service.finished(session, pass.signal);
    pass.signal.throwIfAborted();
    await pass.settle(await endOf(service, session, record));
  };
}

async function begin(service: NewsletterService, session: string, turn: Turn): Promise<void> {
  const known = await service.find(session);
  // A run that is started again, or retried as its job was told to, goes on where it was.
  const isAgain = turn.attempts > 1 || turn.run?.trigger === 'retry';
  if (known && isAgain && known.state !== 'stopped') return;
  const place = placeOf(turn);
  await service.run({
    session,
    resume: known !== undefined && isAgain,
    by: { name: turn.run?.jobName ?? turn.actor.name },
    ...(place && { place }),
  });
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
  if (record.state === 'stopped' || record.state === 'running')
    return failed(`${session}: ${sayResume(record)}`);
  if (record.trouble !== undefined) return failed(words.undelivered(record.trouble, session));
  if (record.state === 'waiting') return { status: 'ok', summary: words.waiting(session) };
  const { title, sections } = await service.preview(session);
  const stories = sections.reduce((sum, one) => sum + one.stories.length, 0);
  return { status: 'ok', summary: words.done(title, sections.length, stories) };
}

function failed(summary: string): TurnEnd {
  return { status: 'failed', summary, error: summary };
}
