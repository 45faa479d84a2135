/** Messages and sentences that are written to keep the desk busy: the time goes with their length, and none is read beyond a length. */
import { describe, expect, it } from 'vitest';
import { deskModel } from '../../../src/llm/rules/desk-model.ts';
import { isQuotable } from '../../../src/llm/rules/quotable.ts';
import { requestsIn } from '../../../src/text/requests.ts';
import { withShortRuns } from '../../../src/text/short-runs.ts';
import { NOT_QUADRATIC, growth } from '../../support/growth.ts';
import { CHAT_TOOLS, deskRequest, offering, user } from './desk-requests.ts';

const TOOLS = [...CHAT_TOOLS, ...offering('cron', 'story')];
const MARKS = [' ', '\n', '.', '. ', ', ', '，', '「', '“'];

const filled = (mark: string, length: number) => `${mark.repeat(length / mark.length)}x`;
const asked = (text: string) =>
  deskModel.reply(deskRequest('chat', { tools: TOOLS, messages: [user(text)], material: {} }));

describe('a message of one sign again and again', () => {
  it.each(MARKS)('is read in a time that grows with its length: %j', async (mark) =>
    expect(await growth((length) => asked(filled(mark, length)), 1_000)).toBeLessThan(NOT_QUADRATIC),
  );

  it.each(MARKS)('is looked through for requests in such a time: %j', async (mark) =>
    expect(await growth((length) => requestsIn(filled(mark, length)), 1_000)).toBeLessThan(NOT_QUADRATIC),
  );

  it('keeps words, and runs as people write them', () => {
    const line = `a ${'-'.repeat(30)} b ${'字'.repeat(60)} ${'7'.repeat(60)}`;
    expect(withShortRuns(line)).toBe(line);
    expect(withShortRuns(`a${' .'.repeat(500)}b`)).toBe(`a${' .'.repeat(20)}b`);
  });
});

describe('a long message', () => {
  it.each([
    [
      'write about the ferry. ',
      'That message is too long: without a language model I read at most 4000 characters.',
    ],
    ['寫渡輪好嗎', '這則訊息太長：沒有語言模型時，我最多讀 4000 個字元。'],
  ])('is refused with the length that is read: %s', async (words, said) => {
    const { text, toolCalls } = await asked(words.repeat(1_000));
    expect(text).toContain(said);
    expect(toolCalls).toEqual([]);
  });

  it('is read up to that length', async () => {
    const { text } = await asked('hold the story about please '.repeat(142));
    expect(text).not.toContain('too long');
  });
});

it('a sentence of a page that only opens quotations is judged in a time that grows with its length', async () =>
  expect(await growth((length) => isQuotable(`${'“'.repeat(length)}.`), 1_000)).toBeLessThan(NOT_QUADRATIC));
