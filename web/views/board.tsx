/** The board: stories with their state, reason and cost; the candidates of the last inputs and what was left out; the feeds. */
import { useComputed } from '@preact/signals';
import type { ComponentChild } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { TABS, countsOf } from '../model/board-data.ts';
import type { Tab } from '../model/board-data.ts';
import { focusOn } from '../state/console.ts';
import { words } from '../state/preferences.ts';
import { CandidateRows, FeedRows, LeftOutRows } from './board-inputs.tsx';
import { StoryRows } from './board-stories.tsx';
import { Icon } from './icon.tsx';
import { FilterField, Page } from './page.tsx';
import { Blank, Count, NotLoaded } from './panel.tsx';
import { useConsole } from './use-console.ts';

const tabId = (tab: Tab) => `board-tab-${tab}`;

export function Board() {
  const console = useConsole();
  const { store, filter, tab, board: actions } = console;
  const { board: say } = words.value;
  const board = store.board.value;
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (page.current) page.current.scrollTop = 0;
  }, [tab.value]);
  return (
    <Page
      name="board"
      about={board?.edition.title}
      tools={
        actions.can('write') && (
          <button
            type="button"
            class="button board-write"
            aria-label={say.writeNew}
            onClick={() => void actions.write(console.deskChannel())}
          >
            <Icon name="pen" />
            <span>{say.writeNew}</span>
          </button>
        )
      }
    >
      <div class="board-tools">
        <Tabs />
        <FilterField label={say.filter} filter={filter} />
      </div>
      <div
        ref={page}
        id="board-page"
        class="board-page"
        role="tabpanel"
        tabIndex={0}
        aria-labelledby={tabId(tab.value)}
        aria-busy={!board && !store.boardFailed.value}
      >
        <h2 class="visually-hidden">{say.tabs[tab.value]}</h2>
        <ul class="board-list">
          <Rows />
        </ul>
      </div>
    </Page>
  );
}

function Tabs() {
  const { store, tab } = useConsole();
  const { board: say } = words.value;
  const counts = useComputed(() => store.board.value && countsOf(store.board.value));
  const byArrow = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = TABS[(TABS.indexOf(tab.value) + step + TABS.length) % TABS.length] ?? 'stories';
    tab.value = next;
    focusOn(tabId(next));
  };
  return (
    <div class="board-tabs" role="tablist" aria-label={say.title} onKeyDown={byArrow}>
      {TABS.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={tabId(name)}
          aria-controls="board-page"
          aria-selected={name === tab.value}
          tabIndex={name === tab.value ? 0 : -1}
          onClick={() => (tab.value = name)}
        >
          {say.tabs[name]}
          <Count count={counts.value?.[name]} />
        </button>
      ))}
    </div>
  );
}

function Rows(): ComponentChild {
  const { store, tab, board: actions } = useConsole();
  const { board: say, app } = words.value;
  const board = store.board.value;
  if (!board && store.boardFailed.value) return <NotLoaded said={say.failed} again={actions.load} />;
  if (!board) return <Blank title={app.loading} />;
  switch (tab.value) {
    case 'stories':
      return <StoryRows board={board} />;
    case 'candidates':
      return <CandidateRows board={board} />;
    case 'leftOut':
      return <LeftOutRows board={board} />;
    case 'feeds':
      return <FeedRows board={board} />;
  }
}
