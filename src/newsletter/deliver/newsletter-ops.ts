/**
 * The messages of a newsletter: a title with a thread on it, in the thread a message a section (or as many as its channel
 * needs), at the end the sources. Put down twice they are sent once; those that failed are sent again. Pure.
 */
import type { Entry, Origin } from '../../sessions/entry.ts';
import { chatIdOf } from '../../sessions/key.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { NewOp, Op, OpBody, OpSpec, Target } from '../../sessions/op.ts';
import { roomIn, traitsOf } from '../../sessions/traits-of.ts';
import { markdownWords } from '../../text/markdown-words.ts';
import { shorten, shortLine } from '../../text/shorten.ts';
import { withoutLinks } from '../../text/without-links.ts';
import { localeOf } from '../../time/locale.ts';
import type { Newsletter } from '../model/outputs.ts';
import { toMessages } from '../render/to-markdown.ts';
import type { NewsletterMessage } from '../render/to-markdown.ts';
import { pageOf } from '../render/page.ts';
import { wordsOf } from '../words.ts';

export interface NewsletterPlace {
  readonly session: SessionKey;
  /** What is known of it: a thread or a direct chat has no threads of its own, a forum has posts. */
  readonly kind?: Origin['kind'];
}

interface Posting {
  readonly newsletter: Newsletter;
  readonly place: NewsletterPlace;
  /** In which its dates are read. */
  readonly zone: string;
  readonly nowMs: number;
  /** All ops of it so far. What failed is sent under another key. */
  readonly made: readonly Op[];
}

const MOST_TITLE = 300;
/** Ends the key of a message that is sent again. */
const AGAIN = '~';

/** The key of an outgoing op; `part` is unique within a newsletter. */
export function newsletterKey(session: string, part: string): string {
  return `newsletter:${session}/${part}`;
}

/** The messages that bring it to its readers, each in its latest try. @param made all ops of it. */
export function messagesOf(made: readonly Op[]): Op[] {
  const keys = new Set(made.map(({ key }) => key));
  return made.filter(({ key }) => !/\/(?:progress|preview)/u.test(key) && !keys.has(`${key}${AGAIN}`));
}

/** In the order of sending. */
export function newsletterOps(posting: Posting): NewOp[] {
  const { newsletter, place, zone } = posting;
  const [head, ...rest] = toMessages(newsletter, { zone, limit: roomIn(place.session) });
  const { target, ops } = opened(posting, head);
  const posts = rest.map(({ part, piece, text, citations }) =>
    opOf(posting, `${part}_${piece}`, {
      kind: 'post',
      channel: target,
      text,
      previews: false,
      ...(Object.keys(citations).length > 0 && { citations }),
    }),
  );
  return [...ops, ...posts];
}

/** A draft where its editors are, with a button that sends it. */
export function previewOps(posting: Posting): NewOp[] {
  const { newsletter, place, zone } = posting;
  const words = wordsOf(localeOf(newsletter.language));
  const { session } = newsletter;
  const page = pageOf(newsletter, { zone });
  const stories = page.sections.flatMap(({ heading, stories: told }) => [
    `**${markdownWords(heading)}**`,
    ...told.map(({ headline }) => `- ${markdownWords(headline)}`),
  ]);
  const contents = [
    words.previewHead(session),
    '',
    `**${markdownWords(page.title)}**`,
    markdownWords(page.intro, true),
    '',
    ...stories,
  ].join('\n');
  // Of a long one its editors still learn how they read and send it.
  const how = `\n\n${words.waiting(session)}`;
  const text = `${shorten(contents, roomIn(place.session) - how.length)}${how}`;
  const button = {
    label: words.send,
    style: 'primary',
    command: 'newsletter send',
    options: { session },
  } as const;
  return [
    opOf(posting, 'preview', {
      kind: 'post',
      channel: { id: chatIdOf(place.session) },
      text,
      previews: false,
      buttons: [button],
    }),
  ];
}

/** The head, and where all that follows goes. */
function opened(
  posting: Posting,
  head: NewsletterMessage | undefined,
): { readonly target: Target; readonly ops: NewOp[] } {
  const { newsletter, place } = posting;
  const channel: Target = { id: chatIdOf(place.session) };
  const traits = traitsOf(place.session);
  const body: OpBody = { text: head?.text ?? markdownWords(titleOf(newsletter)), previews: false };
  const name = shortLine(titleOf(newsletter), traits?.limits.threadName ?? 100);
  if (place.kind === 'forum')
    return {
      target: { op: keyOf(posting, 'forum') },
      ops: [opOf(posting, 'forum', { kind: 'forum', channel, name, tags: [], ...body })],
    };
  const title = opOf(posting, 'head_1', { kind: 'post', channel, ...body });
  if (place.kind === 'thread' || place.kind === 'dm' || traits?.has.threads === false)
    return { target: channel, ops: [title] };
  const key = keyOf(posting, 'thread');
  const spec: OpSpec = { kind: 'thread', channel, message: { op: title.key }, name };
  // What the channel remembers names the thread, which is known only now.
  const { record, ...untold } = title;
  const thread: NewOp = { key, lane: place.session, spec, ...(record && { record: { ...record, id: key } }) };
  return { target: { op: key }, ops: [untold, thread] };
}

function titleOf({ title }: Newsletter): string {
  return shortLine(withoutLinks(title), MOST_TITLE);
}

function keyOf(posting: Posting, part: string): string {
  const key = newsletterKey(posting.newsletter.session, part);
  const isLost = posting.made.some((op) => op.key === key && op.state === 'failed');
  return isLost ? keyOf(posting, `${part}${AGAIN}`) : key;
}

function opOf(posting: Posting, part: string, spec: OpSpec & OpBody): NewOp {
  const { place, nowMs } = posting;
  const key = keyOf(posting, part);
  const record: Entry = {
    ...{ v: 1, id: key, ts: nowMs, role: 'assistant' },
    content: spec.text,
    meta: { ofPages: true },
  };
  return { key, lane: place.session, spec, record };
}
