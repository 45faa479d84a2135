import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { guildsIn } from '../../../src/sessions/guilds.ts';
import { placeOfStory } from '../../../src/newsroom/publish/story-place.ts';
import { sessionKey } from '../../../src/sessions/key.ts';
import type { SessionKey } from '../../../src/sessions/key.ts';
import { anEdition } from '../an-edition.ts';
import { DESK, NewsroomWorld } from '../newsroom-world.ts';

const SPORTS = sessionKey('discord', '100000000000000001');
const OTHERS = sessionKey('discord', '100000000000000002');
const OWN_DESK = sessionKey('discord', '100000000000000003');
const edition = anEdition({
  desk: {
    discord: '100000000000000003',
    channels: { Sports: '100000000000000001' },
    stories: '100000000000000002',
  },
});

let world: NewsroomWorld;
beforeEach(() => void (world = new NewsroomWorld()));
afterEach(() => world.close());

const placeOf = (category: string, desk: SessionKey, given = edition) =>
  placeOfStory(category, desk, {
    edition: given,
    sessions: world.sessions,
    guildOf: guildsIn(world.sessions),
  });

describe('a story is posted', () => {
  it('in the channel of its category, else in the one for all others', async () => {
    await world.opened(SPORTS, { kind: 'forum', guildId: '1' });
    await world.opened(OTHERS, { kind: 'channel', guildId: '1' });
    expect(await placeOf('Sports', OWN_DESK)).toEqual({ session: SPORTS, isForum: true });
    expect(await placeOf('AI', OWN_DESK)).toEqual({ session: OTHERS, isForum: false });
  });

  it('in the desk channel that ordered it where the edition names no other', async () => {
    const elsewhere = sessionKey('console', 'second desk');
    expect(await placeOf('Sports', elsewhere, anEdition())).toEqual({ session: elsewhere, isForum: false });
  });

  it('in the desk channel when its own is gone, or nothing is known of it', async () => {
    expect(await placeOf('Sports', OWN_DESK)).toEqual({
      session: OWN_DESK,
      isForum: false,
      because: `${SPORTS} is gone`,
    });
    await world.opened(SPORTS);
    expect(await placeOf('Sports', OWN_DESK)).toEqual({
      session: OWN_DESK,
      isForum: false,
      because: `nothing is known of ${SPORTS} yet`,
    });
  });

  it('in no other server than its desk, unless the desk is the one that the edition names', async () => {
    await world.opened(SPORTS, { kind: 'channel', guildId: '1' });
    const here = await world.opened(sessionKey('discord', '100000000000000011'), {
      kind: 'channel',
      guildId: '1',
    });
    const there = await world.opened(sessionKey('discord', '100000000000000012'), {
      kind: 'channel',
      guildId: '2',
    });
    const unknown = await world.opened(sessionKey('discord', '100000000000000013'));
    expect(await placeOf('Sports', here)).toEqual({ session: SPORTS, isForum: false });
    for (const desk of [there, unknown])
      expect(await placeOf('Sports', desk)).toEqual({
        session: desk,
        isForum: false,
        because: `${SPORTS} is in another server`,
      });
    expect((await placeOf('Sports', OWN_DESK)).session).toBe(SPORTS);
    expect((await placeOf('Sports', DESK)).session).toBe(SPORTS);
    await world.opened(OTHERS, { kind: 'dm' });
    const direct = await world.opened(sessionKey('discord', '100000000000000014'), { kind: 'dm' });
    expect((await placeOf('AI', direct)).session).toBe(direct);
  });
});
