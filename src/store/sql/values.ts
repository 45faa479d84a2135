/** Conversions between column values and the program's. */

/** Parse a column that was written as JSON. */
export function json<T>(value: unknown): T {
  return JSON.parse(String(value)) as T;
}

export const text = (value: unknown): string => String(value);
export const number = (value: unknown): number => Number(value);

/** A flag written by `bit`, or the result of a condition. */
export const flag = (value: unknown): boolean => value === true || Number(value) === 1;
/** A flag as engines store it: 1 or 0. */
export const bit = (isSet: boolean): number => (isSet ? 1 : 0);

/** The value of a column, converted; undefined for NULL. */
export const maybe = <T>(value: unknown, as: (value: unknown) => T): T | undefined =>
  value === null || value === undefined ? undefined : as(value);

/** An object with one field for a column that has a value, or an empty one for NULL; to be spread into another. */
export function field<Name extends string, T>(
  name: Name,
  value: unknown,
  as: (value: unknown) => T,
): { readonly [Key in Name]?: T } {
  const known = maybe(value, as);
  return known === undefined ? {} : ({ [name]: known } as { readonly [Key in Name]?: T });
}

/** Placeholders for values: `?, ?, ?`. Needs at least one value, because not every engine accepts an empty list. */
export const places = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

/**
 * Pad a list with its last value to the next power of two, so that few different statements are prepared for lists of
 * any length.
 */
export function filled<T>(values: readonly T[]): T[] {
  const length = values.length === 0 ? 0 : 2 ** Math.ceil(Math.log2(values.length));
  return Array.from({ length }, (_, n) => values[Math.min(n, values.length - 1)] as T);
}
