/** A newsletter as the desk tells of it in a conversation: how far it is, whom it reached, what is in it. Pure. */
import { shareIn } from '../newsroom/model/events-like.ts';
import type { SessionKey } from '../sessions/key.ts';
import { linkTo } from '../sessions/traits-of.ts';
import { markdownWords } from '../text/markdown-words.ts';
import { dayAndTime } from '../time/zone.ts';
import type { Locale } from '../time/locale.ts';
import { writtenIn } from '../time/locale.ts';
import type { MailRecord } from './mail/mail-book.ts';
import { sayMail } from './mail/say-mail.ts';
import type { Newsletter } from './model/outputs.ts';
import type { NewsletterRecord } from './model/newsletter-record.ts';
import { pageOf } from './render/page.ts';
import type { PageStory } from './render/page.ts';
import { sayProgress } from './say-progress.ts';
import { answerWords } from './answer-words.ts';
import type { AnswerWords } from './answer-words.ts';

const MOST_STORIES = 30;
/** So much of what is asked about a story must have. */
const LEAST_SHARED = 0.6;

export interface Reached {
  readonly mails: readonly MailRecord[];
  /** Its messages in its chat: how many there are, how many of them arrived, and how many never will as they are. */
  readonly messages: { readonly all: number; readonly sent: number; readonly failed: number };
  /** Why nobody is mailed, as things stand. */
  readonly whyUnmailed?: Readonly<Record<Locale, string>> | undefined;
}

export interface Telling {
  readonly locale: Locale;
  /** Where it is told. */
  readonly from: SessionKey;
  /** Addresses of readers are for those who manage the desk's work. */
  readonly isEditor: boolean;
}

/** How far it is; of one that is delivered when, where and to whom. */
export function sayStatus(record: NewsletterRecord, reached: Reached, telling: Telling): string {
  const { locale } = telling;
  const words = answerWords(locale);
  const language = writtenIn(locale);
  const { remark, ...told } = { ...record, language };
  const isMailed = reached.mails.length > 0;
  if (record.state !== 'done') {
    const isOut = record.state === 'sending' || isMailed || reached.messages.all > 0;
    const progress = sayProgress(told, telling);
    const said = new Set(progress.split('\n'));
    return [
      progress,
      ...(isOut ? [] : [words.nothingSent]),
      // What is undelivered may be said already, with the reasons.
      ...(isMailed ? sayMails(reached.mails, telling).filter((line) => !said.has(line)) : []),
    ].join('\n');
  }
  const { all, sent, failed } = reached.messages;
  return [
    sayProgress(told, telling),
    words.wentOut(dayAndTime(record.updatedAtMs, record.zone, locale), placeOf(record, telling)),
    ...(sent < all ? [words.missing(all - sent, all)] : []),
    ...(failed > 0 ? [words.sendAgain(record.session)] : []),
    ...(isMailed
      ? sayMails(reached.mails, telling)
      : [markdownWords(reached.whyUnmailed?.[locale] ?? remark ?? words.noMail, true)]),
  ].join('\n');
}

function sayMails(mails: readonly MailRecord[], { locale, isEditor }: Telling): string[] {
  const words = answerWords(locale);
  const sent = mails.filter(({ state }) => state === 'sent');
  if (!isEditor) return [words.mailed(sent.length, mails.length)];
  const who = sent.map(({ recipient }) => recipient).join(locale === 'zh' ? '、' : ', ');
  const rest = sayMail({ records: mails, bad: [] }, locale).map((line) => markdownWords(line, true));
  return [...rest, ...(who === '' ? [] : [words.mailedTo(markdownWords(who))])];
}

function placeOf({ place }: Pick<NewsletterRecord, 'place'>, { from, locale }: Telling): string {
  const { here } = answerWords(locale);
  if (place === from) return here;
  const where = linkTo(place) ?? place;
  return locale === 'zh' ? ` ${where}` : `to ${where}`;
}

/** Its title, its intro and its headlines, each with the outlet that it was read in first. */
export function sayContents(newsletter: Newsletter, zone: string, locale: Locale): string {
  const words = answerWords(locale);
  const page = pageOf(newsletter, { zone });
  const all = page.sections.reduce((sum, { stories }) => sum + stories.length, 0);
  let room = MOST_STORIES;
  const sections = page.sections.flatMap(({ heading, stories }) => {
    const shown = stories.slice(0, room);
    room -= shown.length;
    return shown.length === 0
      ? []
      : [`**${markdownWords(heading)}**`, ...shown.map((story) => `- ${headlineOf(story, words)}`)];
  });
  return [
    words.contents(newsletter.session, all, page.sections.length),
    `**${markdownWords(page.title)}**`,
    ...(page.intro === '' ? [] : [markdownWords(page.intro, true)]),
    ...sections,
    ...(all > MOST_STORIES ? [words.more(all - MOST_STORIES, newsletter.session)] : []),
  ].join('\n');
}

function headlineOf({ headline, spans }: PageStory, words: AnswerWords): string {
  const cited = spans.find((span) => span.kind === 'cite' && span.source.address !== undefined);
  return `${markdownWords(headline)}${cited?.kind === 'cite' ? words.from(markdownWords(cited.source.publisher), cited.source.address!) : ''}`;
}

/** Its stories that speak of something, word for word with their sources. */
export function sayAbout(newsletter: Newsletter, about: string, zone: string, locale: Locale): string {
  const words = answerWords(locale);
  const stories = pageOf(newsletter, { zone }).sections.flatMap((section) => section.stories);
  const found = stories.filter(
    ({ headline, spans }) => shareIn(about, [headline, ...spans.map(wordsOf)]) >= LEAST_SHARED,
  );
  const asked = markdownWords(about);
  if (found.length === 0) return words.nothingAbout(newsletter.session, asked);
  const told = found.map((story) => `- **${markdownWords(story.headline)}**: ${textOf(story, words)}`);
  return [words.about(newsletter.session, asked), ...told].join('\n');
}

function wordsOf(span: PageStory['spans'][number]): string {
  return span.kind === 'words' ? span.text : '';
}

function textOf({ spans }: PageStory, words: AnswerWords): string {
  return spans
    .map((span) => {
      if (span.kind === 'words') return markdownWords(span.text);
      if (span.kind === 'doubt') return ' ⚠';
      const { publisher, address } = span.source;
      return address === undefined ? '' : words.from(markdownWords(publisher), address);
    })
    .join('')
    .replace(/\s{2,}/gu, ' ');
}
