import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '../../../src/llm/chat-model.ts';
import { deskModel } from '../../../src/llm/rules/desk-model.ts';
import { CHAT_TOOLS, deskRequest, offering, toolResult, user } from './desk-requests.ts';

const say = (text: string, ...results: ReturnType<typeof toolResult>[]) =>
  deskModel.reply(deskRequest('chat', { tools: CHAT_TOOLS, messages: [user(text), ...results] }));

describe('a conversation without a language model', () => {
  it.each([
    ['no more crypto today', 'remember', { text: 'no more crypto today' }],
    ['please skip sports this week', 'remember', { text: 'please skip sports this week' }],
    ['leave the harbour tunnel out', 'remember', { text: 'leave the harbour tunnel out' }],
    ['remember that Ann is away on Friday', 'remember', { text: 'Ann is away on Friday' }],
    ['今日唔好再出加密貨幣', 'remember', { text: '今日唔好再出加密貨幣' }],
    ['記住星期五休息', 'remember', { text: '星期五休息' }],
    ['what do you remember?', 'notes', {}],
    ['你記得啲咩？', 'notes', {}],
    ['forget note n3', 'forget', { id: 'n3' }],
    ['forget the crypto rule', 'forget', { text: 'crypto' }],
    ['what have you posted?', 'stories', {}],
    ['what stories have you posted?', 'stories', {}],
    ["what's new?", 'stories', {}],
    ['any breaking news?', 'stories', {}],
    ['give me the headlines', 'stories', {}],
    ['show me the top story', 'stories', {}],
    ['how many stories today?', 'stories', {}],
    ['how many did you post?', 'stories', {}],
    ['how many stories were posted?', 'stories', {}],
    ['how many stories have been published today?', 'stories', {}],
    ['有冇突發？', 'stories', {}],
    ['頭條', 'stories', {}],
    ['stories', 'stories', {}],
    ['Our stories?', 'stories', {}],
    ['報道', 'stories', {}],
    ["what's next?", 'jobs', {}],
    ["what's on the schedule today?", 'jobs', {}],
    ["what's next on the schedule?", 'jobs', {}],
    ['下次幾時計劃？', 'jobs', {}],
    ['agenda', 'jobs', {}],
    ['聽日有咩做？', 'jobs', {}],
    ['忘記娛樂嗰條', 'forget', { text: '娛樂' }],
    ['今日出咗啲咩？', 'stories', {}],
    ['when is the next run?', 'jobs', {}],
    ['which jobs are there?', 'jobs', {}],
    ['下次幾時執行？', 'jobs', {}],
    ['why no more crypto today?', 'look_up', { question: 'why no more crypto today?' }],
    ['How many people were injured?', 'look_up', { question: 'How many people were injured?' }],
    [
      `${'The mill is old. '.repeat(100)}How many people were injured?`,
      'look_up',
      { question: expect.stringMatching(/^The mill.{0,991}…$/u) as string },
    ],
    [
      'Who posted the notice at the station?',
      'look_up',
      { question: 'Who posted the notice at the station?' },
    ],
    // Searched for in other words too, as sources have them.
    ['有幾多人受傷？', 'look_up', { question: '有幾多人受傷？ 受傷 傷者 傷勢 人傷 傷咗' }],
  ])('"%s" calls %s', async (text, name, args) => {
    expect((await say(text)).toolCalls).toEqual([{ id: 'desk-1', name, args }]);
  });

  it.each([
    'hello',
    'what can you do?',
    'who made you?',
    'do you use ChatGPT?',
    'where are the settings?',
    'how do I get Discord working?',
    'how do I stop you?',
    '你識做啲咩？',
    '你好',
    'thanks!',
  ])('answers "%s" without a tool', async (text) => {
    expect(await say(text)).toMatchObject({ toolCalls: [], finish: 'stop' });
  });

  it.each(['which model are you using?', 'are you an AI?', '你係咪AI？', '你用緊咩語言模型？'])(
    'says what it is: "%s"',
    async (text) => {
      expect(await say(text)).toMatchObject({ toolCalls: [] });
      expect((await say(text)).text).toMatch(/without a language model|沒有使用語言模型/);
    },
  );

  it.each([
    [
      'Being checked: **The mill** stays posted; its title says so.',
      'approve it',
      { action: 'approve', story: 'The mill' },
    ],
    [
      'I follow "The mill" until Sun 6 Dec, 09:25.',
      'stop following it',
      { action: 'unfollow', story: 'The mill' },
    ],
    ['已暫緩「磨坊」。', '批准佢', { action: 'approve', story: '磨坊' }],
    ['**The mill** and **The ferry** wait.', 'approve it', { action: 'approve' }],
    ['Posted lately: nothing.', 'hold it', { action: 'hold' }],
  ])('after “%s”, "%s" is about that story', async (told, said, args) => {
    const messages = [user('hold the mill story'), { role: 'assistant', text: told } as const, user(said)];
    const request = deskRequest('chat', { tools: [...CHAT_TOOLS, ...offering('story')], messages });
    const [call] = (await deskModel.reply(request)).toolCalls;
    expect(call).toMatchObject({ name: 'story', args });
    expect((call?.args as { story?: string }).story).toBe((args as { story?: string }).story);
  });

  it.each([
    ['follow the ferry strike', { action: 'follow', story: 'ferry strike' }],
    ['follow the quake until Friday', { action: 'follow', story: 'quake', until: 'Friday' }],
    ['stop following the quake', { action: 'unfollow', story: 'quake' }],
    ['stop following', { action: 'unfollow' }],
    ['which sources did you use?', { action: 'sources' }],
    ['who approved this?', { action: 'why' }],
    ['who approved the tunnel story?', { action: 'why', story: 'tunnel' }],
    ['why was the crypto story withdrawn?', { action: 'why', story: 'crypto' }],
    ["how's it going with the drone story?", { action: 'why', story: 'drone' }],
    ['bring back the crypto story', { action: 'retry', story: 'crypto' }],
    ['post something about the drone', { action: 'write', topic: 'the drone' }],
    ['we need a story on the budget', { action: 'write', topic: 'the budget' }],
    ['why is there no sport?', { action: 'why', topic: 'sport' }],
    ['海底隧道嗰篇邊個批㗎？', { action: 'why', story: '海底隧道' }],
    ['點解冇體育新聞？', { action: 'why', topic: '體育' }],
  ])('"%s" is about that story', async (said, args) => {
    const request = deskRequest('chat', {
      tools: [...CHAT_TOOLS, ...offering('story')],
      messages: [user(said)],
    });
    expect((await deskModel.reply(request)).toolCalls).toMatchObject([{ name: 'story', args }]);
  });

  it.each(['follow the rules', 'follow the money', 'follow the style of the Gazette'])(
    '"%s" is about none',
    async (said) => {
      const request = deskRequest('chat', {
        tools: [...CHAT_TOOLS, ...offering('story')],
        messages: [user(said)],
      });
      expect((await deskModel.reply(request)).toolCalls).toEqual([]);
    },
  );

  it.each([
    ['what time is it?', 'Wed 18 Nov, 20:00 (Asia/Hong_Kong)'],
    ["what's the date today?", 'Wed 18 Nov, 20:00 (Asia/Hong_Kong)'],
    ['而家幾點？', '11月18日（三）20:00 (Asia/Hong_Kong)'],
  ])('tells the time of the editors: "%s"', async (said, told) => {
    const material = { now: { atMs: Date.UTC(2026, 10, 18, 12), zone: 'Asia/Hong_Kong' } };
    const request = deskRequest('chat', { tools: CHAT_TOOLS, messages: [user(said)], material });
    expect((await deskModel.reply(request)).text).toBe(told);
  });

  it.each(['good night', 'bye!', '再見'])('takes leave: "%s"', async (said) => {
    expect((await say(said)).text).toMatch(/^(?:Goodbye|再見)/);
  });

  it('tells the stories of the days that were asked about', async () => {
    const ask = async (stories: object[]) =>
      (
        await deskModel.reply(
          deskRequest('chat', {
            tools: CHAT_TOOLS,
            messages: [user('What did we post yesterday?'), toolResult('stories', { today: 0, stories })],
          }),
        )
      ).text;
    expect(await ask([{ title: 'Pier closed' }])).toBe('Posted yesterday (1):\n- Pier closed');
    expect(await ask([])).toBe('Nothing was posted here yesterday.');
  });

  it.each([
    ['yes', /^No question/],
    ['係', /^我沒有等候回覆的問題/],
  ])('answers "%s" to nothing in its own language', async (text, told) => {
    expect((await say(text)).text).toMatch(told);
  });

  it('confirms what a rule does, and until when', async () => {
    const rule = {
      id: 'n1',
      text: 'no more crypto today',
      exclude: { categories: ['Crypto'], subjects: [] },
      until: '18 Nov, 23:59',
    };
    expect((await say('no more crypto today', toolResult('remember', rule))).text).toBe(
      'Noted: planned runs leave out Crypto until 18 Nov, 23:59.',
    );
    expect((await say('今日唔好再出加密貨幣', toolResult('remember', rule))).text).toBe(
      '記住了：選題時會略去Crypto，直到11月18日23:59。',
    );
    expect(
      (await say('remember that Ann is away', toolResult('remember', { id: 'n2', text: 'Ann is away' })))
        .text,
    ).toBe('Noted, until somebody tells me to forget it: "Ann is away"');
  });

  it('lists notes, jobs and stories', async () => {
    expect(
      (
        await say(
          'what do you remember?',
          toolResult('notes', { notes: [{ id: 'n1', text: 'no crypto', by: 'Ann' }] }),
        )
      ).text,
    ).toBe('What I remember:\n- "no crypto" (Ann)');
    const jobs = [{ id: 'j', name: 'daily', enabled: true, schedule: 'at 07:00', next: '19 Nov, 07:00' }];
    expect((await say('when is the next run?', toolResult('jobs', { jobs }))).text).toBe(
      'Scheduled jobs:\n- daily: at 07:00 (next 19 Nov, 07:00)',
    );
    const two = [
      { ...jobs[0], scheduleInChinese: '每日 07:00' },
      { ...jobs[0], name: 'once', next: null, triedAgain: '19 Nov, 07:05' },
    ];
    expect((await say('有咩排程？', toolResult('jobs', { jobs: two }))).text).toBe(
      '排程任務：\n- daily：每日 07:00（下次11月19日07:00）\n- once：at 07:00（11月19日07:05再試）',
    );
    expect((await say("what's new?", toolResult('stories', { stories: [] }))).text).toBe(
      'Nothing has been posted here lately.',
    );
  });

  it('says with the jobs that none runs while scheduled work is off', async () => {
    const jobs = [{ id: 'j', name: 'daily', enabled: true, schedule: 'at 07:00', next: '19 Nov, 07:00' }];
    const off = toolResult('jobs', { jobs, remark: 'scheduled work is off at the moment' });
    expect((await say('when is the next run?', off)).text).toBe(
      'Scheduled jobs:\n- daily: at 07:00 (next 19 Nov, 07:00)\nMind: scheduled work is off at the moment.',
    );
    expect((await say('有咩排程？', off)).text).toContain('\n（排程目前已停，恢復後才會執行。）');
  });

  it('passes on what a tool refused', async () => {
    expect((await say('forget note n9', toolResult('forget', { error: 'no such note' }))).text).toBe(
      "That didn't work: no such note",
    );
  });

  it('asks for the sources of a story in the language of the question', async () => {
    const tools = [...CHAT_TOOLS, ...offering('story')];
    const { toolCalls } = await deskModel.reply(
      deskRequest('chat', { tools, messages: [user('渡輪報道的來源有哪些？')] }),
    );
    expect(toolCalls).toMatchObject([
      { name: 'story', args: { action: 'sources', story: '渡輪', language: 'zh' } },
    ]);
  });

  it('says so when the conversation does not offer the tool', async () => {
    const reply = await deskModel.reply(
      deskRequest('chat', { tools: offering('look_up'), messages: [user('when is the next run?')] }),
    );
    expect(reply.text).toContain("doesn't offer the tool");
  });

  it.each([
    'forget that',
    'forget the last one',
    'cancel that',
    'forget it',
    '忘記這個',
    '取消剛才那個',
    'forget the last rule',
  ])('"%s" forgets the newest note', async (text) => {
    expect((await say(text)).toolCalls).toMatchObject([{ name: 'forget', args: { last: true } }]);
  });

  it('forgets by what a note leaves out, and asks where several match', async () => {
    expect((await say('forget the sports one')).toolCalls).toMatchObject([
      { name: 'forget', args: { text: 'sports' } },
    ]);
    const [one, other] = [{ text: 'no crypto today', by: 'Ann' }, { text: 'no crypto this week' }];
    const several = toolResult('forget', { forgotten: null, several: [one, other] });
    expect((await say('forget the crypto one', several)).text).toBe(
      'Several notes match. Which one shall I forget?\n- "no crypto today" (Ann)\n- "no crypto this week"',
    );
    const none = toolResult('forget', { forgotten: null, notes: [one] });
    expect((await say('forget the sports one', none)).text).toBe(
      'No note matches "sports". What I remember:\n- "no crypto today" (Ann)',
    );
    const asks = toolResult('forget', { forgotten: null, asks: [one] });
    expect((await say('forget that', asks)).text).toBe(
      'Forget "no crypto today"? Nothing is forgotten yet; answer "yes" and I do it.',
    );
    expect((await say('忘記加密貨幣嗰條', asks)).text).toBe(
      '要忘記「no crypto today」嗎？現在還未忘記；回覆「係」便會忘記。',
    );
    expect((await say('forget that', toolResult('forget', { forgotten: one }))).text).toBe(
      'Forgotten: "no crypto today".',
    );
  });

  it('says an end in Chinese', async () => {
    const note = {
      text: 'x',
      until: 'Sat 21 Nov, 23:59',
      untilMs: Date.UTC(2026, 10, 21, 23, 59),
      zone: 'UTC',
    };
    expect((await say('記住星期五休息', toolResult('remember', note))).text).toContain('直到11月21日');
    expect(
      (await say('記住星期五休息', toolResult('remember', { text: 'x', until: 'Sat 21 Nov, 23:59' }))).text,
    ).toContain('直到11月21日（星期六）23:59');
  });

  it.each([
    ['translate this', /can't translate/],
    ['please translate the story into Chinese', /can't translate/],
    ['make it shorter', /can't summarise/],
    ['summarise this', /can't summarise/],
    [
      'can you make a chart of how many stories we posted this week?',
      /draw nothing on request.*\/desk report/,
    ],
    ['畫一張地圖', /不能應要求畫圖/],
    ['fix the headline', /To correct a posted story/],
    ['the headline is wrong, it should be 12 dead', /To correct a posted story/],
    ['delete this thread', /`\/thread delete` deletes a thread/],
    ['刪除呢個頻道', /`\/channel delete`/],
    [
      'remind me in 5 minutes to check the oven',
      /`\/cron add name:reminder message:check the oven schedule:in 5m`/,
    ],
    ['add a job that posts the weather every day', /`\/cron add .*schedule:in 20m`/],
    ['5分鐘後提醒我交稿', /`\/cron add name:提醒 message:交稿 schedule:5分鐘後`/],
    ['post a story about the fire', /`\/story write about:the fire`/],
    ['write an article on gold', /`\/story write about:gold`/],
    ['write a story', /About what\?/],
    ['please also cover more rugby', /can't cover more/],
    ['翻譯成英文', /不會翻譯/],
    ['短啲', /不會撮要/],
    ['寫一篇關於黃金的報道', /`\/story write about:黃金`/],
  ])('"%s" is answered as what it cannot do', async (text, said) => {
    const reply = await say(text);
    expect(reply.toolCalls).toEqual([]);
    expect(reply.text).toMatch(said);
  });

  it.each([
    ['show me what you remember', 'notes'],
    ['never mention Larkspur again', 'remember'],
    ['What did the report say about costs?', 'look_up'],
    ['Who will write the report?', 'look_up'],
    ['How much more will it cost?', 'look_up'],
    ['Why did the driver skip the checks?', 'look_up'],
    ['Why was the match left out of the schedule by the league?', 'notes'],
  ])('"%s" calls %s', async (text, name) => {
    expect((await say(text)).toolCalls[0]?.name).toBe(name);
  });

  it('quotes the source of a number', async () => {
    const passages = [
      { n: 1, outlet: 'Post', url: 'https://a.example', title: 'A', quote: 'One.' },
      { n: 2, outlet: 'Wire', url: 'https://b.example', title: 'B', quote: 'Two.' },
    ];
    const found = toolResult('look_up', { scope: 'story', passages });
    expect((await say('what does [2] say?')).toolCalls[0]?.name).toBe('look_up');
    expect((await say('what does [2] say?', found)).text).toBe(
      'Source [2] is Wire: "B"\n\n> Two.\n\n<https://b.example>',
    );
    expect((await say('what does [5] say?', found)).text).toMatch(/^I found no sentence of source \[5\]/);
  });

  it('looks only at what followed the last message', async () => {
    const messages = [
      user('How many were hurt?'),
      toolResult('look_up', { scope: 'story', passages: [] }),
      { role: 'assistant' as const, text: 'x' },
      user('Who is Ann Lee?'),
    ];
    const reply = await deskModel.reply(deskRequest('chat', { tools: CHAT_TOOLS, messages }));
    expect(reply.toolCalls[0]?.name).toBe('look_up');
  });
});

describe('why something was left out', () => {
  const report = `Writing 1 story. Left out 'Exchange halts' (Crypto): Ann asked "no more crypto today".`;
  const ask = async (text: string, ...results: ReturnType<typeof toolResult>[]) =>
    deskModel.reply(
      deskRequest('chat', {
        tools: CHAT_TOOLS,
        messages: [{ role: 'assistant', text: report }, user(text), ...results],
      }),
    );

  it.each([
    'why did you leave out crypto?',
    'which stories did you leave out?',
    'why only one story?',
    "why didn't you post the crypto story?",
    '點解冇出加密貨幣？',
    '略去了哪些報道？為什麼只有一篇？',
    '今日漏咗啲乜新聞？',
    '漏咗啲乜？',
    '最近有咩新聞漏咗?',
  ])('"%s" is answered from the report of the run', async (text) => {
    expect((await ask(text)).text).toContain(report);
  });

  it('says plainly that it finds nothing, or names the rule', async () => {
    const none = toolResult('notes', { notes: [{ text: 'no more crypto today' }] });
    expect((await ask('why did you leave out the gardening story?', none)).text).toBe(
      'I find no report in this conversation of leaving that out, and no reason for it.',
    );
    const rule = { text: 'no gardens', by: 'Ann', exclude: { categories: [], subjects: ['gardens'] } };
    expect(
      (await ask('why did you leave out the garden story?', toolResult('notes', { notes: [rule] }))).text,
    ).toContain('"no gardens" (Ann)');
  });

  it("reads the planner's tools", async () => {
    const leftOut = [
      { title: 'Gold at a record', category: 'Precious Metals', reason: 'no room in the group' },
    ];
    const reply = await deskModel.reply(
      deskRequest('chat', {
        tools: CHAT_TOOLS,
        messages: [toolResult('inputs', { leftOut }), user('why did you skip the gold story?')],
      }),
    );
    expect(reply.text).toContain('> Gold at a record (Precious Metals): no room in the group');
  });
});

describe('reminders and heartbeats', () => {
  const ask = async (task: 'remind' | 'heartbeat', material: unknown) =>
    (await deskModel.reply(deskRequest(task, { material }))).text;

  it('repeats a reminder plainly', async () => {
    expect(await ask('remind', { message: 'check the diary' })).toBe('Reminder: check the diary.');
    expect(await ask('remind', { message: 'Remind us to call Ann!' })).toBe('Reminder: call Ann!');
    expect(await ask('remind', { message: 'Remind me of the soup' })).toBe('Reminder: the soup.');
    expect(await ask('remind', { message: '提醒大家交稿' })).toBe('提醒：交稿。');
  });

  it.each([
    'Post a summary of the day',
    'Tell us what was posted today',
    'what have we posted?',
    '總結今日新聞',
    '話畀我哋知今日出咗咩',
  ])('lists what was posted where that is asked for: “%s”', async (message) => {
    const request = deskRequest('remind', { material: { message }, tools: offering('stories') });
    expect((await deskModel.reply(request)).toolCalls).toMatchObject([{ name: 'stories' }]);
    const messages = [
      user(message),
      toolResult('stories', { today: 1, stories: [{ title: 'Pier closed' }] }),
    ];
    expect((await deskModel.reply({ ...request, messages })).text).toContain('- Pier closed');
  });

  it('is quiet without events and lists them otherwise', async () => {
    expect(await ask('heartbeat', { events: [] })).toBe('HEARTBEAT_OK');
    expect(await ask('heartbeat', { events: ['Run failed.', 'Disk is full.'] })).toBe(
      '- Run failed.\n- Disk is full.',
    );
  });

  it('stops when it was told to', async () => {
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(
      deskModel.reply(deskRequest('heartbeat', { signal, material: { events: [] } })),
    ).rejects.toThrow('stopped');
  });
});

describe('a question that a feature’s tool answers by itself', () => {
  const tide: ModelRequest['tools'][number] = {
    ...{ name: 'tide', description: 'tides', parameters: { type: 'object' } },
    asked: (said) => (/^how high is the tide|潮水幾高/iu.test(said) ? { place: 'here' } : undefined),
  };
  const reply = (said: string, ...results: ReturnType<typeof toolResult>[]) =>
    deskModel.reply(
      deskRequest('chat', { tools: [...CHAT_TOOLS, tide], messages: [user(said), ...results] }),
    );

  it('is put to it with the arguments that it reads, and its answer stands as it is', async () => {
    expect((await reply('How high is the tide?')).toolCalls).toMatchObject([
      { name: 'tide', args: { place: 'here' } },
    ]);
    expect((await reply('潮水幾高？', toolResult('tide', { text: '兩米。' }))).text).toBe('兩米。');
  });

  it('is refused in the language of the question', async () => {
    const refused = toolResult('tide', { status: 'error', message: 'no gauge', zh: '沒有水尺' });
    expect((await reply('How high is the tide?', refused)).text).toContain('no gauge');
    expect((await reply('潮水幾高？', refused)).text).toContain('沒有水尺');
  });

  it('is one request among several', async () => {
    const { toolCalls } = await reply(
      'no more crypto this week. How high is the tide?',
      toolResult('remember', { id: 'n1', text: 'no more crypto this week' }),
    );
    expect(toolCalls).toMatchObject([{ name: 'tide' }]);
  });
});
