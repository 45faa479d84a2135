import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JobFiles } from '../../../src/newsroom/batches/job-files.ts';
import { batchJobSchema } from '../../../src/newsroom/model/batch-job.ts';
import { assignmentSchema } from '../../../src/newsroom/model/assignment.ts';
import { whileOpenFails } from '../../support/failing-open.ts';
import { aPlan, packFor } from '../newsroom-world.ts';

let root: string;
let files: JobFiles;
const plan = aPlan('run-1', 2, Date.UTC(2026, 10, 20, 7));
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'nightdesk-jobs-'));
  files = new JobFiles({ root });
});
afterEach(() => rmSync(root, { recursive: true }));

const path = (name: string) => join(root, 'run-1', name);
const json = (name: string): unknown => JSON.parse(readFileSync(path(name), 'utf8'));

describe('job files', () => {
  it('are written from the plan, in the form of their schemas', async () => {
    await files.ensure(plan);
    expect(readdirSync(join(root, 'run-1')).sort()).toEqual(['run.json', 'story_01.json', 'story_02.json']);
    expect(batchJobSchema.parse(json('run.json'))).toEqual(plan.run);
    expect(assignmentSchema.parse(json('story_02.json'))).toEqual(plan.stories[1]);
  });

  it('are made good where some are missing, and what is there is left alone', async () => {
    await files.ensure(plan);
    const [first] = plan.stories;
    await files.save({ ...first!, state: { ...first!.state, status: 'DISPATCHED', attempts: 1 } });
    rmSync(path('story_02.json'));
    rmSync(path('run.json'));
    await files.ensure(plan);
    const { stories } = await files.read(plan);
    expect(stories.map(({ state }) => state.status)).toEqual(['DISPATCHED', 'PLANNED']);
    expect(existsSync(path('run.json'))).toBe(true);
  });

  it.each([
    ['cut off', '{"schema_version": "story_job_v1", "run"'],
    ['of another kind', '{"schema_version": "run_job_v1"}'],
    ['of another story', JSON.stringify(plan.stories[0])],
  ])('are jailed with the reason when one is %s, and not made again', async (_, text) => {
    await files.ensure(plan);
    writeFileSync(path('story_02.json'), text);
    const { stories, quarantined } = await files.read(plan);
    expect(stories).toHaveLength(1);
    expect(quarantined).toEqual([
      { storyId: 'story_02', reason: expect.stringMatching(/^no valid story_job_v1: /) as string },
    ]);
    expect(readFileSync(path('story_02.json.jailed'), 'utf8')).toBe(text);

    await files.ensure(plan);
    expect(existsSync(path('story_02.json'))).toBe(false);
    expect((await files.read(plan)).quarantined).toEqual(quarantined);
  });

  it.each(['EMFILE', 'ENFILE', 'EIO', 'EAGAIN', 'EBUSY', 'ENOMEM'])(
    'are not jailed for trouble of the machine that passes: %s',
    async (code) => {
      await files.ensure(plan);
      const job = plan.stories[1]!;
      await files.saveSources(job, packFor(job));
      const trouble = { code };
      await expect(
        whileOpenFails('story_02.json', code, () => new JobFiles({ root }).read(plan)),
      ).rejects.toMatchObject(trouble);
      await expect(
        whileOpenFails('story_02.json', code, () => new JobFiles({ root }).story('run-1', 'story_02')),
      ).rejects.toMatchObject(trouble);
      await expect(
        whileOpenFails('story_02.sources.json', code, () => files.sources(job)),
      ).rejects.toMatchObject(trouble);
      expect(readdirSync(join(root, 'run-1')).filter((name) => /jailed|reason/.test(name))).toEqual([]);
      expect((await files.read(plan)).stories).toHaveLength(2);
    },
  );

  it('are jailed where their own rights keep the desk out, and not where those of the folder do', async () => {
    await files.ensure(plan);
    const { quarantined } = await whileOpenFails('story_02.json', 'EACCES', () =>
      new JobFiles({ root }).read(plan),
    );
    expect(quarantined).toHaveLength(1);
    expect(existsSync(path('story_02.json.jailed'))).toBe(true);
    // What can't be read can't be renamed either.
    await expect(
      whileOpenFails('', 'EACCES', () => new JobFiles({ root }).read(plan), Infinity),
    ).rejects.toMatchObject({ code: 'EACCES' });
    expect(existsSync(path('story_01.json'))).toBe(true);
  });

  it('replace a jailed run.json by the plan', async () => {
    await files.ensure(plan);
    writeFileSync(path('run.json'), 'nonsense');
    expect((await files.read(plan)).run).toEqual(plan.run);
    expect(existsSync(path('run.json.jailed'))).toBe(true);
    expect(batchJobSchema.parse(json('run.json'))).toEqual(plan.run);
  });

  it('are written from the plan where another desk has them in a home of its own', async () => {
    const { run, stories } = await files.read(plan);
    expect([run, stories]).toEqual([plan.run, plan.stories]);
    expect(batchJobSchema.parse(json('run.json'))).toEqual(plan.run);
  });

  it('keep fields that this house does not know', async () => {
    await files.ensure(plan);
    writeFileSync(
      path('story_01.json'),
      JSON.stringify({ ...(json('story_01.json') as object), editor: 'Ann' }),
    );
    const [job] = (await files.read(plan)).stories;
    await files.save(job!);
    expect(json('story_01.json')).toMatchObject({ editor: 'Ann' });
  });

  it('ignore the draft of a file that was never finished, and sweep it when its process is gone', async () => {
    await files.ensure(plan);
    const [dead, alive] = ['a', 'b'].map(
      (it) => `.story_01.json.${it.repeat(8)}-1111-4111-8111-${it.repeat(12)}.tmp`,
    );
    for (const name of [dead!, alive!]) writeFileSync(path(name), '{"half');
    utimesSync(path(dead!), new Date(2020, 1), new Date(2020, 1));
    expect((await files.read(plan)).stories).toHaveLength(2);
    await files.ensure(plan);
    expect(readdirSync(join(root, 'run-1')).filter((name) => name.endsWith('.tmp'))).toEqual([alive]);
  });

  it('are whole when several write them at once', async () => {
    const other = new JobFiles({ root });
    await Promise.all([files.ensure(plan), other.ensure(plan), files.ensure(plan)]);
    const jobs = [1, 2, 3, 4].map((attempts) => ({
      ...plan.stories[0]!,
      state: { ...plan.stories[0]!.state, attempts },
    }));
    await Promise.all(jobs.map((job) => files.save(job)));
    expect(jobs).toContainEqual((await files.read(plan)).stories[0]);
    expect(readdirSync(join(root, 'run-1')).sort()).toEqual(['run.json', 'story_01.json', 'story_02.json']);
  });

  it('keep the source pack of a story beside it, and build a damaged one anew', async () => {
    await files.ensure(plan);
    const job = plan.stories[0]!;
    expect(await files.sources(job)).toBeUndefined();
    await files.saveSources(job, packFor(job));
    expect(await files.sources(job)).toEqual(packFor(job));
    for (const damaged of ['', '{', '{"builtAtMs": 1, "sources": [null, 7]}', '[]', '\0\0\0']) {
      writeFileSync(path('story_01.sources.json'), damaged);
      expect(await files.sources(job)).toBeUndefined();
      expect(readFileSync(path('story_01.sources.json.jailed'), 'utf8')).toBe(damaged);
      expect(readFileSync(path('story_01.sources.json.reason'), 'utf8')).toMatch(/^no valid source pack: /);
    }
    expect((await files.read(plan)).stories).toHaveLength(2);
  });
});
