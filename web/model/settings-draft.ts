/** An edition while it is edited: values by their path, what is changed, and where a mistake belongs. */
import type { ParamsOf, ResultOf } from './shapes.ts';

export type Path = readonly (string | number)[];
export type Edited = Readonly<Record<string, unknown>>;
export type SettingsLook = ResultOf<'settings.get'>;
export type SettingsTried = ResultOf<'settings.preview'>;
export type Mistake = SettingsTried['mistakes'][number];
export type EditionField = SettingsLook['form'][number];
export type EnvSetting = ResultOf<'settings.secrets.list'>['secrets'][number];
type Changes = NonNullable<ParamsOf<'settings.preview'>['changes']>;

export const valueAt = (root: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    root,
  );

/** Undefined takes a field away, and with it the group that has nothing else in it; `keep` tells which stays. */
export function withValue(
  root: Edited,
  [first, ...rest]: Path,
  value: unknown,
  keep: (name: string) => boolean,
): Edited {
  const name = String(first);
  const next = rest.length === 0 ? value : changedInside(root[name], rest, value);
  const isGone = next === undefined || (rest.length > 0 && isEmpty(next) && !keep(name));
  if (!isGone) return { ...root, [name]: next };
  return Object.fromEntries(Object.entries(root).filter(([key]) => key !== name));
}

function changedInside(inner: unknown, path: Path, value: unknown): unknown {
  const [first, ...rest] = path;
  if (Array.isArray(inner)) {
    const items = inner as readonly unknown[];
    const at = Number(first);
    if (rest.length === 0) return value === undefined ? items.toSpliced(at, 1) : items.with(at, value);
    // An item of a list stays, also when it is empty.
    return items.with(at, changedInside(items[at], rest, value) ?? {});
  }
  const record = typeof inner === 'object' && inner !== null ? (inner as Edited) : {};
  return withValue(record, path, value, () => false);
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;

/** The top-level fields that differ; null for one that is gone. */
export function changesOf(given: Edited, edited: Edited): Changes {
  const names = new Set([...Object.keys(given), ...Object.keys(edited)]);
  const differing = [...names].filter((name) => !isSame(given[name], edited[name]));
  return Object.fromEntries(differing.map((name) => [name, edited[name] ?? null]));
}

/** The order of fields says nothing. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSame(Reflect.get(one, name), Reflect.get(other, name)));
}

export const idOf = (path: Path): string => `set-${path.join('-').replace(/[^\w-]+/g, '_')}`;

export const isWithin = (path: Path, inside: Path): boolean =>
  inside.length >= path.length && path.every((key, n) => key === inside[n]);

/** The deepest field of the form that a path is in; undefined where the form has none. */
export function fieldAt(fields: readonly EditionField[], path: Path): Path | undefined {
  const [first, ...rest] = path;
  const field = fields.find(({ name }) => name === first);
  if (!field) return undefined;
  if (field.kind === 'group') return rest.length === 0 ? [field.name] : below([field.name], field, rest);
  if (field.kind === 'list' && rest.length > 1) return below([field.name, rest[0]!], field, rest.slice(1));
  return [field.name];
}

function below(
  at: Path,
  { fields }: { readonly fields: readonly EditionField[] },
  rest: Path,
): Path | undefined {
  const inner = fieldAt(fields, rest);
  return inner && [...at, ...inner];
}
