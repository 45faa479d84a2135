import { expect, it } from 'vitest';
import { sayEntry } from '../../src/cli/say-entry.ts';

const entry = {
  v: 1 as const,
  id: 'e1',
  ts: Date.UTC(2026, 10, 20, 7, 30),
  role: 'user' as const,
  content: 'hello',
};

it('names who speaks: a person, an automation, or somebody', () => {
  expect(sayEntry({ ...entry, author: { name: 'Ann' } }, 'UTC')).toBe('[Fri 20 Nov, 07:30] Ann: hello');
  expect(sayEntry({ ...entry, _cron_turn: true, cron_job_name: 'Diary' }, 'UTC')).toBe(
    '[Fri 20 Nov, 07:30] Diary: hello',
  );
  expect(sayEntry(entry, 'UTC')).toBe('[Fri 20 Nov, 07:30] somebody: hello');
});
