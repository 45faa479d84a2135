import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryKey, parseSessionKey, sessionKey, transcriptName } from '../../src/sessions/key.ts';

describe('session keys', () => {
  it.each(['discord:123', 'console:desk', 'terminal:x y', 'cron:abc', 'story:r/s/write', 'main', 'unified:default'])(
    'include %s',
    (key) => expect(parseSessionKey(key)).toBe(key),
  );

  it.each([
    ['fax:1', /names no known channel/],
    ['discord:abc', /no valid id for discord/],
    ['console:', /no valid id for console/],
    ['story:a/b', /no valid id for story/],
    ['main:x', /no valid id for main/],
    ['console:a\nb', /control characters/],
    [`console:${'漢'.repeat(50)}`, /over 150 bytes/],
    [`console:${'x'.repeat(10_000)}`, /^session key "console:x{142}…" is over 150 bytes/],
    [42, /is not text/],
  ])('do not include %j, and say what is allowed', (given, message) => {
    expect(() => parseSessionKey(given)).toThrow(message);
    expect(() => parseSessionKey(given)).toThrow(/allowed: discord:<channel id>/);
  });

  it('have file names of their own, even where the file system ignores case', () =>
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 30 }), fc.string({ minLength: 1, maxLength: 30 }), (a, b) => {
        const usable = (id: string) => !/\p{Cc}|\p{Cs}/u.test(id);
        fc.pre(a !== b && usable(a) && usable(b));
        const names = [a, b].map((id) => transcriptName(sessionKey('console', id)));
        expect(names[0]!.toLowerCase()).not.toBe(names[1]!.toLowerCase());
        for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9._%~-]+\.jsonl$/);
      }),
    ));

  it('keep long names within what file systems allow', () => {
    const name = transcriptName(sessionKey('console', '漢'.repeat(47)));
    expect(name.length).toBeLessThan(255);
  });

  it('share one memory in unified mode, but for the desk itself, isolated jobs and workers', () => {
    const unify = (key: string) => memoryKey(parseSessionKey(key), true);
    expect(['discord:1', 'console:a', 'terminal:b'].map(unify)).toEqual(Array(3).fill('unified:default'));
    expect(['main', 'cron:a', 'story:r/s/write'].map(unify)).toEqual(['main', 'cron:a', 'story:r/s/write']);
    expect(memoryKey(parseSessionKey('console:a'), false)).toBe('console:a');
  });
});
