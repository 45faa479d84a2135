import { expect, it } from 'vitest';
import type { StepOutputs } from '../../src/newsletter/model/outputs.ts';
import { sayLeftOut } from '../../src/newsletter/say-left-out.ts';

const GONE = 'https://paper.test/gone';

it.each([
  ['en', 'http_404', '- answered 404 (1): Mayor opens skate park'],
  ['zh', 'http_404', '- 回應 404'],
  ['en', 'paywall', '- behind a paywall (1): Mayor opens skate park'],
  ['en', 'no sentence in it', '- no sentence in it (1): Mayor opens skate park'],
] as const)('says in words why a page was not read, in %s: %s', (locale, error, said) => {
  const outputs = {
    gather_urls: { urls: [{ url: GONE, title: 'Mayor opens skate park' }] },
    filter_urls: { left: [] },
    download_articles: { articles: [], failed: [{ what: GONE, error }] },
  } as unknown as StepOutputs;
  expect(sayLeftOut('newsletter_20261130', outputs, locale)).toContain(said);
});
