import { expect, it } from 'vitest';
import { HOUR, place } from './given-links.ts';
import type { OpenPool } from './pool-engine.ts';

/** What every pool keeps to of who holds its events, and of what became of them. */
export function describeHolds(open: OpenPool): void {
  it('reserves for one story at a time, and remembers why an event came back', async () => {
    const engine = await open();
    const { pool, clock } = engine;
    const [a, b] = [await place(engine, 'a'), await place(engine, 'b')];
    const until = clock.now() + 600_000;
    expect(await pool.reserve([a, b, 999], until, 'planner:one')).toEqual([a, b]);
    expect(await pool.reserve([a, b], until, 'planner:one')).toEqual([a, b]);
    expect(await pool.reserve([a], until, 'planner:two')).toEqual([]);
    expect(await pool.reserve([a], until + HOUR, 'story:1')).toEqual([a]); // what it was offered to write
    expect(await pool.reserve([a, b], until, 'planner:one')).toEqual([b]);
    expect(await pool.reserve([a], until + HOUR, 'story:2')).toEqual([]);
    expect(await pool.event(a)).toMatchObject({ reservedBy: 'story:1', reservedUntilMs: until + HOUR });
    await pool.release(a, 'missing_sources');
    await pool.release(a, 'missing_sources');
    expect(await pool.event(a)).toMatchObject({
      reservedUntilMs: null,
      released: { why: 'missing_sources', atMs: clock.now() },
    });
    clock.set(until);
    expect(await pool.reserve([b], until + 600_000, 'planner:two')).toEqual([b]);
  });

  it('lets go of what a planner is no longer offered, without a memory of it', async () => {
    const engine = await open();
    const { pool, clock } = engine;
    const [a, b] = [await place(engine, 'a'), await place(engine, 'b')];
    const until = clock.now() + 600_000;
    await pool.reserve([a, b], until, 'planner:one');
    await pool.reserve([b], until, 'planner:one');
    expect(await pool.reserve([a, b], until, 'planner:two')).toEqual([a]);
    expect(await pool.event(a)).not.toHaveProperty('released');
  });

  it('gives an event to one of two that ask at once', async () => {
    const engine = await open();
    const { pool, clock } = engine;
    const id = await place(engine, 'a');
    const until = clock.now() + HOUR;
    const got = await Promise.all(['story:1', 'story:2'].map((by) => pool.reserve([id], until, by)));
    expect(got.map(({ length }) => length).toSorted()).toEqual([0, 1]);
  });

  it('holds, posts and gives back what stands for a number that was merged', async () => {
    const engine = await open();
    const { pool, clock } = engine;
    const [old, stands] = [await place(engine, 'a'), await place(engine, 'b')];
    await pool.book.merge({ into: stands, from: [old], by: 'desk', why: 'the same', atMs: clock.now() });
    expect(await pool.reserve([old], clock.now() + HOUR, 'story:1')).toEqual([old]);
    expect(await pool.event(stands)).toMatchObject({ reservedBy: 'story:1' });
    // What it still holds under its other number stays held.
    expect(await pool.reserve([stands], clock.now() + HOUR, 'story:1')).toEqual([stands]);
    expect(await pool.event(stands)).toMatchObject({ reservedBy: 'story:1' });
    await pool.release(old, 'no sources');
    expect(await pool.event(stands)).toMatchObject({
      reservedUntilMs: null,
      released: { why: 'no sources' },
    });
  });

  it('lets go of all that is held when nothing is asked for', async () => {
    const engine = await open();
    const { pool, clock } = engine;
    const id = await place(engine, 'a');
    await pool.reserve([id], clock.now() + HOUR, 'planner:one');
    expect(await pool.reserve([], clock.now() + HOUR, 'planner:one')).toEqual([]);
    expect(await pool.event(id)).not.toHaveProperty('reservedBy');
  });

  it('marks an event posted once, and freezes it', async () => {
    const engine = await open();
    const { pool, clock } = engine;
    const id = await place(engine, 'a');
    await pool.markPosted(id, { threadId: 't1', runId: 'r1', atMs: 50 });
    await pool.markPosted(id, { threadId: 't2', runId: 'r2', atMs: 60 });
    await pool.release(id, 'too late');
    const { expiresAtMs, ...event } = (await pool.event(id))!;
    expect(event).toMatchObject({ status: 'posted', threadId: 't1', runId: 'r1', postedAtMs: 50 });
    expect(event).not.toHaveProperty('released');
    clock.set(clock.now() + HOUR);
    await place(engine, 'late', { join: id });
    expect(await pool.event(id)).toMatchObject({ expiresAtMs, status: 'posted' });
    expect((await pool.postedEvents(50))[0]?.links).toHaveLength(2);
  });

  it('holds a posted event for another desk, and lets it go when that one has posted it or not', async () => {
    const engine = await open();
    const { pool, clock } = engine;
    const id = await place(engine, 'a');
    await pool.markPosted(id, { threadId: 't1', runId: 'r1', atMs: 50 });
    const held = async () => (await pool.event(id))?.reservedBy;
    expect(await pool.reserve([id], clock.now() + HOUR, 'story:2')).toEqual([id]);
    expect(await held()).toBe('story:2');
    await pool.release(id, 'no sources');
    expect(await held()).toBeUndefined();
    await pool.reserve([id], clock.now() + HOUR, 'story:2');
    await pool.markPosted(id, { threadId: 't2', runId: 'r2', atMs: 60 });
    expect(await held()).toBeUndefined();
    expect(await pool.event(id)).toMatchObject({ threadId: 't1', runId: 'r1', postedAtMs: 50 });
  });
}
