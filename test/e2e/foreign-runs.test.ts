/** Folders of job files that another program wrote, from the command to posted stories. Pages are real, on loopback. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseSessionKey } from '../../src/sessions/key.ts';
import { run } from '../cli/a-world.ts';
import { foreignRun, foreignStory, runnerHome } from '../support/runner-home.ts';
import type { RunnerHome } from '../support/runner-home.ts';
import { tempHome } from '../support/temp-home.ts';

const RUN = 'discord-multi-2026-11-20-07-00';
const DESK = parseSessionKey('console:desk');

const newsroom = (there: RunnerHome, ...args: string[]) =>
  run(['newsroom', ...args], { home: there.home, clock: there.clock, env: { ...there.env } });
const json = (...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8')) as Job;

interface Job {
  readonly story: { readonly hashtags?: string[]; readonly category: string };
  readonly state: { readonly status: string; readonly reason: string | null; readonly detail: string | null };
  readonly spawn: { readonly prompt_id: string };
  readonly result: { readonly final_status: string };
}

describe('the folder of another program', () => {
  it('is run to its end: posted, taken up half-done, left alone, jailed with a reason', async () => {
    const there = await runnerHome();
    const folder = there.folder('2026-11-20', {
      'run.json': foreignRun(RUN),
      'story_01.json': foreignStory(there, 1, { story: { category: 'World News' } }),
      'story_02.json': foreignStory(there, 2, {
        state: { status: 'DISPATCHED', child_session_key: 'agent:main:subagent:77', attempts: 1 },
      }),
      'story_03.json': foreignStory(there, 3, { state: { status: 'SKIPPED_MISSING_SOURCES' } }),
      'story_04.json': '{"schema_version": "story_job_v1", "story": {',
      'story_05.json': foreignStory(there, 5, { state: { status: 'ON_FIRE' } }),
      'story_06.json': foreignStory(there, 6, {
        story: {
          primary_url: there.url(60).replace('story-60', 'gone'),
          supporting_urls: [there.url(6, 'courier').replace(/:\d+/, '')],
        },
      }),
      'story_06_notes.json': { schema_version: 'notes_v3' },
    });

    const { code, out, err } = await newsroom(there, 'run', '--path', folder);
    expect([code, err]).toEqual([1, 'nightdesk: a story failed']);
    expect(out).toMatch(new RegExp(`^${RUN}: 2 of 6 posted, 2 skipped, 2 failed`));

    const states = ['01', '02', '03', '06'].map((n) => json(folder, `story_${n}.json`).state);
    expect(states).toMatchObject([
      { status: 'SUCCESS', discord: { thread_id: null } },
      { status: 'SUCCESS', child_session_key: 'agent:main:subagent:77', attempts: 1 },
      { status: 'SKIPPED', reason: 'missing_sources' },
      { status: 'SKIPPED', reason: 'missing_sources' },
    ]);
    // An address that lost its port is told with the port that is allowed.
    expect(states[3]?.detail).toMatch(/courier\.localhost: a private address: .*what is allowed is port \d+/);
    const first = json(folder, 'story_01.json');
    expect(first).toMatchObject({
      story: { hashtags: ['#larkmoor'], category: 'Global News' },
      spawn: { prompt_id: 'news_reporter_script_default_v1', agent_id: 'newsroom' },
      result: { final_status: 'SUCCESS' },
    });
    for (const [name, reason] of [
      ['story_04.json', /^it is no JSON/],
      ['story_05.json', /state\.status/],
    ] as const) {
      expect(existsSync(join(folder, `${name}.jailed`))).toBe(true);
      expect(readFileSync(join(folder, `${name}.reason`), 'utf8')).toMatch(reason);
    }
    expect(json(folder, 'run.json')).toMatchObject({ written_by: { program: 'write_run_job' } });
    expect(readdirSync(folder)).toContain('story_06_notes.json');

    expect(json(folder, 'run_summary.json')).toEqual({
      ok: false,
      generated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
      run_dir: `data/newsroom/jobs/${RUN}`,
      log_root: `data/newsroom/logs/${RUN}`,
      summary: { run: RUN, total: 6, completed: 2, failed: 2, skipped: 2 },
      detail: {
        stories: [
          expect.objectContaining({ story_id: 'story_01', status: 'SUCCESS', reason: null }),
          expect.objectContaining({ story_id: 'story_02', status: 'SUCCESS' }),
          expect.objectContaining({ story_id: 'story_03', status: 'SKIPPED', reason: 'missing_sources' }),
          expect.objectContaining({ story_id: 'story_06', status: 'SKIPPED', reason: 'missing_sources' }),
          expect.objectContaining({ story_id: 'story_04', status: 'FAILURE', reason: 'jailed' }),
          expect.objectContaining({ story_id: 'story_05', status: 'FAILURE', reason: 'jailed' }),
        ],
      },
    });

    const said = there.transcript(DESK);
    const threads = said.flatMap(({ meta }) => meta?.thread ?? []);
    expect(threads).toHaveLength(2);
    const text = threads
      .flatMap((key) => there.transcript(parseSessionKey(key)).map(({ content }) => content))
      .join('\n');
    for (const told of ['111 volunteers', there.url(1), '211 volunteers', there.url(2)])
      expect(text).toContain(told);
    const [report, ...others] = said.filter(({ id }) => /^story:[^/]+\/report$/.test(id));
    expect(others).toEqual([]);
    expect(report?.content.match(/^Not posted: .*job file could not be read/gm)).toHaveLength(2);

    // Nothing is left to do: the same again changes nothing, and a look changes nothing either.
    const again = await newsroom(there, 'run', '--path', folder);
    expect(again).toMatchObject({ code: 1, out });
    expect(there.transcript(DESK)).toEqual(said);
    const look = await newsroom(there, 'run', '--path', folder, '--summary-only', '--json');
    expect(look.code).toBe(0);
    expect(JSON.parse(look.out)).toMatchObject({ ok: false, summary: { total: 6, completed: 2 } });
  });

  it('is one of several in a root: old ones are left alone, each with its reason', async () => {
    const there = await runnerHome();
    // Half an hour over, as clocks of machines are set back.
    const oldMs = Date.now() - 50.5 * 3_600_000;
    const story = (n: number, id: string, state: object = {}) => foreignStory(there, n, { run: id, state });
    there.folder('a-old', {
      'run.json': foreignRun('a-old', {}, oldMs),
      'story_01.json': story(1, 'a-old', { planned_at: new Date(oldMs).toISOString() }),
    });
    const done = story(2, 'b-done', { status: 'SUCCESS' });
    there.folder('b-done', { 'run.json': foreignRun('b-done'), 'story_01.json': done });
    const quarantined = there.folder('c-jailed', {
      'run.json': foreignRun('c-jailed'),
      'story_01.json': '<html>',
    });
    there.folder('d-notes', { 'readme.txt': 'nothing to see' });
    const broken = '{"schema_version": "run_job_v1", "run": {"run_id"';
    const fresh = there.folder('e-fresh', { 'run.json': broken, 'story_01.json': story(3, 'e-fresh') });
    const root = join(there.home, 'foreign');

    const look = await newsroom(there, 'run', '--jobs-root', root, '--summary-only');
    expect(look.code).toBe(0);
    expect(look.out).toContain('e-fresh: 0 of 1 posted');
    expect(existsSync(join(there.home, 'data', 'newsroom', 'jobs'))).toBe(false);

    const { code, out } = await newsroom(there, 'run', '--jobs-root', root, '--json');
    const { runs, left } = JSON.parse(out) as {
      runs: { ok: boolean; summary: { run: string; completed: number; failed: number } }[];
      left: { dir: string; why: string }[];
    };
    expect(code).toBe(1); // one was jailed
    expect(runs.map(({ ok, summary }) => [summary.run, ok, summary.completed, summary.failed])).toEqual([
      ['c-jailed', false, 0, 1],
      ['e-fresh', true, 1, 0],
    ]);
    expect(left.map(({ dir, why }) => [dir.slice(root.length + 1), why])).toEqual([
      ['a-old', 'it was planned 50 hours ago: no news any more'],
      ['b-done', 'all its stories have ended'],
      ['d-notes', expect.stringMatching(/^there is no story_/) as string],
    ]);
    expect(readFileSync(join(quarantined, 'story_01.json.reason'), 'utf8')).toMatch(/^it is no JSON/);
    expect(json(fresh, 'story_01.json').state.status).toBe('SUCCESS');
    expect(readFileSync(join(fresh, 'run.json.reason'), 'utf8')).toMatch(/^it is no JSON/);
    expect(json(fresh, 'run.json')).toMatchObject({ run: { run_id: 'e-fresh' } });
    expect(json(root, 'a-old', 'story_01.json').state.status).toBe('PLANNED');

    // What has ended is left alone the next time; what is asked for by its name is run, however old.
    const next = await newsroom(there, 'run', '--jobs-root', root);
    expect([next.code, next.out]).toEqual([0, expect.stringContaining('Nothing to run.')]);
    expect((await newsroom(there, 'run', '--path', join(root, 'a-old'))).code).toBe(0);
    expect((await newsroom(there, 'run', '--path', join(root, 'd-notes'))).code).toBe(2);
    expect((await newsroom(there, 'run')).err).toContain('give --path or --jobs-root');
  });
});

it('a run is found by the run_dir that write-run prints, whatever folder the commands are used in', async () => {
  const there = await runnerHome();
  const cwd = tempHome();
  const around = { home: there.home, clock: there.clock, env: { ...there.env }, cwd };
  const stories = [{ title: 'Volunteers reopen the old library of Larkmoor', primary_url: there.url(1) }];
  const order = JSON.stringify({ trigger: 'manual', stories });
  const wrote = await run(['newsroom', 'write-run'], { ...around, lines: [order] });
  const { run_dir } = JSON.parse(wrote.out) as { run_dir: string };
  const look = (folder: string) =>
    run(['newsroom', 'run', '--path', folder, '--summary-only', '--json'], around);
  const seen = await look(run_dir);
  expect([seen.code, seen.err]).toEqual([0, '']);
  expect(JSON.parse(seen.out)).toMatchObject({ summary: { total: 1, completed: 0 } });
  const root = ['newsroom', 'run', '--jobs-root', 'data/newsroom/jobs', '--summary-only'];
  expect((await run(root, around)).out).toContain('0 of 1 posted');
  expect(await look('nowhere')).toMatchObject({
    code: 2,
    err: `nightdesk: there is no folder ${join(cwd, 'nowhere')}`,
  });
});
