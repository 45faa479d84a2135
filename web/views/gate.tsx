/** The page before the console: asks for the token, and says where it is. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { words } from '../state/preferences.ts';
import { tokenInHash } from '../state/token.ts';
import { Icon } from './icon.tsx';

/** Where the desk keeps the token. */
const TOKEN_FILE = 'data/gateway.token';

export function Gate({ wrong, enter }: { wrong: boolean; enter: (token: string) => void }) {
  const { gate: say } = words.value;
  const token = useSignal('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const submit = (event: Event) => {
    event.preventDefault();
    const given = token.value.trim();
    // The address that the desk prints has it, too.
    if (given) enter(tokenInHash(given.replace(/^[^#]*/, '')) || given);
    else input.current?.focus();
  };
  const [before, after] = say.where;
  return (
    <main id="gate" class="gate">
      <form class="gate-card" onSubmit={submit}>
        <span class="logo large">
          <Icon name="moon" />
        </span>
        <h1>{wrong ? say.wrong : say.welcome}</h1>
        <p>
          {wrong ? say.refused : say.about} {before}
          <code>{TOKEN_FILE}</code>
          {after}
        </p>
        <label class="field">
          <span>{say.token}</span>
          <input
            ref={input}
            class="input"
            type="password"
            autocomplete="off"
            spellcheck={false}
            placeholder={say.paste}
            value={token.value}
            onInput={({ currentTarget }) => (token.value = currentTarget.value)}
          />
        </label>
        <button class="button primary">{say.open}</button>
      </form>
    </main>
  );
}
