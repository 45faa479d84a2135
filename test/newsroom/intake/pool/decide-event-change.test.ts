import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decideInheritance,
  decidedBy,
  leavingLinks,
  mustBeMergeable,
  mustStand,
} from '../../../../src/newsroom/intake/pool/decide-event-change.ts';

describe('a change of events', () => {
  it('is of events that are there and stand for themselves', () => {
    const seen = { id: 1, status: 'new', mergedInto: null };
    expect(mustStand(1, seen)).toBe(seen);
    expect(() => mustStand(1, undefined)).toThrow('there is no event 1');
    expect(() => mustStand(1, { ...seen, mergedInto: 2 })).toThrow('event 1 was merged into event 2');
  });

  it('leaves what was published by itself', () => {
    expect(() => mustBeMergeable({ id: 1, status: 'posted' })).toThrow('event 1 was posted');
    expect(() => mustBeMergeable({ id: 1, status: 'active' })).not.toThrow();
  });

  it('splits off some of the links, never all, none or those of others', () =>
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(9)), fc.uniqueArray(fc.nat(9)), (its, asked) => {
        const isSome =
          asked.length > 0 && asked.length < its.length && asked.every((link) => its.includes(link));
        if (!isSome) expect(() => leavingLinks(1, its, asked)).toThrow();
        else expect(leavingLinks(1, its, asked)).toEqual(its.filter((link) => asked.includes(link)));
      }),
    ));

  it('counts who decided', () => {
    expect(['editor:Ann', 'desk', 'gemini/flash'].map(decidedBy)).toEqual(['editor', 'desk', 'model']);
  });
});

describe('what an event takes over from one that is merged into it', () => {
  const [INTO, FROM] = [1, 2];
  const held = fc.option(fc.record({ reservedUntilMs: fc.nat(), reservedBy: fc.string({ minLength: 1 }) }));
  const event = (id: number) =>
    fc
      .record({
        status: fc.constantFrom('new', 'active', 'posted'),
        parentId: fc.constantFrom(null, INTO, FROM, 3).filter((parent) => parent !== id),
        hold: held,
      })
      .map(({ status, parentId, hold }) => ({
        ...{ id, status, parentId, mergedInto: null },
        ...(hold ?? { reservedUntilMs: null, reservedBy: null }),
      }));

  it('leads to neither of the two as its parent, and keeps a parent of its own', () =>
    fc.assert(
      fc.property(event(FROM), event(INTO), (from, into) => {
        const { parentId } = decideInheritance(from, into);
        expect([INTO, FROM]).not.toContain(parentId);
        if (into.parentId === 3) expect(parentId).toBe(3);
        if (into.parentId === null) expect(parentId).toBeNull();
      }),
    ));

  it('loses no hold of its own, and takes one over unless it is posted', () =>
    fc.assert(
      fc.property(event(FROM), event(INTO), (from, into) => {
        const { reservedBy, reservedUntilMs } = decideInheritance(from, into);
        const kept = into.reservedBy !== null || into.status === 'posted' || from.reservedBy === null;
        const owner = kept ? into : from;
        expect({ reservedBy, reservedUntilMs }).toEqual({
          reservedBy: owner.reservedBy,
          reservedUntilMs: owner.reservedUntilMs,
        });
      }),
    ));
});
