import { describe, expect, it } from 'vitest';
import { parseUrl } from '../../src/text/parse-url.ts';

describe('an address', () => {
  it('is parsed, by itself or from where it stands', () => {
    expect(parseUrl('https://a.test/b?c#d')?.href).toBe('https://a.test/b?c#d');
    expect(parseUrl('../b', 'https://a.test/c/d/e')?.href).toBe('https://a.test/c/b');
  });

  it.each(['', 'news', '//a.test/', 'http://', 'http://a b/', 'http://[::1'])('is not: %j', (written) =>
    expect(parseUrl(written)).toBeUndefined(),
  );

  it('with an accent is one also after the process has parsed thousands', () => {
    // As it comes from the network: one byte a letter.
    const written = Buffer.from('http://bücher.test/é', 'latin1').toString('latin1');
    for (let n = 0; n < 20_000; n++) parseUrl(`http://a.test/${String(n % 8)}`);
    let refused = 0;
    for (let n = 0; n < 20_000; n++) if (!parseUrl(written)) refused++;
    expect(refused).toBe(0);
  });
});
