/**
 * The messages of a story: a title post with a thread, or a forum post that is both; in the thread the body in
 * pieces, and a last post with further reading and the sources. A message has at most one picture: the first is in
 * the title, the others in messages of their own before the body. Texts are frozen and keys never change, so each
 * message is recorded once and sent once. Only the first further-reading link shows a preview.
 *
 * Each op says what its session remembers after sending: the channel, that there is a story and where; the thread,
 * the story and its sources, so that questions there can be answered.
 */
import type { Entry } from '../../sessions/entry.ts';
import { chatIdOf } from '../../sessions/key.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { NewOp, OpBody, OpFile, OpSpec, Target } from '../../sessions/op.ts';
import { roomIn, traitsOf } from '../../sessions/traits-of.ts';
import { splitCited } from '../../text/citations.ts';
import { sentences } from '../../text/sentences.ts';
import { splitMessage } from '../../text/split-message.ts';
import { categoryLabel } from '../edition/category-label.ts';
import type { Labels } from '../edition/category-label.ts';
import type { EditorialAction } from '../model/editorial-action.ts';
import type { SourcePack } from '../model/source-pack.ts';
import type { Wording } from '../edition/wording.ts';
import { shorten } from '../../text/shorten.ts';
import { withoutLinks } from '../../text/without-links.ts';
import type { StoryPlace } from './story-place.ts';
import { citationsIn, citationsOf } from './cited.ts';
import { flagTags, statesOf, tagsOp } from './state-tags.ts';
import { threadName } from './thread-name.ts';
import { HEADING, plainEdition, titleBody } from './title-body.ts';
import { storyOpKey, threadOpOf } from './title-post.ts';

interface StoryToPost {
  /** `<run id>/<story id>`. */
  readonly id: string;
  readonly place: StoryPlace;
  readonly title: string;
  readonly category: string;
  /** Other names of the category. */
  readonly aliases?: readonly string[];
  readonly flags: readonly string[];
  /** Lines above the text: the "as of" time, and differing sources. */
  readonly above?: readonly string[];
  /** Labels category and flags; without it their internal names are used. */
  readonly edition?: Labels | undefined;
  readonly threadNameTemplate: string;
  /** How many withdrawn versions of it have a thread of the same name. */
  readonly namesakes?: number;
  readonly body: string;
  /** The body as the messages that its writer posted. */
  readonly messages?: readonly string[] | undefined;
  readonly readMoreUrls: readonly string[];
  readonly readMoreLabel: string;
  readonly pack: SourcePack;
  readonly languageModel: boolean;
  readonly wording: Wording;
  readonly nowMs: number;
  /** The available commands, for the controls under the title. */
  readonly commands?: ReadonlySet<string>;
  /** One per message: the first with the title, the others in the thread before the body. */
  readonly images?: readonly OpFile[];
  /** Roles that the title mentions. */
  readonly roles?: readonly string[];
  /** Editorial actions before posting, oldest first. */
  readonly actions?: readonly EditorialAction[];
  /** Publish the title to the channel's followers. */
  readonly publishes?: boolean;
}

const MOST_LEDE = 240;
/** No forum tag has a longer name; such a category uses another of its names. */
const LONGEST_TAG = 20;

/** In the order of sending. */
export function storyOps(story: StoryToPost): NewOp[] {
  const { id, place, nowMs, images = [] } = story;
  const thread: Target = { op: threadOpOf(id, place.isForum) };
  const op = (key: string, spec: OpSpec, remembered?: string): NewOp => ({
    key,
    lane: place.session,
    spec,
    ...(remembered !== undefined && { record: storyEntry(id, key, remembered, nowMs) }),
  });
  const post = (part: string, text: string, more: Partial<OpBody>) =>
    op(storyOpKey(id, part), { kind: 'post', channel: thread, text, ...more }, text);
  const quiet = { previews: false } as const;
  const picture = (part: string, file: OpFile) =>
    op(storyOpKey(id, part), { kind: 'post', channel: thread, text: '', ...quiet, files: [file] }, file.alt);
  return [
    ...opening(story, op),
    ...images.slice(1).map((file, at) => picture(numbered('picture', at), file)),
    ...split(below(story.above ?? [], bodyParts(story)), story.pack, place.session).map((text, at) =>
      post(numbered('chunk', at), text, { ...quiet, ...citationsIn(text, story.pack) }),
    ),
    ...closingPieces(story, place.session).map(({ text, ...more }, at) =>
      post(numbered('links', at), text, more),
    ),
    ...followed(story, op),
    ...tagged(story),
  ];
}

function below(above: readonly string[], [first = '', ...rest]: readonly string[]): readonly string[] {
  return [above.length === 0 ? first : `${above.join('\n')}\n\n${first}`, ...rest];
}

/** The writer's messages if they still match the body, else the body as one text. Each may be too long to send. */
export function bodyParts({
  body,
  messages = [],
}: Pick<StoryToPost, 'body' | 'messages'>): readonly string[] {
  return messages.join('\n\n') === body ? messages : [body];
}

