import { describe, expect, it } from 'vitest';
import { deskStories, samplePacks } from './desk-stories.ts';
import { detection, doubts } from './detection.ts';

describe('claims of the sample edition', () => {
  it('are all borne out where a story quotes, and mostly noticed where a fact was changed', async () => {
    const stories = await deskStories(samplePacks());
    expect(stories.length).toBeGreaterThan(20);
    expect(doubts(stories)).toEqual([]);
    console.log('sample edition');
    const { number, date, name, quotation } = detection(stories, 3);
    expect(number).toBeGreaterThan(0.85);
    expect(date).toBeGreaterThan(0.85);
    expect(name).toBeGreaterThan(0.9);
    expect(quotation).toBeGreaterThan(0.9);
  });
});
