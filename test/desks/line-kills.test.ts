import { expect, it } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killLine } from '../crash/line-kills.ts';

it('a run of five stories that is killed while it writes, posts and ends posts each story once', async () => {
  const home = mkdtempSync(join(tmpdir(), 'nightdesk-crash-'));
  const { killedAt, wrong } = await killLine(home, [
    'worker.ask#2:after',
    'stories.publish#2:after',
    'ops.sent#2:before',
  ]);
  expect({ home, wrong }).toEqual({ home, wrong: [] });
  expect(killedAt).toEqual(['worker.ask:after', 'stories.publish:after', 'ops.sent:before']);
  rmSync(home, { recursive: true, force: true });
});
