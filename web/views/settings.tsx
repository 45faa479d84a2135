/** The page of settings: the edition as a form of its schema, and the keys of `.env`, which are written and never shown. */
import { fieldAt, idOf, valueAt } from '../model/settings-draft.ts';
import type { Mistake, Path, SettingsLook, SettingsTried } from '../model/settings-draft.ts';
import { dayAndTime } from '../model/times.ts';
import { focusOn } from '../state/console.ts';
import { words } from '../state/preferences.ts';
import { ask } from './questions.tsx';
import { Icon } from './icon.tsx';
import { Page } from './page.tsx';
import { Blank } from './panel.tsx';
import { Fold, SettingField } from './settings-fields.tsx';
import { labelOf, sayMistake } from './settings-problem.tsx';
import { Secrets } from './settings-secrets.tsx';
import { useConsole } from './use-console.ts';

export function SettingsPage() {
  const { settings } = useConsole();
  const { settings: say, app } = words.value;
  const look = settings.look.value;
  return (
    <Page name="settings" about={look?.name}>
      {look && <Tools look={look} />}
      <div class="board-page" aria-busy={!look && !settings.failed.value}>
        <div class="settings-page">
          {!look && (
            <ul>
              <Blank title={settings.failed.value ? say.failed : app.loading} />
            </ul>
          )}
          {look && <Remarks look={look} />}
          {look && (look.given === undefined ? <TextForm /> : <EditionForm key={settings.version.value} />)}
          {look && <Secrets />}
        </div>
      </div>
    </Page>
  );
}

function Tools({ look }: { look: SettingsLook }) {
  const { settings } = useConsole();
  const { settings: say } = words.value;
  const isChanged = settings.isChanged();
  const { undo } = look;
  const save = async () => {
    const [unread] = settings.unread.value;
    if (unread) {
      settings.unfold(unread.path);
      return toField(unread.path);
    }
    const tried = await settings.try();
    if (!tried) return;
    const [wrong] = tried.mistakes;
    if (wrong) return toMistake(wrong, look);
    if (tried.broken) return focusOn('settings-text');
    if (await askToWrite(tried)) await settings.save(tried.revision);
  };
  const takeBack = async () => {
    if (!undo) return;
    const { atMs, by } = undo;
    const body = (
      <>
        <p>{say.undoBody(by ?? say.somebody, dayAndTime(atMs, words.value))}</p>
        <Lines lines={undo.lines} />
      </>
    );
    if (await ask({ title: say.undoTitle, body, agree: say.undo })) await settings.undo(look.revision);
  };
  const button = (label: string, isOff: boolean, click: () => void, looks = '') => (
    <button
      type="button"
      class={`button feeds-tool${looks}`}
      disabled={isOff || settings.busy.value}
      onClick={click}
    >
      {label}
    </button>
  );
  const isFixed = look.refusal !== undefined;
  return (
    <div class="board-tools">
      <div class="feeds-tools">
        {button(say.save, isFixed || !isChanged, () => void save(), ' primary')}
        {button(say.discard, !isChanged, () => settings.discard())}
        {button(say.undo, isFixed || !undo || isChanged, () => void takeBack())}
      </div>
    </div>
  );
}

function askToWrite({ lines, restart }: SettingsTried): Promise<boolean> {
  const { settings: say } = words.value;
  return ask({
    title: say.saveTitle,
    body: (
      <>
        <Lines lines={lines} />
        <p>{restart.length === 0 ? say.atOnce : say.afterRestart(named(restart))}</p>
      </>
    ),
    agree: say.saveAgree,
  });
}

const named = (fields: readonly string[]): string => fields.map((name) => labelOf([name])).join(', ');

export function Lines({ lines }: { lines: SettingsTried['lines'] }) {
  const { settings: say } = words.value;
  return (
    <pre class="settings-diff" tabIndex={0} aria-label={say.difference}>
      {lines.map(({ sign, text }, n) => (
        <span key={n} class={sign === '+' ? 'added' : sign === '-' ? 'removed' : undefined}>
          {`${sign} ${text}\n`}
        </span>
      ))}
    </pre>
  );
}

