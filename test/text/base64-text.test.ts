import { describe, expect, it } from 'vitest';
import { base64Text } from '../../src/text/base64-text.ts';

describe('base64 text', () => {
  const bytes = Buffer.from('>>>???~~~ words that need padding!');
  const written = bytes.toString('base64');

  it.each([
    ['with padding', written],
    ['without padding', written.replace(/=+$/, '')],
    ['for addresses', bytes.toString('base64url')],
    ['in lines', `${written.replace(/.{8}/g, '$&\r\n')}\n`],
  ])('is read %s', (_, text) => {
    expect(base64Text.parse(text)).toEqual(bytes);
  });

  it('is refused where it is something else', () => {
    for (const text of ['*', 'a=b=c', 'wörds']) expect(base64Text.safeParse(text).success).toBe(false);
  });
});
