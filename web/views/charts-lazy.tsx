/** The page of charts, which is loaded once it is opened. */
import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { words } from '../state/preferences.ts';

const loaded = signal<ComponentType | undefined>(undefined);

export function ChartsPage() {
  useEffect(() => {
    void import('./charts.tsx').then(({ ChartsPage: Page }) => (loaded.value = Page));
  }, []);
  const Page = loaded.value;
  return Page ? <Page /> : <p class="quiet charts-loading">{words.value.app.loading}</p>;
}
