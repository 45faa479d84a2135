/** The fields of an edition, made from its form: each with its value, its label and what is wrong with it. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { idOf, valueAt } from '../model/settings-draft.ts';
import type { EditionField, Path } from '../model/settings-draft.ts';
import { choicesOf, chosen, jsonOf, linesOf, listFor, typed } from '../model/settings-values.ts';
import { words } from '../state/preferences.ts';
import { ApprovalField } from './settings-approval.tsx';
import { labelOf, Problem, wrongIn } from './settings-problem.tsx';
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

function Control({ field, path }: OfField) {
  const { settings } = useConsole();
  const { settings: say } = words.value;
  const value = valueAt(settings.edited.value, path);
  const id = idOf(path);
  const unread = settings.unread.value.find((one) => idOf(one.path) === id);
  const isWhole = field.kind === 'texts' || field.kind === 'json';
  const isWrong = unread !== undefined || wrongIn(settings.mistakes.value, path, isWhole).length > 0;
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
    settings.setUnread(path, parsed === undefined ? text : undefined);
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
          defaultValue={unread?.text ?? (value === undefined ? '' : JSON.stringify(value, null, 1))}
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
      <Problem path={path} isWhole={isWhole} own={unread ? say.noJson : undefined} />
      {isWhole && <small>{field.kind === 'texts' ? say.onePerLine : say.asJson}</small>}
    </div>
  );
}

const sayValue = (value: unknown): string =>
  typeof value === 'string' ? (words.value.settings.choices[value] ?? value) : JSON.stringify(value);

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
    settings.dropItem(path, items, at);
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
