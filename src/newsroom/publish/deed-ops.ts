/**
 * What a deed does to a posted story, visibly: its title post is edited, its thread is told, and a withdrawn story's
 * text is taken back. The keys have the deed's number, so they never repeat.
 */
import type { NewOp, OpButton } from '../../sessions/op.ts';
import { splitMessage } from '../../text/split-message.ts';
import type { DeedOutcome, SeenStory } from '../deed-book.ts';
import type { Edition } from '../edition.ts';
import type { StoryDeed } from '../deed.ts';
import type { PublishedStory } from '../story-book.ts';
import { killOf } from '../story-deeds.ts';
import { storyEntry } from './story-ops.ts';
import { deedLine, titleLines } from './title-lines.ts';
import { namesIn, storyOpKey, titlePost, titleTarget } from './title-post.ts';

interface DeedTerms {
  readonly story: PublishedStory;
  /** With this one, oldest first. */
  readonly deeds: readonly StoryDeed[];
  readonly edition: Pick<Edition, 'language' | 'zone'>;
  /** Under the title, as they are now: an edit without them would take them away. */
  readonly buttons: readonly OpButton[];
}

type Posted = DeedTerms & { readonly deed: Pick<StoryDeed, 'n' | 'kind' | 'atMs' | 'text' | 'why'> };

const CHUNK = 1_900;

/** A correction, a hold or its end: the title says it, the thread is told. */
export function shownDeed(terms: Posted): DeedOutcome {
  return { ops: [...titleEdit(terms), ...toldInThread(terms)] };
}

/** A withdrawal: the title says so, without pictures and buttons; what stood in the thread is deleted. */
export function withdrawal(terms: Posted & Pick<SeenStory, 'posts'>): DeedOutcome {
  const { story, deed, posts, edition } = terms;
  const lane = story.place;
  const channel = { op: story.threadOp };
  const there = posts.filter(({ isTried }) => isTried);
  const deletions = there.map((post, at): NewOp => {
    const key = deedKey(story, deed.n, `delete_${String(at + 1).padStart(2, '0')}`);
    return { key, lane, spec: { kind: 'delete', channel, message: { op: post.key } } };
  });
  const said = `${story.title}\n${deedLine(deed, story, edition)}`;
  const key = deedKey(story, deed.n, 'desk');
  const entry = storyEntry(story.id, key, said, deed.atMs);
  return {
    ops: [...titleEdit({ ...terms, buttons: [] }), ...deletions, ...toldInThread(terms)],
    withdrawn: posts.filter(({ isTried }) => !isTried).map(({ key }) => key),
    ...(story.desk !== story.place && { remembered: [{ session: story.desk, entry }] }),
  };
}

/** The edit of the title post, which its channel remembers. An update has no title post of its own. */
function titleEdit({ story, deeds, deed, edition, buttons }: Posted): NewOp[] {
  if (story.updateOf !== undefined) return [];
  const key = deedKey(story, deed.n, 'title');
  const text = titlePost(story, titleLines(story, deeds, edition));
  const files = killOf(deeds) ? { files: [] } : {};
  return [
    {
      key,
      lane: story.place,
      spec: {
        kind: 'edit',
        ...titleTarget(story),
        text,
        previews: false,
        buttons,
        ...files,
        ...namesIn(text),
      },
      record: storyEntry(story.id, key, `${story.title}\n${deedLine(deed, story, edition)}`, deed.atMs),
    },
  ];
}

function toldInThread({ story, deed, edition }: Posted): NewOp[] {
  return splitMessage(deedLine(deed, story, edition), CHUNK).map((piece, at): NewOp => {
    const key = deedKey(story, deed.n, `post_${String(at + 1).padStart(2, '0')}`);
    return {
      key,
      lane: story.place,
      spec: { kind: 'post', channel: { op: story.threadOp }, text: piece, previews: false },
      record: storyEntry(story.id, key, piece, deed.atMs),
    };
  });
}

function deedKey({ id }: Pick<PublishedStory, 'id'>, n: number, part: string): string {
  return storyOpKey(id, `deed_${n}/${part}`);
}
