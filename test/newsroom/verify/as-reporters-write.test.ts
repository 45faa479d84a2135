/** Sentences as reporters write them beside the source's words: the true one is no doubt, the wrong one is. */
import { describe, expect, it } from 'vitest';
import { ClaimCheck } from '../../../src/newsroom/verify/verify-claims.ts';
import { aSource } from '../newsroom-world.ts';

const PUBLISHED = Date.UTC(2026, 10, 18, 9);

function doubtsIn(told: string, text: string): string[] {
  const source = aSource(1, 'https://outlet.test/1', text, { publishedAtMs: PUBLISHED, title: '' });
  const { claims } = new ClaimCheck({ builtAtMs: PUBLISHED, sources: [source] }).check({
    title: '',
    body: `${told} [1]`,
  });
  return claims
    .filter(({ claim }) => claim.verdict === 'doubted')
    .map(({ claim }) => `${claim.kind} ${claim.text}`);
}

describe('what is told loosely', () => {
  it.each([
    [
      '過半受訪者反對方案。',
      '52% of respondents objected to the plan.',
      '42% of respondents objected to the plan.',
    ],
    [
      'More than half of respondents objected to the plan.',
      '五成二受訪者反對方案。',
      '四成二受訪者反對方案。',
    ],
    [
      '不足半數住戶已投票。',
      '48 per cent of households have voted.',
      '58 per cent of households have voted.',
    ],
    ['Revenue doubled.', '收入增至原來的兩倍。', '收入增至原來的三倍。'],
  ])('%s', (told, right, wrong) => {
    expect(doubtsIn(told, right)).toEqual([]);
    expect(doubtsIn(told, wrong)).toHaveLength(1);
  });

  it.each([
    // A length of time, what is negated, and shares that may be added are no slips.
    ['The debate took over half an hour.', 'The debate took 45 minutes; 42% of members objected.'],
    ['過半受訪者不反對方案。', '42% of respondents objected to the plan.'],
    [
      'More than half of respondents objected to the plan.',
      'Of respondents 30% strongly objected to the plan and 25% mildly.',
    ],
  ])('is left alone: %s', (told, source) => {
    expect(doubtsIn(told, source)).toEqual([]);
  });
});

describe('the age of what is no person', () => {
  it.each([
    ['樓齡45年。', '樓齡54年。', 'The building is 45 years old.'],
    ['這艘45年船齡的貨輪沉沒。', '這艘54年船齡的貨輪沉沒。', 'The 45-year-old cargo ship sank.'],
    ['The building is 45 years old.', 'The building is 54 years old.', '該廈已有45年歷史。'],
  ])('%s', (right, wrong, source) => {
    expect(doubtsIn(right, source)).toEqual([]);
    expect(doubtsIn(wrong, source)).toHaveLength(1);
  });
});

describe('a bare 元', () => {
  it.each([
    ['2025財年收入為30億元。', 'Revenue in fiscal 2025 was 3 billion yuan.'],
    ['公司去年收入為30億元。', 'The company had revenue of NT$3 billion last year.'],
  ])('is the currency of its source: %s', (told, source) => {
    expect(doubtsIn(told, source).filter((doubt) => doubt.startsWith('number'))).toEqual([]);
  });

  it('is no US dollar', () => {
    expect(doubtsIn('收入為30億元。', 'Revenue was US$3 billion.')).toEqual(['number 30億元']);
  });
});

describe('a Chinese name without a word of saying', () => {
  it.each([
    ['陳肇始出任局長。', '陳肇恒出任局長。', '新任局長為陳肇始。'],
    ['梁子文獲委任為主席。', '梁子明獲委任為主席。', '主席一職由梁子文接任。'],
    ['何啟聰當選會長。', '何啟明當選會長。', '會長選舉由何啟聰勝出。'],
  ])('%s', (right, wrong, source) => {
    expect(doubtsIn(right, source)).toEqual([]);
    expect(doubtsIn(wrong, source)).not.toEqual([]);
  });
});

describe('a well-known firm, club or person, in either language', () => {
  it.each([
    ['滙豐計劃裁減500個職位。', '渣打計劃裁減500個職位。', 'HSBC plans to cut 500 jobs.'],
    ['Alibaba plans to cut 500 jobs.', 'Tencent plans to cut 500 jobs.', '阿里巴巴計劃裁減500個職位。'],
    ['曼聯以2比1勝出。', '曼城以2比1勝出。', 'Manchester United won 2-1.'],
    ['特朗普簽署關稅命令。', '拜登簽署關稅命令。', 'Donald Trump signed the tariff order.'],
  ])('%s', (right, wrong, source) => {
    expect(doubtsIn(right, source)).toEqual([]);
    expect(doubtsIn(wrong, source)).toHaveLength(1);
  });

  it.each([
    // Another may be told of where nobody of its sort is left untold.
    ['特朗普簽署關稅命令。', 'The US president signed the tariff order.'],
    ['英特爾股價下跌。', 'Shares of the chip maker fell.'],
    ['Alibaba and Tencent plan to cut jobs.', '阿里巴巴計劃裁員，科網股下跌。'],
  ])('is left alone: %s', (told, source) => {
    expect(doubtsIn(told, source)).toEqual([]);
  });
});
