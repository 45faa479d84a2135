import { describe, expect, it } from 'vitest';
import { intentOf } from '../../src/llm/rules/chat-intent.ts';
import { briefTopic } from '../../src/text/brief-request.ts';

describe('a brief in plain words', () => {
  it.each([
    ['a brief on AI regulation', 'AI regulation'],
    ['Give me a brief on the Wakefield fire, please.', 'the Wakefield fire'],
    ['could you write us a short brief about housing in Tuen Mun?', 'housing in Tuen Mun'],
    ['Brief me on gold prices', 'gold prices'],
    ['I’d like a briefing on “Coast Film Awards”', 'Coast Film Awards'],
    ['寫一份關於人工智能監管的簡報', '人工智能監管'],
    ['唔該幫我整份關於屯門公屋嘅簡報', '屯門公屋'],
    ['請寫一篇金價簡報', '金價'],
    ['寫一份簡報：維多利亞港隧道', '維多利亞港隧道'],
    ['给我一份关于人工智能的简报', '人工智能'],
    ['Can I have a brief on gold?', 'gold'],
    ['give me a 200-word brief on gold', 'gold'],
    ['prepare a brief for the team on gold', 'gold'],
    ['write a brief: gold prices', 'gold prices'],
    ['new brief on gold', 'gold'],
    ['give me a gold price brief', 'gold price'],
    ['畀份樓價簡報我', '樓價'],
    ['俾份關於金價嘅簡報我哋', '金價'],
    ['整份金價嘅簡報俾我', '金價'],
    ['我想要一份金價簡報', '金價'],
    ['我想要份關於金價嘅簡報', '金價'],
    ['可以幫我寫份關於無人機的簡報嗎？', '無人機'],
    ['請提供一份關於金價的簡報', '金價'],
    ['撰寫一份關於金價的簡報', '金價'],
    ['寫份簡報講金價', '金價'],
    ['整返份金價簡報，唔該', '金價'],
    ['金價簡報', '金價'],
    ['金價簡報。', '金價'],
    ['唔該，金價簡報', '金價'],
    ['人工智能監管簡報，謝謝', '人工智能監管'],
    ['我要樓價簡報', '樓價'],
    ['AI 監管簡報', 'AI 監管'],
    ['關稅簡報', '關稅'],
    ['an AI regulation brief please', 'AI regulation'],
    ['An AI regulation brief, please!', 'AI regulation'],
    ['please, an AI regulation brief', 'AI regulation'],
    ["I'd like an AI regulation brief", 'AI regulation'],
    ['can we have a quick gold price brief?', 'gold price'],
  ])('%s', (said, topic) => {
    expect(briefTopic(said)).toBe(topic);
    expect(intentOf(said)).toEqual({ kind: 'brief', topic });
  });

  it.each([
    'What does the brief say about gold?',
    'a brief on this',
    'keep it brief',
    'Write a story about the ferry',
    'The minister gave a brief speech on housing.',
    '簡報講咗咩？',
    'give me a quick brief',
    'get me a topic for the brief',
    'write a follow-up to the gold brief',
    "what's the brief on gold?",
    'how was the brief on gold?',
    '上一份簡報',
    '上次的金價簡報呢',
    '今日嘅金價簡報好未？',
    '給我一份新聞簡報',
    '取消金價簡報',
    '睇返上一份簡報',
    '要唔要簡報',
    'the AI regulation brief was good',
    'the AI regulation brief please',
    'an AI regulation brief',
    'an AI regulation brief was posted, please look at it',
    'that was an AI regulation brief',
    'a good brief, thanks',
    'a shorter brief please',
    'keep it brief please',
    'please be brief',
    'I need to keep it brief',
    '金價簡報嗎？',
    '金價簡報呢',
    '金價簡報好好',
    '金價簡報寫得好',
    '多謝你份金價簡報',
    '今日金價簡報',
    '上次金價簡報',
    '睇金價簡報',
    '收到金價簡報',
    '更新金價簡報',
    '我哋嘅金價簡報',
    '邊個要金價簡報',
    '新聞簡報',
    '記者簡報',
    '每日簡報',
    '唔要金價簡報',
  ])('is not what “%s” asks for', (said) => {
    expect(briefTopic(said)).toBeUndefined();
  });

  it('is a job’s where a time is named', () => {
    expect(intentOf('remind us every weekday at 8:00 to read a brief on AI')).toMatchObject({ kind: 'job' });
  });
});
