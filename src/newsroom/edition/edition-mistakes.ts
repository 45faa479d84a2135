/** Says what is wrong with an edition file: file, path of the field, the value, what is allowed. */
import { fieldsAt, typeName } from '../../text/say-issues.ts';
import { shorten } from '../../text/shorten.ts';
import { z } from 'zod';
import type { Given } from '../../text/given.ts';
import type { Locale } from '../../time/locale.ts';
import { inChinese } from './mistakes-chinese.ts';

type Issue = z.core.$ZodIssue;

/** A field that can't be as it is. */
export const mistakeSchema = z.strictObject({
  /** From the file's root: `['feeds', 2, 'url']`. */
  path: z.array(z.union([z.string(), z.number()])),
  /** The value as JSON, shortened; absent when the field is missing. */
  given: z.string().exactOptional(),
  /** `unknown`: an edition has no such field. */
  kind: z.enum(['unknown', 'wrong']),
  /** Of an unknown field: those that could stand there and don't; empty where that is not known. */
  allowed: z.strictObject({ en: z.string(), zh: z.string() }),
});
export type EditionMistake = Given<z.output<typeof mistakeSchema>>;

/**
 * @param given the edition as parsed JSON.
 * @param issues those that `schema` reports.
 */
export function mistakesOf(schema: z.ZodType, given: unknown, issues: readonly Issue[]): EditionMistake[] {
  return issues.flatMap((issue) => mistakesIn(schema, given, issue));
}

/** One line per mistake, starting with the file's name. */
export function whatIsWrong(file: string, mistakes: readonly EditionMistake[]): string {
  const lines = mistakes.map((mistake) => sayMistake(mistake));
  return `${file}: ${lines.length === 1 ? '' : `${lines.length} mistakes: `}${lines.join('; ')}`;
}

/** One sentence: the field, what it has and what is allowed. */
export function sayMistake({ path, given, kind, allowed }: EditionMistake, locale: Locale = 'en'): string {
  const field = pathOf(path);
  if (locale === 'zh') {
    const where = path.length === 0 ? '整個檔案' : field;
    if (kind === 'unknown') return `設定檔沒有 ${where} 這一項${allowed.zh && `；可用：${allowed.zh}`}`;
    return `${where} ${given === undefined ? '欠缺' : `是 ${given}`}；可用：${allowed.zh}`;
  }
  if (kind === 'unknown')
    return `${field} is not a field of an edition${allowed.en && `; allowed: ${allowed.en}`}`;
  return `${field} ${given === undefined ? 'is missing' : `is ${given}`}; allowed: ${allowed.en}`;
}

function mistakesIn(schema: z.ZodType, given: unknown, issue: Issue): EditionMistake[] {
  const path = issue.path.filter((key) => typeof key !== 'symbol');
  if (issue.code === 'unrecognized_keys') {
    const inside = at(given, path);
    const known = fieldsAt(schema, path, inside).filter((name) => !has(inside, name));
    const allowed = { en: known.join(', '), zh: known.join('、') };
    return issue.keys.map((key) => ({ path: [...path, key], kind: 'unknown', allowed }));
  }
  const value = at(given, path);
  const en = allowed(issue, (expected) => allowedAt(schema, { given, path, expected }));
  return [
    {
      path,
      ...(value !== undefined && { given: shorten(JSON.stringify(value), 80) }),
      kind: 'wrong',
      allowed: { en, zh: inChinese(en) },
    },
  ];
}

/** What may stand where a value is missing or has another type: of a text, what the schema says of an empty one. */
function allowedAt(
  schema: z.ZodType,
  { given, path, expected }: { given: unknown; path: EditionMistake['path']; expected: string },
): string {
  if (expected === 'object') {
    const fields = fieldsAt(schema, path, {});
    return fields.length === 0 ? typeName(expected) : `an object with ${fields.join(', ')}`;
  }
  if (expected !== 'string') return typeName(expected);
  const { error } = schema.safeParse(replaced(given, path, ''));
  const issue = error?.issues.find((one) => one.path.join('\0') === path.join('\0'));
  return issue === undefined || issue.code === 'too_small' ? typeName(expected) : allowed(issue, typeName);
}

/** A copy with another value at a path that it has, up to the last step. */
function replaced(value: unknown, [key, ...rest]: EditionMistake['path'], by: unknown): unknown {
  if (key === undefined) return by;
  const inner = replaced(at(value, [key]), rest, by);
  return Array.isArray(value)
    ? value.map((one: unknown, index) => (index === key ? inner : one))
    : { ...(value as object), [key]: inner };
}

function allowed(issue: Issue, ofType: (expected: string) => string): string {
  switch (issue.code) {
    case 'invalid_type':
      return ofType(issue.expected);
    case 'invalid_value':
      return issue.values.map((value) => JSON.stringify(value)).join(' or ');
    case 'too_small':
      return `at least ${String(issue.minimum)}${unit(issue.origin)}`;
    case 'too_big':
      return `at most ${String(issue.maximum)}${unit(issue.origin)}`;
    case 'invalid_format':
      return issue.format === 'url' ? 'an http or https URL' : issue.message;
    default:
      return issue.message;
  }
}

function unit(origin: string): string {
  return origin === 'string' ? ' characters' : origin === 'array' ? ' entries' : '';
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );
}

function has(value: unknown, key: string): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key);
}

function pathOf(path: readonly PropertyKey[]): string {
  const joined = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return joined.replace(/^\./, '') || 'the file';
}
