/** Short notices in a corner of the page, and what only screen readers hear. */
import { signal } from '@preact/signals';

const SHOWN_MS = 8000;
/** With a button in it there is more to read, and to reach. */
const WITH_ACTION_MS = 20_000;
const LONGEST_SAID = 300;

export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: 'problem' | 'done';
  /** The desk wrote it, in its Markdown. */
  readonly fromDesk: boolean;
  readonly action?: ToastAction | undefined;
}

export const toasts = signal<readonly Toast[]>([]);
export const announced = signal('');

let lastId = 0;

export function toast(
  text: string,
  kind: Toast['kind'] = 'problem',
  fromDesk = false,
  action?: ToastAction,
): void {
  if (toasts.value.some((other) => other.text === text)) return;
  const id = ++lastId;
  toasts.value = [...toasts.value, { id, text, kind, fromDesk, action }];
  setTimeout(() => dismissToast(id), action ? WITH_ACTION_MS : SHOWN_MS);
}

export const dismissToast = (id: number): void => {
  toasts.value = toasts.value.filter((other) => other.id !== id);
};

/** Say something to screen readers only. */
export const announce = (text: string): void => {
  announced.value = text.length > LONGEST_SAID ? `${text.slice(0, LONGEST_SAID)} …` : text;
};
