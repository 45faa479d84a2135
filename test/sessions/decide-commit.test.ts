import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideCommit, mayHandBack } from '../../src/sessions/decide-commit.ts';
import type { Joined, SeenTurn } from '../../src/sessions/decide-commit.ts';
import { RESET, resetEntry, stopped } from '../../src/sessions/endings.ts';
import type { TurnEnd } from '../../src/sessions/turn.ts';
import { message } from '../support/inbound.ts';

const inbound = message('m1');
const seen: SeenTurn = {
  turn: { ...inbound, lane: inbound.session, seq: 1, acceptedAtMs: 0, attempts: 1 },
  fence: 3,
  generation: 1,
  deadlineMs: 9,
  state: 'running',
  current: 1,
  hasActed: false,
};
const end: TurnEnd = { status: 'ok', summary: 'the answer' };
const commit = (of: Partial<SeenTurn>, joined: readonly Joined[] = [], final = false) =>
  decideCommit({ fence: 3, final, end }, { ...seen, ...of }, joined);
const unread: Joined = { id: 'm2', state: 'unread' };
const read: Joined = { id: 'm3', state: 'read' };
const answered: Joined = { id: 'm4', state: 'answered' };

describe('a turn that is to be closed', () => {
  it('is closed by its holder only: not after another start, a reset, or its end', () => {
    expect(commit({}).kind).toBe('committed');
    expect(decideCommit({ fence: 3, final: true, end }, undefined, [])).toEqual({ kind: 'stale' });
    for (const of of [{ fence: 4 }, { current: 2 }, { state: 'closed' as const }, { state: 'waiting' as const }])
      expect(commit(of)).toEqual({ kind: 'stale' });
  });

  it('reads on first when somebody has joined; what was read before is answered by this end', () => {
    expect(commit({}, [unread, read, answered])).toEqual({ kind: 'joined', answered: ['m3'] });
  });

  it('closes with it who was read', () => {
    expect(commit({}, [read])).toMatchObject({
      again: [],
      closed: ['m3'],
      together: { status: 'ok', summary: 'answered together with m1' },
    });
  });

  it('leaves unanswered what it had taken in, when it ends without its answer and has done nothing yet', () => {
    const joined = [unread, read, answered];
    expect(commit({}, joined, true)).toMatchObject({ again: ['m2', 'm3'], closed: ['m4'] });
    expect(commit({ hasActed: true }, joined, true)).toMatchObject({ again: ['m2'], closed: ['m3', 'm4'] });
  });

  it('accounts for every message that joined exactly once, and never closes one that nobody read', () =>
    fc.assert(
      fc.property(
        fc.uniqueArray(
          fc.record({
            id: fc.string(),
            state: fc.constantFrom<Joined['state']>('unread', 'read', 'answered'),
          }),
          { selector: ({ id }) => id },
        ),
        fc.boolean(),
        fc.boolean(),
        (joined, hasActed, final) => {
          const decided = commit({ hasActed }, joined, final);
          const hasUnread = joined.some(({ state }) => state === 'unread');
          expect(decided.kind).toBe(hasUnread && !final ? 'joined' : 'committed');
          if (decided.kind !== 'committed') return;
          const all = joined.map(({ id }) => id).sort();
          expect([...decided.again, ...decided.closed].sort()).toEqual(all);
          for (const { id, state } of joined) {
            if (state === 'unread') expect(decided.again).toContain(id);
            if (state === 'answered') expect(decided.closed).toContain(id);
          }
        },
      ),
    ));

  it('is let go of only by its holder, and while it had no effect', () => {
    expect(mayHandBack(seen, 3)).toBe(true);
    expect(mayHandBack(undefined, 3)).toBe(false);
    expect(mayHandBack({ ...seen, hasActed: true }, 3)).toBe(false);
    expect(mayHandBack(seen, 2)).toBe(false);
    expect(mayHandBack({ ...seen, state: 'closed' }, 3)).toBe(false);
  });
});

describe('a turn that ends without an answer', () => {
  it('of a reset says so; the transcript has who did it', () => {
    expect(RESET).toEqual({ status: 'interrupted', summary: 'session reset' });
    expect(resetEntry('Ann', 2, 7)).toMatchObject({
      id: 'reset:2',
      content: 'Ann reset this session: what was said before is kept, and no longer read.',
      meta: { kind: 'generation', generation: 2 },
    });
  });

  it('is skipped where it had not begun, else interrupted', () => {
    const states = ['waiting', 'joined', 'running'] as const;
    const ends = states.map((state) => stopped(state, 'gone').status);
    expect(ends).toEqual(['skipped', 'interrupted', 'interrupted']);
  });
});
