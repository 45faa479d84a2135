/** A page beside the conversations: its heading, between the buttons of both sides, and what it shows. */
import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { titleOfPage } from '../model/pages.ts';
import type { PageName } from '../model/pages.ts';
import { focusOn } from '../state/console.ts';
import { words } from '../state/preferences.ts';
import { SideButton } from './conversation.tsx';
import { Icon } from './icon.tsx';

interface PageProps {
  name: PageName;
  /** Where it is not the page's own. */
  title?: string;
  /** The way to what is above it. */
  above?: ComponentChildren;
  about?: string | null | undefined;
  tools?: ComponentChildren;
  children: ComponentChildren;
}

export function Page({ name, title, above, about, tools, children }: PageProps) {
  const id = `${name}-title`;
  useEffect(() => focusOn(id), []);
  return (
    <section id={name} class="board" aria-labelledby={id}>
      <header class="conversation-head board-head">
        <SideButton drawer="rail" />
        <div class="board-where">
          <Icon name={name} />
          {above}
          <h1 id={id} tabIndex={-1}>
            {title ?? titleOfPage(name, words.value)}
          </h1>
          {about && <span class="board-about">{about}</span>}
        </div>
        {tools}
        <SideButton drawer="panel" />
      </header>
      {children}
    </section>
  );
}

/** What is filtered by words. */
export const FilterField = ({ label, filter }: { label: string; filter: Signal<string> }) => (
  <input
    class="input board-filter"
    type="search"
    placeholder={label}
    aria-label={label}
    value={filter.value}
    onInput={({ currentTarget }) => (filter.value = currentTarget.value)}
  />
);
