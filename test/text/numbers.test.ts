import { describe, expect, it } from 'vitest';
import { namesIn } from '../../src/text/names.ts';
import { numbersIn } from '../../src/text/numbers.ts';
import { quotationsIn } from '../../src/text/quotations.ts';
import { timesIn } from '../../src/text/times.ts';

const values = (text: string) => numbersIn(text).map(({ value, unit }) => `${value}${unit}`);

describe('numbers', () => {
  it.each([
    ['sales rose 12% to £3.4m', ['12%', '3400000£']],
    ['12 per cent of 1,200 jobs', ['12%', '1200']],
    ['HK$5 billion and US$640 million', ['5000000000HK$', '640000000$']],
    ['twelve people and twenty-five dogs', ['12', '25']],
    ['half a million', ['500000']],
    ['十二人受傷，損失3億元', ['12', '300000000元']],
    ['三千二百名乘客，百分之三十五', ['3200', '35%']],
    ['1.2萬人', ['12000']],
    ['3億5000萬元，3億5千萬元，三億五千萬元', ['350000000元', '350000000元', '350000000元']],
    ['1萬2000人，1億2345萬6789人，3萬5千人', ['12000', '123456789', '35000']],
    ['一萬億元', ['1000000000000元']],
    ['廿人，卅二人，壹佰人，叁仟伍佰元', ['20', '32', '100', '3500元']],
    ['大陸三人參加，隊伍四人', ['3', '4']],
  ])('reads "%s"', (text, expected) => expect(values(text)).toEqual(expected));

  it.each([
    ['by ３２１ votes', 321, '３２１'],
    ['of ١٢٣ people', 123, '١٢٣'],
    ['of 𝟏𝟐𝟑 people', 123, '𝟏𝟐𝟑'],
    ['𝟘 and 𝟙 of ², by ³²¹ votes', 321, '³²¹'],
    ['約１，２００人', 1200, '１，２００'],
  ])('reads the digits of any script: "%s"', (text, value, said) => {
    const number = numbersIn(text).at(-1)!;
    expect(number).toMatchObject({ value, text: said });
    expect(text.slice(number.start, number.end)).toBe(said);
  });

  it.each(['one of them', 'Leeds³', 'Ａ３８０', 'A380', 'Covid-19', '一直統一', '千萬不要'])(
    'finds none in "%s"',
    (text) => expect(values(text)).toEqual([]),
  );

  it('tells the parts of dates and clock times', () => {
    expect(numbersIn('at 10:30 on 12 March 2025').every(({ time }) => time)).toBe(true);
    expect(timesIn('5月3日上午九時 and last week').map(({ text }) => text)).toEqual([
      '5月3日',
      '上午九時',
      'last week',
    ]);
  });
});

describe('names and quotations', () => {
  it('joins the words of a name and leaves sentence openings alone', () => {
    expect(
      namesIn('Trains stopped. The Court of Final Appeal heard Ann Lee. Yesterday MTR staff left.'),
    ).toEqual(['Court of Final Appeal', 'Ann Lee', 'MTR']);
  });

  it('finds Chinese institutions and speakers', () => {
    expect(namesIn('運輸署署長陳美玲表示，港鐵公司會道歉。')).toEqual(
      expect.arrayContaining(['陳美玲', '港鐵公司']),
    );
  });

  it('finds what stands between quotation marks, and no apostrophes', () => {
    expect(quotationsIn('He said “no way”. It’s Ann’s. 他說：「好。」').map(({ text }) => text)).toEqual([
      'no way',
      '好。',
    ]);
    const told =
      "'We don't know,' he said of the '90s. «Très bon» was Ann's word, ﹁好﹂ the boys' and girls'.";
    expect(quotationsIn(told).map(({ text }) => text)).toEqual(["We don't know,", 'Très bon', '好']);
  });
});
