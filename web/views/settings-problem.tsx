/** What a field of the settings is called, and what is wrong with it. */
import { idOf, isWithin } from '../model/settings-draft.ts';
import type { Mistake, Path } from '../model/settings-draft.ts';
import { locale, words } from '../state/preferences.ts';
import { useConsole } from './use-console.ts';

export const labelOf = (path: Path): string => {
  const { labels } = words.value.settings;
  const name = String(path.at(-1));
  return labels[path.join('.')] ?? labels[name] ?? name;
};

/** What is wrong with this very field, or inside it where it has none of its own. */
export const wrongIn = (mistakes: readonly Mistake[], path: Path, isWhole: boolean): readonly Mistake[] =>
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

export function Problem({
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
