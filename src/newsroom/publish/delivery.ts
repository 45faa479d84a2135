/**
 * Whether a published story is posted, which is when all its messages are sent. A message that the platform refuses
 * ends the story; those that arrived are deleted, so that it can be written again.
 *
 * A message of unknown fate doesn't end a story: it is never sent again, and is reported separately.
 */
import type { NewOp, Op } from '../../sessions/op.ts';
import type { Edition } from '../edition/edition.ts';
import type { EditorialAction } from '../model/editorial-action.ts';
import type { PublishedStory } from '../model/story-book.ts';
import { goneEntry } from './amending.ts';
import { retold } from './action-ops.ts';
import { statesOf, tagsOp } from './state-tags.ts';
import { titleBody } from './title-body.ts';
import { storyOpKey, titleTarget } from './title-post.ts';

export type Delivered =
  | { readonly kind: 'posted' }
  /** `arrived` are the messages that arrived anyway, in the order of sending. */
  | { readonly kind: 'refused'; readonly because: string; readonly arrived: readonly Op[] };

/** `next` is the key of the next message to send. */
type Delivery = Delivered | { readonly kind: 'pending'; readonly next: string };

const PARTS = /^(?:title|thread|forum|(?:picture|chunk|links)_\d+)$/;

/** @param ops the story's ops, in the order of sending */
export function deliveryOf({ id }: Pick<PublishedStory, 'id'>, ops: readonly Op[]): Delivery {
  const made = ops.filter(
    ({ key, spec }) => spec.kind !== 'edit' && PARTS.test(key.slice(storyOpKey(id, '').length)),
  );
  const open = made.find(({ state }) => state === 'held' || state === 'ready' || state === 'sending');
  if (open) return { kind: 'pending', next: open.key };
  const failed = made.find(({ state }) => state === 'failed');
  if (!failed) return { kind: 'posted' };
  const arrived = made.filter(({ state, spec }) => state === 'sent' && spec.kind !== 'thread');
  return { kind: 'refused', because: failed.error ?? '–', arrived };
}

interface TakenBack {
  readonly story: PublishedStory;
  readonly arrived: readonly Op[];
  readonly nowMs: number;
}

/** Delete the messages of an unposted story, newest first. */
export function takenBack({ story, arrived, nowMs }: TakenBack): NewOp[] {
  return [...arrived].reverse().map((op): NewOp => {
    const key = storyOpKey(story.id, `back/${op.key.slice(storyOpKey(story.id, '').length)}`);
    // The first message of a forum post is in the thread that the post opens.
    const channel = op.spec.kind === 'forum' ? { op: op.key } : op.spec.channel;
    return {
      key,
      lane: story.place,
      spec: { kind: 'delete', channel, message: { op: op.key } },
      record: goneEntry(key, op.key, nowMs),
    };
  });
}

interface RestoredTitle {
  readonly story: PublishedStory;
  /** Without the update's. */
  readonly actions: readonly EditorialAction[];
  readonly edition: Pick<Edition, 'language' | 'zone'> & Partial<Pick<Edition, 'categories'>>;
  readonly commands: ReadonlySet<string>;
  readonly nowMs: number;
}

/** The title of the story that an update belonged to, without the update. */
export function titleRestored(
  update: Pick<PublishedStory, 'id' | 'flags'>,
  { story, actions, edition, commands, nowMs }: RestoredTitle,
): NewOp[] {
  const key = storyOpKey(update.id, 'back/title');
  const change = {
    before: statesOf([...story.flags, ...update.flags], actions),
    after: statesOf(story.flags, actions),
    language: edition.language,
  };
  return [
    {
      key,
      lane: story.place,
      spec: { kind: 'edit', ...titleTarget(story), ...titleBody(story, { actions, edition, commands }) },
      record: retold(key, story, actions, edition, nowMs),
    },
    ...tagsOp(storyOpKey(update.id, 'back/tags'), story, change),
  ];
}
