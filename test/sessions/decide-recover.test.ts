import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideRecover } from '../../src/sessions/decide-recover.ts';
import type { LeftTurn } from '../../src/sessions/decide-recover.ts';

const MINUTE = 60_000;
const terms = { nowMs: 100 * MINUTE, personMaxAgeMs: 10 * MINUTE };
const left = (id: string, of: Partial<LeftTurn> = {}): LeftTurn => ({
  id,
  kind: 'person',
  state: 'running',
  acceptedAtMs: 95 * MINUTE,
  starts: 1,
  hasActed: false,
  ...of,
});

describe('what a dead desk left', () => {
  it('runs again, once, while it had no effect and is fresh', () => {
    const turns = [
      left('fresh'),
      left('old', { acceptedAtMs: 90 * MINUTE }),
      left('old slot', { kind: 'scheduled', acceptedAtMs: 0 }),
      left('twice', { starts: 2 }),
      left('acted', { hasActed: true }),
      left('waits', { state: 'waiting' }),
    ];
    expect(decideRecover(turns, terms)).toEqual({
      again: ['fresh', 'old slot'],
      cutOff: ['old', 'twice', 'acted'],
      unread: [],
      read: [],
    });
  });

  it('reads anew what had joined a turn that runs again; an answer that never went out answered nobody', () => {
    const joined = (id: string, running: string, state: 'unread' | 'read' | 'answered') =>
      left(id, { state: 'joined', joined: { running, state } });
    const turns = [
      left('m1'),
      joined('a', 'm1', 'read'),
      joined('b', 'm1', 'answered'),
      left('m2', { hasActed: true }),
      joined('c', 'm2', 'answered'),
      joined('d', 'm2', 'unread'),
    ];
    expect(decideRecover(turns, terms)).toMatchObject({ unread: ['a', 'b'], read: ['c'] });
  });

  it('every turn that ran is run again or cut off, in order; who waits goes on waiting', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            kind: fc.constantFrom('person' as const, 'scheduled' as const, 'worker' as const),
            state: fc.constantFrom('running' as const, 'waiting' as const),
            acceptedAtMs: fc.nat(100 * MINUTE),
            starts: fc.nat(3),
            hasActed: fc.boolean(),
          }),
        ),
        (turns) => {
          const named = turns.map((turn, n) => left(`t${n}`, turn));
          const { again, cutOff } = decideRecover(named, terms);
          const ran = named.filter(({ state }) => state === 'running').map(({ id }) => id);
          const order = (id: string) => ran.indexOf(id);
          expect([...again, ...cutOff].sort((a, b) => order(a) - order(b))).toEqual(ran);
          for (const { id, hasActed, starts } of named)
            if (hasActed || starts > 1) expect(again).not.toContain(id);
        },
      ),
    ));
});
