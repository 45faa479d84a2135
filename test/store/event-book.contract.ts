import { describe, expect, it } from 'vitest';
import type { LinkDecision } from '../../src/newsroom/intake/pool/pool.ts';
import { HOUR, anEvent, found, place, plain } from './given-links.ts';
import type { OpenPool, PoolEngine } from './pool-engine.ts';

const told = { by: 'editor:ann', why: 'one fire', atMs: 50 };

/** What every book of events keeps to. */
export function describeEventBook(open: OpenPool): void {
  const linksOf = async ({ pool }: Pick<PoolEngine, 'pool'>, id: number) =>
    (await pool.event(id))?.links.map((link) => link.id) ?? [];

  describe('merging', () => {
    it('puts links and developments into another event, which answers for the old number from then on', async () => {
      const engine = await open();
      const { pool } = engine;
      const [from, into] = [await anEvent(engine, 'a', 2), await anEvent(engine, 'b')];
      const child = await place(engine, 'child', { parent: from });
      const moved = await linksOf(engine, from);
      await pool.book.merge({ into, from: [from], ...told });
      const again = await engine.restart();
      expect(await again.pool.event(from)).toMatchObject({ id: into });
      expect((await linksOf(again, into)).filter((id) => moved.includes(id))).toEqual(moved);
      expect(await again.pool.event(child)).toMatchObject({ parentId: into });
      expect((await again.pool.openEvents(engine.clock.now())).map(({ id }) => id)).toEqual([into, child]);
      expect(await again.pool.book.changesOf(into)).toEqual([
        { id: expect.any(Number) as number, kind: 'merge', into, from, linkIds: moved, ...told },
      ]);
      expect(await again.pool.recount()).toBe(0);
    });

    it('stands for all that it ever swallowed, with holds, postings and changes', async () => {
      const engine = await open();
      const { pool, clock } = engine;
      const [a, b, c] = [await anEvent(engine, 'a'), await anEvent(engine, 'b'), await anEvent(engine, 'c')];
      await pool.reserve([a], clock.now() + HOUR, 'story:1');
      await pool.book.merge({ into: b, from: [a], ...told });
      await pool.book.merge({ into: c, from: [b], ...told });
      expect(await pool.event(a)).toMatchObject({ id: c, reservedBy: 'story:1' });
      await pool.markPosted(a, { threadId: 't', runId: 'r', atMs: clock.now() });
      expect(await pool.event(c)).toMatchObject({ status: 'posted', threadId: 't' });
      expect((await pool.book.changesOf(c)).map(({ from, into }) => [from, into])).toEqual([
        [a, b],
        [b, c],
      ]);
    });

    it('takes over a development of what it goes into, and leaves no event that develops itself', async () => {
      const engine = await open();
      const { pool } = engine;
      const first = await anEvent(engine, 'a');
      const second = await place(engine, 'b', { parent: first });
      const third = await place(engine, 'c', { parent: second });
      await pool.book.merge({ into: second, from: [first], ...told });
      expect(await pool.event(second)).toMatchObject({ parentId: null });
      await pool.book.merge({ into: third, from: [second], ...told });
      expect(await pool.event(first)).toMatchObject({ id: third, parentId: null });
      expect((await pool.book.changesOf(third)).map(({ from }) => from)).toEqual([first, second]);
    });

    it('happens whole or not at all', async () => {
      const engine = await open();
      const { pool, clock } = engine;
      const [into, one, posted] = [
        await anEvent(engine, 'a'),
        await anEvent(engine, 'b'),
        await anEvent(engine, 'c'),
      ];
      await pool.markPosted(posted, { threadId: 't', runId: 'r', atMs: clock.now() });
      const refused = async (...from: number[]) =>
        pool.book.merge({ into, from, ...told }).then(
          () => 'done',
          (error: { code?: string }) => error.code,
        );
      expect(await refused(one, posted)).toBe('refused');
      expect(await refused(one, 999)).toBe('not_found');
      expect(await pool.event(one)).toMatchObject({ id: one });
      expect(await pool.book.changesOf(into)).toEqual([]);
      expect(await linksOf(engine, into)).toHaveLength(1);
      await pool.book.merge({ into, from: [one], ...told });
      expect(await refused(one)).toBe('refused'); // it stands no more
    });
  });

  describe('splitting', () => {
    it('begins an event with the links that leave, called after its oldest, and numbers the change', async () => {
      const engine = await open();
      const { pool } = engine;
      const event = await anEvent(engine, 'a', 3);
      const [first, second] = await linksOf(engine, event);
      const begun = await pool.book.split({ event, links: [first!, second!], ...told });
      const again = await engine.restart();
      expect(await linksOf(again, begun)).toEqual([first, second]);
      expect(await again.pool.event(begun)).toMatchObject({ title: 'Title a-0', category: 'Global News' });
      expect(await again.pool.event(event)).toMatchObject({ title: 'Title a-2' });
      expect(await again.pool.book.partedPairs()).toEqual([[begun, event]]);
      expect(await again.pool.book.changesOf(event)).toMatchObject([
        { kind: 'split', into: begun, from: event, linkIds: [first, second] },
      ]);
      expect(await again.pool.recount()).toBe(0);
    });

    it('is refused where nothing would stay, nothing would leave, or a link is elsewhere', async () => {
      const engine = await open();
      const { pool } = engine;
      const [event, other] = [await anEvent(engine, 'a', 2), await anEvent(engine, 'b')];
      const all = await linksOf(engine, event);
      const refused = (of: number, links: readonly number[]) =>
        pool.book.split({ event: of, links, ...told }).then(
          () => 'done',
          (error: { code?: string }) => error.code,
        );
      expect(await refused(event, all)).toBe('refused');
      expect(await refused(event, [])).toBe('bad_params');
      expect(await refused(event, await linksOf(engine, other))).toBe('bad_params');
      expect(await refused(999, [1])).toBe('not_found');
      expect(await linksOf(engine, event)).toEqual(all);
      expect(await pool.book.partedPairs()).toEqual([]);
    });

    it('leaves a posted event its name', async () => {
      const engine = await open();
      const { pool, clock } = engine;
      const event = await anEvent(engine, 'a', 2);
      await pool.markPosted(event, { threadId: 't', runId: 'r', atMs: clock.now() });
      await pool.book.split({ event, links: [(await linksOf(engine, event))[0]!], ...told });
      expect(await pool.event(event)).toMatchObject({ title: 'Title a-0', status: 'posted' });
    });

    it('is undone by a merge by hand, and known as it stands now', async () => {
      const engine = await open();
      const { pool } = engine;
      const [event, third] = [await anEvent(engine, 'a', 2), await anEvent(engine, 'c')];
      const begun = await pool.book.split({ event, links: [(await linksOf(engine, event))[0]!], ...told });
      await pool.book.merge({ into: third, from: [event], ...told });
      expect(await pool.book.partedPairs()).toEqual([[begun, third]]);
      await pool.book.merge({ into: third, from: [begun], ...told });
      expect(await pool.book.partedPairs()).toEqual([]);
    });
  });

  describe('decisions', () => {
    it('are kept with all that they stood on, in order, also of links that have left', async () => {
      const engine = await open();
      const { pool } = engine;
      const event = await anEvent(engine, 'a', 2);
      const [left] = await linksOf(engine, event);
      await pool.addLinks([found('x')], 9);
      const [link] = await pool.pendingLinks();
      const record = {
        decidedBy: 'model' as const,
        model: 'gemini/flash',
        promptSha256: 'abc',
        raw: '{"link_id":1}',
        validated: '{"link_id":1}',
        because: 'event 7 was no candidate',
        confidence: 0.8,
        basis: 'same court',
      };
      const decision: LinkDecision = {
        linkId: link!.id,
        action: { kind: 'join', event: { id: event } },
        ...plain,
        score: 0.35,
        candidates: [{ event: { id: event }, score: 0.35 }],
        record,
        facts: {
          summaryEn: 'A court ruled.',
          jurisdiction: 'United Kingdom',
          entities: ['Court'],
          flags: ['live'],
        },
      };
      await pool.keepDecisions([decision], 60);
      await pool.book.split({ event, links: [left!], ...told });
      const { pool: again } = await engine.restart();
      const kept = await again.book.decisionsOf(event);
      expect(kept.map(({ action }) => action)).toEqual(['new_event', 'join', 'join', 'split']);
      expect(kept[2]).toEqual({
        linkId: link!.id,
        linkTitle: 'Title x',
        eventId: event,
        action: 'join',
        score: 0.35,
        ambiguous: false,
        candidates: [{ event, score: 0.35 }],
        atMs: 60,
        ...record,
      });
      expect(await again.event(event)).toMatchObject({
        summaryEn: 'A court ruled.',
        jurisdiction: 'United Kingdom',
      });
    });

    it('join what stands for an event that was merged meanwhile', async () => {
      const engine = await open();
      const { pool } = engine;
      const [gone, stands] = [await anEvent(engine, 'a'), await anEvent(engine, 'b')];
      await pool.book.merge({ into: stands, from: [gone], ...told });
      await place(engine, 'late', { join: gone });
      expect(await linksOf(engine, stands)).toHaveLength(3);
    });
  });

  it('knows nothing of an event that there is not', async () => {
    const { pool } = await open();
    expect(await pool.event(999)).toBeUndefined();
    expect(await pool.book.changesOf(999)).toEqual([]);
    expect(await pool.book.decisionsOf(999)).toEqual([]);
  });
}
