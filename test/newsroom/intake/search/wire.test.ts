import { describe, expect, it } from 'vitest';
import { braveErrorCode, braveRates, readBrave } from '../../../../src/newsroom/intake/search/brave-wire.ts';
import { readGdelt } from '../../../../src/newsroom/intake/search/gdelt-wire.ts';

const NOW = Date.UTC(2026, 0, 5, 6);
const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const brave = (result: object) =>
  readBrave(
    JSON.stringify({ type: 'news', results: [{ url: 'https://a.test/1', title: 'T', ...result }] }),
    'brave:x',
    NOW,
  )?.links[0];

describe('Brave’s answers', () => {
  it.each([
    [{ page_age: '2026-01-05T05:00:00' }, NOW - 3_600_000],
    [{ page_age: '2026-01-05T06:00:00+01:00' }, NOW - 3_600_000],
    [{ page_age: null, age: '3 hours ago' }, NOW - 3 * 3_600_000],
    [{ age: '1 day ago' }, NOW - 86_400_000],
    [{ page_age: '2031-01-01T00:00:00' }, NOW],
    [{ page_age: 'yesterday', age: 'lately' }, undefined],
    [{}, undefined],
  ])('are dated: %o', (given, atMs) => {
    expect(brave(given)?.publishedAtMs).toBe(atMs);
  });

  it('are plain text of a bearable length', () => {
    const link = brave({
      title: `<strong>Tea &amp; \u0007 tax</strong> ${'x'.repeat(10_000)}`,
      description: 'a <b>b</b> &#x27;c&#x27; 5 < 6',
    });
    expect(link?.title).toMatch(/^Tea & tax x+…$/);
    expect(link?.title.length).toBeLessThanOrEqual(500);
    expect(link?.description).toBe("a b 'c' 5 < 6");
  });

  it('have no links in their titles', () => {
    expect(brave({ title: 'Mayor [resigns](https://evil.example/4711) at noon' })?.title).toBe(
      'Mayor resigns at noon',
    );
  });

  it('are left out one by one where they are out of shape', () => {
    const results = [
      null,
      7,
      { title: 'no url' },
      { url: 'javascript:1', title: 'x' },
      { url: 'https://', title: 'x' },
      { url: 'https://a.test', title: ' ' },
      { url: 'https://a.test/1', title: 'good' },
    ];
    const read = readBrave(JSON.stringify({ results }), 'brave:x', NOW);
    expect(read?.links.map(({ title }) => title)).toEqual(['good']);
    expect(read?.results).toBe(7);
    for (const text of ['', '[]', '{}', '{"results":1}', '<html>', '{"results":['])
      expect(readBrave(text, 'x', NOW)).toBeUndefined();
  });

  it('have codes in both shapes of errors', () => {
    expect(braveErrorCode(bytes({ error: { code: 'RATE_LIMITED' } }))).toBe('RATE_LIMITED');
    expect(braveErrorCode(bytes({ errors: [{ code: 'QUOTA_LIMITED' }] }))).toBe('QUOTA_LIMITED');
    for (const body of [{ error: { code: 'please log me <script>' } }, { errors: [] }, 'x', null])
      expect(braveErrorCode(bytes(body))).toBeUndefined();
    expect(braveErrorCode(undefined)).toBeUndefined();
  });

  it('tell the second and the month, in whatever order', () => {
    const second = { limit: 1, remaining: 1, resetMs: 1_000 };
    const month = { limit: 15_000, remaining: 1_000, resetMs: 1_419_704_000 };
    const headers = (order: (two: [string, string]) => string) => ({
      'x-ratelimit-limit': order(['1', '15000']),
      'x-ratelimit-policy': order(['1;w=1', '15000;w=2592000']),
      'x-ratelimit-remaining': order(['1', '1000']),
      'x-ratelimit-reset': order(['1', '1419704']),
    });
    const forwards = headers((two) => two.join(', '));
    expect(braveRates(forwards)).toMatchObject({ burst: second, quota: month });
    expect(braveRates(headers((two) => two.toReversed().join(',')))).toMatchObject({
      burst: second,
      quota: month,
    });
    expect(braveRates({ ...forwards, 'x-ratelimit-policy': '' })).toMatchObject({
      burst: second,
      quota: month,
    });
    // No limit a month: nothing remains of nothing, and nothing is exhausted.
    const unlimited = { ...forwards, 'x-ratelimit-limit': '50, 0', 'x-ratelimit-remaining': '49, 0' };
    expect(braveRates(unlimited).quota).toBeUndefined();
    expect(braveRates({})).toEqual({});
    expect(braveRates({ 'x-ratelimit-limit': 'many', 'x-ratelimit-remaining': '-1' })).toEqual({});
  });
});

describe('GDELT’s answers', () => {
  it('are none, a list, a sentence, or nonsense', () => {
    expect(readGdelt('{}', 'x', NOW)).toEqual({ kind: 'links', links: [] });
    expect(readGdelt('', 'x', NOW)).toEqual({ kind: 'links', links: [] });
    expect(readGdelt('Your query was too short or too long.\n', 'x', NOW)).toEqual({
      kind: 'sentence',
      sentence: 'Your query was too short or too long.',
    });
    for (const text of ['<html>', '{"articles":[{', '{"articles":7}'])
      expect(readGdelt(text, 'x', NOW)).toEqual({ kind: 'nonsense' });
  });

  it('are read with control characters and lone backslashes in them', () => {
    const text =
      '{"articles":[{"url":"https:\\/\\/a.test/1","title":"a\\ b\tc \\"d\\" \\é \\u00e9","seendate":"20260105T054500Z"}]}';
    expect(readGdelt(text, 'gdelt:x', NOW)).toMatchObject({
      links: [
        { url: 'https://a.test/1', title: 'a\\ b c "d" \\é é', publishedAtMs: Date.UTC(2026, 0, 5, 5, 45) },
      ],
    });
  });

  it('are not dated by what is no date', () => {
    const read = readGdelt(
      '{"articles":[{"url":"https://a.test","title":"t","seendate":"2026"}, {"title":1}]}',
      'x',
      NOW,
    );
    expect(read).toEqual({
      kind: 'links',
      links: [{ url: 'https://a.test', title: 't', description: '', foundBy: 'x' }],
    });
  });
});
