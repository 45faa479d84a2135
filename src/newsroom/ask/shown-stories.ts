/** Which posted stories may be told of in a conversation: those of its channel and its server, and none of another's. */
import type { Actor } from '../../sessions/actor.ts';
import type { SessionKey } from '../../sessions/key.ts';
import { hasServers } from '../../sessions/traits-of.ts';
import type { ToolContext } from '../../sessions/tool.ts';
import type { PastDays } from '../../text/past-days.ts';
import type { PublishedStory, StoryBook } from '../model/story-book.ts';
import type { GuildOf } from '../publish/story-place.ts';

export const MOST_STORIES = 50;

interface ShownDeps {
  readonly stories: Pick<StoryBook, 'recent'>;
  readonly guildOf: GuildOf;
  /** Those of the sessions whose places somebody can see. */
  readonly sees: (actor: Actor, sessions: readonly SessionKey[]) => Promise<ReadonlySet<SessionKey>>;
}

type Days = Pick<PastDays, 'fromMs'> & Partial<PastDays>;

function within({ fromMs, beforeMs }: Days) {
  return { sinceMs: fromMs, ...(beforeMs !== undefined && { beforeMs }), limit: MOST_STORIES };
}

/** Stories that a channel ordered or shows, as far as they may be shown in this session. */
export async function recentStories(
  { stories, guildOf }: Omit<ShownDeps, 'sees'>,
  channel: SessionKey,
  session: SessionKey,
  days: Days,
): Promise<PublishedStory[]> {
  const all = await stories.recent({ ...within(days), channel });
  return shownIn(all, session, guildOf);
}

/** Stories posted elsewhere on the channel's server, where the asker can see them. */
export async function ofTheServer(
  { stories, guildOf, sees }: ShownDeps,
  { session, actor, days }: Pick<ToolContext, 'session' | 'actor'> & { readonly days: Days },
): Promise<PublishedStory[]> {
  if (!hasServers(session)) return [];
  const all = await stories.recent(within(days));
  const near = await shownIn(all, session, guildOf);
  const seen = await sees(actor, [...new Set(near.map(({ place }) => place))]);
  const guild = await guildOf(session);
  const there = await Promise.all(near.map(async ({ place }) => (await guildOf(place)) === guild));
  return near.filter(({ place }, at) => there[at] && seen.has(place));
}

/**
 * The stories that may be shown in a session. A story belongs to the server of its title post and to that of the
 * desk channel that ordered it. The console, the terminal and the desk itself see all.
 */
export async function shownIn(
  stories: readonly PublishedStory[],
  session: SessionKey,
  guildOf: GuildOf,
): Promise<PublishedStory[]> {
  if (!hasServers(session)) return [...stories];
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
