/** Ctrl/⌘ K: one field over chats, pages, commands and the console's own actions; an ARIA combobox with grouped options. */
import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { askFinders } from '../state/ask-finders.ts';
import type { Group } from '../state/ask-finders.ts';
import { langOf, words } from '../state/preferences.ts';
import type { Finder, Hit } from '../state/finders.ts';
import { Icon } from './icon.tsx';

const LIST = 'finder-list';
const hitId = (n: number) => `finder-${n}`;

export function FinderView({ finders, close }: { finders: readonly Finder[]; close: () => void }) {
  const { finder: say } = words.value;
  const query = useSignal('');
  const active = useSignal(0);
  const groups = useGroups(finders, query.value);
  const hits = groups.flatMap((group) => group.hits);
  const busy = groups.some(({ state }) => state === 'busy');
  const failed = groups.some(({ state }) => state === 'failed');
  const isQuiet = !failed && !busy && hits.length > 0;
  const here = Math.min(active.value, hits.length - 1);

  useLayoutEffect(() => {
    document.getElementById(hitId(here))?.scrollIntoView({ block: 'nearest' });
  }, [here]);
  const choose = (hit: Hit | undefined) => {
    if (!hit) return;
    close();
    // Once the dialog has given back the focus.
    setTimeout(() => hit.open());
  };
  const keydown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && hits.length > 0) active.value = (here + step + hits.length) % hits.length;
    else if (event.key === 'Enter') choose(hits[here]);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div class="finder-top">
        <Icon name="search" />
        <input
          class="finder-input"
          data-first
          role="combobox"
          aria-label={say.title}
          aria-expanded={hits.length > 0}
          aria-controls={LIST}
          aria-activedescendant={hits.length > 0 ? hitId(here) : undefined}
          aria-autocomplete="list"
          placeholder={say.placeholder}
          autocomplete="off"
          spellcheck={false}
          value={query.value}
          onInput={({ currentTarget }) => {
            query.value = currentTarget.value;
            active.value = 0;
          }}
          onKeyDown={keydown}
        />
      </div>
      <div id={LIST} class="finder-list" role="listbox" aria-label={say.results}>
        <Groups groups={groups} here={here} choose={choose} hover={(n) => (active.value = n)} />
      </div>
      <p class={`finder-foot${isQuiet ? ' keys' : ''}`} role="status">
        {failed ? say.failed : busy ? say.busy : hits.length === 0 ? say.none(query.value.trim()) : say.keys}
      </p>
    </>
  );
}

interface GroupsProps {
  groups: readonly Group[];
  here: number;
  choose: (hit: Hit) => void;
  hover: (n: number) => void;
}

function Groups({ groups, here, choose, hover }: GroupsProps) {
  let n = 0;
  return (
    <>
      {groups
        .filter(({ hits }) => hits.length > 0)
        .map(({ heading, hits }) => (
          <div key={heading} class="finder-group" role="group" aria-label={heading}>
            <p class="finder-heading" aria-hidden="true">
              {heading}
            </p>
            {hits.map((hit) => {
              const at = n++;
              return (
                <div
                  key={hit.key}
                  id={hitId(at)}
                  class="finder-hit"
                  role="option"
                  aria-selected={at === here}
                  onMouseMove={() => at !== here && hover(at)}
                  onClick={() => choose(hit)}
                >
                  <Icon name={hit.icon} />
                  <span class="finder-title" lang={langOf(hit.title)}>
                    {hit.title}
                  </span>
                  {hit.about && <span class="finder-about">{hit.about}</span>}
                  {hit.keys && <kbd>{hit.keys}</kbd>}
                </div>
              );
            })}
          </div>
        ))}
    </>
  );
}

/** What each finder has for a query. */
function useGroups(finders: readonly Finder[], query: string): readonly Group[] {
  const groups = useSignal<readonly Group[]>([]);
  const { finder: say } = words.value;
  // Before anything is shown or chosen: Enter right after a letter means what that letter found.
  useLayoutEffect(() => {
    const control = new AbortController();
    askFinders(finders, query, say, groups.peek(), control.signal, (told) => (groups.value = told));
    return () => control.abort();
  }, [query, say]);
  return groups.value;
}
