/** Why a row of the desk's records can't be read, in words that begin with the name of its column. */

export const NO_OBJECT = 'is no JSON object';

/** The end of a sentence that begins with what can't be read. */
export function noJson({ message }: Error): string {
  return `is no JSON (${message})`;
}

/** The end of such a sentence. @param paths of fields: one of them has to be there. */
export function lacksOneOf(paths: readonly string[]): string {
  return `lacks one of ${paths.join(', ')}`;
}

/** The end of such a sentence, with the reason. */
export function cannotBeRead(because: string): string {
  return `can't be read: ${because}`;
}

/** @param allowed the values that its table takes. */
export function isNoneOf(value: string, allowed: string): string {
  return `is '${value}', none of ${allowed}`;
}
