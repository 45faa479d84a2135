import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addedUp } from '../../../../src/newsroom/intake/pool/decision-record.ts';
import { firstExpiry, lifeAfter, mayHold } from '../../../../src/newsroom/intake/pool/event-life.ts';
import { HARD_LIFE_MS, SOFT_LIFE_MS } from '../../../../src/newsroom/intake/pool/pool.ts';
import { plannerHold } from '../../../../src/newsroom/model/event.ts';

const HOUR = 3_600_000;

describe('the life of an event', () => {
  const begun = { status: 'new', createdAtMs: 0, expiresAtMs: firstExpiry(0), links: 1 } as const;

  it('goes on from each link or development, and makes it active with its second link', () => {
    expect(lifeAfter(begun, HOUR)).toEqual({ status: 'new', expiresAtMs: HOUR + SOFT_LIFE_MS });
    expect(lifeAfter({ ...begun, links: 2 }, HOUR).status).toBe('active');
  });

  it('of a posted event is frozen', () => {
    const posted = { ...begun, status: 'posted', links: 9 } as const;
    expect(lifeAfter(posted, HOUR)).toEqual({ status: 'posted', expiresAtMs: begun.expiresAtMs });
  });

  it('is never shortened by what comes, and ends after a week whatever comes', () => {
    const time = fc.nat({ max: 2 * HARD_LIFE_MS });
    fc.assert(
      fc.property(fc.array(time), (times) => {
        let event: Parameters<typeof lifeAfter>[0] = begun;
        for (const atMs of times) {
          const life = lifeAfter(event, atMs);
          expect(life.expiresAtMs).toBeGreaterThanOrEqual(event.expiresAtMs);
          expect(life.expiresAtMs).toBeLessThanOrEqual(HARD_LIFE_MS);
          event = { ...event, ...life };
        }
      }),
    );
  });
});

describe('a hold', () => {
  const planner = plannerHold('console:desk');
  const held = (reservedBy: string) => ({ reservedBy, reservedUntilMs: HOUR });

  it.each([
    ['of nobody', { reservedUntilMs: null }, 'story:1', true],
    ['that has run out', held('story:2'), 'story:1', true],
    ['of its own', held('story:1'), 'story:1', true],
    ['of another story', held('story:2'), 'story:1', false],
    ['of a planner is taken over by a story', held(planner), 'story:1', true],
    ['of a planner is not taken over by another', held(planner), plannerHold('console:other'), false],
    ['of a story is not taken over by a planner', held('story:2'), planner, false],
  ])('%s', (name, event, by, isGiven) => {
    expect(mayHold(event, by, name === 'that has run out' ? HOUR : 0)).toBe(isGiven);
  });
});

it('names of an event add up, each once, the first sixty', () => {
  expect(addedUp(['Ann', 'Bob'], ['Bob', 'Cid'])).toEqual(['Ann', 'Bob', 'Cid']);
  const many = Array.from({ length: 70 }, (_, n) => `Name ${n}`);
  expect(addedUp(['Ann'], many)).toEqual(['Ann', ...many.slice(0, 59)]);
});
