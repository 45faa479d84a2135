import { describe, expect, it } from 'vitest';
import { Prompts } from '../../../src/agent/prompts.ts';
import { inspectVerifyLine } from '../../../src/newsroom/inspect/inspect-verify.ts';
import { Instructions } from '../../../src/newsroom/verify/instructions.ts';

const SOURCE =
  'The council of Larkmoor voted on Tuesday to reopen the old mill after volunteers had repaired its wheel and roof.';

async function claimsOf(body: string, language: 'en' | 'zh-Hant-HK', text = SOURCE) {
  const source = {
    n: 1,
    url: 'https://first.test/mill',
    title: 'Mill reopens',
    publishedAt: '2026-11-17T09:00:00Z',
    text,
  };
  const story = {
    id: 's',
    language,
    builtAt: '2026-11-18T09:00:00Z',
    title: 'Mill reopens',
    body,
    sources: [source],
  };
  const { claims, error } = await inspectVerifyLine(story);
  expect(error).toBeUndefined();
  return claims.filter(({ kind }) => kind === 'entailment');
}

describe('a sentence of the prompts in a story', () => {
  it.each([
    [
      'en',
      'The council voted to reopen the mill.[1]',
      'Give distances, sums and times as the sources do; add a local time when a source has it.',
    ],
    [
      'en',
      'The council voted to reopen the mill.[1]',
      'Officials, relief bodies and governments are named with their office.',
    ],
  ] as const)('is doubted as a whole, as no source has it: %s', async (language, honest, told) => {
    expect(await claimsOf(`${honest} ${told}[1]`, language)).toEqual([
      expect.objectContaining({ sentence: 2, text: told, verdict: 'doubted', by: 'rules' }),
    ]);
    expect(await claimsOf(honest, language)).toEqual([]);
  });

  it.each(['en', 'zh-Hant-HK'] as const)(
    'is known whichever it is: every long sentence that reporters are told, %s',
    (language) => {
      const texts = Prompts.read(['prompts'], language).texts();
      const instructions = new Instructions(texts);
      const sentences = texts
        .flatMap((text) => text.split(/(?<=[.!?。！？])\s+|\n+/u))
        .filter((one) => one.length > 60);
      expect(sentences.length).toBeGreaterThan(100);
      expect(sentences.filter((one) => !instructions.has(one, () => [SOURCE]))).toEqual([]);
    },
  );

  it('is known where a word of it is changed, and is no fault where a source has it', async () => {
    const told = 'Give distances, sums and dates as the sources do; add a local time when a source has it.';
    expect(await claimsOf(`The mill reopens.[1] ${told}[1]`, 'en')).toHaveLength(1);
    expect(
      await claimsOf(`The mill reopens.[1] ${told}[1]`, 'en', `${SOURCE} The style guide says: ${told}`),
    ).toEqual([]);
  });

  it('is not seen in news that shares a turn of phrase with them', async () => {
    const told =
      'According to the council, as far as a source says so, the mill reopens on Friday with a fair.';
    expect(await claimsOf(`${told}[1]`, 'en')).toEqual([]);
  });
});
