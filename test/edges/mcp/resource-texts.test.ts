import { expect, it } from 'vitest';
import { sayStory } from '../../../src/edges/mcp/resource-texts.ts';

it('a resource that is cut has no more characters than there may be, and says how many are left out', () => {
  const story = {
    id: 'run-1/story_01',
    title: 'T',
    category: 'AI',
    status: 'SUCCESS',
    sources: [],
    removed: [],
    actions: [],
  };
  const whole = sayStory({ ...story, body: '' });
  const text = sayStory({ ...story, body: '🐟'.repeat(150_000) });
  const [, left] = /\(Cut here: (\d+) characters more\.\)$/.exec(text) ?? [];
  const kept = text.slice(0, text.lastIndexOf('\n'));
  expect(text.length).toBeLessThanOrEqual(200_000);
  expect(kept.length + Number(left)).toBe(whole.length + 300_000);
  expect(kept).not.toMatch(/[\uD800-\uDBFF]$/);
});
