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
    ['搵返輪船停航嗰篇報道', '輪船停航'],
    ['請找有關財政預算案的報道', '財政預算案'],
    ['搜尋 輪船', '輪船'],
    ['唔該幫我搜尋關於樓價嘅新聞', '樓價'],
  ])('is understood: %s', (said, words) => {
    expect(intentOf(said)).toEqual({ kind: 'search', words });
  });

  it.each([
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
