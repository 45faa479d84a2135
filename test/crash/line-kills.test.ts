import { expect, it } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chance } from './chance.ts';
import { buildWhenStale } from './build.ts';
import { killLine } from './line-kills.ts';

it.each([60])(
  'a run of five stories that is killed at step %i, and twice after it, posts each once',
  async (step) => {
    buildWhenStale();
    const home = mkdtempSync(join(tmpdir(), 'nightdesk-crash-'));
    const { kills, wrong } = await killLine(home, step, new Chance(step));
    expect({ home, wrong }).toEqual({ home, wrong: [] });
    expect(kills).toBeGreaterThan(0);
    rmSync(home, { recursive: true, force: true });
  },
  240_000,
);
