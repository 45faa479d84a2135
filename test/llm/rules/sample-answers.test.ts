import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { deskModel } from '../../../src/llm/rules/desk-model.ts';
import { lookUp } from '../../../src/newsroom/sources/look-up.ts';
import type { SourcePack } from '../../../src/newsroom/model/source-pack.ts';
import { CHAT_TOOLS, deskRequest, toolResult, user } from './desk-requests.ts';

interface Sample {
  readonly slug: string;
  readonly outlet: string;
  readonly happening: string | null;
  readonly title: string;
  readonly paragraphs: readonly string[];
}

/** Question and what the answer quotes; `null`: the sources don't say. */
const CASES: readonly (readonly [happening: string, question: string, quoted: string | null])[] = [
  ['mist-island-awards', '電影的票房是多少？', '4,100萬元'],
  ['mist-island-awards', '薛清嵐幾歲？', '23歲'],
  ['mist-island-awards', '評審團主席是誰？', '莎莉娜'],
  ['mist-island-awards', 'How old is Yuna Sit?', '23'],
  ['mist-island-awards', 'How many awards did the film win?', 'six'],
  ['tuen-mun-housing', '總造價多少？', '14.6億元'],
  ['tuen-mun-housing', '最低租金是多少？', '790元'],
  ['tuen-mun-housing', '會建多少層？', '18層'],
  ['tuen-mun-housing', '誰負責興建？', '凌岳建築'],
  ['tuen-mun-housing', '房屋局局長是誰？', null],
  ['tuen-mun-housing', '停車場有多少個車位？', null],
  ['northquay-halt', 'How many Hong Kong customers are locked out?', '26,000'],
  ['northquay-halt', 'How big is the shortfall?', 'US$84.6 million'],
  ['northquay-halt', 'Who audited the exchange?', 'Brandreth Lowe'],
  ['northquay-halt', 'How many customers died?', null],
  ['corvid-4', 'Where is Larkspur based?', 'Cambridge'],
  ['corvid-4', 'Who runs the AI safety office?', 'Ravindra Holloway'],
  ['corvid-4', 'Who is the chief executive of Larkspur?', null],
  ['coquimbo-quake', 'Is the airport open?', 'airport at La Serena closed'],
  ['coquimbo-quake', 'When did the earthquake happen?', 'before dawn'],
  ['coquimbo-quake', 'How strong was the Chile earthquake?', '6.7'],
  ['coquimbo-quake', 'How deep was the earthquake?', 'a depth of 54 kilometres'],
  ['coquimbo-quake', 'At what depth was the earthquake?', 'a depth of 54 kilometres'],
  ['harbour-tunnel', 'How deep is the tunnel below the seabed?', null],
  ['coquimbo-quake', 'How many people died in the Chile quake?', '11 people died'],
  ['harbour-tunnel', 'How long was the tunnel closed?', 'five hours and 20 minutes'],
  ['harbour-tunnel', '水深多少？', '70厘米'],
  ['harbour-tunnel', '邊個道歉？', '莫以澤'],
  ['corvid-4', 'Which outlet reported the cost of training?', '£210 million'],
  ['corvid-4', "What did Larkspur's chief executive say?", null],
  ['bosphorus-ship', 'Who was the captain?', null],
];

const samples = readdirSync('data/samples/articles').map(
  (file) => JSON.parse(readFileSync(`data/samples/articles/${file}`, 'utf8')) as Sample,
);
const packOf = (happening: string) =>
  ({
    sources: samples
      .filter((sample) => sample.happening === happening)
      .map(({ slug, outlet, title, paragraphs }, at) => ({
        n: at + 1,
        outlet,
        url: `https://${outlet}/${slug}`,
        title,
        usable: true,
        text: paragraphs.join('\n'),
      })),
  }) as unknown as SourcePack;
const happenings = [...new Set(samples.flatMap(({ happening }) => happening ?? []))];

async function ask(
  question: string,
  scope: 'story' | 'recent',
  packs: readonly SourcePack[],
): Promise<string> {
  const said = (...results: ReturnType<typeof toolResult>[]) =>
    deskModel.reply(deskRequest('chat', { tools: CHAT_TOOLS, messages: [user(question), ...results] }));
  const args = (await said()).toolCalls[0]?.args as { question: string };
  const passages = lookUp(packs, args.question, 10);
  const story = scope === 'story' ? { title: packs[0]?.sources[0]?.title ?? '', thread: '1' } : null;
  return (await said(toolResult('look_up', { scope, story, passages }))).text;
}

const NO = /don't say|沒有提及/;

describe('answers from what the search finds in the sample edition', () => {
  // "The ship" is told by the thread only.
  it.each([
    ['corvid-4', 'Why was Corvid-4 blocked?', 'failed'],
    ['bosphorus-ship', 'Where did the ship come from?', 'from Constanța'],
  ])('in the thread of %s: %s', async (happening, question, quoted) => {
    expect(await ask(question, 'story', [packOf(happening)])).toContain(quoted);
  });

  it.each(CASES)('%s: %s', async (happening, question, quoted) => {
    for (const scope of ['story', 'recent'] as const) {
      const packs = scope === 'story' ? [packOf(happening)] : happenings.map(packOf);
      const text = await ask(question, scope, packs);
      if (quoted === null) expect(text).toMatch(NO);
      else {
        expect(text).not.toMatch(NO);
        expect(text).toContain(quoted);
      }
    }
  });

  it('does not take another time for that of the happening, nor a deputy for the head', async () => {
    const quake = await ask('When did the earthquake happen?', 'story', [packOf('coquimbo-quake')]);
    expect(quake).not.toMatch(/1960|2015/);
    expect(await ask('房屋局局長是誰？', 'story', [packOf('tuen-mun-housing')])).not.toContain('副局長');
  });
});
