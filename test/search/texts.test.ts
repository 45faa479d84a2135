import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText, foldWithStarts } from '../../src/search/fold.ts';
import { snippetOf } from '../../src/search/snippet.ts';
import { spokenIn } from '../../src/search/spoken.ts';
import { termsOf } from '../../src/search/terms.ts';
import type { Entry } from '../../src/sessions/entry.ts';
import { UNIFIED, parseSessionKey } from '../../src/sessions/key.ts';

const text = fc.string({ unit: 'binary', maxLength: 40 });

describe('folding', () => {
  it('compares what people take for the same', () => {
    expect(foldText('Ｈéllo\t\n WORLD\u200b')).toBe('hello world');
    expect(foldText('後說')).toBe(foldText('后说'));
    expect(foldText('e\u0301')).toBe(foldText('é'));
    for (const own of ['Britain’s', 'Britain‘s', 'Britainʼs', 'Britain＇s'])
      expect(foldText(own)).toBe("britain's");
    expect(foldText('“so‑called” 1914–18, by‐election')).toBe('"so-called" 1914-18, by-election');
  });

  it('of a piece of a text stands in the folded text', () =>
    fc.assert(
      fc.property(text, text, text, (before, piece, after) => {
        expect(foldText(before + piece + after)).toContain(foldText(piece).trim());
      }),
    ));

  it('knows where each unit came from', () =>
    fc.assert(
      fc.property(text, (given) => {
        const { folded, starts } = foldWithStarts(given);
        expect(folded).toBe(foldText(given));
        expect(starts).toHaveLength(folded.length + 1);
        expect(starts.every((start, n) => start >= (starts[n - 1] ?? 0) && start <= given.length)).toBe(true);
      }),
    ));
});

describe('what was typed', () => {
  it.each([
    ['Ferry  fares', ['ferry', 'fares']],
    ['"ferry fares" rise', ['ferry fares', 'rise']],
    ['「輪船 停航」 輪船', ['輪船 停航', '輪船'].map(foldText)],
    ['ferry ferry FERRY', ['ferry']],
    ['a AND b* -c ("d', ['a', 'and', 'b*', '-c', '("d']],
    ['""', ['""']],
    ['"ferry strike', ['ferry', 'strike']],
    ['“ferry strike', ['ferry', 'strike']],
    ["'ferry strike’", ['ferry', 'strike']],
    ['「輪船 停航', ['輪船', '停航'].map(foldText)],
    ['"Britain’s ferries" Britain’s', ["britain's ferries", "britain's"]],
    ['"a “b” c"', ['a "b" c']],
    [' \u0000\u200b ', []],
  ])('%j is looked for as %j', (typed, terms) => {
    expect(termsOf(typed)).toEqual(terms);
  });
});

describe('a piece of a text', () => {
  it('is around the first hit, on one line, with each hit marked', () => {
    const long = `${'word '.repeat(100)}the Ferry\nto Macau${' word'.repeat(100)}`;
    const { text: shown, marks } = snippetOf(long, ['ferry', 'macau']);
    expect(shown.length).toBeLessThan(250);
    expect(shown).toMatch(/^….*…$/u);
    expect(marks.map(([start, end]) => shown.slice(start, end))).toEqual(['Ferry', 'Macau']);
  });

  it('marks words with another apostrophe than was typed', () => {
    const { text: shown, marks } = snippetOf('“Britain’s ferries” sail', termsOf("britain's sail"));
    expect(marks.map(([start, end]) => shown.slice(start, end))).toEqual(['Britain’s', 'sail']);
  });

  it('marks whole characters of what was folded, joined where they meet', () => {
    const { text: shown, marks } = snippetOf('ＡＢＣＤ 輪船停航 é', termsOf('bcd 船停 停航 e'));
    expect(marks.map(([start, end]) => shown.slice(start, end))).toEqual(['ＢＣＤ', '船停航', 'é']);
  });

  it('marks one or two Latin letters as a whole word', () => {
    const { text: shown, marks } = snippetOf('He said it aims at AI', termsOf('ai'));
    expect(marks.map(([start, end]) => shown.slice(start, end))).toEqual(['AI']);
  });

  it('never breaks, whatever it is of', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), text, (given, typed) => {
        const { text: shown, marks } = snippetOf(given, termsOf(typed));
        for (const [at, [start, end]] of marks.entries()) {
          expect(start).toBeGreaterThanOrEqual(marks[at - 1]?.[1] ?? 0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(shown.length);
        }
      }),
    ));
});

describe('what was said', () => {
  const KEY = parseSessionKey('console:desk');
  const entry = (id: string, more: Partial<Entry> = {}): Entry => ({
    ...{ v: 1, id, ts: 5, role: 'user', content: `words of ${id}` },
    ...more,
  });
  const said = (...entries: Entry[]) => spokenIn(KEY, entries);
  const ids = ({ rows }: ReturnType<typeof said>) => rows.map(({ id }) => id);

  it('is what people and the desk said, not what it did on the way', () => {
    const spoken = said(
      entry('person', { author: { name: 'Ann' } }),
      entry('overheard', { meta: { kind: 'observed' } }),
      entry('answer', { role: 'assistant', meta: { kind: 'closure' } }),
      entry('batch', { role: 'system', meta: { kind: 'batch' } }),
      entry('trigger', { cron_run_id: 'r', _cron_turn: true }),
      entry('step', { role: 'assistant', meta: { kind: 'step' } }),
      entry('tool', { role: 'tool', meta: { kind: 'step' } }),
      entry('failure', { role: 'system', meta: { kind: 'closure' } }),
      entry('summary', { role: 'assistant', meta: { kind: 'summary' } }),
      entry('blank', { content: ' \u200b' }),
      entry('erased', { meta: { erased: true } }),
    );
    expect(ids(spoken)).toEqual(['person', 'overheard', 'answer', 'batch']);
    expect(spoken.rows.map(({ author }) => author)).toEqual(['Ann', undefined, 'Nightdesk', 'Nightdesk']);
  });

  it('has its newest words, and is gone once it was taken back', () => {
    const edit = (target: string) =>
      entry(`${target}:edit1`, { content: 'new words', meta: { kind: 'edit', target } });
    const gone = (target: string) =>
      entry(`${target}:gone`, { role: 'system', meta: { kind: 'delete', target } });
    const spoken = said(
      entry('a'),
      edit('a'),
      entry('b'),
      gone('b'),
      edit('before'),
      gone('older'),
      edit('older'),
    );
    expect(spoken.rows).toMatchObject([{ id: 'a', words: 'new words' }]);
    expect(spoken.edits).toEqual([{ id: 'before', words: 'new words' }]);
    expect(spoken.gone).toEqual(['older']);
  });

  it('begins anew with a reset, and a report stands for what was said before', () => {
    const spoken = said(
      entry('a'),
      entry('reset', { role: 'system', meta: { kind: 'generation', generation: 2 } }),
      entry('live', { role: 'system', meta: { kind: 'batch' } }),
      entry('report', { role: 'system', meta: { kind: 'report', target: 'live' } }),
    );
    expect(spoken.anew).toBe(true);
    expect(ids(spoken)).toEqual(['report']);
  });

  it('belongs to its own chat in a memory that chats share', () => {
    const { rows } = spokenIn(UNIFIED, [entry('console:desk/m1:0'), entry('run1:0', { role: 'assistant' })]);
    expect(rows.map(({ session }) => session)).toEqual([KEY, UNIFIED]);
  });
});
