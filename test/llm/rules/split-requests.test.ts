import { describe, expect, it } from 'vitest';
import { intentOf } from '../../../src/llm/rules/chat-intent.ts';
import { deskModel } from '../../../src/llm/rules/desk-model.ts';
import { EXAMPLES } from '../../../src/llm/rules/not-understood.ts';
import { splitRequests } from '../../../src/llm/rules/split-requests.ts';
import type { ChatMessage } from '../../../src/llm/chat-model.ts';
import { CHAT_TOOLS, deskRequest, offering, user } from './desk-requests.ts';

const NOW = Date.UTC(2026, 10, 18, 10);
const TOOLS = [...CHAT_TOOLS, ...offering('cron', 'story')];

/** Speaks to the desk model; its calls are answered in turn by `answers`, by the tool's name. */
async function talk(
  text: string,
  answers: Readonly<Record<string, object>> = {},
  before: readonly ChatMessage[] = [],
) {
  const messages: ChatMessage[] = [...before, user(text)];
  const calls: { name: string; args: unknown }[] = [];
  for (;;) {
    const reply = await deskModel.reply(
      deskRequest('chat', { tools: TOOLS, messages, material: { now: new Date(NOW).toISOString() } }),
    );
    const [call] = reply.toolCalls;
    if (call === undefined) return { calls, text: reply.text };
    calls.push({ name: call.name, args: call.args });
    const result = JSON.stringify(answers[call.name] ?? { error: 'no answer' });
    messages.push(
      { role: 'assistant', text: '', toolCalls: [call] },
      { role: 'tool', callId: call.id, name: call.name, text: result },
    );
  }
}

const corrected = (text: string) => ({ kind: 'story', order: { action: 'correct', text } });