/** What a channel remembers of a story: title, the first sentence, and the category in the edition's words. */
export function abstractOf(
  { title, body, category }: Pick<StoryToPost, 'title' | 'body' | 'category'>,
  edition: Labels | undefined,
): string {
  const text = body.replaceAll(HEADING, '').replaceAll(/\s?\[\d+\]/g, '');
  const lede = sentences(text)[0]?.text ?? '';
  return `${title}\n${shorten(lede, MOST_LEDE)}\n(${categoryLabel(category, edition)})`;
}

/** An entry about a story, by its id. */
export function storyEntry(storyId: string, key: string, content: string, ts: number): Entry {
  return { v: 1, id: key, ts, role: 'assistant', content, meta: { kind: 'story', story: storyId } };
}

/** Publish the title message to followers of the channel. */
function followed(
  { id, place, publishes = false }: StoryToPost,
  op: (key: string, spec: OpSpec) => NewOp,
): NewOp[] {
  if (!publishes || place.isForum) return [];
  const channel: Target = { id: chatIdOf(place.session) };
  return [
    op(storyOpKey(id, 'publish'), { kind: 'publish', channel, message: { op: storyOpKey(id, 'title') } }),
  ];
}

/** Give the forum the tag for breaking stories if it lacks one. */
function tagged({ id, place, flags, edition }: StoryToPost): NewOp[] {
  const story = { id, place: place.session, threadOp: threadOpOf(id, place.isForum) };
  const { language } = plainEdition(edition);
  return tagsOp(storyOpKey(id, 'tags'), story, { before: [], after: statesOf(flags, []), language });
}

/** The title, and the thread that opens with it. */
function opening(story: StoryToPost, op: (key: string, spec: OpSpec, remembered?: string) => NewOp): NewOp[] {
  const { id, place, category, aliases = [], flags, images = [], roles = [], nowMs } = story;
  const channel: Target = { id: chatIdOf(place.session) };
  const most = traitsOf(place.session)?.limits.threadName;
  const name = threadName(story.threadNameTemplate, story.title, most, story.namesakes);
  const edition = plainEdition(story.edition);
  const { buttons = [], ...shown } = titleBody(
    { ...story, publishedAtMs: nowMs },
    { actions: story.actions ?? [], edition, commands: story.commands ?? new Set() },
  );
  const [picture] = images;
  const body: OpBody = {
    ...shown,
    text: shorten(shown.text, roomIn(place.session)),
    ...(buttons.length > 0 && { buttons }),
    ...(roles.length > 0 && { pings: { roles } }),
    ...(picture && { files: [picture] }),
  };
  const threadKey = threadOpOf(id, place.isForum);
  if (place.isForum) {
    const label = categoryLabel(category, story.edition);
    const names = [category, label, ...(category.length > LONGEST_TAG ? aliases : []), ...flagTags(flags)];
    const tags = [...new Set(names)];
    return [op(threadKey, { kind: 'forum', channel, name, tags, ...body }, abstractOf(story, story.edition))];
  }
  const title = storyOpKey(id, 'title');
  return [
    op(title, { kind: 'post', channel, ...body }),
    op(
      threadKey,
      { kind: 'thread', channel, message: { op: title }, name },
      abstractOf(story, story.edition),
    ),
  ];
}

type Closing = Pick<StoryToPost, 'readMoreLabel' | 'readMoreUrls' | 'pack' | 'languageModel' | 'wording'>;

/** A story's last post, in pieces: further reading and sources. */
export function closingPieces(story: Closing, place: SessionKey): OpBody[] {
  // The link with a preview is in the first piece.
  return splitMessage(lastPost(story), roomIn(place)).map((text, at) => ({
    text,
    ...(at > 0 && { previews: false }),
  }));
}

function lastPost({ readMoreLabel, readMoreUrls, pack, languageModel, wording }: Closing): string {
  const sources = pack.sources
    .filter(({ usable }) => usable)
    .map(
      ({ n, outlet, title, url }) =>
        `[${n}] ${withoutLinks(outlet)} — ${shorten(withoutLinks(title), 200)} <${url}>`,
    );
  return [
    [`**${readMoreLabel}**`, ...readMoreUrls.map((url, at) => (at === 0 ? url : `<${url}>`))].join('\n'),
    [`**${wording.sources}**`, ...sources].join('\n'),
    ...(languageModel ? [] : [`*${wording.withoutModel}*`]),
  ].join('\n\n');
}

/** Split texts into pieces that can be sent there, with citations as links. */
export function split(texts: readonly string[], pack: SourcePack, place: SessionKey): string[] {
  return texts.flatMap((text) => splitCited(text, roomIn(place), citationsOf(pack)));
}

/**
 * `chunk_01`.
 * @param at from 0
 */
export function numbered(part: string, at: number): string {
  return `${part}_${String(at + 1).padStart(2, '0')}`;
}
