/** The channels that an edition names: where its planners work, and where its stories are posted. */
import { sessionKey } from '../../sessions/key.ts';
import type { SessionKey } from '../../sessions/key.ts';
import { canonicalCategory } from './edition.ts';
import type { Edition } from './edition.ts';

type Named = Pick<Edition, 'desk' | 'categories'>;

/** The channel where an edition's planners work. */
export function deskChannel({ desk }: Pick<Edition, 'desk'>): SessionKey {
  return desk.discord ? sessionKey('discord', desk.discord) : sessionKey('console', desk.console ?? 'desk');
}

/** The channel that is named for stories of a category; undefined where they are posted in their desk channel. */
export function storyChannel(edition: Named, category: string): SessionKey | undefined {
  const { channels = {}, stories } = edition.desk;
  const wanted = canonicalCategory(edition, category) ?? category;
  const own = Object.entries(channels).find(([name]) => canonicalCategory(edition, name) === wanted);
  const id = own?.[1] ?? stories;
  return id === undefined ? undefined : sessionKey('discord', id);
}

/** All channels that are named for stories. */
export function storyChannels({ desk }: Pick<Edition, 'desk'>): SessionKey[] {
  const ids = [...Object.values(desk.channels ?? {}), ...(desk.stories === undefined ? [] : [desk.stories])];
  return [...new Set(ids)].map((id) => sessionKey('discord', id));
}
