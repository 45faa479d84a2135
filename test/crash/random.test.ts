import { expect, it } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chance } from './chance.ts';
import { buildWhenStale } from './build.ts';
import { besiege } from './siege.ts';

const KILLS = 10;

it('a desk that is killed at random, while people write and jobs fire, repeats nothing and loses nothing', async () => {
  buildWhenStale();
  const seed = Date.now() % 1_000_000_000;
  console.log(`crash: seed ${seed}, ${KILLS} kills at random`);
  const chance = new Chance(seed);
  const ends = await Promise.all(
    Array.from({ length: 2 }, () => {
      const home = mkdtempSync(join(tmpdir(), 'nightdesk-crash-'));
      return besiege(home, KILLS / 2, chance.branch());
    }),
  );
  // The home of a violation is kept, to be looked at.
  for (const { home, violation } of ends) {
    expect({ seed, home, violation }).toEqual({ seed, home, violation: undefined });
    rmSync(home, { recursive: true, force: true });
  }
  expect(ends.reduce((sum, { kills }) => sum + kills, 0)).toBe(KILLS);
  // There was something to lose: how much of each kind depends on how fast the machine is between two kills.
  const sum = (field: 'messages' | 'runs' | 'ops') => ends.reduce((total, end) => total + end[field], 0);
  for (const field of ['messages', 'runs', 'ops'] as const)
    expect(sum(field), `${field}: ${JSON.stringify(ends)}`).toBeGreaterThan(10);
}, 300_000);
