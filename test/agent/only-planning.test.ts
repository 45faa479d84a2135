import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { notAnAnswer } from '../../src/agent/only-planning.ts';

const PLANNING = [
  'Let me check the sources.',
  'Let me look that up for you.',
  "I'll search the sources for that now.",
  'I will now search for the latest reports on the bridge.',
  "Sure! I'll look into it.",
  'Okay, let me see.',
  'First, I need to find the story. Then I will check its sources.',
  'I need to call the tool to find out.',
  "I'm going to review the posted stories first.",
  'Here is my plan:\n1. Search the sources\n2. Check the numbers\n3. Write the answer',
  '**Plan:**\n- look up the story\n- compare the outlets',
  'Checking the sources now…',
  'Searching for the answer.',
  'One moment please. Let me fetch the story.',
  '讓我先查一下資料來源。',
  '我會先搜尋相關報道。',
  '好的，我現在查看來源。',
  '等我睇下先。',
  '首先，我需要查閱來源。然後我會整理答案。',
  '我的計劃：\n1. 搜尋來源\n2. 核實數字',
  '正在搜尋資料…',
];
const FOR_MACHINES = [
  '{"tool": "look_up", "args": {"question": "12%"}}',
  '```json\n{"name": "look_up", "arguments": {"question": "12%"}}\n```',
  '[{"name": "stories", "args": {}}]',
  '[tool: look_up]',
  '<tool_call>{"name": "look_up"}</tool_call>',
  '```tool_code\nprint(default_api.look_up(question="12%"))\n```',
  'look_up(question="12%")',
  'default_api.stories()',
  '{"say": "Five stories."}',
  'I will look at them.\n```tool_code\nprint(default_api.stories())\n```',
  '```tool_code\nprint(default_api.stories())\n```\nThe stories are listed above.',
  'Sure, 2 lists follow.\n<tool_call>\n{"name": "stories", "arguments": {}}\n</tool_call>',
  '<tool_call>\n{"name": "look_up", "arguments": {"question": "12%"',
  '<tool_call>stories\n<arg_key>day</arg_key>\n<arg_value>2</arg_value>\n</tool_call>\n數目如下：',
  '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>stories\n```json\n{}\n```<｜tool▁call▁end｜>',
  '<|python_tag|>{"name": "stories", "parameters": {}}',
  '<|channel|>commentary to=functions.stories <|constrain|>json<|message|>{}<|call|>',
  '[TOOL_CALLS][{"name": "stories", "arguments": {}}] 12',
  'Thought: the 12% is needed.\nAction: look_up\nAction Input: {"question": "12%"}',
  '[look_up(question="12%")]',
  '**Tool call:** `stories`\n```json\n{"day": 2}\n```',
  'For “12%” I use this:\n\n```json\n{"name": "look_up", "arguments": {"question": "12%"}}\n```',
  'call:look_up{question:"12%"}',
];
const EMPTY = ['***', '```\n```', '#', '- \n- ', '> ', '---', '``````'];
const ANSWERS = [
  'The page has the tag <tool_call> in its source.',
  'Action: none. The story is posted.',
  '[stories](https://desk.test/stories) are listed there.',
  '[look_up] is a tool of mine.',
  'This is its entry:\n```json\n{"name": "Harbour Post", "parameters": {"every": 5}}\n```',
  'Let me be clear: the sources say 31 to 12.',
  'Let me know which of the two you mean.',
  'Let me check: the Herald says that the vote was 31 to 12.',
  'Let me check the sources. The Herald has "31 to 12".',
  "I'll remind you every weekday at 7:30.",
  "Noted. I'll look for more housing stories from now on.",
  'I will leave crypto out until Monday.',
  "I'll check the diary every morning.",
  'I will look into it when the next edition is planned.',
  'I need to know which job you mean.',
  'I should have said that the sources differ.',
  "I can't run a job by hand.",
  "The sources of this story don't say why.",
  'Plan: the council will keep the library open, says the Herald.',
  'Yes.',
  'Done.',
  'OK',
  '👍',
  '12',
  '[1]',
  'Now searching the wreck: divers from two navies, according to the Gazette.',
  'Should I look that up in the stories of this channel?',
  'First, the council votes on Thursday. Then the library closes.',
  'The job "diary" runs next on Friday.',
  '```json\n{"population": 31000}\n```',
  '- Ann asked to leave out crypto; noted.',
  '我會在每個平日早上七點半提醒大家。',
  '已記下。以後我會多留意房屋新聞。',
  '來源沒有提到原因。',
  '我先前說錯了：《先驅報》寫的是31票對12票。',
  '好的。',
  '讓我說清楚：來源並無這個數字。',
  '正在搜尋失蹤者的消防員說，水位已經下降。',
  '',
];

const judged = (text: string) => notAnAnswer(text, ['look_up', 'stories']);

describe('a reply that is no answer', () => {
  it.each(PLANNING)('is only planning: %j', (text) => {
    expect(judged(text)).toBe('only planning');
  });
  it.each(FOR_MACHINES)('is for machines: %j', (text) => {
    expect(judged(text)).toBe('a call or JSON in place of words');
  });
  it.each(EMPTY)('has no words: %j', (text) => {
    expect(judged(text)).toBe('Markdown without words');
  });
  it('stays one whatever else of its kind stands beside it', () =>
    fc.assert(
      fc.property(
        fc.subarray(
          PLANNING.filter((text) => !text.includes('\n')),
          { minLength: 1 },
        ),
        (some) => {
          expect(judged(some.join('\n'))).toBe('only planning');
        },
      ),
    ));
});

describe('an answer', () => {
  it.each(ANSWERS)('is published: %j', (text) => {
    expect(judged(text)).toBeUndefined();
  });
  it('is published with planning before or after it, as it says something', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...PLANNING),
        fc.constantFrom(...ANSWERS.filter((text) => /[\p{L}\d]{4}/u.test(text) && !text.startsWith('```'))),
        (planning, answer) => {
          expect(judged(`${answer}\n${planning}`)).toBeUndefined();
          expect(judged(`Thanks for asking.\n${answer}`)).toBeUndefined();
        },
      ),
    ));
  it('is judged in no time, whatever it is', () => {
    for (const text of [
      'I will '.repeat(5_000),
      '{'.repeat(20_000),
      '[{'.repeat(5_000),
      '```'.repeat(9_000),
      '好的，'.repeat(400),
      'sure '.repeat(240),
    ])
      judged(text);
  });
});
