import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editedJson } from '../../src/text/edited-json.ts';

const TEXT = `{
    "name":"mine",   "zone" : "Asia/Hong_Kong",

    "feeds": [
        {"key": "a", "url":"https://a.test/1.0e0"},

        {   "key": "b",
            "url": "https:\\/\\/b.test" }
    ]
}
`;
const [a, b, c] = [
  { key: 'a', url: 'https://a.test/1.0e0' },
  { key: 'b', url: 'https://b.test' },
  { key: 'c', url: 'https://c.test' },
];
const file = { name: 'mine', zone: 'Asia/Hong_Kong' };

it.each([
  ['nothing', { ...file, feeds: [a, b] }, TEXT],
  [
    'an item more',
    { ...file, feeds: [a, b, c] },
    TEXT.replace('b.test" }', 'b.test" },\n        { "key": "c", "url": "https://c.test" }'),
  ],
  [
    'an item less',
    { ...file, feeds: [b] },
    TEXT.replace('\n        {"key": "a", "url":"https://a.test/1.0e0"},', ''),
  ],
  [
    'a field of an item',
    { ...file, feeds: [{ ...a, key: 'z' }, b] },
    TEXT.replace('{"key": "a"', '{"key": "z"'),
  ],
  ['a field less', { name: 'mine', feeds: [a, b] }, TEXT.replace('   "zone" : "Asia/Hong_Kong",', '')],
  [
    'the first field of a line less',
    { zone: file.zone, feeds: [a, b] },
    TEXT.replace('"name":"mine",   ', ''),
  ],
  [
    'a field more',
    { ...file, feeds: [a, b], sample: true },
    TEXT.replace('\n    ]\n}', '\n    ],\n    "sample": true\n}'),
  ],
])('changes %s, and leaves the other lines as they are', (_, next, text) => {
  expect(editedJson(TEXT, next)).toBe(text);
});

it('holds the other value, whatever the two are', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), fc.constantFrom(0, 2, '\t'), (old, next, space) => {
      const text = JSON.stringify(old, null, space);
      expect(JSON.parse(editedJson(text, next))).toEqual(JSON.parse(JSON.stringify(next)));
      expect(editedJson(text, JSON.parse(text))).toBe(text);
    }),
  );
});
