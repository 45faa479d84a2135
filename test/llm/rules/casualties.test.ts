/** Questions about the dead and the injured, in the words that people use, to the sample's own sources of an earthquake. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { deskModel } from '../../../src/llm/rules/desk-model.ts';
import type { SourcePack } from '../../../src/newsroom/model/source-pack.ts';
import { lookUp } from '../../../src/newsroom/sources/look-up.ts';
import { CHAT_TOOLS, deskRequest, toolResult, user } from './desk-requests.ts';

function packOf(articles: readonly { readonly title: string; readonly paragraphs: readonly string[] }[]) {
  const sources = articles.map(({ title, paragraphs }, at) => ({
    ...{ n: at + 1, outlet: `Outlet ${at + 1}`, url: `https://outlet${at + 1}.example/quake`, title },
    ...{ text: paragraphs.join('\n\n'), usable: true },
  }));
  return { sources } as unknown as SourcePack;
}

const SAMPLE = packOf(
  ['chile-quake-coquimbo-valley', 'coquimbo-earthquake-agency', 'chile-earthquake-london-search-team'].map(
    (slug) =>
      JSON.parse(readFileSync(`data/samples/articles/${slug}.json`, 'utf8')) as {
        title: string;
        paragraphs: string[];
      },
  ),
);
const CHINESE = packOf([
  { title: '智利地震', paragraphs: ['智利發生6.7級地震，衞生部表示最少11人遇難。', '另有38人受傷送院。'] },
  { title: '智利強震', paragraphs: ['智利地震造成9人死亡，4,300人無家可歸。', '2,900間房屋受損。'] },
]);
const FERRY = packOf([
  {
    title: 'Ferry hits pier',
    paragraphs: ['The ferry hit the pier at noon.', 'Repairs to the pier will cost £2.6 million.'],
  },
]);

/** The quotations of the answer, as the desk model finds them with what it asks its tool. */
async function quoted(question: string, pack: SourcePack): Promise<string> {
  const { toolCalls } = await deskModel.reply(
    deskRequest('chat', { tools: CHAT_TOOLS, messages: [user(question)] }),
  );
  const passages = lookUp([pack], (toolCalls[0]!.args as { question: string }).question, 8);
  const found = { scope: 'story', story: { title: 'The story', thread: null }, passages };
  const { text } = await deskModel.reply(
    deskRequest('chat', { tools: CHAT_TOOLS, messages: [user(question), toolResult('look_up', found)] }),
  );
  expect(text).not.toMatch(/^(?:yes|no)\b/iu);
  return text;
}

it.each([
  'any casualties?',
  'Casualties?',
  'Any casualties in the quake?',
  'How many casualties?',
  'Were there any victims?',
  'how many victims were there?',
  'Did anyone die?',
  'Is anyone dead?',
  'Was anyone killed or hurt?',
  'Anybody dead or wounded?',
  'How many were killed or injured?',
])('quotes the toll, on both its sides and no older one: %s', async (question) => {
  const text = await quoted(question, SAMPLE);
  expect(text).toMatch(/^The sources differ:/);
  expect(text).toContain('11 people died');
  expect(text).toMatch(/killing nine people|killed at least nine people/);
  expect(text).not.toMatch(/2015|concert/);
});

it('quotes the sentence that has an amount, and no cell of a table beside it', async () => {
  const market = packOf([
    {
      title: 'Council votes to rebuild the fish market',
      paragraphs: ['Cost', '£8.4m', 'The council will rebuild the fish market at a cost of £8.4m.'],
    },
  ]);
  const text = await quoted('Where does the £8.4m come from?', market);
  expect(text).toContain('> The council will rebuild the fish market at a cost of £8.4m.');
  expect(text).not.toMatch(/^> £8\.4m$/mu);
});

it('tells only of the hurt who asks about them alone', async () => {
  const text = await quoted('Was anybody hurt?', SAMPLE);
  expect(text).toContain('None of them is known to have been hurt');
  expect(text).not.toContain('11 people died');
});

it.each(['有冇傷亡？', '死傷人數？', '傷亡情況如何？', '有沒有人傷亡', '有冇人死亡或者受傷？'])(
  'quotes the dead and the injured in Chinese: %s',
  async (question) => {
    const text = await quoted(question, CHINESE);
    expect(text).toContain('9人死亡');
    expect(text).toContain('38人受傷');
  },
);

it.each(['有冇人死？', '死咗幾多人？', '有幾多人遇難？'])(
  'quotes the dead in Chinese: %s',
  async (question) => {
    const text = await quoted(question, CHINESE);
    expect(text).toMatch(/^各來源的說法不一：/u);
    expect(text).toContain('11人遇難');
    expect(text).toContain('9人死亡');
  },
);

it.each(['any casualties?', 'Was anyone killed or hurt?', 'Any victims?'])(
  'says that sources without any don’t say: %s',
  async (question) => {
    expect(await quoted(question, FERRY)).toMatch(/^The sources of this story don't say\./);
  },
);

const NONE = packOf([
  {
    title: 'Fire at the mill',
    paragraphs: ['The mill burned for two hours.', 'No casualties were reported.'],
  },
  { title: '工廠大火', paragraphs: ['大火燒了兩小時。', '事件中無人員傷亡。'] },
]);

it.each([
  ['Was anyone hurt?', 'No casualties were reported.'],
  ['Did anyone die?', 'No casualties were reported.'],
  ['有冇人受傷？', '無人員傷亡'],
  ['有沒有人死亡？', '無人員傷亡'],
])('quotes that there were no casualties: %s', async (question, said) => {
  expect(await quoted(question, NONE)).toContain(said);
});
