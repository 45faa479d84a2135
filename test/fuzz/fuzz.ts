/**
 * Random input, made of real samples: bounded in the suite, longer by `npm run fuzz -- --runs N --seed S`. A failure prints
 * the smallest input that shows it, and the seed.
 */
import fc from 'fast-check';

const runs = Number(process.env['NIGHTDESK_FUZZ_RUNS'] ?? 60);
const seed = process.env['NIGHTDESK_FUZZ_SEED'];

/**
 * That `check` holds for whatever `input` makes.
 * @param cost how many times as long as a parser's one run of it takes; there are so many times fewer.
 */
export async function holds<T>(
  input: fc.Arbitrary<T>,
  check: (given: T) => Promise<void> | void,
  cost = 1,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(input, async (given) => {
      await check(given);
    }),
    { numRuns: Math.max(5, Math.ceil(runs / cost)), ...(seed !== undefined && { seed: Number(seed) }) },
  );
}

/** What breaks parsers: controls, directions, halves of characters, markup of every kind, numbers at their ends. */
const NASTY = [
  ...[
    '',
    '\0',
    '\u001B[2J',
    '\u202E',
    '\u200B',
    '\uFEFF',
    '\uD800',
    '\uDC00',
    '\r',
    '\u2028',
    '🏳️‍🌈',
    'ﷺ'.repeat(40),
  ],
  ...[
    '<',
    '>',
    '</',
    '<!--',
    '<![CDATA[',
    ']]>',
    '<script>',
    '&',
    '&#0;',
    '&#xD800;',
    '&lt',
    '"',
    "'",
    '`',
    '```',
    '\\',
  ],
  ...[
    '{',
    '}',
    '[',
    ']',
    '[['.repeat(300),
    '{"a":'.repeat(300),
    '__proto__',
    'constructor',
    'toString',
    ',,',
    ':',
  ],
  ...[
    '0',
    '-1',
    '1e999',
    '9007199254740993',
    '-0',
    'NaN',
    'null',
    'true',
    '0x10',
    '99999999999999999999',
    '1970-01-01',
  ],
  ...[
    '../../etc/passwd',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://[::1',
    '%',
    '%00',
    '\\u0000',
    '$&',
    '${x}',
  ],
  ...[
    '每',
    '星期',
    '三點半',
    '，',
    '。',
    '：',
    '@everyone',
    '<@1>',
    '<#1>',
    '* * * * *',
    '60 25 * * *',
    '2026-02-30 25:61',
  ],
];

const text = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

/** One of the samples with some places cut, doubled or overwritten. */
export function mangled(samples: readonly string[]): fc.Arbitrary<string> {
  const edit = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 400 })),
    by: fc.oneof({ weight: 3, arbitrary: text }, { weight: 1, arbitrary: fc.constant(undefined) }),
  });
  return fc
    .tuple(fc.constantFrom(...samples), fc.array(edit, { maxLength: 6 }))
    .map(([sample, edits]) => edits.reduce(edited, sample));
}

function edited(
  sample: string,
  { at, length, by }: { at: number; length: number; by: string | undefined },
): string {
  const from = Math.floor(at * sample.length);
  const part = sample.slice(from, from + length);
  return `${sample.slice(0, from)}${by ?? part + part}${sample.slice(from + length)}`;
}

/** Any value, most of all those that a careless program takes for another. */
export const odd: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.constantFrom(null, true, false, 0, -1, 1e308, 2 ** 53, -0.5, [], {}, [[]], [null], { a: { b: [] } }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.jsonValue({ maxDepth: 2 }),
);

/** The JSON of one of the samples with some of its values replaced, left out or given other names. */
export function mangledJson(samples: readonly unknown[]): fc.Arbitrary<unknown> {
  const change = fc.record({
    pick: fc.nat({ max: 10_000 }),
    how: fc.constantFrom('replace', 'leave out', 'add'),
    name: text,
    value: odd,
  });
  return fc
    .tuple(fc.constantFrom(...samples), fc.array(change, { maxLength: 4 }))
    .map(([sample, changes]) => {
      let value = structuredClone(sample);
      for (const { pick, how, name, value: drawn } of changes) {
        const other = structuredClone(drawn); // The same constant drawn twice would be put into itself.
        const places = placesIn(value);
        if (places.length === 0) {
          value = other;
          continue;
        }
        const [holder, key] = places[pick % places.length]!;
        if (how === 'replace') holder[key] = other;
        else if (how === 'add' && Array.isArray(holder)) holder.push(other);
        else if (how === 'add') define(holder, name, other);
        else if (Array.isArray(holder)) holder.splice(Number(key), 1);
        else delete holder[key];
      }
      return value;
    });
}

/** As `JSON.parse` does it: `__proto__` is a name like others. */
function define(holder: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });
}

function placesIn(value: unknown): [Record<string, unknown>, string][] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [
    [holder, key] as [Record<string, unknown>, string],
    ...placesIn(holder[key]),
  ]);
}
