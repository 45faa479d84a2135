import { describe, expect, it } from 'vitest';
import { deskWish } from '../../src/text/desk-wish.ts';
import type { DeskWishName } from '../../src/text/desk-wish.ts';

/** As people say it. */
const SAID: Readonly<Record<DeskWishName, readonly string[]>> = {
  waiting: [
    'what waits for approval?',
    'What is waiting for approval?',
    "what's pending",
    'is anything waiting for me?',
    'Which stories are waiting for an editor?',
    'Are there any drafts waiting for approval?',
    'anything on hold?',
    'show me what needs approval',
    'what do I need to approve?',
    '有咩等緊批准？',
    '有冇稿等批？',
    '邊篇稿等緊我批',
    '有什麼報道等待審批？',
    '有什么稿件等待批准？',
  ],
  paused: [
    'is anything paused?',
    'Is anything paused right now?',
    'what is paused?',
    'which automations are paused?',
    'are any jobs paused?',
    'is the desk paused?',
    '有冇嘢暫停咗？',
    '有咩暫停緊？',
    '哪些工作暫停了？',
    '邊啲排程停咗？',
  ],
  cost: [
    'what did today cost?',
    'How much did today cost?',
    'how much have we spent today?',
    'what have you cost us so far today?',
    "what's today's bill?",
    'what are the costs today?',
    '今日使咗幾多錢？',
    '今天花了多少錢？',
    '今日成本係幾多？',
    '今日嘅費用',
  ],
  feeds: [
    'which feeds fail?',
    'Which feeds are failing?',
    'are any feeds broken?',
    'any failing feeds?',
    'which of our sources are down right now?',
    'how are the feeds doing?',
    '邊啲來源失敗？',
    '有冇來源出錯？',
    '哪些來源讀不到？',
  ],
  left_out: [
    'what did you leave out and why?',
    'What did you leave out today, and why?',
    'which stories were left out?',
    'what was skipped and why',
    '你略去咗咩？點解？',
    '今日略去了哪些新聞？',
    '你冇揀咩新聞，點解？',
  ],
  pause: [
    'pause everything for an hour',
    'please pause everything',
    'can you stop all scheduled work until 6pm?',
    'pause the desk for 2 hours',
    'put everything on hold until tomorrow 9:00',
    '暫停所有嘢一個鐘',
    '暫停全部工作',
    '將所有工作暫停兩小時',
    '唔該暫停晒所有嘢半個鐘',
  ],
  resume: ['resume everything', 'unpause the desk', 'start everything again', '恢復所有工作', '繼續所有嘢'],
  undo: [
    'undo',
    'Undo that.',
    'please undo the last change',
    'revert that',
    'take that back',
    '還原',
    '復原上一步',
    '撤銷剛才嘅改動',
  ],
};

const NONE = [
  'How many vehicles were stranded?',
  'What did the tunnel closure cost?',
  'what did the training cost?',
  'Which drugs are waiting for approval by the regulator?',
  'Is the ferry service paused?',
  'Was the project paused?',
  'Why did the exchange pause withdrawals?',
  'The minister said: pause everything for an hour',
  '"pause everything for an hour"',
  '> undo',
  'The source says "undo that". Is it true?',
  'pause the diary reminder',
  'pause everything that mentions the mayor',
  'what did you leave out about the ferry?',
  'why did you leave out crypto?',
  'Which sources say that 12 people were hurt?',
  'stop all the trains',
  '部長話：暫停所有工作',
  '紅隧暫停幾耐？',
  '有咩人受傷？',
  '「還原」係咩意思？',
  '略去加密貨幣嘅原因？',
];

describe('questions about the desk, and orders to all of it', () => {
  for (const [wish, said] of Object.entries(SAID))
    for (const text of said)
      it(`takes "${text}" for ${wish}`, () => expect(deskWish(text)).toMatchObject({ wish }));

  for (const text of NONE) it(`takes "${text}" for none`, () => expect(deskWish(text)).toBeUndefined());

  it.each([
    ['pause everything for an hour', 'an hour'],
    ['stop all scheduled work until 6pm', 'until 6pm'],
    ['暫停所有嘢一個鐘', '一個鐘'],
    ['暂停所有工作两小时', '两小时'],
  ])('"%s" ends as it was said: %s', (said, until) =>
    expect(deskWish(said)).toEqual({ wish: 'pause', until }),
  );
});
