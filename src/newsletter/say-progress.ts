/** How far a newsletter is, in a line or two: "▰▰▰▱▱▱▱▱▱ 3/9 download_articles · 72 articles". Pure. */
import { localeOf } from '../time/locale.ts';
import { shortLine, shorten } from '../text/shorten.ts';
import { STEPS } from './model/steps.ts';
import type { StepName } from './model/steps.ts';
import type { NewsletterRecord } from './model/newsletter-record.ts';
import { nextStep, stepsOver } from './workflow-status.ts';
import { wordsOf } from './words.ts';

const MOST_REASON = 600;

/** The message that a newsletter has where its editors are. */
export function sayProgress(record: NewsletterRecord): string {
  const words = wordsOf(localeOf(record.language));
  const { session, state, trouble, remark } = record;
  const failed = nextStep(record.checkpoints);
  const because = (failed && record.checkpoints[failed]?.message) || (trouble ?? '–');
  const lines = [`**${session}**`, progressLine(record)];
  if (state === 'stopped' && failed)
    lines.push(words.stopped(words.steps[failed], shortLine(because, MOST_REASON), session));
  if (state === 'waiting')
    lines.push(
      trouble === undefined
        ? words.waiting(session)
        : words.undelivered(shortLine(trouble, MOST_REASON), session),
    );
  if (state === 'sending') lines.push(words.delivering);
  if (state === 'done' && remark !== undefined) lines.push(shorten(remark, MOST_REASON));
  return lines.join('\n');
}

/** The bar, how many steps are over, and the one that is under way or was the last. */
export function progressLine(record: Pick<NewsletterRecord, 'checkpoints' | 'language'>): string {
  const { checkpoints } = record;
  const words = wordsOf(localeOf(record.language));
  const over = stepsOver(checkpoints);
  const bar = '▰'.repeat(over) + '▱'.repeat(STEPS.length - over);
  const under = STEPS.find((name) => checkpoints[name]?.status === 'started');
  if (under) return `${bar} ${over}/${STEPS.length} ${words.steps[under]} …`;
  const last = STEPS.findLast((name) => checkpoints[name]?.status === 'complete');
  return `${bar} ${over}/${STEPS.length}${last === undefined ? '' : ` ${sayStep(last, record)}`}`;
}

/** A step that is over, with what it came to. */
function sayStep(
  step: StepName,
  { checkpoints, language }: Pick<NewsletterRecord, 'checkpoints' | 'language'>,
): string {
  const words = wordsOf(localeOf(language));
  const [count] = Object.values(checkpoints[step]?.counts ?? {});
  return count === undefined ? words.steps[step] : `${words.steps[step]} · ${words.counted(step, count)}`;
}
