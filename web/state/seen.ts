/**
 * What has been read here. On the first visit to a desk everything counts as read; after that a conversation is unread
 * until it was looked at in a visible page.
 */
import { effect, signal } from '@preact/signals';
import { keepSeen, keptSeen } from './kept.ts';
import type { Store } from './store.ts';

export function followReading({ sessions, sessionsLoaded, selected, seen }: Store, token: string): void {
  const kept = keptSeen(token);
  let firstVisit = kept === null;
  seen.value = kept ?? {};
  const visible = signal(document.visibilityState === 'visible');
  document.addEventListener('visibilitychange', () => {
    visible.value = document.visibilityState === 'visible';
  });
  addEventListener('storage', () => (seen.value = keptSeen(token) ?? seen.peek()));

  const write = (read: Record<string, number>) => {
    // Another tab may have written since.
    const latest = keptSeen(token) ?? {};
    const marks = sessions.peek().map(({ key }) => [key, Math.max(read[key] ?? 0, latest[key] ?? 0)]);
    seen.value = Object.fromEntries(marks) as Record<string, number>;
    keepSeen(token, seen.peek());
  };
  effect(() => {
    if (!sessionsLoaded.value) return;
    if (firstVisit) {
      firstVisit = false;
      return write(Object.fromEntries(sessions.value.map(({ key, updatedAtMs }) => [key, updatedAtMs])));
    }
    const here = sessions.value.find(({ key }) => key === selected.value);
    if (!here || !visible.value || here.updatedAtMs <= (seen.peek()[here.key] ?? 0)) return;
    write({ ...seen.peek(), [here.key]: here.updatedAtMs });
  });
}
