import { expect, it } from 'vitest';
import { RefusedPlaces } from '../../src/channels/discord/refused-places.ts';

/** A store that takes a moment. */
function places() {
  let kept: string | undefined;
  const state = {
    get: async () => {
      await Promise.resolve();
      return kept;
    },
    set: async (_name: string, value: string) => {
      await Promise.resolve();
      kept = value;
    },
  };
  return new RefusedPlaces({ state, now: () => 1_000, isOpen: () => true });
}
const refused = (channel: string) => ({ channel, title: `#${channel}`, because: 'it lacks Send Messages.' });
const named = async (all: RefusedPlaces) => (await all.said()).map(({ en }) => /#\w+/u.exec(en)?.[0]);

it('forgets a place whose rights were changed while another one is noted', async () => {
  const all = places();
  await all.add(refused('news'));
  await Promise.all([all.add(refused('sports')), all.forgive('news')]);
  expect(await named(all)).toEqual(['#sports']);
});

it('notes each of two places that refuse at the same time', async () => {
  const all = places();
  await Promise.all([all.add(refused('news')), all.add(refused('sports'))]);
  expect(await named(all)).toEqual(['#news', '#sports']);
});
