import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { JOB_SCHEMA_NAMES, jobSchema } from '../../../src/newsroom/inspect/job-schemas.ts';
import { batchSummary } from '../../../src/newsroom/batches/batch-summary.ts';
import { aPlan } from '../newsroom-world.ts';

const published = (title: unknown) =>
  JSON.parse(
    readFileSync(new URL(`../../../docs/schemas/${String(title)}.json`, import.meta.url), 'utf8'),
  ) as Record<string, unknown>;

describe('the published schemas of job files', () => {
  it.each(JOB_SCHEMA_NAMES)('say of %s what it is read by', (name) => {
    const schema = jobSchema(name);
    expect(published(schema['title'])).toEqual(JSON.parse(JSON.stringify(schema)));
  });

  it('take what this house writes, and refuse a story without a title', () => {
    const ajv = new Ajv2020({ strict: false });
    const plan = aPlan('run-1', 1, Date.UTC(2026, 10, 20, 7));
    const [story] = plan.stories;
    const { title: _, ...untitled } = story!.story;
    const summary = batchSummary({
      runId: 'r',
      runDir: 'r',
      stories: plan.stories,
      quarantined: [],
      nowMs: 0,
    });
    expect(ajv.validate(published('run_job_v1'), plan.run)).toBe(true);
    expect(ajv.validate(published('story_job_v1'), story)).toBe(true);
    expect(ajv.validate(published('run_summary'), summary)).toBe(true);
    expect(ajv.validate(published('story_job_v1'), { ...story, story: untitled })).toBe(false);
  });
});
