import { describe, expect, it } from 'vitest';
import { asksForBrief, asksHowBriefWasMade } from '../../src/brief/brief-question.ts';

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

describe('how the last brief was made', () => {
  it.each([
    'what did the reviewer say about the brief?',
    'did the reviewer find anything in the brief?',
    'how many words has the brief?',
    'is the brief ready to publish?',
    'why was the brief not published?',
    'why did the last brief fail?',
    'was the brief reviewed?',
    '上一份簡報幾多字？',
    '審閱有冇發現份簡報有問題？',
  ])('is asked: %s', (said) => expect(asksHowBriefWasMade(said) && !asksForBrief(said)).toBe(true));

  it.each([
    'a brief on word games',
    'what did the court say of the brief on rents?',
    'how many words did the minister say?',
    'the brief review by the council failed',
    '寫一份關於考試失敗的簡報',
  ])('is not: %s', (said) => expect(asksHowBriefWasMade(said)).toBe(false));
});
