/** Why a row of the desk's records can't be read, in words that begin with the name of its column. */

export const NO_OBJECT = 'is no JSON object';

export function noJson({ message }: Error): string {
  return `is no JSON (${message})`;
}

export function lacksOneOf(paths: readonly string[]): string {
  return `lacks one of ${paths.join(', ')}`;
}

export function cannotBeRead(because: string): string {
  return `can't be read: ${because}`;
}

/** @param allowed the values that its table takes. */
export function isNoneOf(value: string, allowed: string): string {
  return `is '${value}', none of ${allowed}`;
}
