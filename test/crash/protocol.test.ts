import { describe, expect, it } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killAndRestart } from './kill.ts';
import { readHome } from './home.ts';

/**
 * Where a desk dies: each numbered point of the Durability protocol, for the planner's turn (the first) and a
 * worker's (the second), and each step of the sample run.
 */
const POINTS = [
  // 1 accept
  'turns.accept#1:before',
  'turns.accept#1:after',
  'turns.accept#2:after',
  // the inputs that are prepared before the turn waits
  'stories.saveInputs#1:before',
  'stories.saveInputs#1:after',
  // 2 start
  'turns.start#1:before',
  'turns.start#1:after',
  'turns.start#2:after',
  // 3 flush
  'transcripts.append#1:before',
  'transcripts.append#1:after',
  'turns.flushed#1:after',
  // 4 effects: the run is ordered
  'transcripts.jot#1:after',
  'stories.order#1:before',
  'stories.order#1:after',
  // 5 commit
  'turns.commit#1:before',
  'turns.commit#1:after',
  'turns.commit#3:before',
  'turns.commit#3:after',
  // 6 flushed, released
  'turns.release#1:before',
  'turns.release#1:after',
  // stories: published, sent, ended
  'stories.publish#1:before',
  'stories.publish#1:after',
  'stories.publish#4:after',
  'stories.finish#1:before',
  'stories.finish#1:after',
  // 7 dispatch
  'ops.sending#1:before',
  'ops.sending#1:after',
  'ops.sent#1:before',
  'ops.sent#3:before',
  'ops.sent#3:after',
  'ops.sent#9:after',
];

describe.concurrent('a desk that is killed repeats nothing and loses nothing', () => {
  it.each(POINTS)(
    'at %s',
    async (point) => {
      const home = mkdtempSync(join(tmpdir(), 'nightdesk-crash-'));
      try {
        expect(await killAndRestart(home, point)).toEqual([]);
        const { stories, runs } = readHome(home);
        expect(stories).toHaveLength(5);
        expect(new Set(stories.map(({ title }) => title)).size).toBe(5);
        expect(runs).toHaveLength(1);
      } finally {
        rmSync(home, { recursive: true, force: true });
      }
    },
    90_000,
  );
});
