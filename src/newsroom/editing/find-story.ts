/**
 * Finds a story by the thread, its id, or words of its title; where no title has them, of its sources' titles, which may be
 * in another language; else by those words in any order, Chinese ones also by what they mean in English; else by a word of
 * its title and the others in its text. The reach is that of jobs: stories of this conversation are found; others only by
 * id, with the right to the whole desk, and never across servers.
 */
import { foldName, hasWords } from '../../text/fold-name.ts';
import { tellsOf } from '../../text/tells-of.ts';
import type { PublishedStory, StoryBook } from '../model/story-book.ts';
import type { StoryService, StoryRecord, StoryStatus } from '../model/story-service.ts';
import { may } from '../../sessions/actor.ts';
import type { Asker } from '../../sessions/actor.ts';
import { channelNamed } from '../../sessions/channel-traits.ts';
import { keyOf } from '../../sessions/key.ts';
import type { SessionKey } from '../../sessions/key.ts';
import { hasServers } from '../../sessions/traits-of.ts';
import { deskHere, seesDesk } from '../ask/desk-here.ts';
import type { DeskReach } from '../ask/desk-here.ts';
import { hasWordOf } from './spoken-of.ts';

export interface StoryFinder extends DeskReach {
  readonly stories: Pick<StoryBook, 'ofThread' | 'recent'>;
  readonly editors: Pick<StoryService, 'record' | 'recent'>;
}

export type FoundStory =
  | { readonly kind: 'one'; readonly id: string; readonly title: string }
  /** Several stories match; or none does, and these are all. */
  | { readonly kind: 'several' | 'none'; readonly stories: readonly StoryStatus[] };

const MOST_RECENT = 50;

/**
 * @param named undefined: the story of the present thread, else the only one that fits
 * @param fits what may be meant without a name
 */
export async function findStory(
  deps: StoryFinder,
  asker: Asker,
  named: string | undefined,
  fits?: (story: StoryStatus) => boolean,
): Promise<FoundStory> {
  const own = await deps.stories.ofThread(asker.session);
  const wanted = named?.trim() ?? '';
  if (wanted === '' && own) return { kind: 'one', id: own.id, title: own.title };
  const byId = wanted.includes('/') ? await tellable(deps, asker, wanted) : undefined;
  if (byId) return { kind: 'one', id: byId.status.id, title: byId.status.title };
  const there = await storiesHere(deps, asker);
  const fitting = fits ? there.filter(fits) : [];
  const found = liveOnes(wanted === '' ? fitting : await called(deps, asker, wanted, there));
  const [story] = found;
  if (story && found.length === 1) return { kind: 'one', id: story.id, title: story.title };
  return found.length > 1 ? { kind: 'several', stories: found } : { kind: 'none', stories: there };
}

/** "The failed story", "the held one": not one of whose sources' titles has that word. */
const STATES: readonly { readonly called: RegExp; readonly has: (story: StoryStatus) => boolean }[] = [
  {
    called: /^(?:the )?(?:(?:last|latest|only) )?failed$|^失敗(?:咗|了)?[嘅的嗰那]?$/iu,
    has: ({ status }) => status === 'FAILURE',
  },
  {
    called:
      /^(?:the )?(?:(?:last|latest|only) )?(?:waiting|held)$|^(?:等候|等緊|等待|暫緩)(?:中|批准)?[嘅的嗰那]?$/iu,
    has: ({ hold }) => hold !== undefined,
  },
];

/** "The latest story", not one with that word in its title; "the last ferry story" is another. */
const NEWEST =
  /^(?:(?:the|our|your) )?(?:very )?(?:last|latest|newest|most recent)(?: (?:posted )?(?:story|post|piece|article|report|one))?$|^(?:最新|最近|最後|上)(?:一)?(?:[嘅的嗰那呢這])?(?:[篇單則條])?(?:報道|報導|稿|新聞)?$/iu;

/**
 * Those of which the title has these words, else a source's title; as they stand, else in any order and either language;
 * else those whose title has one of them, and whose text has the others.
 */
