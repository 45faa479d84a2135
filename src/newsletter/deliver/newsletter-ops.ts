/**
 * The messages of a newsletter: a title with a thread on it, in the thread a message a section (or as many as its channel
 * needs), at the end the sources. Frozen keys: put down twice they are sent once. Pure.
 */
import type { Entry, Origin } from '../../sessions/entry.ts';
import { chatIdOf } from '../../sessions/key.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { NewOp, OpBody, OpSpec, Target } from '../../sessions/op.ts';
import { roomIn, traitsOf } from '../../sessions/traits-of.ts';
import { splitCited } from '../../text/citations.ts';
import type { Citations } from '../../text/citations.ts';
import { shorten, shortLine } from '../../text/shorten.ts';
import { withoutLinks } from '../../text/without-links.ts';
import { localeOf } from '../../time/locale.ts';
import type { Newsletter, NewsletterSection } from '../model/outputs.ts';
import { wordsOf } from '../words.ts';

export interface NewsletterPlace {
  readonly session: SessionKey;
  /** What is known of it: a thread or a direct chat has no threads of its own, a forum has posts. */
  readonly kind?: Origin['kind'];
}

interface Posting {
  readonly newsletter: Newsletter;
  readonly place: NewsletterPlace;
  readonly nowMs: number;
}

const MOST_TITLE = 300;
const MOST_INTRO = 1_200;
const MOST_SOURCE = 200;

export function newsletterKey(session: string, part: string): string {
  return `newsletter:${session}/${part}`;
}

/** In the order of sending. */
export function newsletterOps(posting: Posting): NewOp[] {
  const { newsletter, place } = posting;
  const { target, ops: opening } = opened(posting);
  const room = roomIn(place.session);
  const all: Citations = Object.fromEntries(newsletter.sources.map(({ n, url }) => [n, url]));
  const post = (part: string, text: string) => {
    const cited = citedIn(text, all);
    return opOf(posting, part, {
      kind: 'post',
      channel: target,
      text,
      previews: false,
      ...(cited && { citations: cited }),
    });
  };
  return [
    ...opening,
    ...newsletter.sections.flatMap((section, at) =>
      splitCited(sectionText(section, newsletter), room, all).map((text, piece) =>
        post(`section_${numbered(at)}_${numbered(piece)}`, text),
      ),
    ),
    ...splitCited(closing(newsletter), room, {}).map((text, at) => post(`sources_${numbered(at)}`, text)),
  ];
}

/** A draft where its editors are, with a button that sends it. */
export function previewOps({ newsletter, place, nowMs }: Posting): NewOp[] {
  const words = wordsOf(localeOf(newsletter.language));
  const { session } = newsletter;
  const stories = newsletter.sections.flatMap(({ heading, stories: told }) => [
    `**${withoutLinks(heading)}**`,
    ...told.map(({ headline }) => `- ${withoutLinks(headline)}`),
  ]);
  const text = [
    words.previewHead(session),
    '',
    `**${titleOf(newsletter)}**`,
    newsletter.intro,
    '',
    ...stories,
    '',
    words.waiting(session),
  ].join('\n');
  const button = {
    label: words.send,
    style: 'primary',
    command: 'newsletter send',
    options: { session },
  } as const;
  return [
    opOf({ newsletter, place, nowMs }, 'preview', {
      kind: 'post',
      channel: { id: chatIdOf(place.session) },
      text: shorten(text, roomIn(place.session)),
      previews: false,
      buttons: [button],
    }),
  ];
}

/** The title, and where all that follows goes. */
function opened(posting: Posting): { readonly target: Target; readonly ops: NewOp[] } {
  const { newsletter, place } = posting;
  const { session } = newsletter;
  const channel: Target = { id: chatIdOf(place.session) };
  const traits = traitsOf(place.session);
  const text = shorten(
    [`**${titleOf(newsletter)}**`, shorten(newsletter.intro, MOST_INTRO)]
      .filter((part) => part !== '')
      .join('\n\n'),
    roomIn(place.session),
  );
  const body: OpBody = { text, previews: false };
  const name = shortLine(titleOf(newsletter), traits?.limits.threadName ?? 100);
  if (place.kind === 'forum')
    return {
      target: { op: newsletterKey(session, 'forum') },
      ops: [opOf(posting, 'forum', { kind: 'forum', channel, name, tags: [], ...body })],
    };
  const title = opOf(posting, 'title', { kind: 'post', channel, ...body });
  if (place.kind === 'thread' || place.kind === 'dm' || traits?.has.threads === false)
    return { target: channel, ops: [title] };
  const key = newsletterKey(session, 'thread');
  const spec: OpSpec = { kind: 'thread', channel, message: { op: title.key }, name };
  // What the channel remembers names the thread, which is known only now.
  const { record, ...untold } = title;
  const thread: NewOp = { key, lane: place.session, spec, ...(record && { record: { ...record, id: key } }) };
  return { target: { op: key }, ops: [untold, thread] };
}

function sectionText({ heading, stories }: NewsletterSection, { language }: Newsletter): string {
  const words = wordsOf(localeOf(language));
  const told = stories.map(({ headline, text, doubts = [] }) =>
    [
      `**${withoutLinks(headline)}**`,
      text,
      ...(doubts.length > 0 ? [`*${words.doubted(doubts)}*`] : []),
    ].join('\n'),
  );
  return [`## ${withoutLinks(heading)}`, ...told].join('\n\n');
}

function closing({ sources, model, language }: Newsletter): string {
  const words = wordsOf(localeOf(language));
  const listed = sources.map(
    ({ n, url, title, publisher }) =>
      `[${n}] ${publisher === '' ? '' : `${withoutLinks(publisher)} — `}${shorten(withoutLinks(title), MOST_SOURCE)} <${url}>`,
  );
  const remark = model === undefined ? ['', `*${words.withoutModel}*`] : [];
  return [`**${words.sources}**`, ...listed, ...remark].join('\n');
}

function titleOf({ title }: Newsletter): string {
  return shortLine(withoutLinks(title), MOST_TITLE);
}

function opOf({ newsletter, place, nowMs }: Posting, part: string, spec: OpSpec & OpBody): NewOp {
  const key = newsletterKey(newsletter.session, part);
  const record: Entry = {
    ...{ v: 1, id: key, ts: nowMs, role: 'assistant' },
    content: spec.text,
  };
  return { key, lane: place.session, spec, record };
}

function citedIn(text: string, all: Citations): Citations | undefined {
  const cited = new Set([...text.matchAll(/\[(\d{1,3})\]/gu)].map(([, n]) => Number(n)));
  const known = Object.entries(all).filter(([n]) => cited.has(Number(n)));
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

function numbered(at: number): string {
  return String(at + 1).padStart(2, '0');
}
