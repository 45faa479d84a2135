/** The page of charts, which is loaded once it is opened. */
import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { words } from '../state/preferences.ts';
import { NotLoaded } from './panel.tsx';

const loaded = signal<ComponentType | 'failed' | undefined>(undefined);

export function ChartsPage() {
  useEffect(() => {
    // A newer desk has other files than the one that this page came from.
    void import('./charts.tsx').then(
      ({ ChartsPage: Page }) => (loaded.value = Page),
      () => (loaded.value = 'failed'),
    );
  }, []);
  const Page = loaded.value;
  if (Page === 'failed')
    return (
      <ul>
        <NotLoaded said={words.value.charts.notLoaded} again={() => location.reload()} />
      </ul>
    );
  return Page ? <Page /> : <p class="quiet charts-loading">{words.value.app.loading}</p>;
}
