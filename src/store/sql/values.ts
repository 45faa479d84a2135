/** Values of rows, as repositories read and write them. */

/** A column that was written as JSON by this desk. */
export function json<T>(value: unknown): T {
  return JSON.parse(String(value)) as T;
}

export const text = (value: unknown): string => String(value);
export const number = (value: unknown): number => Number(value);

/** A flag that was written by `bit`, or what a condition came to. */
export const flag = (value: unknown): boolean => value === true || Number(value) === 1;
export const bit = (isSet: boolean): number => (isSet ? 1 : 0);

export const maybe = <T>(value: unknown, as: (value: unknown) => T): T | undefined =>
  value === null || value === undefined ? undefined : as(value);

/** A field of an object for a column that holds something, to be spread into it; none where it is NULL. */
export function field<Name extends string, T>(
  name: Name,
  value: unknown,
  as: (value: unknown) => T,
): { readonly [Key in Name]?: T } {
  const known = maybe(value, as);
  return known === undefined ? {} : ({ [name]: known } as { readonly [Key in Name]?: T });
}

/** Places for so many values: `?, ?, ?`. For at least one: no engine needs to know an empty list. */
export const places = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

/**
 * Values for a list of places, the last of them repeated up to the next power of two: so few different statements are
 * prepared for lists of any length.
 */
export function filled<T>(values: readonly T[]): T[] {
  const length = values.length === 0 ? 0 : 2 ** Math.ceil(Math.log2(values.length));
  return Array.from({ length }, (_, n) => values[Math.min(n, values.length - 1)] as T);
}
