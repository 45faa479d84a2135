import { expect, it } from 'vitest';
import { oneLine } from '../../../src/newsroom/sources/one-line.ts';

it('a line of a page has single spaces, no controls, and nothing that turns the direction of writing', () => {
  expect(oneLine(' Ferry\u202E\n resumes\u2066 \u0007at\u00A0noon\u2069 ')).toBe('Ferry resumes at noon');
  expect(oneLine('渡輪\n復航')).toBe('渡輪復航');
});
