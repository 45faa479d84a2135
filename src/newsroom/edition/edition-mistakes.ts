/** Says what is wrong with an edition file: file, path of the field, the value, what is allowed. */
import { shorten } from '../../text/shorten.ts';
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** One line per mistake, starting with the file's name. */
export function whatIsWrong(file: string, given: unknown, issues: readonly Issue[]): string {
  const lines = issues.flatMap((issue) => sentences(given, issue));
  return `${file}: ${lines.length === 1 ? '' : `${lines.length} mistakes: `}${lines.join('; ')}`;
}

function sentences(given: unknown, issue: Issue): string[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `${pathOf([...issue.path, key])} is not a field of an edition`);
  const value = at(given, issue.path);
  const shown = value === undefined ? 'is missing' : `is ${shorten(JSON.stringify(value), 80)}`;
  return [`${pathOf(issue.path)} ${shown}; allowed: ${allowed(issue)}`];
}

function allowed(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'boolean' ? 'true or false' : `a value of type ${issue.expected}`;
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

function pathOf(path: readonly PropertyKey[]): string {
  const joined = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return joined.replace(/^\./, '') || 'the file';
}
