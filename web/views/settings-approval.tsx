import { idOf, valueAt } from '../model/settings-draft.ts';
import type { Path } from '../model/settings-draft.ts';
import { words } from '../state/preferences.ts';
import { labelOf, Problem } from './settings-problem.tsx';
import { useConsole } from './use-console.ts';

/** Which stories wait for an editor. */
export function ApprovalField({ path }: { path: Path }) {
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
