import { describe, expect, it } from 'vitest';
import { sayStory } from '../../../src/newsroom/ask/say-story.ts';
import type { EditorialAction } from '../../../src/newsroom/model/editorial-action.ts';
import type { BatchPlan } from '../../../src/newsroom/model/batch-plan.ts';
import { NewsroomWorld } from '../newsroom-world.ts';

async function told(
  change?: (plan: BatchPlan) => BatchPlan,
  actions: readonly EditorialAction[] = [],
): Promise<string[]> {
  const world = new NewsroomWorld();
  await world.order('run-1', 1, change);
  const line = world.line();
  line.take('run-1');
  await line.idle();
  const story = await world.stories.find('run-1/story_01');
  world.close();
  return sayStory(story!, { zone: 'Europe/London' }, actions).split('\n');
}

describe('a thread', () => {
  it('knows which automation ordered its story, when and why', async () => {
    const lines = await told((plan) => {
      const job = { id: 'job-1', name: 'Daily', slot_ms: Date.UTC(2026, 10, 20, 6, 30) };
      for (const { run } of plan.stories) run.job = job;
      return plan;
    });
    expect(lines.slice(0, 3)).toEqual([
      'Volunteers reopen the old library of Larkmoor (Global News)',
      'Ordered by the automation "Daily" (job-1), in its run of Fri 20 Nov, 06:30; newsroom run run-1; posted Fri 20 Nov, 07:00.',
      'Why it was picked: fresh',
    ]);
  });

  it('knows its sources by number, and of no automation where there was none', async () => {
    const lines = await told();
    expect(lines[1]).toBe('Ordered by a run of the newsroom; newsroom run run-1; posted Fri 20 Nov, 07:00.');
    expect(lines.at(-3)).toBe('[1] Outlet 1: Report 1 <https://first.test/story-1>');
  });

  const action = (kind: EditorialAction['kind'], said: Partial<EditorialAction>): EditorialAction => ({
    ...{ story: 'run-1/story_01', n: 1, kind, by: 'Ann', atMs: Date.UTC(2026, 10, 20, 9) },
    ...said,
  });

  it('knows what was corrected, before the text', async () => {
    const lines = await told(undefined, [action('correct', { text: 'It was 12.' })]);
    expect(lines[3]).toBe('CORRECTED by Ann, Fri 20 Nov, 09:00: It was 12.');
    expect(lines.at(-3)).toMatch(/^\[1\]/);
  });

  it('knows of a withdrawn story that and why, and no word of its text', async () => {
    const lines = await told(undefined, [action('kill', { why: 'it names a minor' })]);
    expect(lines).toHaveLength(4);
    expect(lines[3]).toBe('WITHDRAWN by Ann, Fri 20 Nov, 09:00: it names a minor');
  });
});
