/**
 * The messages of an update, in the thread of the story that it continues: head, body with citations, further
 * reading; and a line under the story's title that links to it. It has no title post or thread of its own.
 */
import { chatIdOf } from '../../sessions/key.ts';
import type { NewOp, OpBody } from '../../sessions/op.ts';
import { traitsOf } from '../../sessions/traits-of.ts';
import type { NewEditorialAction } from '../model/editorial-action.ts';
import type { Edition } from '../edition/edition.ts';
import type { EditorialAction } from '../model/editorial-action.ts';
import { shorten } from '../../text/shorten.ts';
import type { SourcePack } from '../model/source-pack.ts';
import type { PublishedStory } from '../model/story-book.ts';
import { withoutLinks } from '../../text/without-links.ts';
import { wordingOf } from '../edition/wording.ts';
import { citationsIn } from './cited.ts';
import { retold } from './action-ops.ts';
import { bodyParts, closingPieces, numbered, split, storyEntry } from './story-ops.ts';
import { statesOf, tagsOp } from './state-tags.ts';
import { titleBody } from './title-body.ts';
import { sayMoment } from './title-lines.ts';
import { messageNamed, storyOpKey, threadOpOf, titleTarget } from './title-post.ts';

interface UpdateToPost {
  /** `<run id>/<story id>`. */
  readonly id: string;
  readonly title: string;
  readonly body: string;
  /** The body as the messages that its writer posted. */
  readonly messages?: readonly string[] | undefined;
  readonly primaryUrl: string;
  readonly eventId?: number;
  readonly flags?: readonly string[];
  readonly readMoreUrls: readonly string[];
  readonly pack: SourcePack;
  readonly languageModel: boolean;
}

interface UpdateTerms {
  /** The story that it continues, as published. */
  readonly story: PublishedStory;
  /** That story's actions so far, oldest first. */
  readonly actions: readonly EditorialAction[];
  readonly update: UpdateToPost;
  readonly edition: Pick<Edition, 'language' | 'zone' | 'style'> & Partial<Pick<Edition, 'categories'>>;
  /** The available commands. */
  readonly commands: ReadonlySet<string>;
  /** The server of the story's place; without one its messages can't be linked. */
  readonly guild?: string | undefined;
  /** Who asked for the update. */
  readonly by: string;
  readonly nowMs: number;
}

interface UpdateOps {
  /** In the order of sending, in the lane of the story's own messages. */
  readonly ops: readonly NewOp[];
  /** The action for the story's book: its line under the title. */
  readonly action: NewEditorialAction;
}

const MOST_TITLE = 160;

/** The messages of an update, for the story's thread and for the desk channel. */
export function updateOps({
  story,
  actions,
  update,
  edition,
  commands,
  guild,
  by,
  nowMs,
}: UpdateTerms): UpdateOps {
  const wording = wordingOf(edition.language);
  const title = shorten(withoutLinks(update.title).replaceAll(/[\s{}]+/gu, ' '), MOST_TITLE);
  const head = wording.update(sayMoment(nowMs, story.publishedAtMs, edition), title);
  const lane = story.place;
  const post = (part: string, { text, ...more }: OpBody): NewOp => {
    const key = storyOpKey(update.id, part);
    const spec = { kind: 'post', channel: { op: story.threadOp }, text, ...more } as const;
    return { key, lane, spec, record: storyEntry(update.id, key, text, nowMs) };
  };
  const link = linksInto(story, guild);
  const back = link && titleMessage(story);
  const said = [
    `**${head}**`,
    ...(link && back !== undefined ? [`${wording.moreOn} <${link.title}/${messageNamed(back)}>`] : []),
  ];
  const [opening = '', ...others] = bodyParts(update);
  const texts = split([[...said, opening].join('\n'), ...others], update.pack, lane);
  const chunks = texts.map((text, at) =>
    post(numbered('chunk', at), {
      text,
      previews: false,
      ...citationsIn(text, update.pack),
      ...(at === 0 && back !== undefined && { names: [back] }),
    }),
  );
  const closing = closingPieces({ ...update, readMoreLabel: edition.style.readMoreLabel, wording }, lane);
  const first = messageNamed(storyOpKey(update.id, numbered('chunk', 0)));
  const line = link ? `${head} <${link.thread}/${first}>` : head;
  const action: NewEditorialAction = {
    story: story.id,
    kind: 'update',
    by,
    atMs: nowMs,
    text: line,
    key: storyOpKey(update.id, 'update'),
    about: { url: update.primaryUrl, ...(update.eventId !== undefined && { eventId: update.eventId }) },
  };
  const withIt = [...actions, { ...action, n: actions.length + 1 }];
  const change = {
    before: statesOf(story.flags, actions),
    after: statesOf([...story.flags, ...(update.flags ?? [])], withIt),
    language: edition.language,
  };
  const key = storyOpKey(update.id, 'title');
  return {
    action,
    ops: [
      ...chunks,
      ...closing.map((piece, at) => post(numbered('links', at), piece)),
      {
        key,
        lane,
        spec: {
          kind: 'edit',
          ...titleTarget(story),
          ...titleBody(story, { actions: withIt, edition, commands }),
        },
        record: retold(key, story, withIt, edition, nowMs),
      },
      ...tagsOp(storyOpKey(update.id, 'tags'), story, change),
    ],
  };
}

/** The addresses of the channels of title and thread; undefined when messages have no addresses. */
function linksInto(
  { place, thread, threadOp, id }: PublishedStory,
  guild: string | undefined,
): { readonly title: string; readonly thread: string } | undefined {
  const { address } = traitsOf(place)?.writes ?? {};
  if (guild === undefined || thread === undefined || !address) return undefined;
  const at = (chat: string) => address(guild, chat);
  const isForum = threadOp === threadOpOf(id, true);
  return { title: at(chatIdOf(isForum ? thread : place)), thread: at(chatIdOf(thread)) };
}

/** The key of the op that made the title's message. */
function titleMessage(story: PublishedStory): string | undefined {
  const { message } = titleTarget(story);
  return 'op' in message ? message.op : undefined;
}
