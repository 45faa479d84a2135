import { describe, expect, it } from 'vitest';
import { samplePacks } from '../../newsroom/verify/desk-stories.ts';
import { tell } from './written-stories.ts';

describe('stories of the sample edition', () => {
  it('are supported, of the right length, tell their headline and repeat nothing', async () => {
    expect(await tell('sample edition', samplePacks())).toEqual([]);
  });
});
