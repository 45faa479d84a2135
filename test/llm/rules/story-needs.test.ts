import { describe, expect, it } from 'vitest';
import { pointsBack } from '../../../src/llm/rules/story-needs.ts';
import { storySentences } from '../../../src/llm/rules/story-sentence.ts';

const source = {
  n: 1,
  url: 'https://a.example/x',
  domain: 'a.example',
  outlet: 'A',
  title: 'T',
  language: 'en',
  usable: true,
  text: 'Auditors checked nine wallets of the exchange on Monday. The chief said two of the nine wallets had been pledged.',
};

describe('what a sentence leans on', () => {
  it('is a counted group that nothing in the story has introduced', () => {
    const [first, second] = storySentences(source);
    expect(pointsBack(second!, [])).toBe(true);
    expect(pointsBack(second!, [first!])).toBe(false);
    expect(pointsBack(first!, [])).toBe(false);
  });
});
