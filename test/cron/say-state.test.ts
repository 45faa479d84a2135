/** What people read of a job whose run failed and is tried again: at the command line and in chats. */
import { expect, it } from 'vitest';
import { jobDetail, jobTable } from '../../src/cli/say-job.ts';
import { sayState } from '../../src/commands/say-job.ts';
import type { JobAnswer } from '../../src/cli/answers.ts';

const AT = Date.parse('2026-11-29T14:05:00Z');
const HOUR = 3_600_000;

/** Once, at a time that has passed. */
function once(state: JobAnswer['state']): JobAnswer {
  return {
    ...{ id: 'j1', name: 'Diary', enabled: true, sessionTarget: 'main', wakeMode: 'now' },
    ...{ schedule: { kind: 'at', atMs: AT - HOUR }, payload: { kind: 'systemEvent', text: 'look' } },
    ...{ createdAtMs: 0, updatedAtMs: 0, state: { lastStatus: 'failed', ...state } },
  };
}

it.each([
  [{ retryAtMs: AT }, 'again Sun 29 Nov, 14:05', 'tried again Sun 29 Nov, 14:05, last failed'],
  [
    { retryAtMs: AT, nextRunAtMs: AT + HOUR },
    'again Sun 29 Nov, 14:05',
    'tried again Sun 29 Nov, 14:05, last failed',
  ],
  [{ retryAtMs: AT, nextRunAtMs: AT - 1 }, 'Sun 29 Nov, 14:04', 'next Sun 29 Nov, 14:04, last failed'],
  [{}, 'never', 'no further run, last failed'],
])('says of %j when it comes', (state, short, long) => {
  expect(jobTable([once(state)], {}, 'UTC')).toContain(short);
  expect(sayState(once(state), 'UTC', 'en')).toBe(long);
});

it('shows the time in the details, and says it in Chinese', () => {
  const job = once({ retryAtMs: AT });
  expect(jobDetail({ job, schedule: 'once', nextRunsMs: [] }, 'UTC')).toContain(
    'tried again Sun 29 Nov, 14:05',
  );
  expect(sayState(job, 'UTC', 'zh')).toContain('14:05 再試');
});
