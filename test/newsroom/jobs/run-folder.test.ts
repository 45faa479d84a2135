import { existsSync, mkdirSync, readFileSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { adoptFolder, lookAtFolder } from '../../../src/newsroom/jobs/run-folder.ts';
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

describe('a folder that another program wrote', () => {
  it('is read with what it leaves out filled in, and nothing is changed', async () => {
    const folder = aFolder({
      'story_01.json': STORY,
      'story_01_assets.json': { schema_version: 'assets_v2' },
    });
    const seen = await lookAtFolder(folder);
    expect(seen).toMatchObject({ runId: 'discord-multi-2026-02-01-07-00', bad: [], jailed: [] });
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
    expect(seen.jailed.map(({ storyId }) => storyId)).toEqual(['story_02', 'story_03']);
  });

  it('is none where there are no stories', async () => {
    const folder = aFolder({ 'run.json': { schema_version: 'run_job_v1' } });
    mkdirSync(join(folder, 'story_09.json.d'));
    await expect(lookAtFolder(folder)).rejects.toThrow(/there is no story_\*\.json/);
    await expect(lookAtFolder(join(folder, 'nowhere'))).rejects.toThrow(/there is no folder/);
  });
});
