import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SessionKey } from '../../src/sessions/key.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { ann, newsroom, placeDesk, platform, thread, withPlaces } from '../support/place-desk.ts';

type Happening =
  'lost' | 'found' | 'gone' | 'back' | 'deletion refused' | 'paused by hand' | 'resumed by hand' | 'restart';

const happenings: Happening[] = [
  'lost',
  'found',
  'gone',
  'back',
  'deletion refused',
  'paused by hand',
  'resumed by hand',
  'restart',
];

/** What should be so: where the place is, and who, if anybody, has paused its job. */
interface Expected {
  place: 'there' | 'lost' | 'gone';
  paused: 'no' | 'by the desk' | 'by hand';
}

/** What has happened to a place and its one job, in plain words. */
function after(state: Expected, what: Happening): Expected {
  const pausedNow = state.paused === 'no' ? 'by the desk' : state.paused;
  const resumed = state.paused === 'by the desk' ? 'no' : state.paused;
  switch (what) {
    case 'lost':
      return state.place === 'gone' ? state : { place: 'lost', paused: pausedNow };
    case 'found':
      return state.place === 'lost' ? { place: 'there', paused: resumed } : state;
    case 'gone':
      return state.place === 'gone' ? state : { place: 'gone', paused: pausedNow };
    case 'back':
      return state.place === 'gone' ? { place: 'there', paused: resumed } : state;
    case 'paused by hand':
      return { ...state, paused: 'by hand' };
    case 'resumed by hand':
      return { ...state, paused: 'no' };
    case 'deletion refused':
    case 'restart':
      return state;
  }
}

it('pauses and resumes exactly what it has paused, whatever happens to a place, and whenever the desk restarts', () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(newsroom, thread),
      fc.array(fc.constantFrom(...happenings), { maxLength: 12 }),
      async (place: SessionKey, happened) => {
        const there = platform();
        const clock = new FakeClock();
        let house = placeDesk({ there, clock });
        await withPlaces(house);
        const { id } = await house.job('Morning', place);
        let expected: Expected = { place: 'there', paused: 'no' };
        for (const what of happened) {
          clock.set(clock.now() + 1);
          if (what === 'lost') await house.places.lost(newsroom, 'no access');
          if (what === 'found') await house.places.found(newsroom);
          if (what === 'gone') await house.places.gone(newsroom, 'it was deleted');
          if (what === 'back') await house.places.back(newsroom);
          if (what === 'paused by hand') await house.cron.update(id, { enabled: false });
          if (what === 'resumed by hand') await house.cron.update(id, { enabled: true });
          if (what === 'deletion refused' && expected.place !== 'gone') {
            there.fates.push({ kind: 'refused', because: 'no permission' });
            expect(await house.deletion.delete(newsroom, { confirmed: true }, ann)).toMatchObject({
              kind: 'kept',
            });
          }
          if (what === 'restart') {
            await house.dispatcher.idle(); // what is cut off is read back after seconds, which don't pass here
            await house.die();
            house = placeDesk({ there, clock, home: house.home });
            await house.places.resume();
            await house.deletion.resume();
          }
          expected = after(expected, what);
          const job = await house.cron.get(id);
          expect(job?.enabled).toBe(expected.paused === 'no');
          expect(job?.state.pausedBecause !== undefined).toBe(expected.paused === 'by the desk');
          expect((await house.stores.sessions.get(newsroom)) === undefined).toBe(expected.place === 'gone');
        }
        await house.die();
      },
    ),
    { numRuns: 20 },
  ));
