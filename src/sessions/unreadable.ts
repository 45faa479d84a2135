/** Why a row of the desk's records can't be read. Each text begins with the column's name. */

export const NO_OBJECT = 'is no JSON object';

/** The end of a sentence whose subject is what can't be read. */
export function noJson({ message }: Error): string {
  return `is no JSON (${message})`;
}

/** The end of such a sentence. @param paths fields of which one is required. */
export function lacksOneOf(paths: readonly string[]): string {
  return `lacks one of ${paths.join(', ')}`;
}

/** The end of such a sentence, with the reason. */
export function cannotBeRead(because: string): string {
  return `can't be read: ${because}`;
}

/** @param allowed the values that the column takes. */
export function isNoneOf(value: string, allowed: string): string {
  return `is '${value}', none of ${allowed}`;
}
