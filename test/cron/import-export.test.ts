import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exportJobs } from '../../src/cron/export-jobs.ts';
import { importJobs } from '../../src/cron/import-jobs.ts';
import type { Job } from '../../src/cron/job.ts';
import type { PerformTurn } from '../../src/sessions/perform.ts';
import { sessionKey } from '../../src/sessions/key.ts';
import { settle } from '../support/fake-clock.ts';
import { openCron } from '../support/open-cron.ts';
import { transcript } from '../support/stage.ts';

const answers: PerformTurn = async (pass) => void (await pass.settle({ status: 'ok', summary: 'done' }));
const NOW = Date.UTC(2026, 0, 5, 6);

const nanobot = (payload: object, more: object = {}) => ({
  id: 'abc123',
  name: 'daily monitor',
  enabled: true,
  schedule: { kind: 'cron', atMs: null, everyMs: null, expr: '0 9 * * *', tz: 'Europe/London' },
  payload: {
    kind: 'agent_turn',
    message: 'Check the wire',
    deliver: false,
    channel: null,
    to: null,
    ...payload,
  },
  state: { nextRunAtMs: NOW + 60_000, lastRunAtMs: null, lastStatus: null, lastError: null },
  createdAtMs: 5,
  updatedAtMs: 6,
  deleteAfterRun: false,
  ...more,
});

async function imported(...jobs: unknown[]) {
  const house = openCron(answers);
  const report = await house.cron.import({ version: 1, jobs });
  const kept = await house.cron.list({ includeDisabled: true });
  return { ...house, report, kept, job: kept[0]! };
}

