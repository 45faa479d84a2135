/**
 * Conversation tools for posted stories: quote their sources, and list them.
 *
 * In a story's thread the question is about that story and its updates; in a channel, about stories of the last two
 * days that the channel ordered or shows. Editorial actions since posting are included: corrections come before
 * sources, and a withdrawn story is named with the reason, without quotations. Servers stay apart: nothing from one
 * is shown in another.
 */
import { z } from 'zod';
import type { Actor } from '../../sessions/actor.ts';
import type { SessionKey } from '../../sessions/key.ts';
import { threadOn } from '../../sessions/traits-of.ts';
import { ToolRefusal, tool } from '../../sessions/tool.ts';
import type { Tool } from '../../sessions/tool.ts';
import { pastDays } from '../../text/past-days.ts';
import { startOfDay } from '../../text/zone-day.ts';
import { dayAndTime } from '../../time/zone.ts';
import { categoryLabel } from '../edition/category-label.ts';
import type { Labels } from '../edition/category-label.ts';
import type { EditorialActionBook } from '../model/editorial-action-book.ts';
import type { GuildOf } from '../publish/story-place.ts';
import type { SourcePack } from '../model/source-pack.ts';
import { threadLink } from '../model/thread-link.ts';
import type { PublishedStory, StoryBook } from '../model/story-book.ts';
import { deskHere } from './desk-here.ts';
import { MOST_STORIES, ofTheServer, recentStories, shownIn } from './shown-stories.ts';
import { sincePosted } from './since-posted.ts';
import type { SincePosted } from './since-posted.ts';

/** A passage of a source pack that is relevant to a question. */
interface FoundPassage {
  /** The source's number in its pack. */
  readonly n: number;
  readonly url: string;
  readonly outlet: string;
  readonly title: string;
  /** Verbatim. */
  readonly quote: string;
  readonly before?: string;
  readonly after?: string;
  /** Higher is better. */
  readonly score: number;
}

/** Finds passages in packs, best first; where there are none, those that are named `otherwise`. */
type LookUp = (
  packs: readonly SourcePack[],
  question: string,
  limit: number,
  otherwise?: 'openings',
) => readonly FoundPassage[];

interface StoryToolsDeps {
  readonly stories: Pick<StoryBook, 'ofThread' | 'recent' | 'updatesOf'>;
  readonly actions: Pick<EditorialActionBook, 'of'>;
  readonly lookUp: LookUp;
  readonly guildOf: GuildOf;
  readonly edition: Labels;
  /** Those of the sessions whose places somebody can see. */
  readonly sees: (actor: Actor, sessions: readonly SessionKey[]) => Promise<ReadonlySet<SessionKey>>;
  /** The time zone for times in the text. */
  readonly zone: string;
}

const RECENT_MS = 48 * 3_600_000;
/** Enough to include outlets that word it differently. */
const MOST_PASSAGES = 10;
const NAMED_STORIES = 5;
/** The first sentences of two sources. */
const MOST_OPENINGS = 6;

/** `look_up` and `stories`. */
export function storyTools(deps: StoryToolsDeps): Tool[] {
  return [
    tool({
      name: 'look_up',
      description:
        "Search the sources of this thread's story, or of the one whose title is replied to, or of the stories that this channel posted in the last two days. " +
        'Answers with passages to quote, each with its outlet and link (in a thread, where no word of the question is ' +
        'found, the first sentences of the sources), and with what editors corrected or withdrew ' +
        'since: a correction counts before the sources, and nothing of a withdrawn story is quoted. In a channel `begins` is ' +
        'how the sources of the first of `stories` begin.',
      parallel: true,
      outside: ['story', 'stories', 'updates', 'withdrawn', 'passages', 'begins', 'conflicts'],
      args: z.object({ question: z.string().trim().min(1).max(1_000) }),
      run: async ({ question }, { session, turn, nowMs }) => {
        const story = await storyMeant(deps, session, turn.replyTo?.id);
        return story ? inThread(deps, story, question) : inChannel(deps, session, question, nowMs);
      },
    }),
    tool({
      name: 'stories',
      description:
        'The stories that this channel posted in the last two days, or on the days that are named, newest first, and how many of them ' +
        'today, with what was corrected or withdrawn since; in a channel that posted none, those of its server that the asker can see.',
      parallel: true,
      outside: ['stories'],
      args: z.object({
        when: z
          .string()
          .trim()
          .max(60)
          .exactOptional()
          .describe('"yesterday", "on Friday", "last week", 2026-11-20'),
      }),
      run: async ({ when }, { session, actor, nowMs }) => {
        const channel = await deskHere(deps, { session, actor });
        const days = when === undefined ? { fromMs: nowMs - RECENT_MS } : pastDays(when, nowMs, deps.zone);
        if (!days)
          throw new ToolRefusal(
            `no such day: "${when}"; allowed: yesterday, on Friday, last week, 2026-11-20`,
          );
        const here = await recentStories(deps, channel, session, days);
        const known = here.length > 0 ? here : await ofTheServer(deps, { session, actor, days });
        const listed = await withActions(deps, known);
        const midnightMs = startOfDay(deps.zone, nowMs, 0);
        return {
          today: known.filter(({ publishedAtMs }) => publishedAtMs >= midnightMs).length,
          stories: listed.map(({ story: { title, category, thread, publishedAtMs }, since }) => ({
            title,
            category: categoryLabel(category, deps.edition),
            thread: mention(thread),
            postedAt: dayAndTime(publishedAtMs, deps.zone),
            ...since,
          })),
        };
      },
    }),
  ];
}

