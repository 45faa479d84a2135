/** The browser's own modal dialogs, with their focus trap and Escape; toasts; what only screen readers hear. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { dialogs, leaveDialog } from '../state/dialogs.ts';
import type { OpenDialog } from '../state/dialogs.ts';
import { announced, dismissToast, toasts } from '../state/notices.ts';
import { words } from '../state/preferences.ts';
import { Icon, IconButton } from './icon.tsx';
import { Text } from './text.tsx';

export function Dialogs() {
  return (
    <>
      {dialogs.value.map((dialog) => (
        <Modal key={dialog.id} dialog={dialog} />
      ))}
    </>
  );
}

function Modal({ dialog }: { dialog: OpenDialog }) {
  const element = useRef<HTMLDialogElement>(null);
  const close = () => element.current?.close();
  /** Marking text in a field may end beside the dialog, and its margin is the dialog itself. */
  const isPressedBeside = useRef(false);
  useLayoutEffect(() => {
    element.current?.showModal();
    element.current?.querySelector<HTMLElement>('[data-first]')?.focus();
  }, []);
  const named = dialog.label ? { 'aria-label': dialog.label } : { 'aria-labelledby': `dialog-${dialog.id}` };
  return (
    <dialog
      ref={element}
      class={`dialog ${dialog.class}`}
      {...named}
      onClose={() => leaveDialog(dialog)}
      onMouseDown={({ clientX, clientY, currentTarget }) => {
        const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
        isPressedBeside.current = clientX < left || clientX > right || clientY < top || clientY > bottom;
      }}
      onClick={({ target }) => target === element.current && isPressedBeside.current && close()}
    >
      {dialog.view(close, `dialog-${dialog.id}`)}
    </dialog>
  );
}

export function Toasts() {
  return (
    <div id="toasts" class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, kind, fromDesk, action }) => (
        <div key={id} class={`toast ${kind}`}>
          <Icon name={kind === 'problem' ? 'alert' : 'check'} />
          {fromDesk ? <Text content={text} /> : <p>{text}</p>}
          {action && (
            <button
              type="button"
              class="link-button"
              onClick={() => {
                dismissToast(id);
                action.run();
              }}
            >
              {action.label}
            </button>
          )}
          <IconButton name="close" label={words.value.dialog.dismiss} click={() => dismissToast(id)} />
        </div>
      ))}
    </div>
  );
}

export const Announcer = () => (
  <div id="announcer" class="visually-hidden" aria-live="polite">
    {announced.value}
  </div>
);
