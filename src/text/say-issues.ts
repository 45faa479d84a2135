/** Says in sentences what is wrong with some input: the field's path, the value, and what is allowed. */
import { isObject } from './is-object.ts';
import { z } from 'zod';
import { shorten } from './shorten.ts';

const MOST = 5;
const LONGEST = 60;

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/**
 * @param error from a parse with `reportInput`
 * @param schema what it was parsed with; used to name the known fields when one is unknown
 */
export function sayIssues({ issues }: z.ZodError, schema?: z.ZodType): string {
  const told = issues.filter((issue) => !isOutdone(issue, issues));
  const said = told.slice(0, MOST).map((issue) => sayIssue(issue, [], schema));
  return [...new Set(said)].join('; ') + (told.length > MOST ? `; and ${told.length - MOST} more` : '');
}

/** A number too large to be exact is also too large for its field. */
function isOutdone(issue: Issue, all: readonly Issue[]): boolean {
  const isTooBig = issue.code === 'too_big' && 'note' in issue;
  return isTooBig && all.some((other) => other !== issue && other.path.join('.') === issue.path.join('.'));
}

function sayIssue(issue: Issue, under: Path, schema: z.ZodType | undefined): string {
  const path = [...under, ...issue.path];
  const what = path.length === 0 ? 'this' : path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') return sayUnknown(issue, path, schema);
  if (issue.code === 'invalid_union') {
    // Show the problems of the union branch that was meant.
    const meant = issue.errors.filter((branch) => branch.every(isInside));
    if (meant.length === 1) return meant[0]!.map((inner) => sayIssue(inner, path, undefined)).join('; ');
  }
  const input = inputOf(issue);
  const allowed = allowedBy(issue);
  if (input === undefined) return `${what} is missing${allowed === undefined ? '' : `; allowed: ${allowed}`}`;
  if (issue.code === 'custom') {
    const isSaid = typeof input === 'string' && issue.message.includes(JSON.stringify(input));
    return isSaid ? `${what}: ${issue.message}` : `${what} can't be ${shown(input)}: ${issue.message}`;
  }
  return `${what} can't ${sizeOf(issue, input) ?? `be ${shown(input)}`}; allowed: ${allowed ?? 'another form'}`;
}

function isInside({ code, path }: Issue): boolean {
  return path.length > 0 || code === 'unrecognized_keys' || code === 'too_big' || code === 'too_small';
}

/** In a discriminated union the discriminator's value counts. */
function inputOf(issue: Issue): unknown {
  const { input, code } = issue;
  if (code !== 'invalid_union' || issue.errors.length > 0) return input;
  return isObject(input) ? input[String(issue.path.at(-1))] : input;
}

function sayUnknown(
  { keys, input }: z.core.$ZodIssueUnrecognizedKeys,
  path: Path,
  schema: z.ZodType | undefined,
): string {
  const where = path.map(String).join('.');
  const fields = keys.map((key) => `"${shorten(key, LONGEST)}"`).join(', ');
  const known = schema ? fieldsAt(schema, path, input) : [];
  const allowed = known.length > 0 ? `; allowed: ${known.join(', ')}` : '';
  return `there is no field ${fields}${where === '' ? '' : ` in ${where} (${where}.${shorten(keys[0] ?? '', LONGEST)})`}${allowed}`;
}

function allowedBy(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      // Anything may stand there, but something has to.
      return issue.expected === 'nonoptional' ? undefined : typeName(issue.expected);
    case 'invalid_value':
      return issue.values.map(String).join(', ');
    case 'invalid_union': {
      if ('options' in issue && Array.isArray(issue.options)) return issue.options.map(String).join(', ');
      const forms = issue.errors.map(([first]) => first && allowedBy(first));
      return [...new Set(forms.filter((form) => form !== undefined))].join(', or ') || undefined;
    }
    case 'too_big':
      return `at most ${figure(issue.maximum)}${unitOf(issue.origin, issue.maximum)}`;
    case 'too_small': {
      const bound = issue.inclusive === false ? 'over' : 'at least';
      return `${bound} ${figure(issue.minimum)}${unitOf(issue.origin, issue.minimum)}`;
    }
    case 'not_multiple_of':
      return `a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return FORMATS[issue.format];
    default:
      return undefined;
  }
}

/** Values that are too long are not repeated. */
function sizeOf({ code }: Issue, input: unknown): string | undefined {
  if (code !== 'too_big') return undefined;
  if (typeof input === 'string') return `have ${figure(input.length)} characters`;
  return Array.isArray(input) ? `have ${figure(input.length)} items` : undefined;
}

function unitOf(origin: string, amount: number | bigint): string {
  const unit = origin === 'string' ? ' character' : origin === 'array' ? ' item' : undefined;
  return unit === undefined ? '' : unit + (Number(amount) === 1 ? '' : 's');
}

function figure(amount: number | bigint): string {
  return Number(amount).toLocaleString('en-GB');
}

function shown(input: unknown): string {
  return shorten(JSON.stringify(input) ?? String(input), LONGEST);
}

interface Form {
  readonly properties?: Readonly<Record<string, Form>>;
  readonly required?: readonly string[];
  readonly items?: Form;
  readonly anyOf?: readonly Form[];
  readonly oneOf?: readonly Form[];
  readonly const?: unknown;
  readonly deprecated?: boolean;
}

/** The known fields at a path; of a union, those of the branches that `input` could be. */
export function fieldsAt(schema: z.ZodType, path: Path, input: unknown): string[] {
  const whole = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as Form;
  const forms = path.reduce<Form[]>((at, step) => at.flatMap((form) => within(form, step)), formsOf(whole));
  return [...new Set(forms.filter((form) => fits(form, input)).flatMap(namesOf))];
}

function namesOf({ properties = {} }: Form): string[] {
  return Object.keys(properties).filter((name) => properties[name]!.deprecated !== true);
}

function within({ properties, items }: Form, step: PropertyKey): Form[] {
  const inner = typeof step === 'number' ? items : properties?.[String(step)];
  return inner ? formsOf(inner) : [];
}

function formsOf(form: Form): Form[] {
  const several = form.anyOf ?? form.oneOf;
  return several ? several.flatMap(formsOf) : [form];
}

function fits({ properties = {}, required = [] }: Form, input: unknown): boolean {
  return required.every((name) => {
    const fixed = properties[name]?.const;
    return fixed === undefined || !isObject(input) || input[name] === fixed;
  });
}

/** What a value of one of the schema library's types is called. */
export const typeName = (type: string): string => NAMES[type] ?? type;

const NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  null: 'null',
};
const FORMATS: Readonly<Record<string, string>> = {
  url: 'a web address',
  datetime: 'a date and time in ISO 8601',
  date: 'a date such as 2026-12-01',
};
