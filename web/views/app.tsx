/** The console's page: the list on the left, a conversation, the board or the automations, and what stands around it on the right. */
import { useSignalEffect } from '@preact/signals';
import type { Console } from '../state/console.ts';
import { focusOn } from '../state/console.ts';
import { words } from '../state/preferences.ts';
import { Board } from './board.tsx';
import { FeedsPage } from './feeds.tsx';
import { ChartsPage } from './charts-lazy.tsx';
import { Composer } from './composer.tsx';
import { Conversation } from './conversation.tsx';
import { Announcer, Dialogs, Toasts } from './dialogs.tsx';
import { Jobs } from './jobs.tsx';
import { Panel } from './panel.tsx';
import { Rail } from './rail.tsx';
import { SettingsPage } from './settings.tsx';
import { SetupPage } from './setup.tsx';
import { ConsoleContext } from './use-console.ts';

export function App({ console }: { console: Console }) {
  const { drawer, store } = console;
  const view = store.view.value;
  useSignalEffect(() => {
    const open = drawer.value;
    if (open === null) return;
    // Once it is there to be focused.
    setTimeout(() => document.querySelector<HTMLElement>(`#${open} :is(a, button)`)?.focus());
  });
  return (
    <ConsoleContext.Provider value={console}>
      <div id="app" class="app" data-view={view} data-drawer={drawer.value ?? undefined}>
        <header class="skip-bar">
          <button
            id="skip"
            class="skip"
            type="button"
            onClick={() => focusOn(view === 'conversation' ? 'composer-input' : `${view}-title`)}
          >
            {words.value.app.skip}
          </button>
        </header>
        <Rail />
        <main class="middle">
          <Conversation />
          <Composer />
          {view === 'board' && <Board />}
          {view === 'feeds' && <FeedsPage />}
          {view === 'charts' && <ChartsPage />}
          {view === 'jobs' && <Jobs />}
          {view === 'settings' && <SettingsPage />}
          {view === 'setup' && <SetupPage />}
        </main>
        <Panel />
        <div class="scrim" onClick={() => (drawer.value = null)} />
      </div>
      <Dialogs />
      <Toasts />
      <Announcer />
    </ConsoleContext.Provider>
  );
}
