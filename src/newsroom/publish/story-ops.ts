/**
 * The messages of a story: a title post in the desk channel, a thread on it, the body in chunks, and a last post
 * with what to read more and the sources. Frozen text with keys that never change: recorded once, sent once.
 *
 * Each op says what its session remembers once it was sent: the channel, that there is a story and where; the
 * thread, the story and its sources, so that questions there have something to stand on.
 */
import type { Entry } from '../../sessions/entry.ts';
import { chatIdOf } from '../../sessions/key.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { NewOp, OpSpec, Target } from '../../sessions/op.ts';
import { sentences } from '../../text/sentences.ts';
import { splitMessage } from '../../text/split-message.ts';
import type { SourcePack } from '../source-pack.ts';
import type { Wording } from '../wording.ts';
import { shorten } from '../shorten.ts';
import { threadName } from './thread-name.ts';

interface StoryToPost {
  /** `<run id>/<story id>`. */
  readonly id: string;
  readonly desk: SessionKey;
  readonly title: string;
  readonly category: string;
  readonly flags: readonly string[];
  readonly threadNameTemplate: string;
  readonly body: string;
  readonly readMoreUrls: readonly string[];
  readonly readMoreLabel: string;
  readonly pack: SourcePack;
  readonly languageModel: boolean;
  readonly wording: Wording;
  readonly nowMs: number;
}

/** Discord takes 2,000 characters; the rest is room for what a platform adds. */
const CHUNK = 1_900;
const MOST_TITLE = 300;
const MOST_LEDE = 240;

/** The key of the op that opens a story's thread. */
export function threadOpOf(storyId: string): string {
  return `story:${storyId}/thread`;
}

/** In the order of sending. */
export function storyOps(story: StoryToPost): NewOp[] {
  const { id, desk, nowMs } = story;
  const channel: Target = { id: chatIdOf(desk) };
  const thread: Target = { op: threadOpOf(id) };
  const op = (part: string, spec: OpSpec, remembered?: string): NewOp => {
    const key = `story:${id}/${part}`;
    return {
      key,
      lane: desk,
      spec,
      ...(remembered !== undefined && { record: entry(key, remembered, nowMs) }),
    };
  };
  const post = (part: string, text: string) => op(part, { kind: 'post', channel: thread, text }, text);
  const name = threadName(story.threadNameTemplate, story.title);
  return [
    op('title', { kind: 'post', channel, text: titlePost(story) }),
    op('thread', { kind: 'thread', channel, message: { op: `story:${id}/title` }, name }, abstract(story)),
    ...splitMessage(story.body, CHUNK).map((text, at) => post(numbered('chunk', at), text)),
    ...splitMessage(lastPost(story), CHUNK).map((text, at) => post(numbered('links', at), text)),
  ];
}

function titlePost({ title, category, flags }: StoryToPost): string {
  return `**${shorten(title, MOST_TITLE)}**\n${[category, ...flags].join(' · ')}`;
}

/** What the desk channel remembers: title, the story's first sentence, category. */
function abstract({ title, body, category }: StoryToPost): string {
  const lede = sentences(body.replaceAll(/\s?\[\d+\]/g, ''))[0]?.text ?? '';
  return `${title}\n${shorten(lede, MOST_LEDE)}\n(${category})`;
}

function lastPost({ readMoreLabel, readMoreUrls, pack, languageModel, wording }: StoryToPost): string {
  const sources = pack.sources
    .filter(({ usable }) => usable)
    .map(({ n, outlet, title, url }) => `[${n}] ${outlet} — ${shorten(title, 200)} <${url}>`);
  return [
    [`**${readMoreLabel}**`, ...readMoreUrls.map((url) => `<${url}>`)].join('\n'),
    [`**${wording.sources}**`, ...sources].join('\n'),
    ...(languageModel ? [] : [`*${wording.withoutModel}*`]),
  ].join('\n\n');
}

function numbered(part: string, at: number): string {
  return `${part}_${String(at + 1).padStart(2, '0')}`;
}

function entry(key: string, content: string, ts: number): Entry {
  return { v: 1, id: key, ts, role: 'assistant', content, meta: { kind: 'story' } };
}
