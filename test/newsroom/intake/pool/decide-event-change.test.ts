import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
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
