import { describe, expect, it } from 'vitest';
import { sayProviders, saySpending } from '../../src/commands/say-spending.ts';

const spent = (more: object = {}) => ({
  spending: [
    {
      provider: 'gemini',
      model: 'gemini-2.5-flash',
      calls: 12,
      failed: 2,
      inputTokens: 3_400,
      outputTokens: 900,
      costUsd: 0.00327,
      unpriced: 0,
      ...more,
    },
  ],
});

describe('/desk status', () => {
  it('says what models cost today, in both languages', () => {
    expect(saySpending(spent(), 'en')).toEqual([
      'gemini-2.5-flash today: 12 calls, 2 failed, 3400 + 900 tokens, US$0.0033.',
    ]);
    expect(saySpending(spent(), 'zh')).toEqual([
      'gemini-2.5-flash 今日：12 次呼叫，2 次失敗，3400 + 900 個 token，US$0.0033。',
    ]);
    expect(saySpending({}, 'en')).toEqual([]);
  });

  it('says which prices are not known, and never shows an unknown price as nothing', () => {
    expect(saySpending(spent({ unpriced: 12, costUsd: 0, failed: 0 }), 'en')).toEqual([
      'gemini-2.5-flash today: 12 calls, 3400 + 900 tokens, price unknown.',
    ]);
    expect(saySpending(spent({ unpriced: 1, costUsd: 2.5 }), 'en')[0]).toContain(
      'US$2.50, 1 call without a known price',
    );
    expect(saySpending(spent({ unpriced: 12 }), 'zh')[0]).toContain('價格不明');
  });

  it('says what was estimated where servers count no tokens, as ceilings do', () => {
    const uncounted = { inputTokens: 0, outputTokens: 0, countedTokens: 5_120, failed: 0 };
    expect(saySpending(spent(uncounted), 'en')).toEqual([
      'gemini-2.5-flash today: 12 calls, about 5120 tokens by estimate, US$0.0033.',
    ]);
    expect(saySpending(spent({ countedTokens: 9_420 }), 'en')[0]).toContain(
      '3400 + 900 tokens and about 5120 by estimate, US$',
    );
    expect(saySpending(spent(uncounted), 'zh')[0]).toContain('，估計約 5120 個 token，');
    expect(saySpending(spent({ countedTokens: 9_420 }), 'zh')[0]).toContain(
      '，3400 + 900 個 token，另估計約 5120 個，',
    );
    // An attempt that was refused at once counts as one.
    expect(saySpending(spent({ countedTokens: 4_302 }), 'en')[0]).toContain('3400 + 900 tokens, US$');
  });

  it('says who is left alone, until when and why, and how many keys rest', () => {
    const providers = [
      { provider: 'gemini', model: 'g', languageModel: true, state: 'closed', keys: { all: 3, resting: 1 } },
      {
        provider: 'openai',
        model: 'o',
        languageModel: true,
        state: 'open',
        untilMs: Date.UTC(2026, 10, 20, 7, 30),
        because: 'The key is wrong.',
      },
      { provider: 'desk', model: 'd', languageModel: false, state: 'closed' },
    ] as const;
    expect(sayProviders({ providers }, 'UTC', 'en')).toEqual([
      '- gemini: 1 of 3 keys resting',
      '- openai is left alone until Fri 20 Nov, 07:30: The key is wrong.',
    ]);
    expect(sayProviders({ providers }, 'UTC', 'zh')).toEqual([
      '- gemini：3 條金鑰中有 1 條休息中',
      '- openai 暫停至 11月20日（五）07:30：The key is wrong.',
    ]);
  });
});
