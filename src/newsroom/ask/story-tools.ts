/**
 * Tools of a conversation about posted stories: quote what their sources say, and list them.
 *
 * In a story's thread the question is about that story; in a channel, about those of the last two days that it
 * ordered or shows. Servers stay apart: in Discord nothing is told of what belongs to another server.
 */
import { z } from 'zod';
import { channelOf, chatIdOf } from '../../sessions/key.ts';
import type { SessionKey } from '../../sessions/key.ts';
import { tool } from '../../sessions/tool.ts';
import type { Tool } from '../../sessions/tool.ts';
import { dayAndTime } from '../../time/zone.ts';
import type { GuildOf } from '../publish/story-place.ts';
import type { SourcePack } from '../source-pack.ts';
import type { PublishedStory, StoryBook } from '../story-book.ts';

/** A passage of a pack that speaks to a question. */
interface FoundPassage {
  /** The source's number in its pack. */
  readonly n: number;
  readonly url: string;
  readonly outlet: string;
  readonly title: string;
  /** Word for word. */
  readonly quote: string;
  readonly before?: string;
  readonly after?: string;
  /** Higher is better. */
  readonly score: number;
}

/** Finds passages in packs, best first. */
type LookUp = (packs: readonly SourcePack[], question: string, limit: number) => readonly FoundPassage[];

interface StoryToolsHouse {
  readonly stories: Pick<StoryBook, 'ofThread' | 'recent'>;
  readonly lookUp: LookUp;
  readonly guildOf: GuildOf;
  /** Times are said in this zone. */
  readonly zone: string;
}

const RECENT_MS = 48 * 3_600_000;
const MOST_STORIES = 50;
/** Enough that outlets which say it in other words are among them. */
const MOST_PASSAGES = 10;
const NAMED_STORIES = 5;

/** `look_up` and `stories`. */
export function storyTools({ stories, lookUp, guildOf, zone }: StoryToolsHouse): Tool[] {
  /** What a channel ordered or shows, as far as it may be told in this session. */
  const recent = async (channel: SessionKey, session: SessionKey, nowMs: number) => {
    const all = await stories.recent({ sinceMs: nowMs - RECENT_MS, channel, limit: MOST_STORIES });
    return tellable(all, session, guildOf);
  };
  return [
    tool({
      name: 'look_up',
      description:
        "Search the sources of this thread's story, or of the stories that this channel posted in the last two days. " +
        'Answers with passages to quote, each with its outlet and link.',
      parallel: true,
      outside: ['story', 'stories', 'passages'],
      args: z.object({ question: z.string().trim().min(1).max(1_000) }),
      run: async ({ question }, { session, nowMs }) => {
        const story = await stories.ofThread(session);
        if (story)
          return {
            scope: 'story',
            story: named(story),
            passages: lookUp([story.pack], question, MOST_PASSAGES),
          };
        const all = await recent(session, session, nowMs);
        const packs = all.map(({ pack }) => pack);
        const passages = lookUp(packs, question, MOST_PASSAGES);
        return { scope: 'recent', passages, stories: behind(passages, all).map(linked) };
      },
    }),
    tool({
      name: 'stories',
      description: 'The stories that this channel posted in the last two days, newest first.',
      parallel: true,
      outside: ['stories'],
      args: z.object({}),
      run: async (_, { session, nowMs }) => {
        const channel = (await stories.ofThread(session))?.desk ?? session;
        const listed = (await recent(channel, session, nowMs)).map(
          ({ title, category, thread, publishedAtMs }) => ({
            title,
            category,
            thread: mention(thread),
            postedAt: dayAndTime(publishedAtMs, zone),
          }),
        );
        return { stories: listed };
      },
    }),
  ];
}

/**
 * Those of the stories that may be told in a session. A story belongs to the server where its title stands and to
 * that of the desk that ordered it. The console, the terminal and the desk itself hear of all.
 */
async function tellable(
  stories: readonly PublishedStory[],
  session: SessionKey,
  guildOf: GuildOf,
): Promise<PublishedStory[]> {
  if (channelOf(session) !== 'discord') return [...stories];
  const known = new Map<SessionKey, string | undefined>();
  for (const one of new Set([session, ...stories.flatMap(({ desk, place }) => [desk, place])]))
    known.set(one, await guildOf(one));
  const guild = known.get(session);
  return stories.filter(({ desk, place, thread }) =>
    [desk, place, thread].some(
      (one) => one === session || (one !== undefined && guild !== undefined && known.get(one) === guild),
    ),
  );
}

/** The stories whose sources the passages are from, in the order of the passages; without any, the newest. */
function behind(
  passages: readonly FoundPassage[],
  all: readonly PublishedStory[],
): readonly PublishedStory[] {
  const found = passages.flatMap(
    ({ url }) => all.find(({ pack }) => pack.sources.some((source) => source.url === url)) ?? [],
  );
  return (found.length > 0 ? [...new Set(found)] : all).slice(0, NAMED_STORIES);
}

function named({ title, thread }: PublishedStory) {
  return { title, thread: mention(thread) };
}

function linked(story: PublishedStory) {
  return { ...named(story), url: story.primaryUrl };
}

/** A thread as people can follow it; null while it isn't there. */
function mention(thread: SessionKey | undefined): string | null {
  if (thread === undefined) return null;
  return channelOf(thread) === 'discord' ? `<#${chatIdOf(thread)}>` : thread;
}
