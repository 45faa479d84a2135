import { describe, expect, it } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killAndRestart } from './kill.ts';
import { readHome } from './home.ts';
import { SOME_POINTS } from './points.ts';

describe.concurrent('a desk that is killed repeats nothing and loses nothing', () => {
  it.each(SOME_POINTS)('at %s', async (point) => {
    const home = mkdtempSync(join(tmpdir(), 'nightdesk-crash-'));
    try {
      expect(await killAndRestart(home, point)).toEqual([]);
      const { stories, runs, jobFiles } = readHome(home);
      expect(jobFiles.filter(({ status }) => status !== 'SUCCESS')).toEqual([]);
      expect(stories).toHaveLength(5);
      expect(new Set(stories.map(({ title }) => title)).size).toBe(5);
      expect(runs).toHaveLength(1);
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });
});
