/** The reader of XML, held against htmlparser2's tokenizer, and where it means to differ. */
import fc from 'fast-check';
import { Tokenizer } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { decodeReferences } from '../../../../src/newsroom/intake/feeds/html-entities.ts';
import { readXml } from '../../../../src/newsroom/intake/feeds/read-xml.ts';

type Seen = readonly [what: 'open' | 'close' | 'escaped' | 'text', ...rest: unknown[]];

describe('XML', () => {
  it('is read as htmlparser2 reads it, however broken', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }), async (pieces) => {
        const text = pieces.join('') + CLOSES_ALL;
        fc.pre(!/<!-?>|<\/\s*>|<\/[^>]*\//.test(text));
        expect(await seenBy(text)).toEqual(seenByHtmlparser2(text));
      }),
      { numRuns: 2_000 },
    ));

  it('has end tags with a slash, which close, and without a name, which are skipped', async () => {
    expect(await seenBy('<b>x</b/></ >y</><!>z')).toEqual([
      ['open', 'b', {}, false],
      ['escaped', 'x'],
      ['close', 'b'],
      ['escaped', 'yz'],
    ]);
  });

  it('ends in the middle of a tag, of a comment or of a section: only the section has a text', async () => {
    for (const cut of ['<b', '<b ', '<b c', '<b c=', '<b c="d', '<b/', '</', '</b', '<!', '<!--x', '<?x'])
      expect(await seenBy(`x${cut}`), cut).toEqual(
        cut === '</' || cut === '<!' ? [['escaped', 'x']] : expect.arrayContaining([['escaped', 'x']]),
      );
    expect(await seenBy('<![CDATA[x]]')).toEqual([['text', 'x]]']]);
  });

  it('has the first of several attributes of one name, with references read', async () => {
    expect(await seenBy(`<a B='1 &amp; 2' b=3 c d = "e"/>`)).toEqual([
      ['open', 'a', { b: '1 & 2', c: '', d: 'e' }, true],
    ]);
  });
});

const PIECES = [
  ...['<', '>', '/', '!', '?', '--', '<!--', '-->', '<![CDATA[', ']]>', ' ', '\n', '\t', '"', "'", '=', '[', '\0'],
  ...['a', 'B', 'item', 'x:y', '&amp;', '&', '&#233;', 'é', '漢', '\u00a0', '\v', '</', '/>', '<a ', '<b>', '</b>'],
  ...['href="1"', "q='<>'", 'k=v', '<!DOCTYPE x', '<?xml ?>'],
]; // prettier-ignore
/** Whatever is open, a text follows: what the end of a document cuts is another matter. */
const CLOSES_ALL = `'">]]>-->'>">z`;

async function seenBy(text: string): Promise<Seen[]> {
  const seen: Seen[] = [];
  await readXml(text, {
    open: (name, attributes, isEmpty) => seen.push(['open', name, { ...attributes }, isEmpty]),
    close: (name) => seen.push(['close', name]),
    escaped: (more) => seen.push(['escaped', more]),
    text: (more) => seen.push(['text', more]),
  });
  return joined(seen);
}

function seenByHtmlparser2(text: string): Seen[] {
  const seen: Seen[] = [];
  const [nothing, slice] = [() => {}, (from: number, to: number) => text.slice(from, to)];
  let name = '';
  let attribute = '';
  let attributes: Record<string, string> = {};
  let value = '';
  const tokenizer = new Tokenizer(
    { xmlMode: true, decodeEntities: false },
    {
      onopentagname: (from, to) => [name, attributes] = [slice(from, to).toLowerCase(), {}],
      onattribname: (from, to) => [attribute, value] = [slice(from, to).toLowerCase(), ''],
      onattribdata: (from, to) => (value += slice(from, to)),
      onattribend: () => (attributes[attribute] ??= decodeReferences(value)),
      onopentagend: () => seen.push(['open', name, attributes, false]),
      onselfclosingtag: () => seen.push(['open', name, attributes, true]),
      onclosetag: (from, to) => seen.push(['close', slice(from, to).toLowerCase()]),
      ontext: (from, to) => seen.push(['escaped', slice(from, to)]),
      oncdata: (from, to, back) => seen.push(['text', slice(from, to - back)]),
      onattribentity: nothing, oncomment: nothing, ondeclaration: nothing, onend: nothing,
      onprocessinginstruction: nothing, ontextentity: nothing,
    },
  ); // prettier-ignore
  tokenizer.write(text);
  tokenizer.end();
  return joined(seen);
}

/** Texts may come in several pieces. */
function joined(seen: readonly Seen[]): Seen[] {
  const all: Seen[] = [];
  for (const one of seen) {
    const last = all.at(-1);
    if (one[0] === 'escaped' && last?.[0] === 'escaped')
      all.splice(-1, 1, ['escaped', `${String(last[1])}${String(one[1])}`]);
    else all.push(one);
  }
  return all;
}
