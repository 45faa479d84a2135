/**
 * What a deed does to a posted story, visibly: its title post is edited, its thread is told, and a withdrawn story's
 * text is taken back. The keys have the deed's number, so they never repeat.
 */
import type { Entry } from '../../sessions/entry.ts';
import type { NewOp } from '../../sessions/op.ts';
import { roomIn } from '../../sessions/traits-of.ts';
import { splitMessage } from '../../text/split-message.ts';
import type { DeedOutcome, SeenStory } from '../model/deed-book.ts';
import type { Edition } from '../edition/edition.ts';
import type { NewDeed, StoryDeed } from '../model/deed.ts';
import type { PublishedStory } from '../model/story-book.ts';
import { killOf } from '../model/story-deeds.ts';
import { editedEntry, goneEntry } from './amending.ts';
import { abstractOf, storyEntry } from './story-ops.ts';
import { statesOf, tagsOp } from './state-tags.ts';
import { titleBody } from './title-body.ts';
import { deedLine, titleLines, withoutLinksBack } from './title-lines.ts';
import { storyOpKey, titleTarget } from './title-post.ts';

interface DeedTerms {
  readonly story: PublishedStory;
  /** With this one, oldest first. */
  readonly deeds: readonly StoryDeed[];
  readonly edition: Pick<Edition, 'language' | 'zone'> & Partial<Pick<Edition, 'categories'>>;
  /** The commands that there are: what is under the title is shown anew with it. */
  readonly commands: ReadonlySet<string>;
}

type Posted = DeedTerms & { readonly deed: Pick<StoryDeed, 'n' | 'kind' | 'by' | 'atMs' | 'text' | 'why'> };

/** A correction, a hold or its end: the title says it, the thread is told, and a forum's tags follow. */
export function shownDeed(terms: Posted): DeedOutcome {
  return { ops: [...titleEdit(terms), ...toldInThread(terms), ...tagged(terms, [])] };
}

/**
 * A withdrawal: the title says so, without pictures and buttons; what stood in the thread is deleted, and its updates go
 * with it. Of what was not sent nothing is shown. An update that is withdrawn is no longer told under its story's title.
 */
export function withdrawal(terms: Posted & { readonly seen: SeenStory }): DeedOutcome {
  const { story, deed, seen } = terms;
  const updates = seen.updates.filter(({ deeds }) => !killOf(deeds));
  const said = `${story.title}\n${signedLine(terms)}`;
  const entry = editedEntry(deedKey(story, deed.n, 'desk'), storyOpKey(story.id, 'desk'), said, deed.atMs);
  const shown = [
    ...(seen.whole ? retitled(terms, seen.whole) : titleEdit(terms)),
    ...[seen, ...updates].flatMap((one) => deletions(one, deed)),
    ...(seen.unsent.includes(story.threadOp) ? [] : toldInThread(terms)),
    ...tagged(
      terms,
      updates.flatMap(({ published }) => published?.flags ?? []),
    ),
  ];
  return {
    ops: seen.isShown ? shown : [],
    withdrawn: [seen, ...updates].flatMap(({ unsent }) => unsent),
    deeds: updates.flatMap(({ published }) => (published ? [killAlong(published, deed)] : [])),
    ...(story.desk !== story.place && { remembered: [{ session: story.desk, entry }] }),
  };
}

/** What may stand in the thread of it is deleted. */
function deletions({ published, posts, deeds }: SeenStory, { atMs }: Posted['deed']): NewOp[] {
  if (!published) return [];
  const there = posts.filter(({ isTried }) => isTried);
  return there.map((post, at): NewOp => {
    const key = deedKey(published, deeds.length + 1, `delete_${String(at + 1).padStart(2, '0')}`);
    const spec = { kind: 'delete', channel: { op: published.threadOp }, message: { op: post.key } } as const;
    return { key, lane: published.place, spec, record: goneEntry(key, post.key, atMs) };
  });
}

function killAlong(
  { id, title, primaryUrl: url, eventId }: PublishedStory,
  { by, atMs, why }: Pick<StoryDeed, 'by' | 'atMs' | 'why'>,
): NewDeed {
  const about = { url, titles: [title], ...(eventId !== undefined && { eventId }) };
  return { story: id, kind: 'kill', by, atMs, ...(why !== undefined && { why }), about };
}

/** The title of the story that it told more of, without it. */
function retitled(terms: Posted, { published, deeds }: NonNullable<SeenStory['whole']>): NewOp[] {
  if (killOf(deeds)) return [];
  const key = deedKey(terms.story, terms.deed.n, 'title');
  const before = statesOf([...published.flags, ...terms.story.flags], deeds);
  const change = { before, after: statesOf(published.flags, deeds), language: terms.edition.language };
  return [
    editOfTitle(key, { ...terms, story: published, deeds }),
    ...tagsOp(deedKey(terms.story, terms.deed.n, 'tags'), published, change),
  ];
}

/** @param more flags of its updates. */
function tagged({ story, deeds, deed, edition }: Posted, more: readonly string[]): NewOp[] {
  if (story.updateOf !== undefined) return [];
  const flags = [...story.flags, ...more];
  const earlier = deeds.filter(({ n }) => n !== deed.n);
  const change = {
    before: statesOf(flags, earlier),
    after: statesOf(flags, deeds),
    language: edition.language,
  };
  return tagsOp(deedKey(story, deed.n, 'tags'), story, change);
}

/**
 * The edit of the title post, with which its channel remembers the story from then on. An update has no title post of
 * its own.
 */
function titleEdit(terms: Posted): NewOp[] {
  const { story, deed } = terms;
  if (story.updateOf !== undefined) return [];
  return [editOfTitle(deedKey(story, deed.n, 'title'), terms)];
}

function editOfTitle(key: string, { story, deeds, deed, edition, commands }: Posted): NewOp {
  const files = killOf(deeds) ? { files: [] } : {};
  return {
    key,
    lane: story.place,
    spec: {
      kind: 'edit',
      ...titleTarget(story),
      ...titleBody(story, { deeds, edition, commands }),
      ...files,
    },
    record: retold(key, story, deeds, edition, deed.atMs),
  };
}

/** What a story's channel remembers of it once its title has these lines; of a withdrawn one, no word of its text. */
export function retold(
  key: string,
  story: PublishedStory,
  deeds: readonly StoryDeed[],
  edition: DeedTerms['edition'],
  atMs: number,
): Entry {
  const told = killOf(deeds) ? story.title : abstractOf(story, edition);
  const lines = titleLines(story, deeds, edition).map(withoutLinksBack);
  return editedEntry(key, story.threadOp, [told, ...lines].join('\n'), atMs);
}

function toldInThread({ story, deed, edition }: Posted): NewOp[] {
  return splitMessage(signedLine({ story, deed, edition }), roomIn(story.place)).map((piece, at): NewOp => {
    const key = deedKey(story, deed.n, `post_${String(at + 1).padStart(2, '0')}`);
    return {
      key,
      lane: story.place,
      spec: { kind: 'post', channel: { op: story.threadOp }, text: piece, previews: false },
      record: storyEntry(story.id, key, piece, deed.atMs),
    };
  });
}

/** In the thread it is said who did it. */
function signedLine({ story, deed, edition }: Pick<Posted, 'story' | 'deed' | 'edition'>): string {
  return deedLine(deed, story, edition, undefined, deed.by);
}

function deedKey({ id }: Pick<PublishedStory, 'id'>, n: number, part: string): string {
  return storyOpKey(id, `deed_${n}/${part}`);
}
