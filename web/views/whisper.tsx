/** An answer to a command, which only this person sees, with what it offers. */
import type { Whisper } from '../model/shapes.ts';
import { words } from '../state/preferences.ts';
import { Icon } from './icon.tsx';
import { Text } from './text.tsx';
import { useConsole } from './use-console.ts';

export function WhisperRow({ whisper }: { whisper: Whisper }) {
  const { desk } = useConsole();
  const { message } = words.value;
  const { reply, command, options } = whisper;
  const dismiss = () => desk.dismiss(whisper.id);
  return (
    <div class="whisper" role="group" aria-label={message.answerTo(`/${command}`)}>
      <p class="whisper-command">
        <Icon name="moon" />
        <b>Nightdesk</b>
        <span class="badge">{message.desk}</span>
        <code>/{command}</code>
      </p>
      <Text content={reply.text ?? ''} />
      <Offers whisper={whisper} dismiss={dismiss} />
      <p class="whisper-foot">
        {reply.ephemeral !== false && (
          <span class="whisper-private">
            <Icon name="eye" />
            {message.onlyYou}
          </span>
        )}
        <button type="button" class="link-button" onClick={dismiss}>
          {message.dismiss}
        </button>
        {Object.keys(options).length > 0 && (
          <button type="button" class="link-button" onClick={() => desk.editAgain(whisper)}>
            {message.editAgain}
          </button>
        )}
      </p>
    </div>
  );
}

function Offers({ whisper, dismiss }: { whisper: Whisper; dismiss: () => void }) {
  const { desk } = useConsole();
  const { reply, busy = false } = whisper;
  const { confirm, choose } = reply;
  return (
    <>
      {confirm && (
        <div class="whisper-actions">
          <button
            type="button"
            class="button danger"
            disabled={busy}
            onClick={() => void desk.follow(whisper, confirm.name, confirm.options ?? {})}
          >
            {confirm.label}
          </button>
          {confirm.keep && (
            <button type="button" class="button" disabled={busy} onClick={dismiss}>
              {confirm.keep}
            </button>
          )}
        </div>
      )}
      {choose && (
        <div class="whisper-actions" role="group" aria-label={choose.label}>
          {choose.choices.map(({ name, value }) => (
            <button
              key={value}
              type="button"
              class="button"
              disabled={busy}
              onClick={() =>
                void desk.follow(whisper, choose.name, { ...choose.options, [choose.option]: value })
              }
            >
              {name}
            </button>
          ))}
        </div>
      )}
    </>
  );
}
