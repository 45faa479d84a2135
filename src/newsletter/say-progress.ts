/** How far a newsletter is, in a line or two: "▰▰▰▱▱▱▱▱▱ 3/9 download_articles · 72 articles". Pure. */
import { localeOf } from '../time/locale.ts';
import { markdownWords } from '../text/markdown-words.ts';
import { shortLine, shorten } from '../text/shorten.ts';
import { withoutAddresses } from './mail/say-mail.ts';
import { STEPS } from './model/steps.ts';
import type { StepName } from './model/steps.ts';
import type { NewsletterRecord } from './model/newsletter-record.ts';
import { nextStep, stepsOver } from './workflow-status.ts';
import { wordsOf } from './words.ts';

const MOST_REASON = 600;

/** Which of a step's counts is told: that of what it hands on. */
const TOLD: Readonly<Record<StepName, string>> = {
  gather_urls: 'urls',
  filter_urls: 'kept',
  download_articles: 'articles',
  extract_summaries: 'summaries',
  rate_articles: 'articles',
  cluster_topics: 'topics',
  select_sections: 'sections',
  draft_sections: 'stories',
  finalize_newsletter: 'sections',
};

/**
 * The message that a newsletter has in its chat.
 * @param isEditor of readers' addresses only those who manage the desk's work are told.
 */
export function sayProgress(record: NewsletterRecord, { isEditor = false } = {}): string {
  const words = wordsOf(localeOf(record.language));
  const { session, state } = record;
  const told = (said: string | undefined) => (isEditor || said === undefined ? said : withoutAddresses(said));
  const [trouble, remark] = [told(record.trouble), told(record.remark)];
  const failed = nextStep(record.checkpoints);
  const because = words.trouble((failed && record.checkpoints[failed]?.message) || (trouble ?? '–'));
  const lines = [`**${session}**`, progressLine(record)];
  if (state === 'stopped' && failed) lines.push(words.stopped(words.steps[failed], quoted(because), session));
  if (state === 'waiting')
    lines.push(trouble === undefined ? words.waiting(session) : sayUndelivered(record, trouble));
  if (state === 'sending') lines.push(words.delivering);
  if (state === 'done' && remark !== undefined) lines.push(quotedLines(remark));
  return lines.join('\n');
}

/** Servers, feeds and models have a say in what goes wrong. */
function quoted(because: string): string {
  return markdownWords(shortLine(because, MOST_REASON));
}

/** Why not all of it was delivered; how the rest is, where to send it once more helps. */
export function sayUndelivered(
  { session, language, onlyAgain }: Pick<NewsletterRecord, 'session' | 'language' | 'onlyAgain'>,
  trouble: string,
): string {
  const words = wordsOf(localeOf(language));
  const said = words.undelivered(quotedLines(trouble));
  return onlyAgain ? said : `${said}\n${words.sendMissing(session)}`;
}

/** The same of what has a line for each reason. */
function quotedLines(because: string): string {
  const lines = shorten(because, MOST_REASON).split('\n');
  return lines.map((line) => markdownWords(line.trim(), true)).join('\n');
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
  const count = checkpoints[step]?.counts[TOLD[step]];
  return count === undefined ? words.steps[step] : `${words.steps[step]} · ${words.counted(step, count)}`;
}
