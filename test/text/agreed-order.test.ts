import { expect, it } from 'vitest';
import { agreedTo } from '../../src/text/agreed-order.ts';

const ASKED = 'remind us of the front page at nine';

it.each([
  ['The ferry story is checked. Shall I approve it?', 'approve it'],
  [
    'It waits since 9:40.\n\n**Should I publish the story "Ferries resume"?**',
    'publish the story "Ferries resume"',
  ],
  ['Would you like me to pause the planner until Friday?', 'pause the planner until Friday'],
  ['Do you want me to go ahead and remove the diary reminder?', 'go ahead and remove the diary reminder'],
  ['OK if I move the digest to 18:00? 🙂', 'move the digest to 18:00'],
  ['Are you sure you want to withdraw it?', 'withdraw it'],
  ['呢篇已經核實。要我批准渡輪嗰篇嗎？', '批准渡輪嗰篇'],
  ['需要我幫你暫停選題嗎？', '暫停選題'],
  ['是否要删除每日提醒？', '删除每日提醒'],
])('a yes to "%s" stands for "%s"', (answer, order) => expect(agreedTo(answer, ASKED)).toBe(order));

it.each([
  'A reminder at 9:00 every day. Is that right?',
  'A reminder at 9:00 every day. Shall I go ahead?',
  'I would set it up for 9:00. Should I?',
  'So every day at 9:00, correct?\nDoes that sound good?',
  '每日九點提醒大家睇頭版，啱唔啱？\n對嗎？',
])('a yes to "%s" stands for what they had asked', (answer) => expect(agreedTo(answer, ASKED)).toBe(ASKED));

it.each([
  'Shall I approve it? The council denies the figure.',
  'Shall I approve it or hold it?',
  '批准定係暫緩？',
  'Do you want to see its sources?',
  'Is there anything else?',
  'Which of the two is meant?',
  'The page ends with “Shall I approve the tunnel story?”',
  'I approved it.',
  '',
])('a yes to "%s" stands for no order', (answer) => expect(agreedTo(answer, ASKED)).toBeUndefined());