async function called(
  deps: StoryFinder,
  asker: Asker,
  wanted: string,
  there: readonly StoryStatus[],
): Promise<StoryStatus[]> {
  const byId = there.filter(({ id }) => id === wanted);
  if (byId.length > 0) return byId;
  if (NEWEST.test(wanted)) return newestOf(there);
  const state = STATES.find(({ called: name }) => name.test(wanted));
  if (state) return there.filter((story) => state.has(story) || hasWords(story.title, wanted));
  for (const has of [hasWords, tellsOf]) {
    const titled = there.filter(({ title }) => has(title, wanted));
    const found =
      titled.length > 0
        ? titled
        : await posted(deps, asker, there, ({ pack }) =>
            pack.sources.some(({ title }) => has(title, wanted)),
          );
    if (found.length > 0) return found;
  }
  return posted(
    deps,
    asker,
    there,
    ({ title, body }) => hasWordOf(title, wanted) && tellsOf(`${title}\n${body}`, wanted),
  );
}

/** The one that was posted last; where none was, the one ordered last. */
function newestOf(there: readonly StoryStatus[]): StoryStatus[] {
  const shown = there.filter(isAlive);
  const [newest] = shown.toSorted((a, b) => (b.posted?.atMs ?? 0) - (a.posted?.atMs ?? 0));
  return newest ? [newest] : [];
}

async function posted(
  deps: StoryFinder,
  asker: Asker,
  there: readonly StoryStatus[],
  fits: (story: PublishedStory) => boolean,
): Promise<StoryStatus[]> {
  const channel = await deskHere(deps, asker);
  const recent = await deps.stories.recent({ sinceMs: 0, channel, limit: MOST_RECENT });
  const ids = new Set(recent.filter(fits).map(({ id }) => id));
  return there.filter(({ id }) => ids.has(id));
}

/**
 * The stories of this conversation, in a thread those of its desk channel if the asker sees that: unfinished ones
 * first, then the newest.
 */
export async function storiesHere(deps: StoryFinder, asker: Asker): Promise<readonly StoryStatus[]> {
  const all = await deps.editors.recent(await deskHere(deps, asker), MOST_RECENT);
  return all.toSorted((a, b) => Number(isDone(a)) - Number(isDone(b)));
}

/**
 * Of stories with the same title, the current one: a reordered story is replaced by its new order, a failed or
 * withdrawn one by another. Stories with different titles are all kept, for the asker to choose from.
 */
function liveOnes(found: readonly StoryStatus[]): StoryStatus[] {
  const ids = new Set(found.map(({ id }) => id));
  const current = found.filter(({ retriedAs }) => retriedAs === undefined || !ids.has(retriedAs));
  const named = (title: string) => current.filter((other) => foldName(other.title) === foldName(title));
  return current.filter((story) => {
    const same = named(story.title);
    return same.some(isAlive) ? isAlive(story) : same[0] === story;
  });
}

function isAlive({ status, posted }: StoryStatus): boolean {
  return posted ? !posted.withdrawn : status !== 'FAILURE' && status !== 'SKIPPED';
}

function isDone({ status, hold }: StoryStatus): boolean {
  return hold === undefined && status !== 'PLANNED' && status !== 'DISPATCHED';
}

/** A story's record, if it may be shown to the asker in this session. */
async function tellable(deps: StoryFinder, asker: Asker, id: string): Promise<StoryRecord | undefined> {
  const { session, actor } = asker;
  const record = await deps.editors.record(id);
  if (!record) return undefined;
  const own = await deps.stories.ofThread(session);
  const homes = own ? [session, own.place, await deskHere(deps, asker)] : [session];
  const places = placesOf(record);
  const isHere = places.some((place) => homes.includes(place));
  // What is not posted yet belongs to the desk channel that ordered it, wherever it is going to be posted.
  const { published, desk } = record;
  if (isHere && (published || desk === undefined || (await seesDesk(deps, asker, desk)))) return record;
  if (!may(actor, 'desk')) return undefined;
  // The console, the terminal and actors with the right to all servers see all.
  if (!hasServers(session) && actor.guild === undefined) return record;
  const guild = actor.guild ?? (await deps.guildOf(session));
  const guilds = await Promise.all(places.map((place) => deps.guildOf(place)));
  return guild !== undefined && guilds.includes(guild) ? record : undefined;
}

/** The sessions of a story: the desk channel that ordered it, and where it is posted. */
function placesOf({ published, job, status }: StoryRecord): SessionKey[] {
  const thread = status.posted?.thread;
  if (published) return [published.desk, published.place, ...(thread === undefined ? [] : [thread])];
  const { platform = '', title_channel_id: chat = '' } = job?.destination ?? {};
  const place = channelNamed(platform) && keyOf(platform, chat);
  return place ? [place] : [];
}
