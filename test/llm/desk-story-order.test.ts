import { describe, expect, it } from 'vitest';
import { storyOrder } from '../../src/llm/desk/read-story-order.ts';

describe('what the desk model is told to do with a story', () => {
  it.each([
    ['hold this', { action: 'hold' }],
    ['Please follow this story.', { action: 'follow' }],
    ['stop following it', { action: 'unfollow' }],
    ['correct: the council gave £48,000', { action: 'correct', text: 'the council gave £48,000' }],
    ['暫緩這篇報道', { action: 'hold' }],
    ['跟進呢單新聞', { action: 'follow' }],
    ['更正：議會撥出四萬八千鎊', { action: 'correct', text: '議會撥出四萬八千鎊' }],
    ['approve the harbour story', { action: 'approve', story: 'harbour' }],
    ['can you release the story about the old library please', { action: 'approve', story: 'old library' }],
    ['hold the harbour story until 6pm', { action: 'hold', story: 'harbour', until: '6pm' }],
    ['hold this for 2 hours', { action: 'hold', until: 'in 2 hours' }],
    ['hold the harbour story until further notice', { action: 'hold', story: 'harbour' }],
    [
      'kill the "Old Library" story: it names a minor',
      { action: 'kill', story: 'Old Library', why: 'it names a minor' },
    ],
    ['withdraw this story because the council denies it', { action: 'kill', why: 'the council denies it' }],
    ['retry the ferry story', { action: 'retry', story: 'ferry' }],
    [
      'keep an eye on the ferry story until Friday 9:00',
      { action: 'follow', story: 'ferry', until: 'Friday 9:00' },
    ],
    [
      'correct the ferry story: twelve were hurt',
      { action: 'correct', story: 'ferry', text: 'twelve were hurt' },
    ],
    ['show me the sources of the ferry story', { action: 'sources', story: 'ferry' }],
    ['why did you pick the ferry story?', { action: 'why', story: 'ferry' }],
    ['write a story about the harbour tunnel', { action: 'write', topic: 'the harbour tunnel' }],
    ['write about the harbour tunnel', { action: 'write', topic: 'the harbour tunnel' }],
    ['批准碼頭嗰篇報道', { action: 'approve', story: '碼頭' }],
    ['放行關於海底隧道的報道', { action: 'approve', story: '海底隧道' }],
    ['暫緩碼頭嗰篇到下午六點', { action: 'hold', story: '碼頭', until: '下午六點' }],
    ['撤回渡輪嗰單新聞，因為議會否認', { action: 'kill', story: '渡輪', why: '議會否認' }],
    ['取消呢篇報道', { action: 'kill' }],
    ['重試渡輪嗰篇', { action: 'retry', story: '渡輪' }],
    ['更正渡輪報道：有十二人受傷', { action: 'correct', story: '渡輪', text: '有十二人受傷' }],
    ['渡輪報道的來源有哪些？', { action: 'sources', story: '渡輪' }],
    ['點解揀渡輪嗰篇？', { action: 'why', story: '渡輪' }],
    ['寫一篇關於海底隧道的報道', { action: 'write', topic: '海底隧道' }],
  ])('reads %s', (said, order) => expect(storyOrder(said)).toEqual(order));

  it.each([
    'Is that correct?',
    'Did they hold the meeting?',
    'Who will follow him?',
    'hold the front page for sport',
    '跟進了多久？',
    'approve every story',
    'kill the reminder',
    'cancel the crypto rule',
    'drop sports stories',
    '取消加密貨幣嗰條規則',
    '取消日程提醒',
    '點解揀呢篇？',
  ])('leaves %s to others', (said) => expect(storyOrder(said)).toBeUndefined());
});
