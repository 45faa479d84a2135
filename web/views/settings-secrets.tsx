/** Keys and tokens: whether each is set, and a field to write a new one. No value ever comes back. */
import { useSignal } from '@preact/signals';
import type { EnvSetting } from '../model/settings-draft.ts';
import { messageOf } from '../state/desk.ts';
import { focusOn } from '../state/console.ts';
import { words } from '../state/preferences.ts';
import { ask } from './questions.tsx';
import { useConsole } from './use-console.ts';

export function Secrets() {
  const { settings } = useConsole();
  const { settings: say } = words.value;
  const secrets = settings.secrets.value;
  return (
    <section class="settings-form" aria-labelledby="settings-secrets">
      <h2 id="settings-secrets">{say.secrets}</h2>
      <p class="settings-about">{say.secretsAbout}</p>
      <ul class="settings-secrets">
        {secrets.map((secret) => (
          <SecretRow key={secret.name} secret={secret} />
        ))}
      </ul>
    </section>
  );
}

function SecretRow({ secret }: { secret: EnvSetting }) {
  const { settings } = useConsole();
  const { settings: say, dialog } = words.value;
  const { name, isSet, outside, waits } = secret;
  const isOpen = useSignal(false);
  const problem = useSignal('');
  const id = `secret-${name}`;
  const close = () => {
    isOpen.value = false;
    problem.value = '';
    setTimeout(() => focusOn(`${id}-open`));
  };
  const write = async (value: string | null) => {
    try {
      await settings.setSecret(name, value);
      close();
    } catch (error) {
      problem.value = messageOf(error);
      focusOn(id);
    }
  };
  const remove = async () => {
    const question = {
      title: say.removeTitle(name),
      body: say.removeBody,
      agree: say.remove(name),
      danger: true,
    };
    if (await ask(question)) await write(null);
  };
  return (
    <li data-secret={name}>
      <div class="settings-secret">
        <code>{name}</code>
        <span class={`chip ${isSet ? 'good' : 'off'}`}>{isSet ? say.isSet : say.isNotSet}</span>
        {waits && <span class="chip wait">{say.waits}</span>}
      </div>
      <p class="settings-about">{outside ? say.outside : (say.meanings[name] ?? secret.meaning)}</p>
      {!outside && !isOpen.value && (
        <div class="actions">
          <button
            type="button"
            id={`${id}-open`}
            class="action"
            aria-label={`${isSet ? say.replace : say.enter}: ${name}`}
            onClick={() => {
              isOpen.value = true;
              setTimeout(() => focusOn(id));
            }}
          >
            {isSet ? say.replace : say.enter}
          </button>
          {isSet && (
            <button
              type="button"
              class="action danger"
              aria-label={say.remove(name)}
              onClick={() => void remove()}
            >
              {say.removeSecret}
            </button>
          )}
        </div>
      )}
      {isOpen.value && (
        <form
          class="settings-enter"
          onSubmit={(event) => {
            event.preventDefault();
            const input = event.currentTarget.elements.namedItem('value') as HTMLInputElement;
            void write(input.value);
          }}
        >
          <div class="field">
            <label for={id}>{say.newValue(name)}</label>
            <input
              id={id}
              name="value"
              class="input"
              type={(secret.secret ? 'password' : 'text') as 'password'}
              autocomplete="off"
              aria-invalid={problem.value === '' ? undefined : 'true'}
              aria-describedby={`${id}-problem`}
            />
            <p id={`${id}-problem`} class="field-problem" role="alert">
              {problem.value}
            </p>
          </div>
          <div class="actions">
            <button class="action">{say.write}</button>
            <button type="button" class="action" onClick={close}>
              {dialog.cancel}
            </button>
          </div>
        </form>
      )}
    </li>
  );
}
