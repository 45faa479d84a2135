/** The left side: channels with their threads beneath them, the desk's own sessions, and who is writing. */
import { useSignal } from '@preact/signals';
import type { Channel } from '../model/session-tree.ts';
import { PAGES, hrefOfPage, titleOfPage } from '../model/pages.ts';
import { hrefOf, nameOf } from '../model/session-tree.ts';
import type { Session } from '../model/shapes.ts';
import { words } from '../state/preferences.ts';
import { isBusy, isUnread } from '../state/store.ts';
import { Icon, IconButton } from './icon.tsx';
import type { IconName } from './icon.tsx';
import { askForChannel, openFinder, openPreferences } from './overlays.tsx';
import { useConsole } from './use-console.ts';

const THREADS_SHOWN = 8;

export function Rail() {
  const console = useConsole();
  const { store } = console;
  const { rail, connection, newChannel } = words.value;
  const state = store.connection.value;
  return (
    <aside id="rail" class="rail" aria-label={words.value.app.channels}>
      <header class="rail-head">
        <span class="logo">
          <Icon name="moon" />
        </span>
        <b>Nightdesk</b>
        <span class={`connection ${state}`} role="status">
          {connection[state]}
        </span>
      </header>
      <button type="button" class="rail-find" onClick={() => openFinder(console)}>
        <Icon name="search" />
        <span>{rail.find}</span>
        <kbd aria-hidden="true">{FIND_KEYS}</kbd>
      </button>
      <nav class="rail-lists" aria-label={rail.conversations}>
        <ul class="rail-pages">
          {PAGES.map((page) => (
            <li key={page}>
              <a
                class="row"
                href={hrefOfPage(page)}
                aria-current={store.view.value === page ? 'page' : undefined}
              >
                <Icon name={page} />
                <span class="row-title">{titleOfPage(page, words.value)}</span>
              </a>
            </li>
          ))}
        </ul>
        <div class="rail-title">
          <h2>{words.value.app.channels}</h2>
          <IconButton name="plus" label={newChannel.title} click={() => void askForChannel(console)} />
        </div>
        <Channels />
        <System />
      </nav>
      <footer class="me">
        <b class="me-name">{store.author.value || words.value.chat.nameless}</b>
        <IconButton name="gear" label={rail.preferences} click={openPreferences(console)} />
      </footer>
    </aside>
  );
}

const FIND_KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';

function Channels() {
  const { tree, sessionsLoaded } = useConsole().store;
  const { channels } = tree.value;
  return (
    <ul class="channels">
      {channels.map((channel) => (
        <ChannelItem key={channel.session.key} channel={channel} />
      ))}
      {channels.length === 0 && (
        <li class="rail-empty">{sessionsLoaded.value ? words.value.rail.none : words.value.app.loading}</li>
      )}
    </ul>
  );
}

function ChannelItem({ channel: { session, threads } }: { channel: Channel }) {
  const { store } = useConsole();
  const unfolded = useSignal(false);
  const say = words.value.rail;
  const shown = unfolded.value ? threads : firstOf(threads, store.selected.value);
  const hidden = threads.filter((thread) => !shown.includes(thread));
  const more = hidden.length
    ? say.showAll(threads.length)
    : unfolded.value && threads.length > THREADS_SHOWN
      ? say.showFewer
      : '';
  return (
    <li>
      <SessionRow session={session} sign="hash" />
      {shown.length > 0 && (
        <ul class="threads" aria-label={say.threadsOf(nameOf(session, words.value))}>
          {shown.map((thread) => (
            <li key={thread.key}>
              <SessionRow session={thread} sign="thread" />
            </li>
          ))}
        </ul>
      )}
      {more && (
        <button type="button" class="more" onClick={() => (unfolded.value = !unfolded.value)}>
          {more}
          {hidden.some((thread) => isUnread(store, thread)) && <UnreadDot />}
        </button>
      )}
    </li>
  );
}

/** The first threads, with the one that is open among them. */
function firstOf(threads: Session[], selected: string | null): Session[] {
  const first = threads.slice(0, THREADS_SHOWN);
  const open = threads.slice(THREADS_SHOWN).find(({ key }) => key === selected);
  return open ? [...first.slice(0, -1), open] : first;
}

function System() {
  const { tree, selected } = useConsole().store;
  const { system } = tree.value;
  const opened = useSignal(false);
  if (system.length === 0) return null;
  const isHere = system.some(({ key }) => key === selected.value);
  return (
    <details
      class="system"
      open={opened.value || isHere}
      onToggle={({ currentTarget }) => (opened.value = currentTarget.open)}
    >
      <summary>
        <Icon name="chevron" />
        {words.value.rail.system}
      </summary>
      <ul class="channels">
        {system.map((session) => (
          <li key={session.key}>
            <SessionRow session={session} sign="clock" />
          </li>
        ))}
      </ul>
    </details>
  );
}

function SessionRow({ session, sign }: { session: Session; sign: IconName }) {
  const { store } = useConsole();
  const unread = isUnread(store, session);
  const here = session.key === store.selected.value && store.view.value === 'conversation';
  const title = nameOf(session, words.value);
  return (
    <a
      class={`row${unread ? ' unread' : ''}${session.draft ? ' draft' : ''}`}
      href={hrefOf(session.key)}
      title={title}
      aria-current={here ? 'page' : undefined}
      data-session={session.key}
    >
      <Icon name={sign} />
      <span class="row-title">{title}</span>
      {isBusy(store, session.key) && <span class="working-dot" title={words.value.rail.working} />}
      {unread && <UnreadDot />}
    </a>
  );
}

const UnreadDot = () => (
  <span class="unread-dot">
    <span class="visually-hidden">{words.value.rail.unread}</span>
  </span>
);
