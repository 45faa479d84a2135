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

/** Places for so many values: `?, ?, ?`. For at least one: no engine needs to know an empty list. */
export const places = (values: readonly unknown[]): string => values.map(() => '?').join(', ');
