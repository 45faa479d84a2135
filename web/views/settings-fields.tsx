/** The fields of an edition, made from its form: each with its value, its label and what is wrong with it. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { idOf, isWithin, valueAt } from '../model/settings-draft.ts';
import type { EditionField, Mistake, Path } from '../model/settings-draft.ts';
import { locale, words } from '../state/preferences.ts';
import { useConsole } from './use-console.ts';

interface OfField {
  field: EditionField;
  path: Path;
}

export function SettingField({ field, path }: OfField) {
  if (path.length === 1 && field.name === 'approval') return <ApprovalField path={path} />;
  if (field.kind === 'group') return <GroupField fields={field.fields} path={path} />;
  if (field.kind === 'list') return <ListField fields={field.fields} path={path} />;
  return <Control field={field} path={path} />;
}

export const labelOf = (path: Path): string => {
  const { labels } = words.value.settings;
  const name = String(path.at(-1));
  return labels[path.join('.')] ?? labels[name] ?? name;
};

/** What is wrong with this very field, or inside it where it has none of its own. */
const wrongIn = (mistakes: readonly Mistake[], path: Path, isWhole: boolean): readonly Mistake[] =>
  mistakes.filter((mistake) =>
    isWhole ? isWithin(path, mistake.path) : mistake.path.join('\n') === path.join('\n'),
  );

export function sayMistake({ path, kind, given, allowed }: Mistake, field: Path): string {
  const { settings: say } = words.value;
  const inner = path.slice(field.length).join('.');
  if (kind === 'unknown') return say.unknownField(String(path.at(-1)));
  const what = given === undefined ? say.missing : say.given(given);
  return `${inner === '' ? '' : `${inner}: `}${what}${say.allowed(allowed[locale.value])}`;
}

function Problem({
  path,
  isWhole = false,
  own,
}: {
  path: Path;
  isWhole?: boolean;
  own?: string | undefined;
}) {
  const { settings } = useConsole();
  const found = wrongIn(settings.mistakes.value, path, isWhole);
  return (
    <p id={`${idOf(path)}-problem`} class="field-problem">
      {own ?? found.map((mistake) => sayMistake(mistake, path)).join(' ')}
    </p>
  );
}

function Control({ field, path }: OfField) {
  const { settings } = useConsole();
  const { settings: say } = words.value;
  const unreadable = useSignal(false);
  const value = valueAt(settings.edited.value, path);
  const id = idOf(path);
  const isWhole = field.kind === 'texts' || field.kind === 'json';
  const isWrong = unreadable.value || wrongIn(settings.mistakes.value, path, isWhole).length > 0;
  const given = {
    id,
    class: 'input',
    autocomplete: 'off',
    disabled: settings.look.value?.refusal !== undefined,
    'aria-invalid': isWrong ? ('true' as const) : undefined,
    'aria-describedby': `${id}-problem`,
  };
  const set = (next: unknown) => settings.set(path, next);
  const read = (text: string) => {
    const parsed = jsonOf(text);
    unreadable.value = parsed === undefined;
    settings.setUnread(id, parsed === undefined);
    if (parsed) set(parsed.value);
  };
  const usual = 'fallback' in field ? say.usual(sayValue(field.fallback)) : '';
  return (
    <div class={`field${isWhole ? ' wide' : ''}`}>
      <label for={id}>{labelOf(path)}</label>
      {field.kind === 'flag' || field.kind === 'choice' ? (
        <select {...given} onChange={({ currentTarget }) => set(chosen(field, currentTarget.value))}>
          {(!field.required || value === undefined) && (
            <option value="" selected={value === undefined}>
              {'fallback' in field ? usual : say.notSet}
            </option>
          )}
          {choicesOf(field, value).map((choice) => (
            <option key={choice} value={choice} selected={String(value) === choice}>
              {say.choices[choice] ?? choice}
            </option>
          ))}
        </select>
      ) : field.kind === 'texts' ? (
        <textarea
          {...given}
          rows={3}
          defaultValue={[value ?? []].flat().map(String).join('\n')}
          onInput={({ currentTarget }) => set(linesOf(currentTarget.value, field))}
        />
      ) : field.kind === 'json' ? (
        <textarea
          {...given}
          class="input code"
          rows={3}
          spellcheck={false}
          defaultValue={value === undefined ? '' : JSON.stringify(value, null, 1)}
          onInput={({ currentTarget }) => read(currentTarget.value)}
        />
      ) : (
        <input
          {...given}
          inputMode={field.kind === 'number' ? 'decimal' : undefined}
          list={listFor(field)}
          placeholder={usual || undefined}
          defaultValue={value === undefined ? '' : sayValue(value)}
          onInput={({ currentTarget }) => set(typed(field, currentTarget.value))}
        />
      )}
      <Problem path={path} isWhole={isWhole} own={unreadable.value ? say.noJson : undefined} />
      {isWhole && <small>{field.kind === 'texts' ? say.onePerLine : say.asJson}</small>}
    </div>
  );
}

