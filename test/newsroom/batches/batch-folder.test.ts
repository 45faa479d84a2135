import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { adoptFolder, lookAtFolder } from '../../../src/newsroom/batches/batch-folder.ts';
import { readJobTime, ukTime } from '../../../src/newsroom/model/job-times.ts';
import { runPictures } from '../../../src/newsroom/batches/batch-pictures.ts';
import { aRunCare } from '../../support/a-batch-service.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { openStores } from '../../support/stores.ts';
import { tempHome } from '../../support/temp-home.ts';

const STORY = {
  schema_version: 'story_job_v1',
  run: { run_id: 'discord-multi-2026-02-01-07-00', trigger: 'cron_daily', run_time_uk: '2026-02-01 07:00' },
  story: { story_id: 'story_01', title: 'A bridge opens', primary_url: 'https://one.example/bridge' },
  desk_note: 'kept as it is',
};

function aFolder(files: Record<string, unknown>): string {
  const folder = realpathSync(tempHome());
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  return folder;
}

describe('a time in a job file', () => {
  it.each([
    ['2026-07-20 07:00', '2026-07-20T06:00:00Z'],
    ['2026-01-20 07:00', '2026-01-20T07:00:00Z'],
    ['2026-07-20T07:00:30.5', '2026-07-20T06:00:30.500Z'],
    ['2026-07-20 07:00 BST', '2026-07-20T06:00:00Z'],
    ['2026-07-20 07:00 GMT', '2026-07-20T07:00:00Z'],
    ['2026-07-20', '2026-07-19T23:00:00Z'],
    ['2026-07-20T07:00:00.000Z', '2026-07-20T07:00:00Z'],
    ['2026-07-20T07:00:00+08:00', '2026-07-19T23:00:00Z'],
    ['2026-03-29 01:30', '2026-03-29T01:30:00Z'], // skipped: as if the clocks had gone on
    ['2026-10-25 01:30', '2026-10-25T00:30:00Z'], // comes twice: the first
    ['2026-10-25 02:00', '2026-10-25T02:00:00Z'],
  ])('is read by the clocks of Britain unless it names others: %s', (text, moment) => {
    expect(readJobTime(text)).toBe(Date.parse(moment));
  });

  it.each([
    '',
    'this morning',
    '2026-02-31T',
    '2026-02-31 07:00',
    '2026-02-31T07:00:00Z',
    '2026-04-31T07:00+08:00',
    '2026-07-20T24:30Z',
    '2026-13-01 07:00',
    'July 20, 2026 07:00',
    'July 20, 2026 07:00 GMT',
  ])('is none where its form leaves the moment open: %j', (text) =>
    expect(readJobTime(text)).toBeUndefined(),
  );

  it('comes back as it was written, all year', () => {
    for (let ms = Date.UTC(2026, 0, 1); ms < Date.UTC(2027, 0, 1); ms += 7 * 3_600_000)
      expect(ukTime(readJobTime(ukTime(ms))!)).toBe(ukTime(ms));
  });
});

describe('a root of folders', () => {
  it('leaves alone what was planned 48 hours ago by the clocks of Britain', async () => {
    const home = tempHome();
    const stores = openStores(home);
    const clock = new FakeClock(Date.parse('2026-07-22T06:00:00Z')); // 07:00 in London
    const root = join(home, 'foreign');
    for (const [run_id, run_time_uk] of [
      ['a-old', '2026-07-20 07:00'],
      ['b-fresh', '2026-07-20 07:01'],
    ] as const) {
      mkdirSync(join(root, run_id), { recursive: true });
      const run = { run_id, trigger: 'cron_daily', run_time_uk };
      for (const [name, job] of [
        ['run.json', { schema_version: 'run_job_v1', run }],
        ['story_01.json', { ...STORY, run }],
      ] as const)
        writeFileSync(join(root, run_id, name), JSON.stringify(job));
    }
    const { runs, left } = await aRunCare(home, stores, clock).scan(root);
    stores.close();
    expect(runs.map(({ id }) => id)).toEqual(['b-fresh']);
    expect(left.map(({ why }) => why)).toEqual(['it was planned 48 hours ago: no news any more']);
  });
});

