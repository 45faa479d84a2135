/** What opens over the console: the finder, the preferences, the list of shortcuts, the question for a new channel. */
import { useSignal } from '@preact/signals';
import { channelKey } from '../model/session-tree.ts';
import type { Console } from '../state/console.ts';
import { dialogs, openDialog } from '../state/dialogs.ts';
import { findersOf } from '../state/finders.ts';
import {
  LANGUAGES,
  THEMES,
  chooseLanguage,
  chooseTheme,
  language,
  theme,
  words,
} from '../state/preferences.ts';
import { SHORTCUTS, keysOf } from '../state/shortcuts.ts';
import { FinderView } from './finder.tsx';
import { askText } from './questions.tsx';

export async function askForChannel(console: Console): Promise<void> {
  const { newChannel: say } = words.value;
  const name = await askText({
    title: say.title,
    label: say.name,
    placeholder: say.example,
    hint: say.hint,
    agree: say.agree,
    check: (text) => (channelKey(text) ? undefined : say.badName),
  });
  if (name !== undefined) console.openChannel(name);
}

export function openFinder(console: Console): void {
  if (dialogs.value.length > 0) return;
  const finders = findersOf(console, {
    newChannel: () => void askForChannel(console),
    preferences: openPreferences(console),
    shortcuts: openShortcuts,
  });
  void openDialog((close) => <FinderView finders={finders} close={close} />, {
    class: 'finder',
    label: words.value.finder.title,
  });
}

export const openPreferences = (console: Console) => () => {
  void openDialog((close, heading) => <Preferences console={console} close={close} heading={heading} />);
};

function Preferences(props: { console: Console; close: () => void; heading: string }) {
  const { console, close, heading } = props;
  const { preferences: say } = words.value;
  const name = useSignal(console.store.author.value);
  const done = () => {
    if (name.value.trim()) console.rename(name.value.trim());
    close();
  };
  return (
    <form
      class="preferences"
      onSubmit={(event) => {
        event.preventDefault();
        done();
      }}
    >
      <h2 id={heading}>{say.title}</h2>
      <label class="field">
        <span>{say.name}</span>
        <input
          class="input"
          data-first
          value={name.value}
          autocomplete="off"
          maxLength={100}
          onInput={({ currentTarget }) => (name.value = currentTarget.value)}
        />
        <small>{say.nameHint}</small>
      </label>
      <Choice legend={say.theme} all={THEMES} names={say.themes} chosen={theme.value} choose={chooseTheme} />
      <Choice
        legend={say.language}
        all={LANGUAGES}
        names={say.languages}
        chosen={language.value}
        choose={chooseLanguage}
      />
      <div class="dialog-actions">
        <button class="button primary">{say.done}</button>
      </div>
    </form>
  );
}

interface ChoiceProps<Value extends string> {
  legend: string;
  all: readonly Value[];
  names: Record<Value, string>;
  chosen: Value;
  choose: (value: Value) => void;
}

/** One of a few, side by side. */
function Choice<Value extends string>({ legend, all, names, chosen, choose }: ChoiceProps<Value>) {
  return (
    <fieldset class="choice">
      <legend>{legend}</legend>
      <div class="choice-options">
        {all.map((value) => (
          <label key={value}>
            <input
              type="radio"
              name={legend}
              value={value}
              checked={value === chosen}
              onChange={() => choose(value)}
            />
            <span>{names[value]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function openShortcuts(): void {
  if (dialogs.value.length > 0) return;
  void openDialog((close, heading) => {
    const { shortcuts: say, app } = words.value;
    return (
      <>
        <h2 id={heading}>{say.title}</h2>
        <dl class="shortcuts">
          {SHORTCUTS.map(({ name }) => (
            <div key={name}>
              <dt>{say[name]}</dt>
              <dd>
                {keysOf(name).map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <div class="dialog-actions">
          <button type="button" class="button" data-first onClick={close}>
            {app.close}
          </button>
        </div>
      </>
    );
  });
}