const sayValue = (value: unknown): string =>
  typeof value === 'string' ? (words.value.settings.choices[value] ?? value) : JSON.stringify(value);

/** A value that isn't among the choices is shown as it stands. */
function choicesOf(field: EditionField, value: unknown): string[] {
  const all =
    field.kind === 'choice'
      ? [...field.choices]
      : field.kind === 'flag' && field.only
        ? ['true']
        : ['true', 'false'];
  const own = value === undefined ? '' : sayPlain(value);
  return own === '' || all.includes(own) ? all : [...all, own];
}

const sayPlain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function chosen({ kind }: EditionField, value: string): unknown {
  if (value === '') return undefined;
  return kind === 'flag' ? value === 'true' : value;
}

/** What is no number stays what it is: the desk says what is allowed. */
function typed({ kind, required }: EditionField, text: string): unknown {
  if (text.trim() === '') return required && kind === 'text' ? '' : undefined;
  return kind === 'number' && Number.isFinite(Number(text)) ? Number(text) : text;
}

function linesOf(text: string, { required }: EditionField): string[] | undefined {
  const lines = text.split('\n').flatMap((line) => line.trim() || []);
  return lines.length === 0 && !required ? undefined : lines;
}

function jsonOf(text: string): { readonly value: unknown } | undefined {
  if (text.trim() === '') return { value: undefined };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

function listFor({ name }: EditionField): string | undefined {
  if (name === 'zone' || name === 'tz') return 'settings-zones';
  return name === 'category' || name === 'defaultCategory' ? 'settings-categories' : undefined;
}

function GroupField({ fields, path }: { fields: readonly EditionField[]; path: Path }) {
  const inner = (
    <>
      <Problem path={path} />
      <Fields fields={fields} path={path} />
    </>
  );
  if (path.length === 1) return inner;
  return (
    <fieldset class="settings-group">
      <legend>{labelOf(path)}</legend>
      {inner}
    </fieldset>
  );
}

const Fields = ({ fields, path }: { fields: readonly EditionField[]; path: Path }) => (
  <div class="settings-fields">
    {fields.map((field) => (
      <SettingField key={field.name} field={field} path={[...path, field.name]} />
    ))}
  </div>
);

function ListField({ fields, path }: { fields: readonly EditionField[]; path: Path }) {
  const { settings } = useConsole();
  const { settings: say } = words.value;
  const value = valueAt(settings.edited.value, path);
  const items = Array.isArray(value) ? (value as readonly unknown[]) : [];
  // An item keeps its fields when one before it goes.
  const ids = useSignal(items.map((_, n) => n));
  const isFixed = settings.look.value?.refusal !== undefined;
  const remove = (at: number) => {
    ids.value = ids.value.toSpliced(at, 1);
    settings.set(path, items.toSpliced(at, 1));
  };
  const add = () => {
    ids.value = [...ids.value, Math.max(-1, ...ids.value) + 1];
    settings.set(path, [...items, {}]);
  };
  return (
    <div class="settings-list" role="group" aria-label={labelOf(path)}>
      {path.length > 1 && <p class="settings-list-title">{labelOf(path)}</p>}
      <Problem path={path} />
      {items.map((item, n) => {
        const title = titleOf(item, n);
        return (
          <Fold key={ids.value[n]} path={[...path, n]} title={title}>
            <Fields fields={fields} path={[...path, n]} />
            <button type="button" class="action danger" disabled={isFixed} onClick={() => remove(n)}>
              {say.remove(title)}
            </button>
          </Fold>
        );
      })}
      <button type="button" class="action" disabled={isFixed} onClick={add}>
        {say.add(labelOf(path))}
      </button>
    </div>
  );
}

function titleOf(item: unknown, n: number): string {
  const named = ['name', 'label', 'category', 'symbol'].map((name) => valueAt(item, [name]));
  return named.find((name): name is string => typeof name === 'string' && name !== '') ?? `${n + 1}`;
}

/** Opened by hand, and by a mistake in it. */
export function Fold({ path, title, children }: { path: Path; title: string; children: ComponentChildren }) {
  const { settings } = useConsole();
  const id = idOf(path);
  const isOpen = settings.open.value.has(id);
  const wrong = wrongIn(settings.mistakes.value, path, true).length;
  useEffect(() => {
    if (wrong > 0) settings.setOpen(id, true);
  }, [wrong > 0]);
  return (
    <details
      class="settings-fold"
      open={isOpen}
      onToggle={({ currentTarget }) => settings.setOpen(id, currentTarget.open)}
    >
      <summary>
        <span>{title}</span>
        {wrong > 0 && <span class="chip bad">{words.value.settings.wrong(wrong)}</span>}
      </summary>
      {isOpen && <div class="settings-inside">{children}</div>}
    </details>
  );
}

/** Which stories wait for an editor. */
function ApprovalField({ path }: { path: Path }) {
  const { settings } = useConsole();
  const { settings: say } = words.value;
  const value = valueAt(settings.edited.value, path);
  const some = valueAt(value, ['categories']);
  const kind = value === true ? 'all' : value === undefined ? 'none' : 'some';
  const names = Array.isArray(some) ? some.map(String) : [];
  const known = valueAt(settings.edited.value, ['categories']);
  const all = Array.isArray(known) ? known.flatMap((one) => sayName(one)) : [];
  const set = (next: unknown) => settings.set(path, next);
  const choose = (to: string) =>
    set(to === 'all' ? true : to === 'none' ? undefined : { categories: all.slice(0, 1) });
  const flip = (name: string) =>
    set({ categories: names.includes(name) ? names.filter((one) => one !== name) : [...names, name] });
  const isFixed = settings.look.value?.refusal !== undefined;
  const id = idOf(path);
  return (
    <div class="field wide">
      <label for={id}>{labelOf(path)}</label>
      <select
        id={id}
        class="input"
        disabled={isFixed}
        aria-describedby={`${id}-problem`}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {(['none', 'all', 'some'] as const).map((one) => (
          <option key={one} value={one} selected={one === kind}>
            {say.approval[one]}
          </option>
        ))}
      </select>
      {kind === 'some' && (
        <fieldset class="settings-checks">
          <legend>{say.labels['categories']}</legend>
          {[...new Set([...all, ...names])].map((name) => (
            <label key={name}>
              <input
                type="checkbox"
                disabled={isFixed}
                checked={names.includes(name)}
                onChange={() => flip(name)}
              />
              <span>{name}</span>
            </label>
          ))}
        </fieldset>
      )}
      <Problem path={path} isWhole />
    </div>
  );
}

const sayName = (category: unknown): string[] => {
  const name = valueAt(category, ['name']);
  return typeof name === 'string' && name !== '' ? [name] : [];
};
