/** The first message of a story, and the ops and keys by which it is found again. */
import { categoryLabel } from '../edition/category-label.ts';
import type { Labels } from '../edition/category-label.ts';
import { chatIdOf } from '../../sessions/key.ts';
import type { Target } from '../../sessions/op.ts';
import { shorten } from '../../text/shorten.ts';
import type { PublishedStory } from '../model/story-book.ts';

/** Together they stay under 1,900 characters. */
const MOST_TITLE = 300;
const MOST_TAGS = 200;
const MOST_CORRECTION = 400;
export const MOST_CORRECTIONS = 3;

/** The key of one of a story's ops. */
export function storyOpKey(storyId: string, part: string): string {
  return `story:${storyId}/${part}`;
}

/** The story that an op belongs to, from the op's key; undefined for other ops. */
export function storyOfKey(key: string): string | undefined {
  return /^story:([^/]+\/[^/]+)\//.exec(key)?.[1];
}

/** The key of the op that opens a story's thread; in a forum the post is the thread. */
export function threadOpOf(storyId: string, isForum: boolean): string {
  return storyOpKey(storyId, isForum ? 'forum' : 'thread');
}

/** The title post as an op's target. A forum post's first message has the id of its thread. */
export function titleTarget({ id, place, threadOp }: Pick<PublishedStory, 'id' | 'place' | 'threadOp'>): {
  readonly channel: Target;
  readonly message: Target;
} {
  const isForum = threadOp === threadOpOf(id, true);
  return isForum
    ? { channel: { op: threadOp }, message: { op: threadOp } }
    : { channel: { id: chatIdOf(place) }, message: { op: storyOpKey(id, 'title') } };
}

/** A placeholder in a title's line for the id of the message that this op creates. */
export function messageNamed(key: string): string {
  return `{message:${key}}`;
}

/** The placeholders used in a text, for its op. */
export function namesIn(text: string): { readonly names?: readonly string[] } {
  const names = [...new Set([...text.matchAll(NAMED)].map(([, key = '']) => key))];
  return names.length > 0 ? { names } : {};
}

const NAMED = /\{message:(story:[^{}]+)\}/g;

const CHINESE_FLAGS: Readonly<Record<string, string>> = { breaking: '突發', developing: '發展中' };

function flagLabel(flag: string, edition: Labels | undefined): string {
  return (edition?.language === 'zh-Hant-HK' ? CHINESE_FLAGS[flag] : undefined) ?? flag;
}

type Titled = Pick<PublishedStory, 'title' | 'category' | 'flags'>;

/** Title, category and flags in the edition's words, then the newest corrections and updates, oldest first. */
export function titlePost(story: Titled, corrections: readonly string[] = [], edition?: Labels): string {
  return [
    `**${titleOf(story)}**`,
    kindLine(story, edition),
    ...corrections.slice(-MOST_CORRECTIONS).map(noteLine),
  ].join('\n');
}

/** The title within its maximum length. */
export function titleOf({ title }: Pick<Titled, 'title'>): string {
  return shorten(title, MOST_TITLE);
}

/** Category and flags in the edition's words, within the maximum length. */
export function kindLine({ category, flags }: Titled, edition: Labels | undefined): string {
  const labels = [categoryLabel(category, edition), ...flags.map((flag) => flagLabel(flag, edition))];
  return shorten(labels.join(' · '), MOST_TAGS);
}

/** An editor's text on one line, within the maximum length. */
export function noteLine(said: string): string {
  return shorten(said.replaceAll(/\s+/gu, ' '), MOST_CORRECTION);
}
