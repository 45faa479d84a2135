/** What people of a Traditional Chinese desk read when a turn ends without an answer. */
import { describe, expect, it } from 'vitest';
import { ModelError } from '../../src/llm/chat-model.ts';
import type { ModelErrorCode } from '../../src/llm/chat-model.ts';
import type { Inbound } from '../../src/sessions/turn.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { message } from '../support/inbound.ts';
import { call, scriptedModel } from '../support/scripted-model.ts';
import { turn } from './a-turn.ts';

const planner: Inbound = { ...message('m1', '排一排'), profile: 'planner' };
const inChinese = (
  model: ReturnType<typeof scriptedModel>,
  inbound?: Inbound,
  allowed?: Record<string, number>,
) => turn(model, inbound, { language: 'zh-Hant-HK', ...(allowed && { allowed }) });
const cut = (text: string) => ({ text, finish: 'length' as const });

describe('in Chinese', () => {
  it.each<[ModelErrorCode, string, string]>([
    [
      'cannot_serve',
      'There is no model "gpt-9"; allowed: desk.',
      '沒有模型可以處理這個要求：There is no model "gpt-9"; allowed: desk.',
    ],
    ['rate_limited', '429', '語言模型現時太忙，請過 3 分鐘再問我。'],
    ['quota', '429 a day', '語言模型今日的用量已經用完，我未能完成這項工作。'],
    ['unavailable', '503', '暫時連接不到語言模型，我未能完成這項工作。'],
    ['refused', 'SAFETY', '語言模型拒絕回答。'],
    [
      'misconfigured',
      'Gemini refuses key 1.',
      '語言模型的設定有誤，我未能完成這項工作：Gemini refuses key 1.',
    ],
    ['bad_reply', 'no candidates', '語言模型的回覆無法使用，我未能完成這項工作。'],
  ])(
    'a model that fails (%s) is told in a sentence, the provider’s message in the record',
    async (...row) => {
      const [code, detail, sentence] = row;
      const retryAtMs = code === 'rate_limited' ? { retryAtMs: new FakeClock().now() + 170_000 } : {};
      const { end } = await inChinese(scriptedModel(new ModelError(code, detail, retryAtMs)));
      expect(end).toMatchObject({ status: 'failed', summary: sentence, error: `${code}: ${detail}` });
    },
  );

  it('so is a turn that ends without an answer', async () => {
    const add = () => [call('add', { n: 1 })];
    const ends: [Promise<{ end: { summary: string } }>, string][] = [
      [inChinese(scriptedModel({ finish: 'blocked' })), '語言模型拒絕回答。'],
      [inChinese(scriptedModel(cut(''), cut(''))), '回覆太長，未寫完就中斷了。'],
      [
        inChinese(scriptedModel('我先查一下資料。', '我先查一下資料。')),
        '我只想到要怎樣回答，還未有答案。請再問我一次。',
      ],
      [inChinese(scriptedModel('{"say": 5}', '{"say": [}'), planner), '語言模型沒有按要求的格式回覆。'],
      [
        inChinese(scriptedModel(add(), add(), add(), add()), undefined, { add: 9 }),
        '我不斷重複同一步，仍然沒有答案，所以停了下來。',
      ],
      [
        inChinese(scriptedModel(...Array.from({ length: 9 }, (_, n) => [call('add', { n })]))),
        '我停了下來：每次回應最多可以問模型 4 次，已經用盡。',
      ],
      [
        inChinese(
          scriptedModel({ toolCalls: [call('add', { n: 1 })], text: '長'.repeat(50_000), usage: {} }),
        ),
        '我停了下來：每次回應最多可以使用 10,000 個 token，已經用盡。',
      ],
    ];
    for (const [running, sentence] of ends) expect((await running).end.summary).toBe(sentence);
  });

  it('an answer with a link that nobody gave it says so where that stood', async () => {
    const { end } = await inChinese(scriptedModel('議會今日表決，詳見 https://evil.example/?d=secret。'));
    expect(end).toMatchObject({ status: 'ok', summary: '議會今日表決，詳見 （連結已略去）。' });
  });

  it('an answer that was cut off says so below it', async () => {
    const { end } = await inChinese(scriptedModel(cut('議會今日表'), cut('決，結果是')));
    expect(end).toMatchObject({ status: 'ok', summary: '議會今日表決，結果是\n（回覆太長，在此中斷。）' });
  });
});
