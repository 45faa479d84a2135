/** The form of an automation, without a browser: what it begins with, what it finds wrong, what it sends. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scheduleOf } from '../../src/cron/given-schedule.ts';
import { inOrder, jobStatusOf } from '../../web/model/job-data.ts';
import { fieldOf, fieldsOf, newJob, patchOf, problemsOf, scheduleText } from '../../web/model/job-form.ts';
import type { JobFields } from '../../web/model/job-form.ts';
import { jobHref, jobInHash } from '../../web/model/session-tree.ts';
import type { Job } from '../../web/model/shapes.ts';
import { en } from '../../web/words/en.ts';

const wrong = en.automations.form.wrong;
const NOW = Date.UTC(2026, 10, 20, 10);
const weekdays = { kind: 'cron' as const, expr: '30 7 * * 1-5', tz: 'Asia/Hong_Kong' };
const job = {
  id: 'j1',
  name: 'Morning',
  enabled: true,
  schedule: weekdays,
  sessionTarget: 'bound',
  wakeMode: 'now',
  payload: { kind: 'agentTurn', message: 'Look.', sessionKey: 'console:desk' },
  createdAtMs: 0,
  updatedAtMs: 0,
  state: { nextRunAtMs: 5 },
} as unknown as Job;
const was = fieldsOf(job, '', 'Europe/London');

describe('a schedule as it is typed', () => {
  it('is read by the desk as the schedule that it was', () =>
    fc.assert(
      fc.property(
        fc.oneof(
          fc
            .integer({ min: 10, max: 5_000_000 })
            .map((s) => ({ kind: 'every' as const, everyMs: s * 1_000 })),
          fc
            .integer({ min: 1, max: 5_000_000 })
            .map((m) => ({ kind: 'at' as const, atMs: NOW + m * 60_000 })),
          fc.constant(weekdays),
          fc
            .integer({ min: 1, max: 5_000_000 })
            .map((m) => ({ ...weekdays, untilMs: Math.floor(NOW / 60_000 + m) * 60_000 }))
            .filter(({ untilMs }) => new Date(untilMs + 60_000).getUTCHours() !== 16),
          fc.constant({ ...weekdays, untilMs: Date.UTC(2026, 11, 5, 16) - 1 }),
        ),
        (schedule) => {
          const text = scheduleText(schedule, 'Asia/Hong_Kong');
          expect(scheduleOf({ schedule: text }, NOW, 'Asia/Hong_Kong')).toEqual(schedule);
        },
      ),
    ));
});

describe('what is sent', () => {
  it('for a new one names only what differs from what is usual', () => {
    const fields: JobFields = { ...was, name: ' Late ', message: ' Look. ' };
    expect(newJob(fields, weekdays)).toEqual({
      name: 'Late',
      schedule: weekdays,
      sessionTarget: 'bound',
      payload: { kind: 'agentTurn', message: 'Look.', sessionKey: 'console:desk' },
    });
    expect(
      newJob({ ...fields, session: '', profile: 'planner_daily', model: 'gemini', quiet: true }, weekdays),
    ).toEqual({
      name: 'Late',
      schedule: weekdays,
      sessionTarget: 'isolated',
      payload: { kind: 'agentTurn', message: 'Look.', profile: 'planner_daily', model: 'gemini' },
      policy: { quiet: true },
    });
  });

  it('for a known one are the changes alone', () => {
    expect(patchOf(job, was, was, undefined)).toEqual({});
    expect(patchOf(job, was, { ...was, message: 'Look twice.' }, undefined)).toEqual({
      payload: { message: 'Look twice.' },
    });
    expect(patchOf(job, was, { ...was, session: '', quiet: true }, weekdays)).toEqual({
      // The end that isn't in the text any more goes.
      schedule: { untilMs: null, ...weekdays },
      payload: { sessionKey: null },
      sessionTarget: 'isolated',
      policy: { quiet: true },
    });
    const told = { ...job, payload: { kind: 'systemEvent', text: 'Look.' } } as unknown as Job;
    const its = fieldsOf(told, '', 'UTC');
    expect(patchOf(told, its, { ...its, message: 'Now.' }, undefined)).toEqual({ payload: { text: 'Now.' } });
  });
});

describe('what is wrong', () => {
  it('is told at its field', () => {
    expect(problemsOf(was, wrong)).toEqual({});
    expect(problemsOf({ ...was, name: ' ', message: '', schedule: '' }, wrong)).toEqual({
      name: wrong.name,
      message: wrong.message,
      schedule: wrong.schedule,
    });
    expect(problemsOf({ ...was, name: 'x'.repeat(201), message: 'x'.repeat(8_001) }, wrong)).toEqual({
      name: wrong.longName,
      message: wrong.longMessage,
    });
  });

  it.each([
    ['payload.message: too big', 'message'],
    ['there is no session console:x; the nearest is …', 'session'],
    ['"x" is no turn profile; allowed: reminder', 'profile'],
    ['cron expression "x": no', 'schedule'],
    ['unknown time zone "x"', 'tz'],
    ['something else', undefined],
  ])('as the desk says it: %s', (refusal, field) => {
    expect(fieldOf(refusal)).toBe(field);
  });
});

it('what runs stands first, then by the next time, what is paused last', () => {
  const named = (name: string, state: Job['state'], enabled = true) => ({ ...job, name, state, enabled });
  const jobs = [
    named('paused', { nextRunAtMs: 1 }, false),
    named('late', { nextRunAtMs: 9 }),
    named('soon', { nextRunAtMs: 2 }),
    named('ended', {}),
    named('again', { retryAtMs: 7 }),
    named('busy', { runningSince: 1, nextRunAtMs: 99 }),
  ];
  expect(inOrder(jobs).map(({ name }) => name)).toEqual(['busy', 'soon', 'again', 'late', 'ended', 'paused']);
  expect(jobs.map(jobStatusOf)).toEqual(['paused', 'on', 'on', 'ended', 'on', 'running']);
});

it('an address names all automations, one, or none', () => {
  expect(jobInHash('#jobs')).toBeNull();
  expect(jobInHash(jobHref('a/b c'))).toBe('a/b c');
  expect(jobInHash('#jobs/')).toBeNull();
  expect(jobInHash('#jobs/%E0%A4%A')).toBeNull();
  for (const other of ['#board', '#/console%3Adesk', '#jobsx', '']) expect(jobInHash(other)).toBeUndefined();
});