describe('import', () => {
  it('gives a job whose name or message nobody can see words for it, and says so', async () => {
    const { job, report } = await imported(nanobot({ message: '\u200b\u2060' }, { name: '\u202e\u200b' }));
    expect(job).toMatchObject({ name: '(no text)', payload: { message: '(no text)' } });
    expect(report.imported[0]?.because).toMatch(/name: a job needs a name.*message: the message is blank/s);
    const bidi = await imported(nanobot({}, { name: 'daily \u202emonitor\n' }));
    expect(bidi.job).toMatchObject({ name: 'daily monitor', enabled: true });
  });

  it('keeps a job without session key on the legacy path, channel data and all', async () => {
    const { job, report } = await imported(
      nanobot({ deliver: true, channel: 'telegram', to: '42', channel_meta: { thread_id: 7 } }),
    );
    expect(job).toMatchObject({
      id: 'abc123',
      enabled: true,
      sessionTarget: 'legacy',
      createdAtMs: 5,
      createdBy: { kind: 'gateway', name: 'import' },
      payload: { deliver: true, channel: 'telegram', to: '42', channel_meta: { thread_id: 7 } },
      state: { nextRunAtMs: NOW + 3 * 3_600_000 },
    });
    expect(job.payload).not.toHaveProperty('sessionKey');
    expect(report.remarks).toEqual([
      'jobs[0]: there is nowhere to deliver to on this desk; its answers stay in cron:abc123',
    ]);
  });

  it('runs a legacy job in a session of its own, with its words as they are, and delivers where it can', async () => {
    const house = openCron(answers);
    const key = sessionKey('console', 'news');
    await house.stores.sessions.open(
      { key, origin: { channel: 'console', chatId: 'news' }, title: 'news' },
      0,
    );
    await house.cron.import([nanobot({ deliver: true, channel: 'console', to: 'news' })]);
    await house.cron.run('abc123', 'force');
    await house.conductor.idle();
    const [run] = await house.cron.runs('abc123', 1, true);
    expect(run).toMatchObject({ sessionKey: 'cron:abc123', status: 'ok', prompt: 'Check the wire' });
    expect(await transcript(house.stores, sessionKey('cron', 'abc123'))).toContain('assistant: done');
  });

  it('binds a job that was bound, and leaves its empty delivery out', async () => {
    const { job } = await imported(nanobot({ session_key: 'console:news', channel_meta: {} }));
    expect(job).toMatchObject({ sessionTarget: 'bound', payload: { sessionKey: 'console:news' } });
    expect(job.payload).not.toHaveProperty('deliver');
  });

  it('takes a session key together with a delivery for legacy', async () => {
    const { job } = await imported(nanobot({ session_key: 'console:news', deliver: true, to: '9' }));
    expect(job).toMatchObject({
      sessionTarget: 'legacy',
      enabled: true,
      payload: { sessionKey: 'console:news' },
    });
  });

  it.each<[string, object]>([
    ['a system event', nanobot({ kind: 'system_event', message: 'm' })],
    [
      'a reminder of the main session',
      {
        id: 'abc123',
        name: 'reminder',
        schedule: { kind: 'every', everyMs: 60_000 },
        sessionTarget: 'main',
        wakeMode: 'now',
        payload: { kind: 'systemEvent', text: 'm' },
      },
    ],
    [
      'a bound job of the system',
      nanobot({ session_key: 'console:news' }, { created_by: { kind: 'system' } }),
    ],
  ])("keeps %s as a person's, paused, and says so; it can be edited and removed", async (_, filed) => {
    const { job, cron, report } = await imported(filed);
    const because = expect.stringContaining('a job of another program') as unknown;
    expect(job).toMatchObject({ enabled: false, createdBy: { kind: 'gateway', name: 'import' } });
    expect(job.state.lastError).toEqual(because);
    expect(report.imported).toMatchObject([{ id: 'abc123', enabled: false, because }]);
    expect((await cron.update('abc123', { name: 'other', enabled: true })).enabled).toBe(true);
    expect(await cron.remove('abc123')).toBe(true);
  });

  it('keeps the system events of people as they are: an export of this desk comes back whole', async () => {
    const { job } = await imported(
      nanobot({ kind: 'system_event', message: 'm' }, { created_by: { kind: 'person', name: 'Ann' } }),
    );
    expect(job).toMatchObject({ enabled: true, createdBy: { kind: 'person', name: 'Ann' } });
  });

  it('lets go of what an earlier desk imported as a job of the system', async () => {
    const { cron } = openCron(answers);
    const written = {
      name: 'x',
      schedule: { everyMs: 60_000 },
      payload: { message: 'm', sessionKey: 'console:news' },
    };
    const { id } = await cron.add(written, { kind: 'system', name: 'import' });
    expect(await cron.remove(id)).toBe(true);
  });

  it('fires a system event that was let run', async () => {
    const { job, cron, clock, stores } = await imported(
      nanobot({ kind: 'system_event', message: 'Look at the battery' }, { schedule: { every_ms: 60_000 } }),
    );
    expect(job).toMatchObject({
      sessionTarget: 'main',
      payload: { kind: 'systemEvent', text: 'Look at the battery' },
    });
    await cron.update('abc123', { enabled: true });
    cron.start();
    await settle();
    await clock.advance(60_000);
    expect((await stores.events.pending(sessionKey('main', ''))).map(({ text }) => text)).toEqual([
      'Look at the battery',
    ]);
    await cron.close();
  });

  it('keeps the targets of the RFC', async () => {
    const { kept } = await imported(
      {
        id: 'iso',
        name: 'digest',
        enabled: true,
        schedule: { kind: 'every', everyMs: 60_000 },
        sessionTarget: 'isolated',
        wakeMode: 'now',
        payload: { kind: 'agentTurn', message: 'm', deliver: true, provider: 'last', timeoutSeconds: 9 },
        isolation: { postToMainPrefix: 'Digest' },
        state: { nextRunAtMs: NOW + 5_000 },
      },
      {
        id: 'main',
        name: 'alarm',
        schedule: { atMs: NOW + 5_000 },
        sessionTarget: 'main',
        wakeMode: 'now',
        payload: { kind: 'systemEvent', text: 'wake up' },
      },
    );
    expect(kept).toMatchObject([
      {
        id: 'iso',
        sessionTarget: 'isolated',
        schedule: { anchorMs: NOW + 5_000 },
        isolation: { postToMainPrefix: 'Digest' },
        payload: { provider: 'last', timeoutSeconds: 9 },
      },
      { id: 'main', sessionTarget: 'main', wakeMode: 'now' },
    ]);
  });

  it.each([
    [nanobot({}, { schedule: { kind: 'cron', expr: '99 * * * *' } }), /99 \* \* \* \*/],
    [nanobot({}, { schedule: { kind: 'cron', expr: '0 9 * * *', tz: 'Mars/Base' } }), /unknown time zone/],
    [nanobot({}, { schedule: { kind: 'every', everyMs: 5 } }), /too short/],
    [nanobot({ message: ' ' }), /payload\.message: the message is blank/],
    [nanobot({ session_key: 'telegram:42' }), /session key "telegram:42" names no known channel/],
    [nanobot({ profile: 'nonesuch' }), /there is no turn profile "nonesuch"/],
    [nanobot({}, { sessionTarget: 'main' }), /takes systemEvent only/],
    [nanobot({ kind: 'dance' }), /payload/],
    [
      nanobot({}, { schedule: { kind: 'at', atMs: NOW - 60_000 } }),
      /Monday 5 January 2026 at 05:59, London time, has passed/,
    ],
    [nanobot({}, { sessionTarget: 'current' }), /sessionTarget/],
  ])('keeps what is malformed, paused and with the reason', async (given, because) => {
    const { job, report, cron } = await imported(given);
    expect(job).toMatchObject({
      id: 'abc123',
      enabled: false,
      state: { lastStatus: 'skipped', lastError: expect.stringMatching(because) as unknown },
    });
    expect(report.imported[0]?.because).toMatch(because);
    expect(job.sessionTarget).not.toBe('bound');
    await cron.update('abc123', { name: 'renamed' });
    expect(await cron.describe('abc123')).toMatchObject({ nextRunsMs: [], job: { name: 'renamed' } });
  });

  it('refuses what has no schedule, leaves known ids alone, and reports fields that it does not know', async () => {
    const { cron, report, kept } = await imported(
      nanobot({}, { state: { runHistory: [] }, colour: 'red' }),
      nanobot({}, { name: 'twin' }),
      nanobot({}, { id: 'x', schedule: null }),
      'nonsense',
    );
    expect(kept.map(({ name }) => name)).toEqual(['daily monitor']);
    expect(report).toMatchObject({
      left: [{ id: 'abc123', name: 'twin' }],
      refused: [
        { path: 'jobs[2]', name: 'daily monitor', because: 'it has no schedule' },
        { path: 'jobs[3]' },
      ],
      ignored: ['jobs[0].colour', 'jobs[0].state.runHistory'],
    });
    expect((await cron.import([nanobot({})])).left).toEqual([{ id: 'abc123', name: 'daily monitor' }]);
    await expect(cron.import('{')).rejects.toMatchObject({ code: 'bad_job' });
  });

  it('takes no moment that no calendar has: the jobs beside it can still be listed', async () => {
    const nanos = NOW * 1e6;
    const { report, kept, cron } = await imported(
      nanobot({}, { createdAtMs: nanos, updatedAtMs: nanos, state: { lastRunAtMs: nanos } }),
      nanobot({}, { id: 'never', schedule: { kind: 'at', atMs: Number.MAX_SAFE_INTEGER } }),
      nanobot({}, { id: 'vast', createdAtMs: 1e300 }),
    );
    expect(kept.map(({ id }) => id).sort()).toEqual(['abc123', 'vast']);
    expect(kept.map(({ createdAtMs }) => createdAtMs)).toEqual([NOW, NOW]);
    expect(kept[0]!.state).not.toHaveProperty('lastRunAtMs');
    expect(report.refused).toMatchObject([
      { path: 'jobs[1]', because: expect.stringMatching(/is no moment/) as string },
    ]);
    expect(() => cron.words(kept)).not.toThrow();
  });

  it('is the only way to a legacy job', async () => {
    const { cron } = await imported();
    const legacy = {
      name: 'x',
      schedule: { everyMs: 60_000 },
      sessionTarget: 'legacy',
      payload: { message: 'm' },
    };
    await expect(cron.add(legacy, { kind: 'gateway' })).rejects.toThrow('by import only');
    const withChannel = {
      ...legacy,
      sessionTarget: 'isolated',
      payload: { message: 'm', channel: 'telegram' },
    };
    await expect(cron.add(withChannel, { kind: 'gateway' })).rejects.toThrow('payload.channel');
    await cron.import([nanobot({ channel: 'telegram' })]);
    expect(await cron.update('abc123', { name: 'still legacy' })).toMatchObject({ sessionTarget: 'legacy' });
    const both = { sessionTarget: 'bound', payload: { sessionKey: 'console:a', channel: 'telegram' } };
    await expect(cron.update('abc123', both)).rejects.toThrow('payload.channel');
  });
});

