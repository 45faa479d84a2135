import { describe, expect, it } from 'vitest';
import { decodeBytes } from '../../../../src/web-fetch/decode-bytes.ts';
import { fromWindows1252, withoutC1 } from '../../../../src/web-fetch/windows-1252.ts';
import { growth, NOT_QUADRATIC } from '../../../support/growth.ts';

const bytes = (...values: number[]) => Uint8Array.from(values);
const ascii = (text: string) => [...Buffer.from(text, 'latin1')];
const utf32 = (text: string, little: boolean) => {
  const buffer = Buffer.alloc([...text].length * 4);
  [...text].forEach((character, n) =>
    little
      ? buffer.writeUInt32LE(character.codePointAt(0)!, n * 4)
      : buffer.writeUInt32BE(character.codePointAt(0)!, n * 4),
  );
  return buffer;
};

describe('bytes without a true label', () => {
  it('are UTF-32 by their mark or by the first tag', () => {
    const xml = '<?xml version="1.0" encoding="utf-32"?><a>港😀</a>';
    for (const little of [true, false]) {
      expect(decodeBytes(utf32(xml, little), undefined)).toBe(xml);
      expect(decodeBytes(utf32(`\ufeff${xml}`, little), 'text/xml; charset=utf-8')).toBe(xml);
    }
  });

  it('are UTF-8 where they can be nothing else, whatever the label says', () => {
    const text = '<a>“Élysée” – naïve café, 香港</a>';
    for (const label of ['iso-8859-1', 'windows-1252', 'big5', 'euc-kr', 'us-ascii'])
      expect(decodeBytes(Buffer.from(text), `text/xml; charset=${label}`)).toBe(text);
  });

  it('are UTF-8 with a hole where a few of many characters are broken', () => {
    const broken = Buffer.concat([
      Buffer.from('<a>香港新聞報道今日天氣'),
      bytes(0xe6, 0xb8),
      Buffer.from('</a>'),
    ]);
    expect(decodeBytes(broken, 'text/xml; charset=utf-8')).toBe('<a>香港新聞報道今日天氣\ufffd</a>');
  });

  it('are what a detector takes them for where no label fits', () => {
    const russian =
      '<rss><title>Новости дня: правительство обсудило новый закон о бюджете на следующий год</title></rss>';
    const koi8 = bytes(...[...russian].flatMap((c) => koi8r.get(c) ?? ascii(c)));
    expect(decodeBytes(koi8, 'text/xml; charset=utf-8')).toBe(russian);
    const greek = '<p>Η κυβέρνηση ανακοίνωσε σήμερα νέα μέτρα για την οικονομία της χώρας</p>';
    const iso7 = bytes(...[...greek].flatMap((c) => greekBytes.get(c) ?? ascii(c)));
    expect(decodeBytes(iso7, undefined)).toBe(greek);
  });

  it('are windows-1252 where nothing tells', () => {
    expect(decodeBytes(bytes(...ascii('<a>'), 0x93, 0xe9, 0x94, ...ascii('</a>')), undefined)).toBe(
      '<a>“é”</a>',
    );
  });

  it('have a character each in windows-1252', () => {
    const every = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    expect(fromWindows1252(every)).toBe(withoutC1(every.toString('latin1')));
  });

  it('take time by the length of a label, not by its square', async () => {
    const labelled = (length: number) =>
      decodeBytes(bytes(0xe9), `text/html; charset=${' '.repeat(length)}!`);
    expect(await growth(labelled, 1_000)).toBeLessThan(NOT_QUADRATIC);
  });

  it('are not UTF-16 where they can be read byte by byte, whatever the label says', () => {
    const xml = '<?xml version="1.0" encoding="utf-16"?><a>Mayor</a>';
    for (const text of [xml, `${xml} `]) {
      expect(decodeBytes(Buffer.from(text), undefined)).toBe(text);
      expect(decodeBytes(Buffer.from(text), 'text/xml; charset=utf-16le')).toBe(text);
    }
    for (const text of ['<a>Mayor</a>', '<a>Mayor</a> '])
      expect(decodeBytes(Buffer.from(text), 'text/xml; charset=utf-16')).toBe(text);
    const latin = '<?xml version="1.0" encoding="utf-16"?><a>caf\xe9</a>';
    for (const text of [latin, `${latin} `])
      expect(decodeBytes(bytes(...ascii(text)), undefined)).toContain('<a>café</a>');
    const iso = '<?xml version="1.0" encoding="iso-8859-1"?><a>caf\xe9</a>';
    for (const text of [iso, `${iso} `])
      expect(decodeBytes(bytes(...ascii(text)), 'text/xml; charset=utf-16')).toContain('<a>café</a>');
  });

  it('are UTF-16 where the header says so and they can be nothing else', () => {
    for (const text of ['香港新聞', ' <a>香港</a>'])
      expect(decodeBytes(Buffer.from(text, 'utf16le'), 'text/xml; charset=utf-16le')).toBe(text);
  });

  it('follow a label that fits', () => {
    const big5 = bytes(
      ...ascii('<?xml version="1.0" encoding="big5"?><a>'),
      0xad,
      0xbb,
      0xb4,
      0xe4,
      ...ascii('</a>'),
    );
    expect(decodeBytes(big5, undefined)).toContain('<a>香港</a>');
  });
});

/** The bytes of an encoding, from its decoder. */
function table(label: string): ReadonlyMap<string, number[]> {
  const decoder = new TextDecoder(label);
  const all = Array.from({ length: 128 }, (_, n) => n + 128);
  return new Map(all.map((byte) => [decoder.decode(bytes(byte)), [byte]]));
}
const koi8r = table('koi8-r');
const greekBytes = table('iso-8859-7');
