import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Source, SourcePack } from '../../../src/newsroom/model/source-pack.ts';
import { lookUp } from '../../../src/newsroom/sources/look-up.ts';

const source = (n: number, text: string, more: Partial<Source> = {}): Source => ({
  n,
  url: `https://p.test/${n}`,
  domain: 'p.test',
  outlet: 'Paper',
  title: `Story ${n}`,
  language: 'en',
  text,
  sha256: '',
  usable: true,
  ...more,
});
const pack = (...sources: Source[]): SourcePack => ({ builtAtMs: 0, sources });

const fire = source(
  1,
  'Fire swept through a carpet warehouse in Wakefield.\nThree workers were injured, the fire service said. They were taken to Pinderfields Hospital.\nThe owner, Holroyd & Sons, employs 130 people.',
);
const tunnel = source(2, '紅磡海底隧道昨日水管爆裂。消防處指12人受傷，送往伊利沙伯醫院。隧道封閉逾5小時。', {
  language: 'zh',
  outlet: '晨報',
});

describe('lookUp', () => {
  it('looks for the other name of a happening where the asked one occurs nowhere', () => {
    const quake = source(1, 'An earthquake struck Coquimbo before dawn. Eleven people died.');
    const quotes = lookUp([pack(quake)], 'where was the quake?', 5).map(({ quote }) => quote);
    expect(quotes).toEqual(['An earthquake struck Coquimbo before dawn.']);
  });

  it('tells how the sources begin where no word of the question occurs, if that is wanted', () => {
    const about = 'What is this story about?';
    expect(lookUp([pack(fire, tunnel)], about, 5)).toEqual([]);
    const begins = lookUp(
      [pack(fire, tunnel, source(3, 'Not read.', { usable: false }))],
      about,
      5,
      'openings',
    );
    expect(begins.map(({ n, quote }) => [n, quote])).toEqual([
      [1, 'Fire swept through a carpet warehouse in Wakefield.'],
      [1, 'Three workers were injured, the fire service said.'],
      [1, 'They were taken to Pinderfields Hospital.'],
      [2, '紅磡海底隧道昨日水管爆裂。'],
      [2, '消防處指12人受傷，送往伊利沙伯醫院。'],
    ]);
    expect(lookUp([pack(fire)], 'Who was injured?', 5, 'openings')[0]?.quote).toContain('Three workers');
  });

  it('quotes the sentence that answers, verbatim, with its neighbours and its place', () => {
    const [best] = lookUp(
      [pack(fire, tunnel)],
      'How many workers were hurt or injured in the warehouse fire?',
      3,
    );
    expect(best).toMatchObject({
      n: 1,
      outlet: 'Paper',
      url: 'https://p.test/1',
      title: 'Story 1',
      quote: 'Three workers were injured, the fire service said.',
      before: 'Fire swept through a carpet warehouse in Wakefield.',
      after: 'They were taken to Pinderfields Hospital.',
    });
    expect(fire.text.slice(best!.offset, best!.offset + best!.quote.length)).toBe(best?.quote);
  });

  it('finds other forms of a word, and Chinese by bigrams', () => {
    expect(lookUp([pack(fire)], 'whom is the owner employing', 1)[0]?.quote).toContain('owner');
    expect(lookUp([pack(fire, tunnel)], '有幾多人受傷？', 1)[0]?.quote).toContain('12人受傷');
  });

  it('looks in several packs, and never in a source that was not usable', () => {
    const found = lookUp(
      [pack(fire), pack(tunnel, source(3, 'Warehouse fire in Wakefield injured nobody.', { usable: false }))],
      'Wakefield warehouse fire',
      9,
    );
    expect(found.map((it) => it.n)).not.toContain(3);
  });

  it('says nothing where no word of the question stands', () => {
    expect(lookUp([pack(fire)], 'quantum chromodynamics', 5)).toEqual([]);
    expect(lookUp([], 'anything', 5)).toEqual([]);
  });

  it('only ever quotes what stands there, once, best first, within the limit', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.array(
            fc.constantFrom(
              'Fire',
              'in',
              'Leeds.',
              'hurt',
              'three',
              '\n',
              '香港',
              '受傷。',
              'Mr.',
              '“quoted.”',
            ),
            { maxLength: 30 },
          ),
          { maxLength: 4 },
        ),
        fc.integer({ min: 1, max: 5 }),
        (texts, limit) => {
          const packs = [pack(...texts.map((words, n) => source(n + 1, words.join(' '))))];
          const found = lookUp(packs, 'Who was hurt in the Leeds fire? 香港 受傷', limit);
          expect(found.length).toBeLessThanOrEqual(limit);
          expect(new Set(found.map((it) => it.quote)).size).toBe(found.length);
          found.forEach((it, at) => {
            const text = packs[0]?.sources[it.n - 1]?.text ?? '';
            expect(text.slice(it.offset, it.offset + it.quote.length)).toBe(it.quote);
            expect(it.score).toBeLessThanOrEqual(found[at - 1]?.score ?? Infinity);
          });
        },
      ),
    ));
});
