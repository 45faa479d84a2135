import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideNext, hasOverdue, needsSlot } from '../../src/sessions/decide-next.ts';
import type { SessionKey } from '../../src/sessions/key.ts';
import type { Turn, TurnKind } from '../../src/sessions/turn.ts';
import { message, slot } from '../support/inbound.ts';

const LANE = 'console:news' as SessionKey;

function turn(seq: number, kind: TurnKind, maxDeferMs = 1_000): Turn {
  const inbound = kind === 'person' ? message(`m${seq}`, 'x', LANE) : slot(`job${seq}`, seq, LANE, { maxDeferMs });
  return { ...inbound, kind, lane: LANE, seq, acceptedAtMs: 0, attempts: 0 };
}

/** Turns of a lane with how long each has waited, and whether a run slot is free. */
const situations = fc
  .record({
    turns: fc.array(
      fc.record({
        kind: fc.constantFrom<TurnKind>('person', 'scheduled', 'worker', 'heartbeat'),
        maxDeferMs: fc.integer({ min: 0, max: 20 }),
        waited: fc.integer({ min: 0, max: 20 }),
      }),
      { maxLength: 8 },
    ),
    hasSlot: fc.boolean(),
  })
  .map(({ turns, hasSlot }) => {
    const waited = new Map(turns.map((one, seq) => [turn(seq, one.kind, one.maxDeferMs), one.waited]));
    const all = [...waited.keys()];
    return {
      all,
      lane: {
        people: all.filter(({ kind }) => kind === 'person'),
        scheduled: all.filter(({ kind }) => kind !== 'person'),
      },
      terms: { hasSlot, waitedMs: (one: Turn) => waited.get(one) ?? 0 },
    };
  });

describe('the next turn of a lane', () => {
  it('is one that may run, whenever there is one', () =>
    fc.assert(
      fc.property(situations, ({ all, lane, terms }) => {
        const may = all.filter((one) => terms.hasSlot || !needsSlot(one));
        const next = decideNext(lane, terms);
        if (may.length === 0) expect(next).toBeUndefined();
        else expect(may).toContain(next);
      }),
    ));

  it('is a person’s, unless a scheduled one is overdue and may run; each kind in its order', () =>
    fc.assert(
      fc.property(situations, ({ lane, terms }) => {
        const next = decideNext(lane, terms);
        const due = lane.scheduled.filter((one) => terms.hasSlot || !needsSlot(one));
        const isScheduledFirst = lane.people.length === 0 || (hasOverdue(lane.scheduled, terms) && due.length > 0);
        expect(next).toBe(isScheduledFirst ? due[0] : lane.people[0]);
      }),
    ));

  it('is the first scheduled one as soon as any behind it is overdue: people don’t hold that one up either', () => {
    const [person, patient, hurried] = [turn(1, 'person'), turn(2, 'scheduled', 9_000), turn(3, 'scheduled', 100)];
    const lane = { people: [person!], scheduled: [patient!, hurried!] };
    expect(decideNext(lane, { hasSlot: true, waitedMs: () => 100 })).toBe(person);
    expect(decideNext(lane, { hasSlot: true, waitedMs: () => 101 })).toBe(patient);
    expect(decideNext(lane, { hasSlot: false, waitedMs: () => 101 })).toBe(person);
  });
});
