/**
 * The visible effects of an action on a posted story: its title post is edited, its thread gets a message, and a
 * withdrawn story's text is deleted. Keys contain the action's number, so they never repeat.
 */
import type { Entry } from '../../sessions/entry.ts';
import type { NewOp } from '../../sessions/op.ts';
import { roomIn } from '../../sessions/traits-of.ts';
import { splitMessage } from '../../text/split-message.ts';
import type { ActionOutcome, SeenStory } from '../model/editorial-action-book.ts';
import type { Edition } from '../edition/edition.ts';
import { wordingOf } from '../edition/wording.ts';
import type { NewEditorialAction, EditorialAction } from '../model/editorial-action.ts';
import type { PublishedStory } from '../model/story-book.ts';
import { killOf } from '../model/story-actions.ts';
import { threadLink } from '../model/thread-link.ts';
import { editedEntry, goneEntry } from './amending.ts';
import { abstractOf, storyEntry } from './story-ops.ts';
import { statesOf, tagsOp } from './state-tags.ts';
import { titleBody } from './title-body.ts';
import { actionLine, titleLines, withoutLinksBack } from './title-lines.ts';
import { storyOpKey, titleTarget } from './title-post.ts';

interface ActionTerms {
  readonly story: PublishedStory;
  /** Including this one, oldest first. */
  readonly actions: readonly EditorialAction[];
  readonly edition: Pick<Edition, 'language' | 'zone'> & Partial<Pick<Edition, 'categories'>>;
  /** The available commands; the controls under the title are rendered again. */
  readonly commands: ReadonlySet<string>;
}

type Posted = ActionTerms & {
  readonly action: Pick<EditorialAction, 'n' | 'kind' | 'by' | 'atMs' | 'text' | 'why'>;
};

/** A correction, a hold or its end: shown in the title, the thread and a forum's tags. */
export function shownAction(terms: Posted): ActionOutcome {
  const { story, actions, action, edition } = terms;
  const { content } = retold('', story, actions, edition, action.atMs);
  const where = wordingOf(edition.language).postedIn(threadLink(story.place));
  return {
    ops: [...titleEdit(terms), ...threadNotice(terms), ...tagged(terms, [])],
    ...toldDesk(terms, `${content}\n${where}`),
  };
}

/** What a desk channel remembers of a story that is posted elsewhere. It remembers nothing of updates. */
function toldDesk({ story, action }: Posted, said: string): Pick<ActionOutcome, 'remembered'> {
  if (story.desk === story.place) return {};
  const key = actionKey(story, action.n, 'desk');
  const entry = editedEntry(key, storyOpKey(story.id, 'desk'), said, action.atMs);
  return { remembered: [{ session: story.desk, entry }] };
}

/**
 * A withdrawal: the title says so, without pictures and buttons, and the messages in the thread are deleted, updates
 * included. Nothing is shown of unsent messages. A withdrawn update also loses its line under its story's title.
 */
export function withdrawal(terms: Posted & { readonly seen: SeenStory }): ActionOutcome {
  const { story, action, seen } = terms;
  const updates = seen.updates.filter(({ actions }) => !killOf(actions));
  const shown = [
    ...(seen.whole ? retitled(terms, seen.whole) : titleEdit(terms)),
    ...[seen, ...updates].flatMap((one) => deletions(one, action)),
    ...(seen.unsent.includes(story.threadOp) ? [] : threadNotice(terms)),
    ...tagged(
      terms,
      updates.flatMap(({ published }) => published?.flags ?? []),
    ),
  ];
  return {
    ops: seen.isShown ? shown : [],
    withdrawn: [seen, ...updates].flatMap(({ unsent }) => unsent),
    actions: updates.flatMap(({ published }) => (published ? [killAlong(published, action)] : [])),
    ...toldDesk(terms, `${story.title}\n${signedLine(terms)}`),
  };
}