/**
 * The story of a thread, or the one whose title post a question replies to: a thread has the id of the message that
 * it starts from.
 */
async function storyMeant(
  { stories, guildOf }: StoryToolsDeps,
  session: SessionKey,
  answered: string | undefined,
): Promise<PublishedStory | undefined> {
  const own = await stories.ofThread(session);
  if (own || answered === undefined) return own;
  const thread = threadOn(session, answered);
  const found = thread && (await stories.ofThread(thread));
  // A message can be forwarded from another server, or into direct messages.
  return found && (await shownIn([found], session, guildOf))[0];
}

/** A story with its editorial actions since posting. */
interface KnownStory {
  readonly story: PublishedStory;
  readonly since: SincePosted;
}

async function withActions(
  { actions, zone }: StoryToolsDeps,
  stories: readonly PublishedStory[],
): Promise<KnownStory[]> {
  return Promise.all(
    stories.map(async (story) => ({ story, since: sincePosted(await actions.of(story.id), zone) })),
  );
}

async function inThread(deps: StoryToolsDeps, story: PublishedStory, question: string): Promise<object> {
  const { stories, lookUp, zone } = deps;
  const newestFirst = (await stories.updatesOf(story)).toReversed();
  const updates = await withActions(deps, newestFirst.slice(0, MOST_STORIES));
  const [known] = await withActions(deps, [story]);
  const told = [...(known ? [known] : []), ...updates].filter(({ since }) => since.withdrawn === undefined);
  // An update can't be quoted without its main story.
  const packs = known?.since.withdrawn ? [] : told.map(({ story: { pack } }) => pack);
  return {
    scope: 'story',
    story: { ...named(story), ...known?.since },
    passages: lookUp(packs, question, MOST_PASSAGES, 'openings'),
    ...about(told.map(({ story: it }) => it)),
    ...(updates.length > 0 && {
      updates: updates.map(({ story: { title, body, publishedAtMs }, since }) => ({
        title,
        postedAt: dayAndTime(publishedAtMs, zone),
        ...(since.withdrawn === undefined && { text: body }),
        ...since,
      })),
    }),
  };
}

function languagesOf(stories: readonly PublishedStory[]): string[] {
  const sources = stories.flatMap(({ pack }) => pack.sources.filter(({ usable }) => usable));
  return [...new Set(sources.map(({ language }) => language))];
}

/** Figures on which sources differ, and the sources' languages. */
function about(stories: readonly PublishedStory[]): object {
  const conflicts = stories.flatMap(({ conflicts: found = [], pack }) =>
    found.map(({ sides }) =>
      sides.map(({ value, passage: { n, quote } }) => {
        const source = pack.sources.find((one) => one.n === n);
        return { value, n, quote, outlet: source?.outlet ?? '', url: source?.url ?? '' };
      }),
    ),
  );
  return {
    languages: languagesOf(stories),
    ...(conflicts.length > 0 && { conflicts }),
  };
}

async function inChannel(
  deps: StoryToolsDeps,
  session: SessionKey,
  question: string,
  nowMs: number,
): Promise<object> {
  const all = await withActions(
    deps,
    await recentStories(deps, session, session, { fromMs: nowMs - RECENT_MS }),
  );
  const notWithdrawn = all.filter(({ since }) => since.withdrawn === undefined);
  const withdrawn = all.filter(({ since }) => since.withdrawn !== undefined);
  const packs = notWithdrawn.map(({ story }) => story.pack);
  const passages = deps.lookUp(packs, question, MOST_PASSAGES);
  const stories = behind(passages, notWithdrawn);
  const first = passages.length > 0 ? stories.slice(0, 1).map(({ story }) => story.pack) : [];
  return {
    scope: 'recent',
    passages: passages.map((passage) => ({
      ...passage,
      story: storyWith(passage, notWithdrawn)?.story.title,
    })),
    stories: stories.map(linked),
    ...(stories.length > 0 && {
      begins: deps.lookUp(first, '', MOST_OPENINGS, 'openings'),
      languages: languagesOf(notWithdrawn.map(({ story }) => story)),
    }),
    ...(withdrawn.length > 0 && { withdrawn: withdrawn.map(linked) }),
  };
}

function storyWith({ url }: FoundPassage, all: readonly KnownStory[]): KnownStory | undefined {
  return all.find(({ story }) => story.pack.sources.some((source) => source.url === url));
}

/** The stories whose sources the passages come from, in the order of the passages; without any, the newest. */
function behind(passages: readonly FoundPassage[], all: readonly KnownStory[]): readonly KnownStory[] {
  const found = passages.flatMap((passage) => storyWith(passage, all) ?? []);
  return (found.length > 0 ? [...new Set(found)] : all).slice(0, NAMED_STORIES);
}

function named({ title, thread }: PublishedStory) {
  return { title, thread: mention(thread) };
}

function linked({ story, since }: KnownStory) {
  return { ...named(story), url: story.primaryUrl, ...since };
}

/** A link to a thread; null while it doesn't exist. */
function mention(thread: SessionKey | undefined): string | null {
  return thread === undefined ? null : threadLink(thread);
}