describe('everyday sentences', () => {
  it.each([
    ['great, hold it', { kind: 'story', order: { action: 'hold' } }],
    ['唔該 kill this', { kind: 'story', order: { action: 'kill' } }],
    ['收到，撤回呢篇', { kind: 'story', order: { action: 'kill' } }],
    ['Thanks, and kill the harbour story', { kind: 'story', order: { action: 'kill', story: 'harbour' } }],
    ['hi, no more crypto', { kind: 'remember', rule: true }],
    ['correct it: 12 people died, not 11', corrected('12 people died, not 11')],
    ['Fix this story - it was 64 vehicles', corrected('it was 64 vehicles')],
    ['更正呢篇：死咗12人', corrected('死咗12人')],
    ['bring it back', { kind: 'story', order: { action: 'retry' } }],
    ['put the film story back', { kind: 'story', order: { action: 'retry', story: 'film' } }],
    ['are there more sources?', { kind: 'story', order: { action: 'sources' } }],
    ['what did we correct?', { kind: 'story', order: { action: 'why' } }],
    ['has this been corrected?', { kind: 'story', order: { action: 'why' } }],
    ['唔好跟進隧道', { kind: 'story', order: { action: 'unfollow', story: '隧道' } }],
    ['恢復隧道嗰篇', { kind: 'story', order: { action: 'retry', story: '隧道' } }],
    ['恢復每日新聞', { kind: 'job', order: { action: 'resume', job: '每日新聞' } }],
    ['隧道嗰篇點解撤回咗？', { kind: 'story', order: { action: 'why', story: '隧道' } }],
    ['sources of the ferry story', { kind: 'story', order: { action: 'sources', story: 'ferry' } }],
    ['why did the ferry story fail?', { kind: 'story', order: { action: 'why', story: 'ferry' } }],
    ['How much did the ferry story cost us?', { kind: 'story', order: { action: 'why', story: 'ferry' } }],
    ['how much did the ferry cost?', { kind: 'question' }],
    ['why did the talks fail?', { kind: 'question' }],
    ['post the ferry story again', { kind: 'story', order: { action: 'retry', story: 'ferry' } }],
    [
      'write an update on the ferry strike',
      { kind: 'story', order: { action: 'write', topic: 'the ferry strike', update: true } },
    ],
    ['渡輪嗰篇點解寫唔到？', { kind: 'story', order: { action: 'why', story: '渡輪' } }],
    ['點解渡輪嗰篇失敗咗？', { kind: 'story', order: { action: 'why', story: '渡輪' } }],
    ['談判點解失敗？', { kind: 'question' }],
    ['渡輪嗰篇用咗幾多錢？', { kind: 'story', order: { action: 'why', story: '渡輪' } }],
    ['寫一篇渡輪罷工更新', { kind: 'story', order: { action: 'write', topic: '渡輪罷工', update: true } }],
    ['批准全部', { kind: 'unknown' }],
    ['暫緩所有報道', { kind: 'unknown' }],
    ['批准所有藥物未？', { kind: 'question' }],
    ['刪除嗰個提醒', { kind: 'job', order: { action: 'ask', missing: 'which' } }],
    ['最多人睇邊篇？', { kind: 'beyond', request: { request: 'readers' } }],
    [
      'keep me posted on the exchange story',
      { kind: 'story', order: { action: 'follow', story: 'exchange' } },
    ],
    [
      'let me know if anything changes on the exchange',
      { kind: 'story', order: { action: 'follow', story: 'exchange' } },
    ],
    ['Keep us updated', { kind: 'story', order: { action: 'follow' } }],
    [
      'be quiet until tomorrow 9am',
      { kind: 'desk', request: { request: 'pause', until: 'until tomorrow 9am' } },
    ],
    ['only post between 9 and 5', { kind: 'beyond', request: { request: 'hours' } }],
    ['stop posting at night', { kind: 'beyond', request: { request: 'hours' } }],
    ['夜晚唔好出稿', { kind: 'beyond', request: { request: 'hours' } }],
    ['stop posting between 11pm and 6am', { kind: 'beyond', request: { request: 'hours' } }],
    ['no stories after 10pm', { kind: 'beyond', request: { request: 'hours' } }],
    ['nothing on Sundays', { kind: 'beyond', request: { request: 'hours' } }],
    ['post fewer stories about sport please', { kind: 'beyond', request: { request: 'more' } }],
    ['we want more stories about Hong Kong', { kind: 'beyond', request: { request: 'more' } }],
    ['what are you?', { kind: 'help' }],
    ['你係咩嚟㗎？', { kind: 'help' }],
    ['最新嗰篇有咩來源？', { kind: 'story', order: { action: 'sources', story: '最新' } }],
    ['地震嗰單用咗邊啲來源', { kind: 'story', order: { action: 'sources', story: '地震' } }],
    ['what can you do for us?', { kind: 'help' }],
    ['post less', { kind: 'beyond', request: { request: 'more' } }],
    ['prefer UK politics', { kind: 'beyond', request: { request: 'more' } }],
    ['shorter please', { kind: 'beyond', request: { request: 'shorten' } }],
    ['the tunnel story should say 64 vehicles', { kind: 'beyond', request: { request: 'wrong' } }],
    ['help me set up a daily brief at 8am about AI', { kind: 'job', order: { action: 'add' } }],
    ['邊個批㗎？', { kind: 'story', order: { action: 'why' } }],
    ['呢篇有冇更正過？', { kind: 'story', order: { action: 'why' } }],
    ['perfect, now post it', { kind: 'story', order: { action: 'approve' } }],
    ['thanks, who died', { kind: 'question', text: 'who died' }],
    ['ok thanks', { kind: 'thanks' }],
    ['thanks for the update', { kind: 'thanks' }],
    ["thank you very much, that's everything", { kind: 'thanks' }],
    ['唔該晒，冇嘢喇', { kind: 'thanks' }],
    ['thanks, what have I got set up?', { kind: 'jobs' }],
    ["what's set up here?", { kind: 'jobs' }],
    ['what have we got set up now?', { kind: 'jobs' }],
    ['what has been set up for the refugees?', { kind: 'question' }],
    ['幾時再計劃？', { kind: 'jobs' }],
    ['what are the top stories right now?', { kind: 'stories' }],
    ['great, keep it up', { kind: 'thanks' }],
    ['Nice attack: how many died?', { kind: 'question', text: 'Nice attack: how many died?' }],
    ['And nothing about sport until Friday', { kind: 'remember', rule: true }],
    ['nothing more about the royal wedding', { kind: 'remember', rule: true }],
    ['仲有，星期五之前唔好出體育', { kind: 'remember', rule: true }],
    ['You may write about crypto again', { kind: 'forget', text: 'crypto', all: true }],
    ['we can cover sport again', { kind: 'forget', text: 'sport', all: true }],
    ['write about crypto again', { kind: 'forget', text: 'crypto', all: true }],
    ['crypto is fine again', { kind: 'forget', text: 'crypto', all: true }],
    ['可以再寫加密貨幣喇', { kind: 'forget', text: '加密貨幣', all: true }],
    ['加密貨幣可以寫返', { kind: 'forget', text: '加密貨幣', all: true }],
    ['forget what I said about crypto', { kind: 'forget', text: 'crypto' }],
    ['取消加密貨幣嗰條規則', { kind: 'forget', text: '加密貨幣' }],
    ['what did I ask you to remember?', { kind: 'notes' }],
    ['What did Ann ask you to leave out?', { kind: 'notes' }],
    ['what are we leaving out?', { kind: 'notes' }],
    ['what are you not writing about?', { kind: 'notes' }],
    ['我叫過你記住啲咩？', { kind: 'notes' }],
    ['我哋叫你唔好寫啲咩？', { kind: 'notes' }],
    ['tell us what you posted', { kind: 'stories' }],
    ['點解冇寫渡輪？', { kind: 'explain' }],
    ['put the harbour story first tomorrow', { kind: 'unknown' }],
    ['聽日先出碼頭嗰篇', { kind: 'unknown' }],
    ['can you order a pizza?', { kind: 'unknown' }],
    ['can you say how many were hurt?', { kind: 'question' }],
    ['Do the firefighters know the cause?', { kind: 'question' }],
    ['ferry crash cause', { kind: 'question' }],
  ])('%s', (said, intent) => {
    expect(intentOf(said)).toMatchObject(intent);
  });

  it.each([
    'When will the next ferry sail?',
    'When is the next election?',
    'When does the plan take effect?',
    'When will the job losses begin?',
    'Which jobs will be cut?',
    'What did the council change in the plan?',
    'Was the figure corrected by the ministry?',
    'what is on the ship?',
    '邊個批准咗呢個計劃？',
    'What jobs were lost?',
    'What is planned at sea?',
    'Which scheduled flights were cancelled?',
    'What new evidence did police find?',
    'What was published in the report?',
    'What has been posted on Facebook?',
    '下次選舉幾時？',
    '下一個執行長係邊個？',
    '哪些工作受影響？',
    '救援任務何時結束？',
    'what is the top news conference about?',
    'did the driver run a red light?',
    'how do I get to the hospital?',
    'Is it wrong that the tunnel was open?',
    'how many posts have been cut at the bank?',
    '最近發生咩事？',
    '最近出院嘅傷者有幾多？',
    '政府發了什麼通告？',
    '今日有什麼天氣警告？',
    '警方有什麼新消息？',
  ])('%s asks about the news, not about the desk', (said) => {
    expect(intentOf(said).kind).toBe('question');
  });

  it.each([
    ['jobs', 'when is the next run?', "when's the next one?", 'when does the planner run next?'],
    ['jobs', 'when is the next newsletter?', "what's on for tomorrow?", 'what is on tonight?'],
    ['jobs', 'when is the next update?', 'when will the daily plan run?', 'next run', "what's the next job?"],
    ['jobs', 'what is scheduled for tomorrow?', "what's coming up this week?", 'any scheduled jobs?'],
    ['jobs', 'which jobs do you have?', 'show me the jobs', 'what are the reminders here?', 'jobs'],
    ['jobs', 'what will you post next?', 'what are you going to write next?', '下一篇寫咩？', '跟住會出咩？'],
    ['jobs', '下次執行係幾時？', '下個任務係咩？', '有咩任務？', '任務幾時執行？', '列出排程', '幾點更新？'],
    [
      'stories',
      "what's new?",
      'what have you just posted?',
      'what did we publish today?',
      'what has been posted?',
    ],
    ['stories', 'what was published today?', 'what new stories are there?', "what's out today?"],
    [
      'stories',
      'how many stories did you post today?',
      'How many stories have been posted?',
      'how many posts have we published this week?',
      '今日出咗幾多篇稿？',
      '你哋發了多少篇報道？',
    ],
    ['stories', "what's the biggest story today?", 'what are the top stories?'],
    ['stories', "what's in the news today?", "show me today's corrections"],
    ['stories', '最近發過什麼？', '今日有咩新聞？', '有咩新嘢？', '你哋出咗啲咩？', '今日出咗啲咩？'],
  ])('%s are listed where they are asked for', (kind, ...asked) => {
    for (const said of asked) expect(intentOf(said), said).toMatchObject({ kind });
  });

  it.each([
    ['what did we post yesterday?', 'yesterday'],
    ['What did you post on Friday?', 'on Friday'],
    ['list all stories from last week', 'last week'],
    ['how many posts have we published this week?', 'this week'],
    ['尋日出咗咩？', '尋日'],
    ['尋日呢？', '尋日'],
    ['and yesterday?', 'yesterday'],
    ['what about last week?', 'last week'],
    ['今個星期出咗幾多篇？', '今個星期'],
    ['what did we publish today?', undefined],
  ])('stories of the days that are named: %s', (said, when) => {
    expect(intentOf(said)).toEqual({ kind: 'stories', ...(when !== undefined && { when }) });
  });

  it.each([
    ['every weekday at 7:30 check the diary', 'every weekday at 7:30', 'Check the diary'],
    ['Every weekday at 7:30, check the diary', 'every weekday at 7:30', 'Check the diary'],
    ['check the diary every weekday at 7:30', 'every weekday at 7:30', 'Check the diary'],
    ['每個平日七點半檢查日程', '每個平日 七點半', '檢查日程'],
  ])('%s is a job', (said, schedule, message) => {
    expect(intentOf(said)).toMatchObject({ kind: 'job', order: { action: 'add', schedule, message } });
  });

  it.each(['every weekday at 7:30 trains leave for the coast', 'Ann said to check the diary at six'])(
    '%s is no job',
    (said) => expect(intentOf(said).kind).not.toBe('job'),
  );

  it('is understood as its own examples say', () => {
    for (const { en, zh } of EXAMPLES)
      for (const example of [en, zh])
        expect(['question', 'unknown', 'beyond'], example).not.toContain(intentOf(example).kind);
  });
});

