import { describe, expect, it } from 'vitest';
import { storyOrder } from '../../src/llm/desk/story-order.ts';

describe('what the desk model is told to do with a story', () => {
  it.each([
    ['hold this', { action: 'hold' }],
    ['Please follow this story.', { action: 'follow' }],
    ['stop following it', { action: 'unfollow' }],
    ['correct: the council gave £48,000', { action: 'correct', text: 'the council gave £48,000' }],
    ['暫緩這篇報道', { action: 'hold' }],
    ['跟進呢單新聞', { action: 'follow' }],
    ['更正：議會撥出四萬八千鎊', { action: 'correct', text: '議會撥出四萬八千鎊' }],
  ])('reads %s', (said, order) => expect(storyOrder(said)).toEqual(order));

  it.each([
    'Is that correct?',
    'Did they hold the meeting?',
    'Who will follow him?',
    'hold the front page for sport',
    '跟進了多久？',
  ])('leaves %s to others', (said) => expect(storyOrder(said)).toBeUndefined());
});
