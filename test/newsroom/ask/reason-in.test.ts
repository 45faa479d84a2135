import { describe, expect, it } from 'vitest';
import type { Labels } from '../../../src/newsroom/edition/category-label.ts';
import { reasonIn } from '../../../src/newsroom/ask/reason-in.ts';

const english: Labels = {
  language: 'en',
  categories: [
    { name: 'US Stocks', aliases: ['stocks', '美股'], words: [], group: 'finance' },
    { name: 'Gold', aliases: ['gold', '黃金'], words: [], group: 'finance' },
  ],
};
const chinese: Labels = { ...english, language: 'zh-Hant-HK' };

describe('a reason of a plan, for a reader of the other language', () => {
  it.each([
    ['the run is full', '這批報道已滿'],
    ['the run is full: at most 5 stories', '這批報道已滿：最多5篇'],
    ['enough US Stocks: at most 2', '美股已足夠：最多2則'],
    ['enough finance: at most 1', '美股、黃金已足夠：最多1則'],
    [
      'only signal-circuit.example tells it: two outlets are needed',
      '只有signal-circuit.example報道，至少需要兩家媒體',
    ],
    ['only one outlet tells it', '只有一家媒體報道'],
    ['it needs a language model: it is told in Chinese only', '需要語言模型：只有中文報道'],
    ['tells the same as "The mill (again)"', '與「The mill (again)」相同'],
    ['Ann killed “The mill” in the last 48 hours', 'Ann於48小時內撤銷了「The mill」'],
    ["an editor's note excludes it", '按編輯的要求略去'],
  ])('says "%s" as 「%s」', (en, zh) => {
    expect(reasonIn(en, 'zh', english)).toBe(zh);
    expect(reasonIn(en, 'en', english)).toBe(en);
    expect(reasonIn(zh, 'zh', chinese)).toBe(zh);
  });

  it('says a Chinese one in English, too', () => {
    expect(reasonIn('只有維港晨報報道，至少需要兩家媒體', 'en', chinese)).toBe(
      'only 維港晨報 tells it: two outlets are needed',
    );
    expect(reasonIn('黃金已足夠：最多2則', 'en', chinese)).toBe('enough Gold: at most 2');
  });

  it('leaves what an editor or a model wrote as it is', () => {
    expect(reasonIn('Too local for us.', 'zh', english)).toBe('Too local for us.');
  });
});
