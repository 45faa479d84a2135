import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson, wholeItems } from '../../src/text/read-json.ts';

const valueOf = (text: string) => {
  const read = readJson(text);
  return read.ok ? read.value : read.error;
};
/** An object that begins like one: `{"`. */
const objects = fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }).map((one) => ({ say: 1, ...one }));

describe('JSON as models write it', () => {
  it('is read as it is', () =>
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.stringify(value);
        expect(valueOf(json)).toEqual(JSON.parse(json) as unknown);
      }),
    ));

  it('is found between words, in a fence, whatever braces its strings have', () =>
    fc.assert(
      fc.property(objects, fc.constantFrom(undefined, 2), (value, indent) => {
        const json = JSON.stringify(value, null, indent);
        const same = JSON.parse(json) as unknown;
        expect(valueOf(`Here you go [1]: ${json}\nGood luck!`)).toEqual(same);
        expect(valueOf(`\`\`\`json\n${json}\n\`\`\``)).toEqual(same);
        expect(valueOf(`Sure.\n\`\`\`\n${json}\n\`\`\`\nDone.`)).toEqual(same);
      }),
    ));

  it('may have a comma too many, but not inside its strings', () => {
    expect(valueOf('{"a": [1, 2, ], "b": ",}", }')).toEqual({ a: [1, 2], b: ',}' });
    expect(valueOf('Result:\n[{"a": 1,},]')).toEqual([{ a: 1 }]);
  });

  it.each([
    ['{"a": 1} {"b": 2}', 'several JSON values'],
    ['{"a": 1', 'it is no JSON'],
    ['{"a": 1 "b": 2}', 'it is no JSON'],
    ['{,}', 'it is no JSON'],
    ["{'a': 1}", 'it is no JSON'],
    ['no braces [1]', 'it is no JSON'],
    ['', 'it is no JSON'],
  ])('is not guessed: %j', (text, why) => {
    expect(valueOf(text)).toContain(why);
  });

  it('does not fall over, however deep or long', () => {
    for (const text of [
      '{"a":'.repeat(20_000),
      '['.repeat(50_000),
      '{'.repeat(50_000),
      `{"a":"${'x'.repeat(1e6)}`,
    ])
      expect(readJson(text).ok).toBe(false);
  });
});

it('gives the whole items of a list that was cut off', () => {
  const cut = '```json\n{"items": [{"i": 1, "on": {"a": "}"}}, {"i": 2, "on": "[{"}, {"i": 3, "on": "a co';
  expect(wholeItems(cut)).toEqual([
    { i: 1, on: { a: '}' } },
    { i: 2, on: '[{' },
  ]);
  expect(wholeItems('{"title": "a ti')).toEqual([]);
});
