/** A reporter keeps a sentence that was doubted, by words that do stand in its sources. */
import { describe, expect, it } from 'vitest';
import type { SourcePack } from '../../../src/newsroom/model/source-pack.ts';
import { applyMends } from '../../../src/newsroom/verify/apply-mends.ts';
import { doubted } from '../../../src/newsroom/verify/repair-claims.ts';
import type { SentenceVerdict } from '../../../src/newsroom/verify/sentence-verdicts.ts';
import { ClaimCheck } from '../../../src/newsroom/verify/verify-claims.ts';
import { Weighing } from '../../../src/newsroom/verify/weigh-verdicts.ts';
import { aSource } from '../newsroom-world.ts';

const COUNCIL =
  'Penfold Council will close the swimming pool on 3 March to replace its boiler, which dates from 1984.\n' +
  '“The repair will cost £640,000,” said Joan Tremlett, the councillor for leisure. Swimmers can use the pool at Aldersey free of charge.\n' +
  'Harold Nyman, who chairs the swimming club, said that his 212 members had been told nothing.';
const CHINESE =
  '彭福市議會康樂事務負責人譚寶琳表示，泳池更換鍋爐的費用為64萬英鎊，較去年的估算高出15%。\n' +
  '泳會主席倪漢德批評，會方事前沒有收到通知，會員只能到鄰鎮練習。';
const pack: SourcePack = {
  builtAtMs: Date.UTC(2026, 10, 20),
  sources: [
    aSource(1, 'https://penfold-echo.test/pool', COUNCIL, { title: 'Pool to close' }),
    aSource(2, 'https://harbour-post.test/pool', CHINESE, { title: '泳池關閉', language: 'zh' }),
  ],
};
const NOT_FOUND: SentenceVerdict = { verdict: 'not_found', passages: [], by: 'checker' };

/** What is doubted of the sentence once its reporter keeps it by a passage. */
function leftInDoubt(sentence: string, keep: string, checker: SentenceVerdict | null = NOT_FOUND) {
  const story = { title: '', body: sentence };
  const checked = new ClaimCheck(pack).check(story);
  const verdicts = new Map(checker ? [[checked.sentences[0]!.text, checker]] : []);
  const mended = applyMends(story, { sentences: [{ i: 1, keep: [keep] }] }, [1], verdicts);
  expect(mended.body).toBe(sentence);
  const weighed = new Weighing(pack).weigh(story, checked, mended.verdicts);
  return doubted(weighed.claims).map(({ claim }) => claim.kind);
}

function doubtsOf(sentence: string) {
  return doubted(new ClaimCheck(pack).check({ title: '', body: sentence }).claims).map(
    ({ claim }) => claim.kind,
  );
}

describe('a sentence that a checker could not find', () => {
  it.each([
    ['The pool closes on 3 March so that its boiler of 1984 can be replaced. [1]', COUNCIL.split('\n')[0]!],
    ['Joan Tremlett, a councillor, put the cost of the repair at £640,000. [1]', COUNCIL.split('\n')[1]!],
    ['泳池更換鍋爐需要64萬英鎊，比去年估算高15%。[2]', CHINESE.split('\n')[0]!],
    ['倪漢德批評，會方事前沒有收到任何通知。[2]', CHINESE.split('\n')[1]!],
  ])('stands by the passage that says it: %s', (sentence, keep) => {
    expect(leftInDoubt(sentence, keep)).toEqual([]);
  });

  it.each([
    [
      'by words that no source has',
      'Police have opened an inquiry into the pool. [1]',
      'Police have opened an inquiry',
    ],
    [
      'by words of another matter',
      'Police have opened an inquiry into the contract. [1]',
      'Swimmers can use the pool at Aldersey free of charge.',
    ],
    ['by another figure', 'The repair will cost £460,000. [1]', '“The repair will cost £640,000,”'],
    ['by another day', 'The pool closes on 13 March. [1]', 'close the swimming pool on 3 March'],
    [
      'by words of another speaker',
      'Harold Nyman said that the repair would cost £640,000. [1]',
      '“The repair will cost £640,000,”',
    ],
    [
      'by a figure that went the other way',
      '費用較去年的估算低15%。[2]',
      '泳池更換鍋爐的費用為64萬英鎊，較去年的估算高出15%。',
    ],
    ['by words about another name', '泳會主席倪漢徳威批評，會方事前沒有收到通知。[2]', '會員只能到鄰鎮練習'],
  ])('does not stand %s', (_, sentence, keep) => {
    expect(leftInDoubt(sentence, keep)).toContain('entailment');
  });
});

it('does not stand by the very words that a checker reads the other way', () => {
  const against = 'Swimmers can use the pool at Aldersey free of charge.';
  const sentence = 'Swimmers have to pay at the pool at Aldersey for every use. [1]';
  const contradicted = { verdict: 'contradicted', passages: [against], by: 'checker' } as const;
  expect(leftInDoubt(sentence, 'use the pool at Aldersey free', contradicted)).toEqual(['entailment']);
});

it('stands by words of it where only the rules doubted a name in it', () => {
  const sentence = 'Councillor Tam Po-lam put the cost at £640,000. [1]';
  expect(doubtsOf(sentence)).toEqual(['name']);
  expect(leftInDoubt(sentence, CHINESE.split('\n')[0]!, null)).toEqual([]);
});

describe('a mended sentence', () => {
  const mended = (text: string, body: string) =>
    applyMends({ title: '', body }, { sentences: [{ i: 1, text }] }, [1], new Map()).body;

  it('has the citations that its reporter gives it, and keeps its own where that gives none', () => {
    const wrong = 'The repair will cost £460,000. [1][2]';
    expect(mended('The repair will cost £640,000. [1]', wrong)).toBe('The repair will cost £640,000. [1]');
    expect(mended('The repair will cost £640,000.', wrong)).toBe('The repair will cost £640,000 [1][2].');
  });

  it('stays a heading, without a space behind it', () => {
    expect(mended('【鍋爐】', '【鍋炉】\n泳池關閉。[2]')).toBe('【鍋爐】\n泳池關閉。[2]');
  });
});

it('an outlet is known by its address', () => {
  const sources = [
    aSource(1, 'https://www.penfoldecho.test/pool', COUNCIL, { domain: 'penfoldecho.test', outlet: '' }),
  ];
  const { claims } = new ClaimCheck({ ...pack, sources }).check({
    title: '',
    body: '據彭福回聲報（Penfold Echo）報道，維修費用為64萬英鎊。[1]',
  });
  expect(doubted(claims)).toEqual([]);
});
