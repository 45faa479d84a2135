import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EventService } from '../../../src/newsroom/intake/event-service.ts';
import type { LinkDecision, Pool } from '../../../src/newsroom/intake/pool/pool.ts';
import { openPool } from '../../../src/store/sqlite/open-pool.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const HOUR = 3_600_000;
const log = { debug() {}, info() {}, warn() {}, error() {} };

let clock: FakeClock;
let pool: Pool;
let care: EventService;
beforeEach(() => {
  clock = new FakeClock();
  pool = openPool({ path: ':memory:', clock, log });
  care = new EventService({ pool, clock });
});
afterEach(() => pool.close());

const plain = { score: 0.3, ambiguous: true, candidates: [] };

/** Links in an event of their own. @returns its number, and theirs. */
async function anEvent(name: string, links = 1, parent?: number): Promise<{ id: number; links: number[] }> {
  const urls = Array.from({ length: links }, (_, n) => `https://${name}${n}.test/${name}`);
  await pool.addLinks(
    urls.map((url, n) => ({
      url,
      title: `${name} ${n}`,
      description: '',
      foundBy: 'feed:x',
      publishedAtMs: n,
    })),
    clock.now(),
  );
  const pending = await pool.pendingLinks();
  const decisions = pending.map((link, n): LinkDecision => {
    const category = 'Global News';
    if (n > 0) return { linkId: link.id, action: { kind: 'join', event: { newEvent: -1 } }, ...plain };
    return parent === undefined
      ? { linkId: link.id, action: { kind: 'new_event', newEvent: -1, category }, ...plain }
      : {
          linkId: link.id,
          action: { kind: 'development', parent: { id: parent }, newEvent: -1, category },
          ...plain,
        };
  });
  const made = await pool.keepDecisions(decisions, clock.now());
  return { id: made.get(-1)!, links: pending.map(({ id }) => id) };
}

const post = (id: number) =>
  pool.markPosted(id, { threadId: `thread ${id}`, runId: 'run', atMs: clock.now() });

describe('events put together by hand', () => {
  it('become the one with most links, and the other’s number answers for it', async () => {
    const small = await anEvent('small');
    const big = await anEvent('big', 3);
    const child = await anEvent('child', 1, small.id);
    expect(await care.merge([small.id, big.id], 'editor:ann', 'one fire')).toMatchObject({
      id: big.id,
      links: 4,
    });
    expect(await pool.event(small.id)).toMatchObject({ id: big.id });
    expect((await pool.openEvents(clock.now())).map(({ id }) => id)).toEqual([big.id, child.id]);
    expect(await pool.event(child.id)).toMatchObject({ parentId: big.id });
    const shown = await care.show(small.id);
    expect(shown).toMatchObject({ askedFor: small.id, event: { id: big.id } });
    expect(shown.changes).toMatchObject([
      {
        kind: 'merge',
        into: big.id,
        from: small.id,
        linkIds: small.links,
        by: 'editor:ann',
        why: 'one fire',
      },
    ]);
    expect(shown.decisions.filter(({ linkId }) => linkId === small.links[0])).toMatchObject([
      { action: 'new_event', decidedBy: 'rule' },
      { action: 'merge', decidedBy: 'editor', basis: 'one fire', eventId: big.id },
    ]);
  });

  it('keep the posted one, and the one that a story holds', async () => {
    const [big, old, held] = [await anEvent('big', 3), await anEvent('old'), await anEvent('held')];
    await pool.reserve([held.id], clock.now() + HOUR, 'story:1');
    expect(await care.merge([big.id, held.id], 'editor:ann', '')).toMatchObject({ id: held.id, links: 4 });
    await pool.release(held.id, 'no sources');
    await post(old.id);
    expect(await care.merge([held.id, old.id], 'editor:ann', '')).toMatchObject({ id: old.id, links: 5 });
  });

  it('are refused with a sentence, and nothing is changed', async () => {
    const [one, other] = [await anEvent('one'), await anEvent('other')];
    await post(one.id);
    await post(other.id);
    await expect(care.merge([one.id, other.id], 'editor:ann', '')).rejects.toThrow('both posted');
    await expect(care.merge([one.id, one.id], 'editor:ann', '')).rejects.toThrow('two events or more');
    await expect(care.merge([one.id, 999], 'editor:ann', '')).rejects.toThrow('there is no event 999');
    expect((await care.show(one.id)).changes).toEqual([]);
  });
});

describe('events taken apart by hand', () => {
  it('become two, and are never joined again but by hand', async () => {
    const event = await anEvent('mixed', 4);
    const [first, second] = event.links;
    const { event: begun, from } = await care.split(event.id, [first!, second!], 'editor:ann', 'two fires');
    expect(begun).toMatchObject({ links: 2, title: 'mixed 0', category: 'Global News' });
    expect(from).toMatchObject({ id: event.id, links: 2, title: 'mixed 2' });
    expect(await pool.book.partedPairs()).toEqual([[begun.id, event.id]]);
    // Where one of them is merged into a third, the third is parted from the other.
    const third = await anEvent('third', 5);
    await care.merge([event.id, third.id], 'editor:ann', '');
    expect(await pool.book.partedPairs()).toEqual([[begun.id, third.id]]);
    await care.merge([begun.id, third.id], 'editor:ann', 'they were one');
    expect(await pool.book.partedPairs()).toEqual([]);
  });

  it('are refused where nothing would stay, nothing would leave, or a link is elsewhere', async () => {
    const event = await anEvent('event', 2);
    const other = await anEvent('other');
    await expect(care.split(event.id, event.links, 'editor:ann', '')).rejects.toThrow('without a link');
    await expect(care.split(event.id, other.links, 'editor:ann', '')).rejects.toThrow('no such links');
    await expect(care.split(999, [1], 'editor:ann', '')).rejects.toThrow('there is no event 999');
    expect(await care.list(10)).toHaveLength(2);
  });
});