/** Delete whatever may be in the thread. */
function deletions({ published, posts, actions }: SeenStory, { atMs }: Posted['action']): NewOp[] {
  if (!published) return [];
  const there = posts.filter(({ isTried }) => isTried);
  return there.map((post, at): NewOp => {
    const key = actionKey(published, actions.length + 1, `delete_${String(at + 1).padStart(2, '0')}`);
    const spec = { kind: 'delete', channel: { op: published.threadOp }, message: { op: post.key } } as const;
    return { key, lane: published.place, spec, record: goneEntry(key, post.key, atMs) };
  });
}

function killAlong(
  { id, title, primaryUrl: url, eventId }: PublishedStory,
  { by, atMs, why }: Pick<EditorialAction, 'by' | 'atMs' | 'why'>,
): NewEditorialAction {
  const about = { url, titles: [title], ...(eventId !== undefined && { eventId }) };
  return { story: id, kind: 'kill', by, atMs, ...(why !== undefined && { why }), about };
}

/** The title of the story that it updated, without this update. */
function retitled(terms: Posted, { published, actions }: NonNullable<SeenStory['whole']>): NewOp[] {
  if (killOf(actions)) return [];
  const key = actionKey(terms.story, terms.action.n, 'title');
  const before = statesOf([...published.flags, ...terms.story.flags], actions);
  const change = { before, after: statesOf(published.flags, actions), language: terms.edition.language };
  return [
    editOfTitle(key, { ...terms, story: published, actions }),
    ...tagsOp(actionKey(terms.story, terms.action.n, 'tags'), published, change),
  ];
}

/** @param more flags of its updates */
function tagged({ story, actions, action, edition }: Posted, more: readonly string[]): NewOp[] {
  if (story.updateOf !== undefined) return [];
  const flags = [...story.flags, ...more];
  const earlier = actions.filter(({ n }) => n !== action.n);
  const change = {
    before: statesOf(flags, earlier),
    after: statesOf(flags, actions),
    language: edition.language,
  };
  return tagsOp(actionKey(story, action.n, 'tags'), story, change);
}

/**
 * Edit the title post, which also changes what its channel remembers of the story. An update has no title post of its
 * own.
 */
function titleEdit(terms: Posted): NewOp[] {
  const { story, action } = terms;
  if (story.updateOf !== undefined) return [];
  return [editOfTitle(actionKey(story, action.n, 'title'), terms)];
}

function editOfTitle(key: string, { story, actions, action, edition, commands }: Posted): NewOp {
  const files = killOf(actions) ? { files: [] } : {};
  return {
    key,
    lane: story.place,
    spec: {
      kind: 'edit',
      ...titleTarget(story),
      ...titleBody(story, { actions, edition, commands }),
      ...files,
    },
    record: retold(key, story, actions, edition, action.atMs),
  };
}

/** What a story's channel remembers when its title has these lines; nothing of the text of a withdrawn one. */
export function retold(
  key: string,
  story: PublishedStory,
  actions: readonly EditorialAction[],
  edition: ActionTerms['edition'],
  atMs: number,
): Entry {
  const told = killOf(actions) ? story.title : abstractOf(story, edition);
  const lines = titleLines(story, actions, edition).map(withoutLinksBack);
  return editedEntry(key, story.threadOp, [told, ...lines].join('\n'), atMs);
}

function threadNotice({ story, action, edition }: Posted): NewOp[] {
  return splitMessage(signedLine({ story, action, edition }), roomIn(story.place)).map((piece, at): NewOp => {
    const key = actionKey(story, action.n, `post_${String(at + 1).padStart(2, '0')}`);
    return {
      key,
      lane: story.place,
      spec: { kind: 'post', channel: { op: story.threadOp }, text: piece, previews: false },
      record: storyEntry(story.id, key, piece, action.atMs),
    };
  });
}

/** In the thread the line says who did it. */
function signedLine({ story, action, edition }: Pick<Posted, 'story' | 'action' | 'edition'>): string {
  return actionLine(action, story, edition, undefined, action.by);
}

function actionKey({ id }: Pick<PublishedStory, 'id'>, n: number, part: string): string {
  return storyOpKey(id, `deed_${n}/${part}`);
}