describe('among the folders of a root, one', () => {
  const good = (run_id: string) => JSON.stringify({ ...STORY, run: { run_id } });
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  it.each<[string, (story: string, home: string) => void, RegExp]>([
    ['whose story is a folder', (story) => mkdirSync(story), /^it is no file$/],
    ['whose story is a link to nothing', (story) => symlinkSync('/nowhere', story), /a symbolic link/],
    ['whose story is a pipe', (story) => execFileSync('mkfifo', [story]), /^it is no file$/],
    [
      'whose story is nested without end',
      (story) => writeFileSync(story, good('bad').replace('{', `{"x": ${deep},`)),
      /nested too deep/,
    ],
    ['whose story is huge', (story) => writeFileSync(story, ' '.repeat(5_000_000)), /it has 5000000 bytes/],
  ])('%s has it set aside, and the others are taken', async (_, lay, why) => {
    const { runs, left, root } = await scanned(lay);
    expect(left).toEqual([]);
    expect(runs).toEqual(['a-good', 'bad', 'c-good']);
    expect(readdirSync(join(root, 'bad'))).toContain('story_01.json.jailed');
    expect(readFileSync(join(root, 'bad', 'story_01.json.reason'), 'utf8').trim()).toMatch(why);
  });

  it('whose name is taken is told, and the others are taken', async () => {
    const { runs, left, root } = await scanned((story, home) => {
      writeFileSync(story, good('bad'));
      mkdirSync(join(home, 'jobs', 'bad'), { recursive: true });
    });
    expect(runs).toEqual(['a-good', 'c-good']);
    expect(left).toEqual([
      {
        dir: join(root, 'bad'),
        why: expect.stringContaining('stands in the way of a run called bad') as string,
        failed: true,
      },
    ]);
  });

  it('that begins with a byte order mark is sound', async () => {
    const { runs, root } = await scanned((story) => writeFileSync(story, `\uFEFF${good('bad')}`));
    expect(runs).toEqual(['a-good', 'bad', 'c-good']);
    expect(readdirSync(join(root, 'bad'))).toEqual(['run.json', 'story_01.json']);
  });

  async function scanned(lay: (story: string, home: string) => void) {
    const home = realpathSync(tempHome());
    const root = join(home, 'foreign');
    for (const name of ['a-good', 'bad', 'c-good']) mkdirSync(join(root, name), { recursive: true });
    for (const name of ['a-good', 'c-good']) writeFileSync(join(root, name, 'story_01.json'), good(name));
    lay(join(root, 'bad', 'story_01.json'), home);
    const stores = openStores(home);
    const clock = new FakeClock(Date.parse('2026-02-01T08:00:00Z'));
    const { runs, left } = await aRunCare(home, stores, clock).scan(root);
    stores.close();
    return { runs: runs.map(({ id }) => id), left, root };
  }
});

