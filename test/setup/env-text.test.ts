import fc from 'fast-check';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { withVariables } from '../../src/setup/env-text.ts';

describe('variables in a .env file', () => {
  it('are set, replaced and removed, and nothing else in the file changes', () => {
    const text = '# The desk\nNIGHTDESK_EDITION=sample # mine\nexport LOG_LEVEL="debug"\n\nOTHER=1\n';
    expect(withVariables(text, { NIGHTDESK_EDITION: 'uk-hk', LOG_LEVEL: null, DISCORD_TOKEN: 'a.b-c' })).toBe(
      '# The desk\nNIGHTDESK_EDITION=uk-hk\n\nOTHER=1\nDISCORD_TOKEN=a.b-c\n',
    );
  });

  it('replace a value of several lines, and one that is set twice', () => {
    expect(withVariables('A="x\ny"\nB=1\nA=2', { A: 'z' })).toBe('A=z\nB=1\n');
  });

  it('begin on a line of their own', () => {
    expect(withVariables('A=1', { B: 'two words' })).toBe('A=1\nB="two words"\n');
  });

  it('are refused where a file can not hold them', () => {
    expect(() => withVariables('', { A: 'x\ny' })).toThrow('A has line breaks');
    expect(() => withVariables('', { A: `'"\`` })).toThrow('a .env file can’t hold'.replace('’', "'"));
  });

  it('read back as they were given, whatever stands around them', () =>
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^[A-Z]{1,6}$/), fc.stringMatching(/^[ -~]{1,30}$/)),
        fc.stringMatching(/^[A-Z]{1,6}$/),
        fc.stringMatching(/^[ -~港聞]{1,30}$/),
        (others, name, value) => {
          let text = '';
          try {
            text = withVariables('', others);
            const changed = parseEnv(withVariables(text, { [name]: value }));
            expect(changed).toEqual({ ...parseEnv(text), [name]: value });
          } catch (error) {
            expect(String(error)).toMatch(/can't (?:hold|be changed safely)/);
          }
        },
      ),
    ));
});
