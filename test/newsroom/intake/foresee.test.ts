import { expect, it } from 'vitest';
import { foresee } from '../../../src/newsroom/intake/foresee.ts';
import type { FoundLink, NewsEvent } from '../../../src/newsroom/model/event.ts';
import { anEdition } from '../an-edition.ts';

const NOW = Date.parse('2026-11-26T12:00:00Z');
const HOUR = 3_600_000;
const DRONE = 'Drone closes Hong Kong airport runway for 47 minutes';

const link = (title: string, url: string): FoundLink => ({
  ...{ title, url, description: title, foundBy: 'feed:new' },
  publishedAtMs: NOW - HOUR,
});

function event(id: number, title: string, more: Partial<NewsEvent> = {}): NewsEvent {
  const url = `https://first.test/${id}`;
  const known = {
    id: 100 + id,
    key: url,
    domain: 'first.test',
    firstSeenAtMs: NOW - HOUR,
    lastSeenAtMs: NOW,
  };
  return {
    ...{ id, title, parentId: null, status: 'active', category: 'Hong Kong News', reservedUntilMs: null },
    ...{ createdAtMs: NOW - HOUR, updatedAtMs: NOW - HOUR, expiresAtMs: NOW + HOUR, postedAtMs: null },
    links: [{ ...link(title, url), ...known, eventId: id }],
    ...more,
  };
}

const terms = { edition: anEdition(), open: [], posted: [], covered: [], notes: [], nowMs: NOW };

it('says that a link alone would be left out, and one that joins another outlet’s event be offered', async () => {
  const found = [
    link(DRONE, 'https://second.test/drone'),
    link('Roses in the rain', 'https://second.test/roses'),
  ];
  const { links } = await foresee(found, { ...terms, open: [event(1, DRONE)] });
  expect(links).toMatchObject([
    { fate: 'offered', kinds: ['daily', 'hourly'], category: 'Hong Kong News', others: 1 },
    { fate: 'left_out', rule: 'gate', reason: expect.stringContaining('two outlets') as string, others: 0 },
  ]);
});

it('says that its event was posted, also of a link that is in the pool', async () => {
  const posted = event(1, DRONE, { status: 'posted', postedAtMs: NOW - HOUR });
  const { links, ofEvent } = await foresee([link(DRONE, 'https://second.test/drone')], {
    ...terms,
    posted: [posted],
  });
  expect(links).toEqual([{ fate: 'posted', category: 'Hong Kong News' }]);
  expect(ofEvent(posted)).toEqual(links[0]);
  expect(ofEvent(event(9, 'Long gone'))).toBeUndefined();
});

it('obeys what editors noted', async () => {
  const exclude = { categories: [], subjects: ['drone'] };
  const note = { id: 'n1', text: 'no drones', by: 'Ann', atMs: NOW, exclude };
  const { links } = await foresee([link(DRONE, 'https://second.test/drone')], {
    ...terms,
    open: [event(1, DRONE)],
    notes: [note],
  });
  expect(links[0]).toMatchObject({ fate: 'left_out', rule: 'note' });
});

it.each([
  [23, { fate: 'left_out', rule: 'posted' }],
  [30, { fate: 'offered' }],
])('tells what was posted %i hours ago as planners do', async (hours, fate) => {
  const before = event(1, DRONE, { status: 'posted', postedAtMs: NOW - hours * HOUR });
  const again = event(2, DRONE);
  const links = [
    ...again.links,
    { ...again.links[0]!, id: 103, key: 'b', domain: 'b.test', url: 'https://b.test/2' },
  ];
  const { ofEvent } = await foresee([], { ...terms, open: [{ ...again, links }], posted: [before] });
  expect(ofEvent({ ...again, links })).toMatchObject(fate);
});
