import { expect, it } from 'vitest';
import { basisOf, claimsOf } from '../../../src/newsroom/ask/say-claims.ts';
import type { Claim } from '../../../src/newsroom/model/claim.ts';
import type { Source } from '../../../src/newsroom/model/source-pack.ts';

const TEXT = 'A fire in Wakefield injured three workers and damaged 14 cars.';
const source: Source = {
  n: 1,
  url: 'https://p.test/1',
  domain: 'p.test',
  outlet: 'Paper',
  title: 'Fire in Wakefield',
  language: 'en',
  text: TEXT,
  sha256: '',
  usable: true,
};
const pack = { builtAtMs: 0, sources: [source] };
const claim = (kind: Claim['kind'], text: string, quote = TEXT): Claim => ({
  ...{ sentence: 0, kind, text, verdict: 'supported', by: 'rules' },
  passage: { n: 1, quote, offset: 0, length: quote.length },
});
const claims = [
  claim('number', 'Three'),
  claim('name', 'Wakefield', 'Wakefield'),
  claim('number', '14'),
  claim('number', '14'),
];

it('claims that one passage supports are one line, and what they only repeat is not quoted', () => {
  expect(claimsOf({ pack, claims }, 'en')).toBe(
    `“Three”, “14” – [1] Paper: “${TEXT}” <https://p.test/1>\n“Wakefield” – [1] Paper <https://p.test/1>`,
  );
  expect(claimsOf({ pack, claims }, 'zh-Hant-HK')).toContain('「Three」、「14」 – [1] Paper');
});

it('a claim that the checker cleared is told apart', () => {
  const cleared: Claim = { ...claim('number', '15'), by: 'checker' };
  expect(claimsOf({ pack, claims: [...claims, cleared] }, 'en').split('\n')).toHaveLength(3);
});

it('the sources come before the claims, and what is too long ends with a whole line', () => {
  const all = basisOf({ pack, claims }, 'en', 1_000);
  const [first, ...rest] = all.split('\n');
  expect(first).toBe('[1] Paper — Fire in Wakefield <https://p.test/1>');
  expect(rest.join('\n').trim()).toBe(claimsOf({ pack, claims }, 'en'));
  expect(basisOf({ pack, claims }, 'en', all.length - 1)).toBe(`${all.slice(0, all.lastIndexOf('\n'))}\n…`);
});
