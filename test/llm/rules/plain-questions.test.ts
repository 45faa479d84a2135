import { describe, expect, it } from 'vitest';
import { deskModel } from '../../../src/llm/rules/desk-model.ts';
import { CHAT_TOOLS, deskRequest, lookUp, offering, toolResult, user } from './desk-requests.ts';
import type { Article } from './ferry-articles.ts';

const ARTICLE: Article = {
  outlet: 'Quayside Post',
  url: 'https://quayside.example/pier',
  title: 'Pier closed after ferry accident',
  language: 'en',
  paragraphs: [
    'The pier was closed on Friday after the accident.',
    'Nobody fell into the water, the coastguard said.',
    'The owner may sell the ferry next year.',
    'The minister did not resign after the accident.',
  ],
};

const ask = async (question: string, material?: unknown) =>
  (
    await deskModel.reply(
      deskRequest('chat', {
        tools: CHAT_TOOLS,
        messages: [user(question), toolResult('look_up', lookUp([ARTICLE]))],
        material,
      }),
    )
  ).text;

describe('questions that want a yes or a no are answered with what the sources say, and concluded from by nobody', () => {
  it.each([
    ['Was the pier closed?', /^From the sources/],
    ['Did the minister resign?', /^From the sources/],
    ['Did anybody fall into the water?', /^From the sources/],
    ['Will the owner sell the ferry?', /^From the sources/],
    ['When was the pier closed?', /^From the sources/],
    ['Was the captain drunk?', /don't say/],
  ])('%s', async (question, answer) => {
    expect(await ask(question)).toMatch(answer);
  });
});

describe('what the story is about', () => {
  it.each(['What is this story about?', 'What happened?', '呢單新聞講咩？', '發生咩事？', '呢篇講緊咩？'])(
    'is told with how its sources begin: %s',
    async (question) => {
      expect(await ask(question)).toContain('> The pier was closed on Friday after the accident.');
    },
  );
});

describe('where and when, asked with nothing more', () => {
  const found = (scope: object) => ({ ...lookUp([ARTICLE]), ...scope });
  const asked = async (question: string, result: object) =>
    (
      await deskModel.reply(
        deskRequest('chat', {
          tools: CHAT_TOOLS,
          messages: [user(question), toolResult('look_up', result)],
        }),
      )
    ).text;

  it.each(['When?', 'When exactly?', 'When was it?'])(
    'in a thread is about its story: %s',
    async (question) => {
      expect(await asked(question, found({}))).toMatch(/^From the sources of this story[^]*on Friday/);
    },
  );

  it('in a channel is about nothing', async () => {
    expect(await asked('When?', found({ scope: 'recent', story: undefined }))).not.toMatch(/on Friday/);
  });
});

describe('a pronoun', () => {
  const searched = async (asked: string) => {
    const messages = [user('Who is Rosa Whitlock?'), user(asked)];
    const { toolCalls, text } = await deskModel.reply(deskRequest('chat', { tools: CHAT_TOOLS, messages }));
    return String((toolCalls[0]?.args as { question?: string } | undefined)?.question ?? text);
  };

  it.each([
    'What did she say?',
    'How many people did she save?',
    '佢講咗咩？',
    'What happened when she arrived?',
  ])('stands for the person who was asked about before: %s', async (asked) =>
    expect(await searched(asked)).toContain('Rosa Whitlock'),
  );

  it.each([
    'What did Lindgren say when she arrived?',
    'Why did the minister say he resigned?',
    'When did a passenger claim she fell?',
    '佢哋講咗咩？',
    '他們說了什麼？',
  ])('does not where the question itself has somebody, or means several: %s', async (asked) =>
    expect(await searched(asked)).toContain(asked),
  );
});

describe('where a story comes from', () => {
  const material = {
    thread: { title: 'Pier closed', job: { id: 'j1', name: 'Daily planner' }, why: 'two outlets tell it' },
  };

  it.each([
    'which job wrote this?',
    'Why was this posted?',
    'why did you pick this story?',
    'what automation ordered this story?',
  ])('"%s"', async (question) => {
    expect(await ask(question, material)).toBe(
      '"Pier closed" was ordered by the automation "Daily planner" (j1). The reason that was recorded: two outlets tell it',
    );
  });

  it.each(['呢篇係邊個任務寫？', '點解揀呢篇？', '這篇報道為什麼會發？'])('"%s"', async (question) => {
    expect(await ask(question, material)).toContain('Daily planner');
  });

  it('is no answer to what the sources are asked', async () => {
    expect(await ask('Why was the pier closed?', material)).toMatch(/^From the sources/);
  });
});

describe('a topic as a whole, asked about in a channel', () => {
  const story = { title: 'Pier closed after ferry accident', thread: '<#1>' };
  const begins = lookUp([ARTICLE]).passages.slice(0, 2);
  const found = { ...lookUp([ARTICLE]), scope: 'recent', story: undefined, stories: [story], begins };
  const asked = async (question: string, result: object = found) =>
    (
      await deskModel.reply(
        deskRequest('chat', {
          tools: CHAT_TOOLS,
          messages: [user(question), toolResult('look_up', result)],
        }),
      )
    ).text;

  it.each([
    'What happened with the ferry?',
    'tell me about the ferry accident',
    "what's going on at the pier?",
    'What about the pier',
    'ferry accident?',
    '碼頭發生咩事？',
    '講下碼頭單嘢',
    '渡輪意外？',
  ])('names its story and how the sources begin: %s', async (question) => {
    const said = await asked(question);
    expect(said).toContain('> The pier was closed on Friday after the accident.');
    expect(said).toContain('**Pier closed after ferry accident** → <#1>');
  });

  it.each(['What happened with the airport?', 'tell me about Elon Musk', '機場發生咩事？'])(
    'does not where the nearest story is about something else: %s',
    async (question) => {
      expect(await asked(question)).not.toContain('**Pier closed');
    },
  );

  it('is everything that was posted, where none is named', async () => {
    const messages = [user('What happened?'), toolResult('look_up', found)];
    const { toolCalls } = await deskModel.reply(deskRequest('chat', { tools: CHAT_TOOLS, messages }));
    expect(toolCalls).toMatchObject([{ name: 'stories' }]);
  });
});

it('says that some sources are in the other language, which a search word for word can not read', async () => {
  const result = { ...lookUp([ARTICLE]), scope: 'recent', story: undefined, languages: ['en', 'zh'] };
  const messages = [user('船長幾多歲？'), toolResult('look_up', result)];
  const { text } = await deskModel.reply(deskRequest('chat', { tools: CHAT_TOOLS, messages }));
  expect(text).toContain('部分來源並非中文');
});

it('shows how sources in another language begin, where a question in one can not be looked up in them', async () => {
  const { passages, ...found } = lookUp([ARTICLE]);
  const begins = passages.slice(0, 2).map((passage) => ({ ...passage, score: 0 }));
  const result = { ...found, passages: begins, languages: ['en'] };
  const messages = [user('幾多人死？'), toolResult('look_up', result)];
  const { text } = await deskModel.reply(deskRequest('chat', { tools: CHAT_TOOLS, messages }));
  expect(text).toMatch(/請用來源的語言再問。\n\n來源這樣開始：\n\n> The pier was closed on Friday/);
});

it('knows where something happened, and how strong this quake was, not an older one', async () => {
  const quake = {
    ...ARTICLE,
    title: 'Quake in Chile',
    paragraphs: [
      'An earthquake of magnitude 8.3 struck the same region in 2015.',
      'The magnitude 6.7 earthquake struck Coquimbo before dawn.',
      'It left 63 vehicles stranded.',
      'The strongest aftershock had magnitude 5.4.',
      'Governor Amaranta Quiroz declared a state of catastrophe.',
      '“Our first concern is the families in the open,” Quiroz said.',
    ],
  };
  const about = async (question: string) => {
    const messages = [user(question), toolResult('look_up', lookUp([quake]))];
    return (await deskModel.reply(deskRequest('chat', { tools: CHAT_TOOLS, messages }))).text;
  };
  expect(await about('How strong was the earthquake?')).toContain('6.7');
  expect(await about('How strong was the earthquake?')).not.toContain('8.3');
  expect(await about('How strong was it?')).toMatch(/^From[^]*6\.7(?![^]*5\.4)/);
  expect(await about('How strong were the aftershocks?')).toContain('5.4');
  expect(await about('What did Quiroz say?')).toMatch(/^From the sources of this story:\n\n> “Our first/);
  expect(await about('Where did the earthquake hit?')).toContain('Coquimbo');
  expect(await about('How many vehicles were trapped?')).toContain('63 vehicles');
  expect(await about('Is the quake story true?')).toContain('for editors to judge');
});

it('takes for a time only what has one', async () => {
  expect(await ask('When did the minister resign?')).toMatch(/don't say/);
});

describe('an automation that is asked for by its name', () => {
  const jobs = {
    jobs: [{ id: '1', name: 'the stand-up', enabled: true, schedule: 'every weekday at 09:30' }],
  };
  const tools = [...CHAT_TOOLS, ...offering('cron')];
  const after = async (said: string) =>
    deskModel.reply(deskRequest('chat', { tools, messages: [user(said), toolResult('jobs', jobs)] }));

  it('is told when it runs', async () => {
    expect((await after('When is the stand-up?')).text).toContain('the stand-up: every weekday at 09:30');
  });

  it('is no answer to when something else is', async () => {
    expect((await after('When is the election?')).toolCalls).toMatchObject([{ name: 'look_up' }]);
  });

  it('is removed in Chinese, where a note would be forgotten without it', async () => {
    const called = { jobs: [{ ...jobs.jobs[0], name: '開例會' }] };
    const messages = [user('取消例會'), toolResult('jobs', called)];
    const { toolCalls } = await deskModel.reply(deskRequest('chat', { tools, messages }));
    expect(toolCalls).toMatchObject([{ name: 'cron', args: { action: 'remove', job: '例會' } }]);
    expect((await after('取消加密貨幣')).toolCalls).toMatchObject([{ name: 'forget' }]);
  });
});
