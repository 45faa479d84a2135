/** What is wrong with something that was written, in sentences: the path, what it is, what is allowed. */
import type { z } from 'zod';

const MOST = 5;

export function sayIssues({ issues }: z.ZodError): string {
  const said = issues.slice(0, MOST).map(sayIssue);
  return [...new Set(said)].join('; ') + (issues.length > MOST ? `; and ${issues.length - MOST} more` : '');
}

function sayIssue(issue: z.core.$ZodIssue): string {
  const path = issue.path.map(String).join('.') || 'this';
  switch (issue.code) {
    case 'unrecognized_keys': {
      const where = issue.path.map(String).join('.');
      const fields = issue.keys.map((key) => `"${key}"`).join(', ');
      return `there is no field ${fields}${where === '' ? '' : ` in ${where} (${where}.${issue.keys[0]})`}`;
    }
    case 'invalid_type':
      return issue.input === undefined
        ? `${path} is missing`
        : `${path} must be ${NAMES[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `${path} can be ${issue.values.map(String).join(', ')}`;
    case 'invalid_union':
      return `${path} is missing, or is none of what is allowed there`;
    case 'too_big':
      return `${path} must be at most ${Number(issue.maximum).toLocaleString('en-GB')}${UNITS[issue.origin] ?? ''}`;
    case 'too_small':
      return `${path} must be ${issue.inclusive === false ? 'over' : 'at least'} ${Number(issue.minimum).toLocaleString('en-GB')}${UNITS[issue.origin] ?? ''}`;
    case 'custom':
      return `${path}: ${issue.message}`;
    default:
      return `${path} has not the form that is allowed there`;
  }
}

const NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
};
const UNITS: Readonly<Record<string, string>> = { string: ' characters', array: ' items' };
