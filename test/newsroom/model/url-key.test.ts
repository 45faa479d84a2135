import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { domainOf, keyOf, urlKey } from '../../../src/newsroom/model/url-key.ts';

describe('urlKey', () => {
  it.each([
    ['HTTPS://Paper.TEST/A/?utm_source=x&b=2&fbclid=1#part', 'https://paper.test/A?b=2'],
    ['http://meridian.localhost:34567/a/', 'http://meridian.localhost/a'],
    ['http://paper.test:8080/', 'http://paper.test:8080'],
    ['ftp://paper.test/', undefined],
    ['nonsense', undefined],
  ])('of %s is %s', (url, key) => expect(urlKey(url)).toBe(key));

  it('is the same for its own key, whatever the URL', () =>
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        const key = urlKey(url);
        return key === undefined || urlKey(key) === key;
      }),
    ));

  it('of a very long URL is short, another one for another URL, and the same for its own key', () => {
    const long = `https://paper.test/${'a'.repeat(4_000)}`;
    const key = urlKey(`${long}?utm_source=x#part`)!;
    expect(key).toHaveLength(79);
    expect([urlKey(long), urlKey(key)]).toEqual([key, key]);
    expect(urlKey(`${long}b`)).not.toBe(key);
    expect(urlKey(`https://${'a'.repeat(4_000)}.test/`)).toHaveLength(79);
    expect(keyOf('item:', '長'.repeat(667))).toHaveLength(76);
  });

  it('names an outlet by its host', () => {
    expect(domainOf('https://www.paper.test/a')).toBe('paper.test');
    expect(domainOf('https://www.test/a')).toBe('www.test');
  });
});
