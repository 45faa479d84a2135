import type { ChatMessage } from '../../../src/llm/chat-model.ts';
import { deskModel } from '../../../src/llm/rules/desk-model.ts';
import { CHAT_TOOLS, deskRequest, offering, toolResult, user } from './desk-requests.ts';
import { describe, expect, it } from 'vitest';
import { intentOf } from '../../../src/llm/rules/chat-intent.ts';

describe('what is to be looked for', () => {
  it.each([
    ['Find the story about the ferry', 'ferry'],
    ['please find me the story on "stamp duty" and the budget', '"stamp duty" budget'],
    ['Can you find the old story we ran about Lantau bridge?', 'Lantau bridge'],
    ['where is the thread about the harbour vote?', 'harbour vote'],
    ['Which story was about the tram fares?', 'tram fares'],
    ['search for flood warnings in Kent', 'flood warnings Kent'],
    ['search the archive for flood', 'flood'],
    ['show me the tunnel story', 'tunnel'],
    ['give me the link to the tunnel story', 'tunnel'],
    ['list all stories about stablecoins', 'stablecoins'],
    ['搵返輪船停航嗰篇報道', '輪船停航'],
    ['請找有關財政預算案的報道', '財政預算案'],
    ['搜尋 輪船', '輪船'],
    ['唔該幫我搜尋關於樓價嘅新聞', '樓價'],
  ])('is understood: %s', (said, words) => {
    expect(intentOf(said)).toEqual({ kind: 'search', words });
  });

  it.each([
    ['Have we covered the tunnel?', 'tunnel'],
    ['any stories about AI?', 'AI'],
    ['what was posted about crypto?', 'crypto'],
    ['有冇關於AI嘅報道？', 'AI'],
    ['have we already covered the stamp duty cut yet?', 'stamp duty cut'],
    ['did you write anything about the earthquake yet?', 'earthquake'],
    ['have you posted about Northquay?', 'Northquay'],
    ['Did anyone write a story on the water main', 'water main'],
    ['what did you post about the tunnel?', 'tunnel'],
    ["what you've published about Larkspur?", 'Larkspur'],
    ['what have we published on the ferry so far?', 'ferry'],
    ['do we have a story on the tunnel?', 'tunnel'],
    ['is there any coverage of the budget?', 'budget'],
    ['when was the tunnel story posted?', 'tunnel'],
    ['when did we run the ferry piece?', 'ferry'],
    ['what time did you post the gold story?', 'gold'],
    ['any news on the tunnel?', 'tunnel'],
    ['Is there any more news about Northquay?', 'Northquay'],
    ['anything new on the ferry?', 'ferry'],
    ['我哋有冇報過隧道？', '隧道'],
    ['你有冇出過關於地震嘅新聞？', '地震'],
    ['出過咩關於地震嘅新聞？', '地震'],
    ['我們報道過海底隧道嗎？', '海底隧道'],
    ['隧道嗰單報咗未？', '隧道'],
    ['我哋寫咗颱風未？', '颱風'],
    ['有沒有寫過關於財政預算案的報道？', '財政預算案'],
  ])('is whether it was posted: %s', (said, words) => {
    expect(intentOf(said)).toEqual({ kind: 'search', words, posted: true });
  });

  it.each([
    ['show me the latest story', 'stories'],
    ['show me the full story', 'unknown'],
    ['what did you post on Friday?', 'stories'],
    ['what have you posted this week?', 'stories'],
    ['have we had any complaints about the ferry?', 'question'],
    ['did the police report on the cause?', 'question'],
    ['have you got it?', 'question'],
    ['is there anything about casualties?', 'question'],
    ['any update on this?', 'question'],
    ['有冇報過幾多人受傷？', 'question'],
    ['did you report that twelve people died?', 'question'],
    ['when was the tunnel opened?', 'question'],
    ['what did you post today?', 'stories'],
    ['Who found the ferry?', 'question'],
    ['write a story about the ferry', 'story'],
    ['a brief on ferries', 'brief'],
    ['find out why the ferry sank', undefined],
    ['找到輪船了嗎？', undefined],
  ])('is nothing else: %s', (said, kind) => {
    const intent = intentOf(said).kind;
    if (kind === undefined) expect(intent).not.toBe('search');
    else expect(intent).toBe(kind);
  });
});

it('looks for Chinese words also by what they mean in English, and tells it in the words that were asked for', async () => {
  const none = toolResult('search_desk', { results: [], said: '找不到「加密貨幣」。' });
  const found = toolResult('search_desk', {
    results: [{}],
    said: '找到「crypto」：\n- Exchange stops withdrawals',
  });
  const ask = (...messages: ChatMessage[]) =>
    deskModel.reply(
      deskRequest('chat', {
        tools: [...CHAT_TOOLS, ...offering('search_desk')],
        messages: [user('有冇寫過加密貨幣嘅報道？'), ...messages],
      }),
    );
  const asked = { words: '加密貨幣', kind: 'story', language: 'zh' };
  expect((await ask()).toolCalls).toMatchObject([{ name: 'search_desk', args: asked }]);
  expect((await ask(none)).toolCalls).toMatchObject([{ args: { ...asked, words: 'crypto' } }]);
  expect((await ask(none, found)).text).toBe('找到「加密貨幣」：\n- Exchange stops withdrawals');
  expect((await ask(none, none)).text).toBe('找不到「加密貨幣」。');
});
