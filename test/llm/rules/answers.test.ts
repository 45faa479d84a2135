import { describe, expect, it } from 'vitest';
import { deskModel } from '../../../src/llm/rules/desk-model.ts';
import { CHAT_TOOLS, deskRequest, lookUp, toolResult, user } from './desk-requests.ts';
import { FERRY_CHINESE, FERRY_ENGLISH } from './ferry-articles.ts';

/** What the answer must quote; `null`: the sources don't say. */
type Case = readonly [question: string, ...quoted: (string | null)[]];

const ENGLISH: readonly Case[] = [
  ['How many people were injured?', '12 people were injured', 'Fourteen people were injured'],
  ['How many passengers were on board the ferry?', '214 passengers'],
  ['How many crew members helped?', 'Nineteen crew members'],
  ['Who is the captain?', 'Captain Rosa Whitlock'],
  ['Why did the engines stop?', 'because seawater had entered a fuel line'],
  ['Which hospital were the injured taken to?', 'St Brannoc Hospital'],
  ['When was the Silver Heron built?', 'built in 1987'],
  ['When will the inquiry report?', 'expected to report in June'],
  ['Who will lead the inquiry?', 'Petra Lindgren'],
  ['How much will the pier cost to repair?', '£2.6 million'],
  ['How long will the pier stay closed?', 'six weeks'],
  ['Where does the 35% come from?', 'cut its maintenance staff by 35 per cent'],
  ['Where does the 12% come from?', null],
  ['What did Lindgren say?', 'A fuel line doesn’t fill with seawater by itself'],
  ['Who owns the ship?', 'Eastholm Ferries'],
  ['How much emergency aid did the minister promise?', '£1.5 million'],
  ['How many people live on Eastholm?', '3,400 people'],
  ['By what percentage was the maintenance staff cut?', '35 per cent'],
  ['Did anybody fall into the water?', 'nobody fell into the water'],
  ['Was anyone killed?', null],
  ['How many people died?', null],
  ['How many crew members were injured?', null],
  ['What caused the storm?', null],
  ['How many children were injured?', null],
  ['Who designed the ferry?', null],
  ['How much did Eastholm Ferries earn last year?', null],
  ['Why did the minister resign?', null],
  ['What did Angela Brightwater say?', null],
  ['How many ferries does the company have?', null],
  ['When will the ferry sail again?', null],
  ['Where was the captain born?', null],
  ['Is there a link to the £9m fine?', null],
];

const CHINESE: readonly Case[] = [
  ['有幾多人受傷？', '12人受傷', '14人受傷'],
  ['船上有多少名乘客？', '214名乘客'],
  ['邊個係船長？', '船長何若詩'],
  ['傷者送去邊間醫院？', '聖柏醫院'],
  ['碼頭維修費用幾多錢？', '260萬元'],
  ['碼頭要封閉幾耐？', '六星期'],
  ['航班幾時恢復？', null],
  ['誰會領導調查小組？', '林佩珊'],
  ['調查小組何時提交報告？', '六月提交報告'],
  ['邊個道歉？', '潘德明致歉'],
  ['點解防撞設施拆除咗？', '因維修而拆除'],
  ['百分之十二係邊度嚟？', null],
  ['銀鷺號幾時建成？', '1987年建成'],
  ['有沒有人死亡？', null],
  ['東島有多少居民？', '3,400名居民'],
];

async function ask(question: string, chinese: boolean): Promise<string> {
  const found = lookUp(chinese ? FERRY_CHINESE : FERRY_ENGLISH);
  const reply = await deskModel.reply(
    deskRequest('chat', { tools: CHAT_TOOLS, messages: [user(question), toolResult('look_up', found)] }),
  );
  return reply.text;
}

