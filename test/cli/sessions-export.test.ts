import { mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/time/clock.ts';
import { tempHome } from '../support/temp-home.ts';
import { run } from './a-world.ts';

/** A line that is being written stays behind in a copy. */
const LINES = '{"v":1}\n{"v":';

function aHome() {
  const home = tempHome();
  const live = join(home, 'sessions', 'console~desk.jsonl');
  for (const folder of ['sessions', 'data']) mkdirSync(join(home, folder));
  writeFileSync(live, LINES);
  symlinkSync('sessions', join(home, 'linked'));
  const exportTo = (folder: string, env = {}) =>
    run(['sessions', 'export', folder], { home, clock: systemClock, env });
  return { home, live, exportTo };
}

describe('sessions export', () => {
  it('copies whole lines into a new folder or an empty one', async () => {
    const { home, exportTo } = aHome();
    mkdirSync(join(home, 'empty'));
    for (const folder of ['empty', 'new/one']) {
      expect(await exportTo(folder)).toMatchObject({ code: 0 });
      expect(readFileSync(join(home, folder, 'console~desk.jsonl'), 'utf8')).toBe('{"v":1}\n');
    }
  });

  it.each(['sessions', 'linked', 'sessions/new', 'linked/new', 'data/new', '.'])(
    'refuses %s, where the home’s own data are',
    async (folder) => {
      const { home, live, exportTo } = aHome();
      const refused = await exportTo(folder);
      expect(refused).toMatchObject({
        code: 1,
        err: expect.stringContaining('allowed: a new or empty folder outside of') as string,
      });
      expect(refused.err).toContain(join(home, folder));
      expect(readFileSync(live, 'utf8')).toBe(LINES);
      // Nor from a database.
      const env = { DATABASE_URL: 'postgres://desk:x@127.0.0.1:1/news' };
      expect((await exportTo(folder, env)).err).toContain('allowed: a new or empty folder outside of');
    },
  );

  it('refuses a folder that has files', async () => {
    const { home, exportTo } = aHome();
    mkdirSync(join(home, 'full'));
    writeFileSync(join(home, 'full', 'console~desk.jsonl'), 'theirs');
    expect(await exportTo('full')).toMatchObject({
      code: 1,
      err: expect.stringContaining('is not empty') as string,
    });
    expect(readdirSync(join(home, 'full'))).toEqual(['console~desk.jsonl']);
    expect(readFileSync(join(home, 'full', 'console~desk.jsonl'), 'utf8')).toBe('theirs');
  });
});