describe('export', () => {
  it("says the ledger's words as other programs do, and leaves out what is true only now", async () => {
    const { cron, conductor } = await imported(nanobot({ channel: 'telegram', channel_meta: { a: null } }));
    await cron.run('abc123', 'force');
    await conductor.idle();
    const { version, jobs } = await cron.export();
    expect(version).toBe(1);
    expect(jobs).toMatchObject([
      {
        id: 'abc123',
        sessionTarget: 'legacy',
        payload: { channel: 'telegram', channel_meta: { a: null } },
        state: { lastStatus: 'ok', lastRunAtMs: NOW },
      },
    ]);
    const [job] = await cron.list();
    for (const [word, said] of [
      ['quiet', 'ok'],
      ['timed_out', 'error'],
      ['interrupted', 'error'],
      ['skipped', 'skipped'],
    ] as const) {
      const file = exportJobs([{ ...job!, state: { lastStatus: word, runningSince: 5 } }]);
      expect(file.jobs).toMatchObject([{ state: { lastStatus: said } }]);
      expect(file.jobs[0]).not.toHaveProperty('state.runningSince');
    }
  });

  const odd = fc.constantFrom<unknown>(undefined, null, '', 'words', 5, -1, 2.5, true, [], {}, { a: 1 });
  const schedule = fc.oneof(
    odd,
    fc.record({
      kind: fc.constantFrom('at', undefined),
      atMs: fc.oneof(fc.integer({ min: 0, max: 2 * NOW }), odd),
    }),
    fc.record({ kind: fc.constant('every'), everyMs: fc.oneof(fc.integer({ min: 1, max: 1e9 }), odd) }),
    fc.record({
      expr: fc.constantFrom('0 9 * * *', '61 * * * *', '* * * * *', ' '),
      tz: fc.oneof(odd, fc.constant('Asia/Hong_Kong')),
    }),
  );
  const payload = fc.oneof(
    odd,
    fc.record(
      {
        kind: fc.constantFrom('agent_turn', 'agentTurn', 'system_event', 'systemEvent', 'dance', null),
        message: fc.oneof(odd, fc.constant('look')),
        text: odd,
        session_key: fc.oneof(odd, fc.constantFrom('console:a', 'telegram:1')),
        deliver: odd,
        channel: fc.oneof(odd, fc.constant('telegram')),
        to: odd,
        channel_meta: odd,
        timeoutSeconds: odd,
        profile: odd,
      },
      { requiredKeys: [] },
    ),
  );
  const filed = fc.record(
    {
      id: fc.oneof(fc.string({ minLength: 1, maxLength: 8 }), odd),
      name: fc.oneof(fc.string(), odd),
      enabled: fc.oneof(fc.boolean(), odd),
      schedule,
      payload,
      sessionTarget: fc.oneof(odd, fc.constantFrom('main', 'isolated', 'bound', 'legacy')),
      wakeMode: odd,
      policy: fc.oneof(odd, fc.record({ quiet: odd, history: odd, catchUp: odd })),
      runtime: fc.oneof(odd, fc.record({ maxAttempts: odd })),
      description: odd,
      createdBy: fc.oneof(odd, fc.constant({ kind: 'person', name: 'Ann' })),
      state: fc.oneof(
        odd,
        fc.record({
          lastStatus: fc.constantFrom('ok', 'error', 'skipped', 'odd', 5),
          lastError: odd,
          nextRunAtMs: odd,
        }),
      ),
    },
    { requiredKeys: ['schedule', 'payload'] },
  );

  it('keeps the model of a job', async () => {
    const payload = { message: 'Check the wire', sessionKey: 'console:news', model: 'gemini' };
    const { cron } = openCron(answers);
    await cron.add({ name: 'wire', schedule: { everyMs: 60_000 }, payload }, { kind: 'person', name: 'Ann' });
    const again = openCron(answers);
    const { ignored } = await again.cron.import(await cron.export());
    expect(ignored).toEqual([]);
    expect((await again.cron.get('job1'))?.payload).toMatchObject(payload);
  });

  it('is a fixed point of import, and nothing is ever bound that was not', () => {
    let ids = 0;
    const terms = {
      nowMs: NOW,
      zone: 'Europe/London',
      profiles: ['reminder'],
      newId: () => `new${++ids}`,
      minIntervalMs: 10_000,
      hourlySpreadMs: 60_000,
    };
    const jobsOf = (content: unknown): Job[] =>
      importJobs(content, terms)!.jobs.map(({ job: { past = {}, nextRunAtMs, ...job } }) => ({
        ...job,
        state: { ...past, ...(nextRunAtMs !== null && { nextRunAtMs }) },
      }));
    fc.assert(
      fc.property(fc.array(filed, { maxLength: 4 }), (file) => {
        const first = jobsOf(file);
        const out = JSON.parse(JSON.stringify(exportJobs(first))) as { jobs: unknown[] };
        const again = importJobs(out, terms)!;
        expect(again.refused).toEqual([]);
        expect(again.ignored).toEqual([]);
        expect(JSON.parse(JSON.stringify(exportJobs(jobsOf(out))))).toEqual(out);
        for (const job of first.filter(({ sessionTarget, enabled }) => enabled && sessionTarget === 'bound'))
          expect(job.payload).toMatchObject({ sessionKey: 'console:a' });
      }),
      { numRuns: 400 },
    );
  });
});