describe('answers from the sources of a story', () => {
  it.each([...ENGLISH, ...CHINESE])('%s', async (...one) => {
    const [first, ...quoted] = one;
    const question = String(first);
    const chinese = CHINESE.some(([other]) => other === question);
    const text = await ask(question, chinese);
    const parts = quoted.filter((part): part is string => part != null);
    if (parts.length === 0) {
      expect(text).toMatch(chinese ? /^這篇報道的來源沒有提及。/ : /^The sources of this story don't say\./);
      return;
    }
    expect(text).not.toMatch(/don't say|沒有提及/);
    for (const part of parts) expect(text).toContain(part);
  });

  it('shows both numbers, and that the sources differ', async () => {
    const text = await ask('How many people were injured?', false);
    expect(text).toMatch(/^The sources differ:/);
    expect(text).toContain('— Quayside Post, <https://quayside.example/ferry> [1]');
    expect(text).toContain('— Island Wire, <https://islandwire.example/heron> [2]');
  });

  it('says which number of the question is not in the sources', async () => {
    expect(await ask('Where does the 12% come from?', false)).toBe(
      "The sources of this story don't say. They don't mention 12%.",
    );
  });

  it.each([
    [
      'What did the Island Wire say about the injured?',
      'Fourteen people were injured',
      '12 people were injured',
    ],
    ['How many people were injured according to Quayside Post?', '12 people were injured', 'Fourteen'],
  ])('is asked for what one outlet says: %s', async (question, quoted, other) => {
    const text = await ask(question, false);
    expect(text).toContain(quoted);
    expect(text).not.toContain(other);
  });

  it('does not count what did not happen against what did', async () => {
    const passage = (n: number, outlet: string, quote: string) => {
      return {
        n,
        outlet,
        url: `https://${outlet}.example/bridge`,
        title: 'Theft at Tidewater Bridge',
        quote,
        score: 1,
      };
    };
    const found = {
      scope: 'recent',
      story: null,
      passages: [
        passage(
          1,
          'Ledger',
          "Another US$29 million in the bridge's other pools was not touched by the theft, and was not stolen.",
        ),
        passage(2, 'Wire', 'Hackers stole 21,300 ether worth about US$57 million from Tidewater Bridge.'),
      ],
    };
    const reply = await deskModel.reply(
      deskRequest('chat', {
        tools: CHAT_TOOLS,
        messages: [user('how much was stolen from Tidewater Bridge?'), toolResult('look_up', found)],
      }),
    );
    expect(reply.text).toContain('US$57 million');
    expect(reply.text).not.toContain('The sources differ');
  });

  it('quotes verbatim only', async () => {
    for (const [question] of ENGLISH) {
      const quotes = (await ask(question, false)).split('\n').filter((line) => line.startsWith('> '));
      for (const quote of quotes) {
        expect(
          FERRY_ENGLISH.some(({ paragraphs }) => paragraphs.some((one) => one.includes(quote.slice(2)))),
        ).toBe(true);
      }
    }
  });

  it.each(['How many people died?', 'How many were killed?', 'How many dead?', 'What is the death toll?'])(
    'quotes both sources when each counts in its own words: %s',
    async (question) => {
      const passage = (n: number, outlet: string, quote: string) => ({
        n,
        outlet,
        url: `https://${outlet}.example/quake`,
        title: 'Earthquake in Chile',
        quote,
        score: 1 / n,
      });
      const found = {
        scope: 'story',
        story: { title: 'Earthquake in Chile', thread: null },
        passages: [
          passage(1, 'gazette', 'At least 11 people died in the earthquake, the health ministry said.'),
          passage(2, 'courier', 'The magnitude 6.7 earthquake killed at least nine people on Friday.'),
        ],
      };
      const { text } = await deskModel.reply(
        deskRequest('chat', {
          tools: CHAT_TOOLS,
          messages: [user(question), toolResult('look_up', found)],
        }),
      );
      expect(text).toMatch(/^The sources differ:/);
      expect(text).toContain('11 people died');
      expect(text).toContain('killed at least nine people');
    },
  );
});
