import { describe, expect, it } from 'vitest';
import { asksForBrief } from '../../src/brief/brief-question.ts';

describe('the last brief', () => {
  it.each([
    'show me the last brief',
    'What did the last brief say?',
    'the latest brief',
    'is the brief ready?',
    'when was the last brief?',
    '畀我睇下上一份簡報',
    '上一份簡報講咗咩？',
    '顯示最近的簡報',
    '给我看看最近的简报',
  ])('is asked for: %s', (said) => expect(asksForBrief(said)).toBe(true));

  it.each([
    'a brief on gold',
    'give me a brief on AI',
    'brief me on AI',
    'show me the sources of the brief',
    "what does the council's brief say?",
    'did the minister give a brief?',
    '寫一份關於人工智能監管的簡報',
    '財政司簡報會講咗咩',
  ])('is not: %s', (said) => expect(asksForBrief(said)).toBe(false));
});