/** What is wrong with the file as a whole, and what waits. */
function Remarks({ look }: { look: SettingsLook }) {
  const { settings } = useConsole();
  const { settings: say, feeds } = words.value;
  const mistakes = settings.mistakes.value;
  const nowhere = mistakes.filter(
    ({ path }) => fieldAt(look.form, path) === undefined || isUnknown(path, mistakes),
  );
  const remark = (text: string) => (
    <p class="feeds-refusal">
      <Icon name="alert" />
      <span>{text}</span>
    </p>
  );
  return (
    <>
      {look.refusal !== undefined && remark(feeds.readOnly)}
      {look.waiting.length > 0 && remark(say.waiting(named(look.waiting)))}
      <div role="alert">
        {mistakes.length > 0 && remark(say.mistakes(mistakes.length))}
        {settings.broken.value &&
          remark(say.broken(settings.broken.value.line, settings.broken.value.column))}
      </div>
      {mistakes.length > 0 && (
        <ul class="settings-mistakes">
          {mistakes.map((mistake) => (
            <li key={mistake.path.join('.')}>
              <button type="button" class="action" onClick={() => toMistake(mistake, look)}>
                {mistake.path.join('.') || say.wholeFile}
              </button>
              <span>{sayMistake(mistake, mistake.path)}</span>
              {nowhere.includes(mistake) && mistake.path.length > 0 && (
                <button
                  type="button"
                  class="action danger"
                  onClick={() => settings.set(mistake.path, undefined)}
                >
                  {say.remove(String(mistake.path.at(-1)))}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const isUnknown = (path: Mistake['path'], mistakes: readonly Mistake[]): boolean =>
  mistakes.some((mistake) => mistake.path === path && mistake.kind === 'unknown');

/** Its field is there once what holds it is open. */
function toMistake({ path }: Mistake, { form }: SettingsLook): void {
  const field = fieldAt(form, path);
  if (field) toField(field);
}

/** Once its fold is open. */
function toField(path: Path): void {
  setTimeout(() => focusOn(idOf(path)), 50);
}

function EditionForm() {
  const { settings } = useConsole();
  const { settings: say } = words.value;
  const form = settings.look.value?.form ?? [];
  const isSimple = ({ kind, name }: (typeof form)[number]) =>
    (kind !== 'group' && kind !== 'list' && kind !== 'json') || name === 'approval';
  const categories = valueAt(settings.edited.value, ['categories']);
  const names = Array.isArray(categories) ? categories.map((one) => valueAt(one, ['name'])) : [];
  return (
    <form class="settings-form" aria-label={say.edition} onSubmit={(event) => event.preventDefault()}>
      <h2>{say.edition}</h2>
      <div class="settings-fields">
        {form.filter(isSimple).map((field) => (
          <SettingField key={field.name} field={field} path={[field.name]} />
        ))}
      </div>
      {form
        .filter((field) => !isSimple(field))
        .map((field) => (
          <Fold key={field.name} path={[field.name]} title={labelOf([field.name])}>
            <SettingField field={field} path={[field.name]} />
          </Fold>
        ))}
      <datalist id="settings-zones">
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <datalist id="settings-categories">
        {names.flatMap((name) => (typeof name === 'string' ? <option key={name} value={name} /> : []))}
      </datalist>
    </form>
  );
}

/** A file that is no JSON object is mended as a text. */
function TextForm() {
  const { settings } = useConsole();
  const { settings: say } = words.value;
  return (
    <form class="settings-form" aria-label={say.edition} onSubmit={(event) => event.preventDefault()}>
      <h2>{say.edition}</h2>
      <div class="field wide">
        <label for="settings-text">{say.asText}</label>
        <textarea
          id="settings-text"
          class="input code"
          rows={20}
          spellcheck={false}
          value={settings.text.value}
          aria-invalid={settings.broken.value ? 'true' : undefined}
          onInput={({ currentTarget }) => settings.setText(currentTarget.value)}
        />
      </div>
    </form>
  );
}
