/** What a model's test says, in Chinese: of real findings, against servers on loopback. */
import { expect, it } from 'vitest';
import { checkGemini } from '../../src/llm/gemini/check-gemini.ts';
import { checkOpenAi } from '../../src/llm/openai/check-openai.ts';
import type { ModelFinding } from '../../src/llm/provider.ts';
import { findingInChinese } from '../../src/llm/say-finding.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { LoopbackGemini } from '../support/models/loopback-gemini.ts';
import { LoopbackOpenAi } from '../support/models/loopback-openai.ts';

const clock = new FakeClock();
const patient = new AbortController().signal;
const inChinese = (findings: readonly ModelFinding[]) =>
  findings
    .map(findingInChinese)
    .flatMap(({ text, remedy }) => [text, ...(remedy === undefined ? [] : [remedy])]);

it('says what a Gemini key is worth; the server’s own words stay', async () => {
  const key = 'first-key-of-the-desk';
  const gemini = await LoopbackGemini.start({ keys: [key], models: ['gemini-flash-latest'] });
  const { baseUrl } = gemini;
  expect(inChinese(await checkGemini({ keys: [key, 'no-key'], baseUrl }, clock, patient))).toEqual([
    'GEMINI_API_KEYS 的第 1 個金鑰可用，並有模型「gemini-flash-latest」。',
    'Gemini 拒絕 GEMINI_API_KEYS 的第 2 個金鑰: “API key not valid. Please pass a valid API key”.',
    '請到 https://aistudio.google.com/apikey 建立金鑰，填入 GEMINI_API_KEYS。',
  ]);
  const other = await checkGemini({ keys: [key], baseUrl, model: 'gemini-99' }, clock, patient);
  expect(inChinese(other)).toEqual([
    '第 1 個金鑰沒有 Gemini 模型「gemini-99」。',
    '不填 GEMINI_MODEL，或設為以下之一：gemini-flash-latest。',
  ]);
  await gemini.close();
  const [gone] = inChinese(await checkGemini({ keys: [key], baseUrl }, clock, patient));
  expect(gone).toMatch(/^未能連接 127\.0\.0\.1:\d+ 的 Gemini：連線(?:被拒|中斷)。$/u);
});

it('says what a server of the OpenAI kind answers', async () => {
  const server = await LoopbackOpenAi.start({ key: 'k-1', models: ['small-model', 'big-model'] });
  const { baseUrl, host } = server;
  expect(inChinese(await checkOpenAi({ baseUrl, key: 'k-1', model: 'big-model' }, clock))).toEqual([
    `伺服器 ${host} 有回應，接受金鑰，並有模型「big-model」。`,
  ]);
  const [wrongKey] = inChinese(await checkOpenAi({ baseUrl, key: 'k-2', model: 'big-model' }, clock));
  expect(wrongKey).toContain(`伺服器 ${host} 不接受這個 OPENAI_API_KEY。`);
  expect(inChinese(await checkOpenAi({ baseUrl, key: 'k-1', model: 'none' }, clock))).toEqual([
    `伺服器 ${host} 有回應，但沒有模型「none」（OPENAI_MODEL）。`,
    '請把 OPENAI_MODEL 設為以下之一：small-model, big-model。',
  ]);
  await server.close();
  expect(inChinese(await checkOpenAi({ baseUrl }, clock))[0]).toMatch(
    /^(?:\S+ 沒有回應（OPENAI_BASE_URL）|與 \S+ 的連線中斷了（\w+）)。$/u,
  );
});

it('leaves a sentence that it doesn’t know as it is', () => {
  const told = { check: 'moon', state: 'ok', text: 'The moon is out.' } as const;
  expect(findingInChinese(told)).toEqual(told);
});
