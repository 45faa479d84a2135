import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Job } from '../../src/cron/job.ts';
import { placeNotices } from '../../src/cron/place-notices.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import { writtenJob } from '../support/inbound.ts';

const key = parseSessionKey('discord:5');
const lost = { kind: 'gone' as const, key, title: 'news', because: 'it was deleted', atMs: 7 };
const job = (id: string, createdBy?: Job['createdBy']) =>
  ({ ...writtenJob(id, null), state: {}, createdBy }) as Job;

it('everybody who made a job of a place that is gone is told once, of all of theirs', () => {
  const ann = { kind: 'person' as const, id: '1', name: 'Ann' };
  const notices = placeNotices(lost, [job('a', ann), job('b', { ...ann, kind: 'agent' }), job('c')]);
  expect(notices).toEqual([
    {
      id: 'gone:discord:5:7:1',
      kind: 'gone',
      owner: { id: '1', name: 'Ann' },
      place: { key, title: 'news' },
      jobs: [
        { id: 'a', name: 'a' },
        { id: 'b', name: 'b' },
      ],
      because: 'it was deleted',
    },
    {
      id: 'gone:discord:5:7',
      kind: 'gone',
      place: { key, title: 'news' },
      jobs: [{ id: 'c', name: 'c' }],
      because: 'it was deleted',
    },
  ]);
});

it('no job is left out, and none is told to two', () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          kind: fc.constantFrom('person' as const, 'agent' as const, 'system' as const),
          id: fc.constantFrom('1', '2', 'gateway'),
          name: fc.constant('N'),
        }),
      ),
      (owners) => {
        const jobs = owners.map((owner, n) => job(`j${n}`, owner));
        const notices = placeNotices(lost, jobs);
        const told = notices.flatMap((notice) => notice.jobs.map(({ id }) => id)).sort();
        expect(told).toEqual(jobs.map(({ id }) => id).sort());
        expect(new Set(notices.map(({ id }) => id)).size).toBe(notices.length);
        for (const { owner } of notices) expect(owner?.id).not.toBe('gateway');
      },
    ),
  ));