describe('what planned runs leave out', () => {
  it.each(['skip crypto this time', '今日略過體育新聞', '略過今日體育新聞', "don't run crypto today"])(
    '%s is no automation',
    (said) => expect(intentOf(said).kind).not.toBe('beyond'),
  );
});

describe('small talk', () => {
  it.each([
    ['greeting', 'hello?', 'are you there?', 'anybody there', '喺度嗎？', '你好嗎？', '你喺唔喺度？'],
    ['stories', 'when was this posted?', 'what time did you post it?'],
    [
      'thanks',
      'good job',
      'ta',
      'thanks a lot',
      'great',
      'great work!',
      'Well done.',
      'What a story!',
      '做得好',
    ],
    [
      'help',
      'how do I approve a story?',
      'what commands are there?',
      'how can I add a reminder?',
      '點樣批准一篇稿？',
      '如何設定一個提醒？',
    ],
  ])('%s', (kind, ...said) => {
    for (const one of said) expect(intentOf(one), one).toEqual({ kind });
  });
});

describe('what the desk cannot know', () => {
  it.each([
    ['which story was read most?', /don't see how often/],
    ["what's our most popular story?", /don't see how often/],
    ['how many views did we get?', /don't see how often/],
    ['run the planner now', /run on their schedules only/],
    ['Please run the morning brief again', /run on their schedules only/],
    ['即刻執行選題', /不能即時執行/],
    ['no more than 3 stories per hour please', /set in the edition/],
    ["that's wrong", /\/story correct/],
    ['you misspelled Norwich', /\/story correct/],
    ["there's a typo in the tunnel story", /\/story correct/],
    ['你寫錯咗個名', /\/story correct/],
    ['is this true?', /for editors to judge/],
    ['Is that story confirmed?', /for editors to judge/],
    ['can we trust it?', /for editors to judge/],
    ['係咪真㗎？', /由編輯判斷/],
    ['呢單新聞真唔真？', /由編輯判斷/],
    ['post in Chinese', /set in the edition/],
    ['make headlines shorter', /set in the edition/],
    ['標題短啲', /版面設定|撮要/],
    ['skip the next run', /\/cron skip/],
    ["skip tomorrow's reminder", /\/cron skip/],
    ['略過下一次執行', /\/cron skip/],
    ['add the feed https://example.org/rss.xml', /newsroom feeds/],
    ['stop reading Ledger Lane', /newsroom feeds/],
    ['加入來源 https://example.org/rss.xml', /newsroom feeds/],
    ['邊篇最多人睇？', /看不到報道有多少人讀/],
  ])('%s is answered as such', async (said, answer) => {
    const { calls, text } = await talk(said);
    expect(calls).toEqual([]);
    expect(text).toMatch(answer);
  });
});

describe('what is not understood', () => {
  it.each([
    ['put the harbour story first tomorrow', /^I didn't understand "put the harbour story first tomorrow"/],
    ['聽日先出碼頭嗰篇', /^我看不懂「聽日先出碼頭嗰篇」/],
  ])('%s is answered with what can be said, near to it', async (said, lead) => {
    const { calls, text } = await talk(said);
    expect(calls).toEqual([]);
    expect(text).toMatch(lead);
    expect(text.match(/^- /gm)).toHaveLength(3);
  });

  it('a statement that the sources know nothing of is no question that they leave open', async () => {
    const { text } = await talk('I had a lovely holiday by the sea', {
      look_up: { scope: 'recent', passages: [] },
    });
    expect(text).toMatch(/^I didn't understand/);
  });
});

describe('a message with several requests', () => {
  it.each([
    [
      'no more crypto this week and put the harbour story first tomorrow',
      ['no more crypto this week', 'put the harbour story first tomorrow'],
    ],
    [
      'No more crypto this week. No sport until Friday.',
      ['No more crypto this week.', 'No sport until Friday.'],
    ],
    [
      'no more crypto this week, and remind us every Monday at 9 to check the diary',
      ['no more crypto this week', 'remind us every Monday at 9 to check the diary'],
    ],
    ['How many were hurt? And when did it happen?', ['How many were hurt?', 'And when did it happen?']],
    ['唔好再寫加密貨幣，同埋暫緩碼頭嗰篇報道', ['唔好再寫加密貨幣', '暫緩碼頭嗰篇報道']],
    ['今日唔好再出加密貨幣。最近發過什麼？', ['今日唔好再出加密貨幣', '最近發過什麼？']],
  ])('%s', (said, requests) => expect(splitRequests(said)).toEqual(requests));

  it.each([
    'no more crypto and football',
    'no crypto and no sport until Friday',
    'remind us every Monday at 9 to check the diary and call Ann',
    'remember that Ann is away and write to her on Friday',
    'correct: the toll was 12 and hold the line that it was 14',
    'Who was hurt and who was arrested?',
    '設定一個提醒，每日18:00，檢查更正',
    'Ann is away. No more crypto today.',
  ])('%s is one', (said) => expect(splitRequests(said)).toEqual([said]));

  it('serves each, in its order, and answers for each', async () => {
    const { calls, text } = await talk('no more crypto this week and hold the harbour story until 6pm', {
      remember: { text: 'no more crypto this week', exclude: { categories: ['Crypto'], subjects: [] } },
      story: { story: { title: 'The harbour reopens' } },
    });
    expect(calls).toEqual([
      { name: 'remember', args: { text: 'no more crypto this week' } },
      { name: 'story', args: { action: 'hold', story: 'harbour', until: '6pm', language: 'en' } },
    ]);
    expect(text).toMatch(
      /^Noted: planned runs leave out Crypto .+\n\n"The harbour reopens" is held until 6pm\.$/s,
    );
  });

  it('remembers two rules with their own ends as two notes', async () => {
    const { calls } = await talk('no more crypto this week and no sport until Friday', {
      remember: { text: 'x' },
    });
    expect(calls.map(({ args }) => args)).toEqual([
      { text: 'no more crypto this week' },
      { text: 'no sport until Friday' },
    ]);
  });

  it('names the half that it did not understand', async () => {
    const { text } = await talk('no more crypto this week and put the harbour story first tomorrow', {
      remember: { text: 'no more crypto this week', exclude: { categories: ['Crypto'], subjects: [] } },
    });
    expect(text).toMatch(/^Noted: .+\n\nI didn't understand "put the harbour story first tomorrow"/s);
  });

  it('goes on after a refusal, and names what is more than it takes', async () => {
    const { text } = await talk(
      'what do you remember? What have you posted? Which jobs are there? When is the next run?',
      { notes: { notes: [] }, jobs: { jobs: [] } },
    );
    expect(text).toMatch(/Nothing is noted.*That didn't work.*no scheduled jobs.*not done yet.*next run/s);
  });
});

describe('the question whether to withdraw a posted story', () => {
  const asked = { story: { asks: { title: 'The mill' } } };
  it.each([
    [
      'kill the mill story',
      'yes',
      /^Withdraw "The mill"\? It is posted.+answer "yes"/,
      'It stays posted.',
      'en',
    ],
    ['撤回磨坊那篇', '係', /^要撤回「The mill」嗎？.+回覆「係」/, '沒有撤回。', 'zh'],
  ] as const)('%s: %s', async (order, yes, question, kept, language) => {
    const { text } = await talk(order, asked);
    expect(text).toMatch(question);
    const before: ChatMessage[] = [user(order), { role: 'assistant', text }];
    const agreed = await talk(yes, { story: { story: { title: 'The mill' }, said: 'Withdrawn.' } }, before);
    expect(agreed).toEqual({
      calls: [{ name: 'story', args: { action: 'kill', language } }],
      text: 'Withdrawn.',
    });
    expect(await talk(yes === 'yes' ? 'no' : '唔好', {}, before)).toEqual({ calls: [], text: kept });
    expect(
      (await talk(yes, {}, [user('hi'), { role: 'assistant', text: 'Hello.' }])).calls,
    ).not.toContainEqual(expect.objectContaining({ name: 'story' }));
  });
});

describe('a text of many parts', () => {
  // Each part more doubled the work once: thirty of them held a desk for good.
  it.each([
    ['sentences', 'a long message; '.repeat(12)],
    ['commas', '一，二，三，四，五，六，七，八，九，十，十一，十二'],
    ['joined by and', 'one and two and three and four and five and six and seven and eight and nine and ten'],
    ['far too many', 'a long message; '.repeat(500)],
  ])('is one request, found at once: %s', (_, text) => {
    expect(splitRequests(text)).toEqual([text.trim()]);
  });
});
