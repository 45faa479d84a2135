import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '..', '..', 'src', 'store', 'sql');

/** What only one engine understands, and what is said instead. */
const ONE_ENGINES: readonly (readonly [RegExp, string])[] = [
  [/\bINSERT OR\b/i, 'ON CONFLICT'],
  [/\bREPLACE INTO\b/i, 'ON CONFLICT … DO UPDATE'],
  [/\bjsonb?_\w+\(/i, 'JSON is read and changed in the program'],
  [/(?<!to)->>?'/, 'JSON is read and changed in the program'],
  [
    /\b(instr|strpos|ifnull|nvl|iif|char|chr|unixepoch|strftime|group_concat|string_agg|total)\(/i,
    'the program',
  ],
  [/\b(min|max)\([^()]*,/i, 'CASE'],
  [/\b(greatest|least)\(/i, 'CASE'],
  [/\b(GLOB|ILIKE|REGEXP|INDEXED BY|rowid|PRAGMA)\b/, 'what both know'],
  [/[=<>(,]\s*[$:@]\w+\b/, 'a place: ?'],
  [/\bsum\([^()]*\b(IN|IS|NOT|AND|OR)\b/i, 'count(*) FILTER (WHERE …)'],
  [/\? IS (NOT )?NULL/, 'two statements'],
  // A value by itself has no collation there, and the type of a text.
  [/\(\s*SELECT \? UNION\b/, 'a column, or CAST'],
];

it('repositories speak the SQL that SQLite and PostgreSQL both run', () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.startsWith('migrations'),
  );
  expect(files.length).toBeGreaterThan(40);
  const found = files.flatMap((name) => {
    const templates = readFileSync(join(FOLDER, name), 'utf8').match(
      /`[^`]*\b(SELECT|INSERT|UPDATE|DELETE|FROM|WHERE)\b[^`]*`/g,
    );
    return (templates ?? []).flatMap((sql) =>
      ONE_ENGINES.filter(([what]) => what.test(sql)).map(([what, instead]) => ({ name, what, instead, sql })),
    );
  });
  expect(found).toEqual([]);
});
