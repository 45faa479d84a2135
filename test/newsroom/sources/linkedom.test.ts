import { expect, it } from 'vitest';
import { parseHTML } from '../../../src/newsroom/sources/linkedom.ts';

it('linkedom is loaded with nodes that keep no listeners, and WeakMap stays as it was for everybody else', () => {
  const { document } = parseHTML('<html><body><p>Ferry resumes</p></body></html>');
  expect(() => document.querySelector('p')!.addEventListener('click', () => {})).toThrow(TypeError);
  const [key, empty] = [{}, new Map()];
  expect(new WeakMap([[key, empty]]).get(key)).toBe(empty);
});
