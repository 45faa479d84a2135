/** The story that a command is about: the thread's own, or a named one. */
import { foldName } from '../../text/fold-name.ts';
import { findStory, storiesHere } from '../editing/find-story.ts';
import type { StoryFinder } from '../editing/find-story.ts';
import type { StoryStatus } from '../model/story-service.ts';
import { dayAndTime } from '../../time/zone.ts';
import { CommandRefusal } from '../../feature/command.ts';
import type { Choice, CommandContext, CommandOption, Locale, Options } from '../../feature/command.ts';
import { text } from '../../feature/command-options.ts';
import { sayStatus } from './say-status.ts';
import { shortLine } from '../../text/shorten.ts';

const MOST_CHOICES = 25;
/** How many stories a refusal names. */
const MOST_NAMED = 8;
const MOST_TITLE = 70;
/** Platforms cut longer names of choices, and the state with them. */
const MOST_NAME = 100;

/** Where to find stories, and the zone for their times. */
type StoryPlaces = StoryFinder & { readonly zone: string };

/** The option for a story of this conversation; a thread's own story needs no name. */
export function storyOption(deps: StoryPlaces): CommandOption {
  return {
    name: 'story',
    chinese: '報道',
    type: 'string',
    description: {
      en: "Which story: words of its title, or its id (in a thread: the thread's own)",
      zh: '哪篇報道：標題中的字或編號（在討論串中可不填）',
    },
    autocomplete: async (typed, asker): Promise<Choice[]> => {
      const { locale } = asker;
      const wanted = foldName(typed);
      const stories = await storiesHere(deps, asker);
      return stories
        .filter(({ id, title }) => foldName(title).includes(wanted) || id.includes(wanted))
        .slice(0, MOST_CHOICES)
        .map((story) => {
          const state = ` – ${sayStands(story, locale, deps.zone)}`;
          return { name: shortLine(story.title, MOST_NAME - state.length) + state, value: story.id };
        });
    },
  };
}

/** @throws CommandRefusal that names the existing stories. */
export async function storyHere(
  deps: StoryPlaces,
  context: CommandContext,
  options: Options,
): Promise<{ readonly id: string; readonly title: string }> {
  const named = text(options, 'story');
  const found = await findStory(deps, context, named);
  if (found.kind === 'one') return found;
  const { locale } = context;
  if (found.stories.length === 0)
    throw new CommandRefusal(
      {
        en: 'There are no stories here. /story write orders one.',
        zh: '這裡沒有報道。可用 /story write 訂一篇。',
      }[locale],
    );
  const names = nameAll(found.stories, { locale, zone: deps.zone, withIds: found.kind === 'several' });
  if (named === undefined)
    throw new CommandRefusal(
      {
        en: `Which story? Name it, or ask in its thread: ${names}.`,
        zh: `是哪篇報道？請指明，或到它的討論串中使用：${names}。`,
      }[locale],
    );
  const given = shortLine(named, 80);
  throw new CommandRefusal(
    found.kind === 'several'
      ? {
          en: `"${given}" means several stories: ${names}. Give the id.`,
          zh: `「${given}」可以是幾篇報道：${names}。請給編號。`,
        }[locale]
      : {
          en: `There is no story "${given}" here; there are: ${names}.`,
          zh: `這裡沒有「${given}」這篇報道；現有的有：${names}。`,
        }[locale],
  );
}

/** @param withIds include every id; otherwise only where titles are equal. */
function nameAll(
  stories: readonly StoryStatus[],
  { locale, zone, withIds }: { readonly locale: Locale; readonly zone: string; readonly withIds: boolean },
): string {
  const named = (title: string) => stories.filter((other) => foldName(other.title) === foldName(title));
  const names = stories.slice(0, MOST_NAMED).map((story) => {
    const id = withIds || named(story.title).length > 1 ? `\`${story.id}\`, ` : '';
    const [open, shut] = { en: [' (', ')'], zh: ['（', '）'] }[locale];
    return `${shortLine(story.title, MOST_TITLE)}${open}${id}${sayStands(story, locale, zone)}${shut}`;
  });
  const more = stories.length - names.length;
  const rest = { en: `, and ${more} more`, zh: `，還有 ${more} 篇` }[locale];
  return names.join({ en: ', ', zh: '、' }[locale]) + (more > 0 ? rest : '');
}

/** "posted, Fri 20 Nov, 07:00" */
function sayStands(story: StoryStatus, locale: Locale, zone: string): string {
  const at = story.sinceMs ?? story.posted?.atMs;
  const when = at === undefined ? '' : `${{ en: ', ', zh: '，' }[locale]}${dayAndTime(at, zone, locale)}`;
  return `${sayStatus(story, locale, zone)}${when}`;
}
