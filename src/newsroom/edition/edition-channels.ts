/** The channels that an edition names, for planners and for stories. */
import { allChannels } from '../../sessions/channel-traits.ts';
import { sessionKey } from '../../sessions/key.ts';
import type { SessionKey } from '../../sessions/key.ts';
import { chatNamed } from '../../sessions/traits-of.ts';
import { canonicalCategory } from './edition.ts';
import type { Edition } from './edition.ts';

type Named = Pick<Edition, 'desk' | 'categories'>;

/** The channel where an edition's planners work. */
export function deskChannel({ desk }: Pick<Edition, 'desk'>): SessionKey {
  const own = allChannels().flatMap(({ name }) => {
    const chat = desk[name];
    return typeof chat === 'string' ? sessionKey(name, chat) : [];
  });
  return own[0] ?? sessionKey('console', 'desk');
}

/** The channel for stories of a category; undefined when they are posted in their desk channel. */
export function storyChannel(edition: Named, category: string): SessionKey | undefined {
  const { channels = {}, stories } = edition.desk;
  const wanted = canonicalCategory(edition, category) ?? category;
  const own = Object.entries(channels).find(([name]) => canonicalCategory(edition, name) === wanted);
  const id = own?.[1] ?? stories;
  return id === undefined ? undefined : chatNamed(id);
}

/** All channels for stories. */
export function storyChannels({ desk }: Pick<Edition, 'desk'>): SessionKey[] {
  const ids = [...Object.values(desk.channels ?? {}), ...(desk.stories === undefined ? [] : [desk.stories])];
  return [...new Set(ids)].flatMap((id) => chatNamed(id) ?? []);
}
