/** Modal dialogs: those that are open. */
import { signal } from '@preact/signals';
import type { ComponentChild } from 'preact';

export interface OpenDialog {
  readonly id: number;
  /** @param heading the id that the element with its name has, where it has no `label` */
  readonly view: (close: () => void, heading: string) => ComponentChild;
  readonly class: string;
  readonly label: string;
  /** What had the focus before. */
  readonly back: Element | null;
  readonly closed: () => void;
}

export const dialogs = signal<readonly OpenDialog[]>([]);

let lastId = 0;

/** Put a modal dialog on the page. What has `data-first` in it has the focus. Resolves once it is closed. */
export function openDialog(
  view: OpenDialog['view'],
  { class: looks = '', label = '' }: { class?: string; label?: string } = {},
): Promise<void> {
  return new Promise((closed) => {
    const dialog = { id: ++lastId, view, class: looks, label, back: document.activeElement, closed };
    dialogs.value = [...dialogs.value, dialog];
  });
}

/** A dialog was closed by the browser: it leaves, and the focus goes back. */
export function leaveDialog({ id, back, closed }: OpenDialog): void {
  dialogs.value = dialogs.value.filter((other) => other.id !== id);
  if (back instanceof HTMLElement && back.isConnected) back.focus();
  closed();
}
