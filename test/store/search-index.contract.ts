import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText } from '../../src/search/fold.ts';
import { KINDS } from '../../src/search/search-index.ts';
import type { Part, SearchRow, SearchQuery } from '../../src/search/search-index.ts';
import { isShortWord, termsOf } from '../../src/search/terms.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import { DESK, OTHER } from './given.ts';
import type { OpenSearch, SearchEngine } from './search-engine.ts';

const PART: Part = `session:${DESK}`;
const MARK = { position: 10, identity: '5' };

const row = (id: string, words: string, more: Partial<SearchRow> = {}): SearchRow => ({
  ...{ id, words, kind: 'chat', session: DESK, place: DESK, atMs: 10, title: '' },
  ...more,
});
const found = async ({ index }: SearchEngine, typed: string, more: Partial<SearchQuery> = {}) =>
  (await index.find({ terms: termsOf(typed), offset: 0, limit: 50, ...more })).map(({ id }) => id);

/** What every index for searching keeps to. */
export function describeSearchIndex(open: OpenSearch): void {
  const withRows = async (...rows: SearchRow[]) => {
    const engine = await open();
    await engine.index.change({ part: PART, rows, mark: MARK });
    return engine;
  };

  describe('what is found', () => {
    it('is what contains every word, whatever its case, width, accents and script', async () => {
      const engine = await withRows(
        row('en', 'The Ferry to Café Peng Chau stops at NOON'),
        row('zh', '港府宣布輪船停航，市民須改乘巴士'),
        row('cn', '港府宣布轮船停航'),
        row('no', 'Nothing of the kind'),
      );
      expect(await found(engine, 'ferry noon')).toEqual(['en']);
      expect(await found(engine, 'cafe')).toEqual(['en']);
      expect(await found(engine, 'ＦＥＲＲＹ')).toEqual(['en']);
      expect((await found(engine, '輪船停航')).toSorted()).toEqual(['cn', 'zh']);
      expect((await found(engine, '轮船停航')).toSorted()).toEqual(['cn', 'zh']);
      expect(await found(engine, 'ferry midnight')).toEqual([]);
    });

    it('may be shorter than three letters, by itself and beside longer words', async () => {
      const engine = await withRows(
        row('zh', '港府宣布輪船停航'),
        row('en', 'PM to visit Kent'),
        row('x', '100%'),
      );
      expect(await found(engine, '停航')).toEqual(['zh']);
      expect(await found(engine, '停')).toEqual(['zh']);
      expect(await found(engine, 'pm kent')).toEqual(['en']);
      expect(await found(engine, 'pm Bath')).toEqual([]);
      expect(await found(engine, '%')).toEqual(['x']);
      expect(await found(engine, '_')).toEqual([]);
    });

    it('of one or two Latin letters or figures is a whole word, not a part of one', async () => {
      const engine = await withRows(
        row('en', 'The AI office said that'),
        row('zh', '本地AI公司'),
        row('no', 'He said it again in 2015'),
        row('n', 'At 5 o’clock'),
      );
      expect((await found(engine, 'ai')).toSorted()).toEqual(['en', 'zh']);
      expect(await found(engine, 'AI office')).toEqual(['en']);
      expect(await found(engine, '5')).toEqual(['n']);
    });

    it('contains a phrase as it stands', async () => {
      const engine = await withRows(row('a', 'ferry fares rise'), row('b', 'fares of the ferry rise'));
      expect(await found(engine, '"ferry fares"')).toEqual(['a']);
      expect((await found(engine, 'ferry fares')).toSorted()).toEqual(['a', 'b']);
      expect(await found(engine, '「ferry  fares」 rise')).toEqual(['a']);
    });

    it.each([
      'ferry AND (',
      'ferry"',
      'NEAR(a b)',
      'title:ferry',
      'ferry*',
      '-ferry',
      "'; DROP TABLE",
      '"',
      '^ferry',
      '\\',
    ])('takes %j for plain text', async (typed) => {
      const engine = await withRows(row('literal', `before ${typed} after`), row('plain', 'a boat'));
      expect(await found(engine, typed)).toEqual(['literal']);
    });

    it('is whatever is typed that stands in an entry', async () => {
      const engine = await open();
      const text = fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.string({ unit: 'binary', maxLength: 60 }),
      );
      await fc.assert(
        fc.asyncProperty(text, text, text, async (before, typed, after) => {
          const rows = [row('it', before + typed + after)];
          await engine.index.change({ part: PART, anew: true, rows, mark: MARK });
          const ids = await found(engine, typed);
          const isJoined = /[a-z0-9]$/.test(foldText(before)) || /^[a-z0-9]/.test(foldText(after));
          // At an edge of what is typed, a short word may be a part of a longer one in the entry.
          if (isJoined && termsOf(typed).some(isShortWord)) return;
          if ([...foldText(typed).trim()].length >= 3) expect(ids).toEqual(['it']);
        }),
        { numRuns: 300 },
      );
    });
  });

  describe('the order', () => {
    it('is by how well it fits, titles first, and then the newest', async () => {
      const words = 'the harbour was quiet, and a long day of other matters went by without any news of it';
      const engine = await withRows(
        row('old', `ferry ${words}`, { atMs: 1 }),
        row('new', `ferry ${words}`, { atMs: 9 }),
        row('title', words, { title: 'ferry', atMs: 1 }),
      );
      expect(await found(engine, 'ferry')).toEqual(['title', 'new', 'old']);
      expect(await found(engine, 'ferry', { limit: 1, offset: 1 })).toEqual(['new']);
      expect(await found(engine, 'by')).toEqual(['new', 'title', 'old']);
    });

    it('is that of one moment for all pages', async () => {
      const engine = await withRows(row('a', 'ferry'), row('b', 'ferry'));
      const upTo = await engine.index.newest();
      await engine.index.change({ part: PART, rows: [row('c', 'ferry')], mark: MARK });
      expect((await found(engine, 'ferry', { upTo })).toSorted()).toEqual(['a', 'b']);
      expect(await found(engine, 'ferry')).toHaveLength(3);
    });
  });

  it('keeps to the filters, bounds included where they say so', async () => {
    const story = {
      kind: 'story',
      category: 'UK',
      language: 'en',
      story: 'r1/s1',
      url: 'https://a.example/1',
    } as const;
    const place = parseSessionKey('console:sports');
    const engine = await withRows(
      row('chat', 'ferry', { author: 'Ann Lee', atMs: 100 }),
      row('story', 'ferry', { ...story, session: OTHER, place, atMs: 200 }),
      row('source', 'ferry', {
        ...story,
        kind: 'source',
        outlet: 'The Post',
        session: OTHER,
        place,
        atMs: 300,
      }),
    );
    const ids = async (more: Partial<SearchQuery>) => (await found(engine, 'ferry', more)).toSorted();
    expect(await ids({ scopes: [{ kinds: ['story', 'source'] }] })).toEqual(['source', 'story']);
    expect(await ids({ author: 'lee' })).toEqual(['chat']);
    expect(await ids({ outlets: ['The Post'] })).toEqual(['source']);
    expect(await ids({ category: 'UK' })).toEqual(['source', 'story']);
    expect(await ids({ fromMs: 200 })).toEqual(['source', 'story']);
    expect(await ids({ beforeMs: 200 })).toEqual(['chat']);
    expect(await ids({ scopes: [{ kinds: KINDS, within: [DESK] }] })).toEqual(['chat']);
    expect(await ids({ scopes: [{ kinds: KINDS, within: [place] }] })).toEqual(['source', 'story']);
    expect(await ids({ scopes: [{ kinds: KINDS, within: [] }] })).toEqual([]);
    expect(await ids({ scopes: [{ kinds: ['chat'] }, { kinds: ['source'], within: [place] }] })).toEqual([
      'chat',
      'source',
    ]);
    expect(await ids({ scopes: [{ kinds: [] }] })).toEqual([]);
    expect(await ids({ inSession: { session: OTHER } })).toEqual(['source', 'story']);
    expect(await ids({ inSession: { session: DESK, story: 'r1/s1' } })).toEqual(['chat', 'source', 'story']);
    const { index } = await engine.restart();
    const rows = await index.find({ terms: ['ferry'], scopes: [{ kinds: ['source'] }], offset: 0, limit: 1 });
    expect(rows).toEqual([
      {
        ...row('source', 'ferry', {
          ...story,
          kind: 'source',
          outlet: 'The Post',
          session: OTHER,
          place,
          atMs: 300,
        }),
        seq: 3,
        part: PART,
      },
    ]);
    expect(await index.values('outlet')).toEqual(['The Post']);
    expect(await index.values('author', [OTHER])).toEqual([]);
    expect(await index.values('author', [DESK])).toEqual(['Ann Lee']);
  });

  it('tells all values of a filter, however many there are', async () => {
    const outlets = [...Array.from({ length: 201 }, (_, n) => `Post ${n}`), '明報'];
    const rows = outlets.map((outlet, n) =>
      row(`o${n}`, 'ferry', { kind: 'source', outlet, author: outlet }),
    );
    const { index } = await withRows(...rows);
    expect(new Set(await index.values('outlet'))).toEqual(new Set(outlets));
    expect(new Set(await index.values('author', [DESK]))).toEqual(new Set(outlets));
  });

  describe('what is written', () => {
    it('is the same when it is written again', async () => {
      const engine = await withRows(row('a', 'ferry one'));
      const change = {
        part: PART,
        rows: [row('a', 'ferry two'), row('b', 'ferry')],
        edits: [],
        gone: [],
        mark: MARK,
      };
      await engine.index.change(change);
      await engine.index.change(change);
      expect((await found(engine, 'ferry')).toSorted()).toEqual(['a', 'b']);
      expect(await found(engine, 'one')).toEqual([]);
      expect(await found(engine, 'two')).toEqual(['a']);
    });

    it('has its newest words, goes alone, and goes with its part', async () => {
      const engine = await withRows(row('a', 'ferry'), row('b', 'ferry'));
      const { index } = engine;
      const edits = [
        { id: 'a', words: 'tram' },
        { id: 'nobody', words: 'tram' },
      ];
      await index.change({
        part: PART,
        rows: [],
        edits,
        gone: ['b', 'nobody'],
        mark: { ...MARK, position: 20 },
      });
      expect(await found(engine, 'tram')).toEqual(['a']);
      expect(await found(engine, 'ferry')).toEqual([]);
      expect(await index.mark(PART)).toEqual({ ...MARK, position: 20 });
      await index.change({ part: `story:r1/s1`, rows: [row('s', 'tram')], mark: MARK });
      expect([...(await index.marks('session')).keys()]).toEqual([PART]);
      expect(await index.forget([PART, 'story:none'])).toBe(1);
      expect(await found(engine, 'tram')).toEqual(['s']);
      expect(await index.mark(PART)).toBeUndefined();
    });

    it('begins anew with what is written then', async () => {
      const engine = await withRows(row('a', 'ferry'));
      await engine.index.change({ part: PART, anew: true, rows: [row('b', 'ferry')], mark: MARK });
      expect(await found(engine, 'ferry')).toEqual(['b']);
    });
  });
}
