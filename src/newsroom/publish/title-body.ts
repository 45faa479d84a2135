/**
 * Renders a story's title as plain text and as a card. The result depends only on the story and its actions, because
 * an edit replaces everything except the picture.
 */
import type { OpBody, OpCard } from '../../sessions/op.ts';
import { sentences } from '../../text/sentences.ts';
import type { Labels } from '../edition/category-label.ts';
import type { Edition } from '../edition/edition.ts';
import type { EditorialAction } from '../model/editorial-action.ts';
import { shorten } from '../../text/shorten.ts';
import type { PublishedStory } from '../model/story-book.ts';
import { heldBy, killOf } from '../model/story-actions.ts';
import { withoutLinks } from '../../text/without-links.ts';
import { wordingOf } from '../edition/wording.ts';
import { citationsIn } from './cited.ts';
import { cardButtons, goneButtons, storyButtons, storyMenu } from './story-buttons.ts';
import { signedBy, titleLines } from './title-lines.ts';
import { MOST_CORRECTIONS, kindLine, namesIn, noteLine, titleOf, titlePost } from './title-post.ts';

type Titled = Pick<PublishedStory, 'id' | 'title' | 'category' | 'flags' | 'body' | 'pack' | 'publishedAtMs'>;

interface TitleTerms {
  /** Its actions, oldest first. */
  readonly actions: readonly EditorialAction[];
  readonly edition: Pick<Edition, 'language' | 'zone'> & Partial<Pick<Edition, 'categories'>>;
  /** The available commands, for the controls under the title. */
  readonly commands: ReadonlySet<string>;
}

const MOST_LEDE = 400;
const MOST_SOURCES = 12;
const MOST_LABEL = 60;
/** A heading line. */
export const HEADING = /^(?:【[^】\n]*】|#{1,6} .*|\*\*[^*\n]+\*\*)$/gmu;

/** Without files: a withdrawn story has none. */
export function titleBody(story: Titled, { actions, edition, commands }: TitleTerms): OpBody {
  const isGone = killOf(actions) !== undefined;
  const lines = titleLines(story, actions, edition);
  const notes = titleLines(story, actions, edition, (atMs) => `{time:${atMs}}`).slice(-MOST_CORRECTIONS);
  const text = titlePost(story, lines, edition);
  const lede = isGone ? '' : ledeOf(story.body);
  const card: OpCard = {
    title: titleOf(story),
    line: kindLine(story, edition),
    ...(notes.length > 0 && { notes: notes.map(noteLine) }),
    ...(lede !== '' && { lede }),
    ...(isGone
      ? goneParts(story, { actions, edition, commands })
      : partsOf(story, { actions, edition, commands })),
  };
  return {
    text,
    previews: false,
    card,
    ...citationsIn([lede, ...notes].join('\n'), story.pack),
    buttons: isGone
      ? goneButtons(story.id, wordingOf(edition.language), commands)
      : storyButtons(story.id, wordingOf(edition.language), commands),
    ...namesIn(text),
  };
}

/** The parts of a story that stands. */
function partsOf(story: Titled, { actions, edition, commands }: TitleTerms): Partial<OpCard> {
  const { id, pack, flags, publishedAtMs } = story;
  const wording = wordingOf(edition.language);
  const isHeld = heldBy(actions) !== undefined;
  const sources = pack.sources.filter(({ usable }) => usable);
  const buttons = cardButtons(id, wording, commands);
  const choices = storyMenu(id, wording, commands, { isHeld });
  const tone = isHeld ? 'waiting' : flags.includes('breaking') ? 'urgent' : undefined;
  return {
    ...(sources.length > 0 && {
      sources: {
        label: wording.sources,
        links: sources
          .slice(0, MOST_SOURCES)
          .map(({ n, outlet, url }) => ({ label: `${n} ${shorten(withoutLinks(outlet), MOST_LABEL)}`, url })),
      },
    }),
    times: [{ label: wording.card.posted, atMs: publishedAtMs }, ...signedBy(story, actions, edition)],
    ...(buttons.length > 0 && { buttons }),
    ...(choices.length > 0 && { menu: { label: wording.card.more, choices } }),
    ...(tone !== undefined && { tone }),
  };
}

/** The parts of a withdrawn story: who did it, and what can still be done. */
function goneParts(story: Titled, { actions, edition, commands }: TitleTerms): Partial<OpCard> {
  const wording = wordingOf(edition.language);
  const choices = goneButtons(story.id, wording, commands).map(({ label, command, options }) => ({
    label,
    command,
    options,
  }));
  return {
    tone: 'gone',
    times: signedBy(story, actions, edition),
    ...(choices.length > 0 && { menu: { label: wording.card.more, choices } }),
  };
}

/** The first sentence after the headings, with its citations. */
function ledeOf(body: string): string {
  const text = body.replaceAll(HEADING, '').trim();
  const [first] = sentences(text);
  if (!first) return '';
  const cited = /^(?:\s?\[\d{1,3}\])*/u.exec(text.slice(first.end))?.[0] ?? '';
  return `${shorten(first.text.trim(), MOST_LEDE).replace(/\[\d*…$/u, '…')}${cited}`;
}

/** Labels for a title without an edition. */
export function plainEdition(edition: Labels | undefined): TitleTerms['edition'] {
  return { language: 'en', zone: 'UTC', ...edition };
}
