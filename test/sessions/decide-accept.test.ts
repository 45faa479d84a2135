import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closedBecause, decideAccept, mayJoin } from '../../src/sessions/decide-accept.ts';
import type { RunningTurn } from '../../src/sessions/decide-accept.ts';
import { GATEWAY } from '../../src/sessions/actor.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { Inbound, TurnKind } from '../../src/sessions/turn.ts';
import { message, slot } from '../support/inbound.ts';

const running: RunningTurn = { id: 'm0', kind: 'person', actor: GATEWAY, joined: 0, isAwaited: false };
const joins = (inbound: Inbound, beside?: Partial<RunningTurn>, overdue?: boolean) =>
  decideAccept(inbound, { nowMs: 1, ...(overdue !== undefined && { overdue }) }, beside && { ...running, ...beside })
    .joins;

describe('something that came in', () => {
  it('is refused by a session that is closed, in words', () => {
    const key = parseSessionKey('discord:5');
    expect(closedBecause(key, 'open')).toBeUndefined();
    expect(closedBecause(key, 'deleting')).toBe('session discord:5 is being deleted');
    expect(closedBecause(key, 'leaving')).toBe('session discord:5 is gone');
    expect(closedBecause(key, 'gone')).toBe('session discord:5 is gone');
  });

  it('joins the running turn of the same person', () => {
    expect(joins(message('m1'), {})).toBe('m0');
    expect(joins(message('m1'))).toBeUndefined();
  });

  it('waits for its own turn behind a job, a full turn, another person, or while a run has waited too long', () => {
    const ben = { ...GATEWAY, name: 'Ben' };
    expect(joins(message('m1'), { kind: 'scheduled' })).toBeUndefined();
    expect([joins(message('m1'), { joined: 2 }), joins(message('m1'), { joined: 3 })]).toEqual(['m0', undefined]);
    expect(joins(message('m1'), { actor: ben })).toBeUndefined();
    expect(joins(message('m1'), { isAwaited: true })).toBeUndefined();
    expect(joins(message('m1'), {}, true)).toBeUndefined();
  });

  it("is written down with its turn; a job's trigger is held until that starts", () => {
    expect(decideAccept(message('m1', 'hello'), { nowMs: 7 }, undefined)).toMatchObject({
      entry: { id: 'm1:0', ts: 7, content: 'hello' },
      isHeld: false,
    });
    expect(decideAccept(slot('diary', 5), { nowMs: 7 }, undefined).isHeld).toBe(true);
  });

  it('joins only what it may look for, and never where it would act with the rights of another', () =>
    fc.assert(
      fc.property(
        fc.constantFrom<TurnKind>('person', 'scheduled', 'worker', 'heartbeat'),
        fc.constantFrom<TurnKind>('person', 'scheduled', 'worker', 'heartbeat'),
        fc.constantFrom('Ann', 'Ben'),
        fc.nat(5),
        fc.boolean(),
        fc.boolean(),
        (kind, beside, name, joined, isAwaited, overdue) => {
          const inbound = { ...message('m1'), kind };
          const seen = { kind: beside, actor: { ...GATEWAY, name }, joined, isAwaited };
          if (joins(inbound, seen, overdue) === undefined) return;
          expect(mayJoin(inbound, { overdue })).toBe(true);
          expect([kind, beside, isAwaited, overdue]).toEqual(['person', 'person', false, false]);
          expect(seen.actor).toEqual(inbound.actor);
          expect(joined).toBeLessThan(3);
        },
      ),
    ));
});
