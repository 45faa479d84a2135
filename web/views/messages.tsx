/**
 * The messages of one conversation, and scrolling. The view stays at the newest message while the reader is there, and
 * stays where the reader is otherwise, also when older history is put in front.
 */
import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { rowsOf } from '../model/conversation-rows.ts';
import { words } from '../state/preferences.ts';
import { isBusy } from '../state/store.ts';
import { Icon } from './icon.tsx';
import { Opening } from './opening.tsx';
import { RowView } from './rows.tsx';
import { useConsole } from './use-console.ts';

/** How close to an edge counts as being there, in pixels. */
const NEAR_END = 80;
const NEAR_START = 400;

export function Messages({ sessionKey }: { sessionKey: string | null }) {
  const { store, desk } = useConsole();
  const say = words.value.conversation;
  const log = useRef<HTMLDivElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const lastRow = useRef('');
  const hasNew = useSignal(false);

  const known = sessionKey === null ? undefined : store.logs.value[sessionKey];
  const here = (one: { sessionKey: string }) => one.sessionKey === sessionKey;
  const pending = store.pending.value.filter(here);
  const list = rowsOf(known?.entries ?? [], pending, store.whispers.value.filter(here));
  const newest = list.at(-1)?.key ?? '';
  // Before the page changes: where the reader is.
  const landmarks = rows.current && log.current ? landmarksIn(rows.current, log.current.scrollTop) : [];

  const toEnd = () => {
    if (log.current) log.current.scrollTop = log.current.scrollHeight;
    hasNew.value = false;
  };
  const wantOlder = () => {
    if (
      sessionKey !== null &&
      store.connection.peek() === 'open' &&
      (log.current?.scrollTop ?? 0) < NEAR_START
    )
      void desk.loadOlder(sessionKey);
  };
  const scrolled = () => {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = log.current ?? {};
    atEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END;
    if (atEnd.current) hasNew.value = false;
    wantOlder();
  };

  // Nothing can be scrolled to while another page covers the conversation.
  const sought = store.view.value === 'conversation' ? store.sought.value : null;
  /** Shows what was looked for, once it is on the page. @returns whether it is looked for here */
  const seek = (): boolean => {
    if (sought?.key !== sessionKey || sessionKey === null) return false;
    const entry = known?.entries.find(({ id }) => id === sought.entry);
    const rowOf = (id: string) => rows.current?.querySelector(`[data-entry="${CSS.escape(id)}"]`);
    // The newest words of a report stand in the place of the first.
    const found = rowOf(sought.entry) ?? rowOf(String(entry?.meta?.['target']));
    if (found) {
      found.scrollIntoView({ block: 'center' });
      found.classList.add('sought');
    } else if (!entry && known?.loaded && !known.complete) void desk.loadOlder(sessionKey);
    if (found || entry || known?.complete) store.sought.value = null;
    return true;
  };

  useLayoutEffect(() => {
    const fresh = newest !== lastRow.current && lastRow.current !== '';
    const typedHere = fresh && /^(pending|whisper) /.test(newest);
    if (seek()) atEnd.current = false;
    else if (atEnd.current || typedHere) toEnd();
    else {
      const stayed = landmarks.find(({ row }) => row.isConnected);
      if (stayed && log.current) log.current.scrollTop += stayed.row.offsetTop - stayed.top;
      if (fresh) hasNew.value = true;
    }
    lastRow.current = newest;
    if (atEnd.current && sessionKey !== null) desk.letGo(sessionKey);
    const { scrollHeight = 0, clientHeight = 0 } = log.current ?? {};
    // While another page covers it, it has no height.
    if (known?.loaded && clientHeight > 0 && scrollHeight <= clientHeight + NEAR_START) wantOlder();
  });
  useEffect(() => {
    if (!log.current) return;
    const watcher = new ResizeObserver(() => atEnd.current && toEnd());
    watcher.observe(log.current);
    return () => watcher.disconnect();
  }, []);

  return (
    <div class="log-frame">
      <div
        ref={log}
        class="log"
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label={say.messages}
        onScroll={scrolled}
      >
        <h2 class="visually-hidden">{say.messages}</h2>
        <Opening sessionKey={sessionKey} />
        <div ref={rows} class="rows">
          {list.map((row) => (
            <RowView key={row.key} row={row} />
          ))}
        </div>
        <Working sessionKey={sessionKey} />
      </div>
      {hasNew.value && (
        <button type="button" class="jump" onClick={toEnd}>
          <Icon name="down" />
          {say.newMessages}
        </button>
      )}
    </div>
  );
}

function Working({ sessionKey }: { sessionKey: string | null }) {
  return (
    <div class="working" role="status">
      {isBusy(useConsole().store, sessionKey) && (
        <p>
          <span class="dots" aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          {words.value.conversation.working}
        </p>
      )}
    </div>
  );
}

/**
 * Rows at the top of what the reader sees, and where they stand. Several, since one may be drawn anew; no day
 * lines, since they move when earlier messages of the day arrive.
 */
function landmarksIn(rows: HTMLElement, top: number): { row: HTMLElement; top: number }[] {
  const visible = [...rows.querySelectorAll<HTMLElement>(':scope > :not(.day)')];
  const first = visible.findIndex((row) => row.offsetTop >= top);
  return first < 0 ? [] : visible.slice(first, first + 8).map((row) => ({ row, top: row.offsetTop }));
}