describe('a folder that another program wrote', () => {
  it('is read with what it leaves out filled in, and nothing is changed', async () => {
    const folder = aFolder({
      'story_01.json': STORY,
      'story_01_assets.json': { schema_version: 'assets_v2' },
    });
    const seen = await lookAtFolder(folder);
    expect(seen).toMatchObject({ runId: 'discord-multi-2026-02-01-07-00', bad: [], quarantined: [] });
    expect(seen.stories).toEqual([
      expect.objectContaining({
        desk_note: 'kept as it is',
        monitor: { poll_seconds: 5, timeout_seconds: 900, result_json_required: true },
        state: expect.objectContaining({ status: 'PLANNED' }) as unknown,
        story: expect.objectContaining({
          dedupe_key: 'https://one.example/bridge',
          event_id: null,
        }) as unknown,
      }),
    ]);
    expect(readdirSync(folder).sort()).toEqual(['story_01.json', 'story_01_assets.json']);
  });

  it.each([
    ['SKIPPED_MISSING_SOURCES', 'SKIPPED', 'missing_sources'],
    ['skipped: duplicate', 'SKIPPED', 'duplicate'],
    ['FAILED', 'FAILURE', null],
    ['DISPATCHED', 'DISPATCHED', null],
  ])('has the status %s as %s', async (given, status, reason) => {
    const folder = aFolder({ 'story_01.json': { ...STORY, state: { status: given } } });
    const [job] = (await lookAtFolder(folder)).stories;
    expect(job?.state).toMatchObject({ status, reason });
  });

  it('is adopted in its place: malformed files jailed with their reason, jobs in the house form', async () => {
    const folder = aFolder({
      'story_01.json': STORY,
      'story_02.json': '{"schema_version": "story_job_v1", "story"',
      'story_03.json': { ...STORY, state: { status: 'ON_FIRE' } },
    });
    const home = join(tempHome(), 'jobs', 'the-run');
    await adoptFolder(await lookAtFolder(folder), home);
    await adoptFolder(await lookAtFolder(home), home);
    expect(realpathSync(home)).toBe(folder);
    expect(readFileSync(join(folder, 'story_02.json.reason'), 'utf8')).toMatch(/^it is no JSON/);
    expect(readFileSync(join(folder, 'story_03.json.reason'), 'utf8')).toMatch(/state\.status/);
    expect(existsSync(join(folder, 'story_02.json'))).toBe(false);
    const seen = await lookAtFolder(home);
    expect(seen.stories.map(({ story }) => story.story_id)).toEqual(['story_01']);
    expect(seen.quarantined.map(({ storyId }) => storyId)).toEqual(['story_02', 'story_03']);
  });

  it('begins at its beginning: nothing that others say was written, checked or drawn is taken over', async () => {
    const home = tempHome();
    const folder = join(home, 'foreign');
    mkdirSync(folder);
    const planted = {
      ...STORY,
      state: {
        status: 'DISPATCHED',
        attempts: 4,
        planned_at: '2026-02-01T07:00:00Z',
        drafted_at: '2026-02-01T07:10:00Z',
        hold: { kind: 'hold', by: 'Anna' },
        child: 'kept',
      },
      result: {
        worker: { status: 'SUCCESS', title: 'Planted', draft: { body: 'Nobody looked.' } },
        claims: { claims: [], removed: [], asked_again: false, conflicts: [] },
        images: [{ name: 'card.png', alt: '' }],
        messages: ['Planted'],
        thread_op: 'planted',
      },
    };
    writeFileSync(join(folder, 'story_01.json'), JSON.stringify(planted));
    writeFileSync(join(folder, 'story_02.json'), JSON.stringify({ ...STORY, state: { status: 'SUCCESS' } }));
    writeFileSync(join(folder, 'story_01.sources.json'), JSON.stringify({ builtAtMs: 1, sources: [] }));
    const stores = openStores(home);
    await aRunCare(home, stores, new FakeClock(Date.UTC(2026, 1, 1, 8))).take(folder);
    const run = await stores.stories.run('discord-multi-2026-02-01-07-00');
    stores.close();
    const [begun, ended] = (await lookAtFolder(folder)).stories;
    expect(begun).toMatchObject({
      state: {
        status: 'PLANNED',
        attempts: 0,
        drafted_at: null,
        hold: { kind: 'hold', by: 'Anna' },
        planned_at: '2026-02-01T07:00:00Z',
        child: 'kept',
      },
      result: { worker: null, claims: null, images: [], messages: null, thread_op: null },
    });
    expect(ended?.state.status).toBe('SUCCESS');
    expect(run?.plan).toMatchObject({ stories: [begun, ended] });
    // There was no run.json to tell the time of the run.
    expect(run?.plan).toMatchObject({ run: { run: { run_time_uk: '2026-02-01 07:00' } } });
    expect(readdirSync(folder)).toContain('story_01.sources.json.jailed');
    expect(readdirSync(folder)).not.toContain('story_01.sources.json');
  });

  it.each([
    [
      { kind: 'embargo', until: '2026-07-20 07:00' },
      { kind: 'embargo', until: '2026-07-20T06:00:00.000Z' },
    ],
    [
      { kind: 'embargo', until: 'Monday' },
      { kind: 'embargo', until: 'Monday' },
    ],
    [{ kind: 'approval' }, { kind: 'approval' }],
    // That was about a text which is not taken over.
    [{ kind: 'approval', in_doubt: true }, null],
  ])('keeps what it waits for: %j', async (given, hold) => {
    const home = tempHome();
    const folder = join(home, 'foreign');
    mkdirSync(folder);
    writeFileSync(join(folder, 'story_01.json'), JSON.stringify({ ...STORY, state: { hold: given } }));
    const stores = openStores(home);
    await aRunCare(home, stores, new FakeClock(Date.UTC(2026, 6, 19, 8))).take(folder);
    const run = await stores.stories.run('discord-multi-2026-02-01-07-00');
    stores.close();
    expect(run?.plan).toMatchObject({ stories: [{ state: { status: 'PLANNED', hold } }] });
    expect((await lookAtFolder(folder)).stories[0]?.state.hold).toEqual(hold);
  });

  it('has no pictures but its own files', async () => {
    const home = aFolder({ '.env': 'TOKEN=x' });
    const folder = join(home, 'run');
    mkdirSync(join(folder, 'more'), { recursive: true });
    for (const name of ['card.png', 'more/deep.png']) writeFileSync(join(folder, name), 'a picture');
    symlinkSync(join(home, '.env'), join(folder, 'link.png'));
    symlinkSync(folder, join(home, 'adopted'));
    const named = ['card.png', '../.env', 'link.png', 'more/deep.png', 'more', 'gone.png', '.env'];
    const images = named.map((name) => ({ name, alt: 'A card' }));
    expect(await runPictures(join(home, 'adopted'), images)).toEqual([
      { name: 'card.png', alt: 'A card', path: join(folder, 'card.png') },
    ]);
    const story = { ...STORY, result: { images: [{ name: '../.env', alt: 'A card' }] } };
    expect(await lookAtFolder(aFolder({ 'story_01.json': story }))).toMatchObject({
      stories: [],
      bad: [{ reason: expect.stringMatching(/result\.images\[0\]\.name/) as string }],
    });
  });

  it('is none where there are no stories', async () => {
    const folder = aFolder({ 'run.json': { schema_version: 'run_job_v1' } });
    mkdirSync(join(folder, 'story_09.json.d'));
    await expect(lookAtFolder(folder)).rejects.toThrow(/there is no story_\*\.json/);
    await expect(lookAtFolder(join(folder, 'nowhere'))).rejects.toThrow(/there is no folder/);
  });
});
