/**
 * What the board's rows are made of. Titles and reasons come from feeds, pages and models: they are text, and only pages
 * are linked.
 */
import type { ComponentChild, ComponentChildren } from 'preact';
import type { Action, Tone } from '../model/board-data.ts';
import type { BoardStatus, Session } from '../model/shapes.ts';
import { hrefOf } from '../model/session-tree.ts';
import { langOf, words } from '../state/preferences.ts';
import { Count } from './panel.tsx';

export const Chip = ({ tone, children }: { tone: Tone; children: ComponentChildren }) => (
  <span class={`chip ${tone}`}>
    <i class="chip-dot" />
    {children}
  </span>
);

/** Short facts in a line; what is absent leaves no gap. */
export function Facts({ of }: { of: readonly (string | false | undefined | null)[] }) {
  const present = of.filter((fact) => typeof fact === 'string' && fact !== '');
  if (present.length === 0) return null;
  return (
    <p class="facts">
      {present.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
  );
}

interface TitleProps {
  text: string;
  href?: string | undefined;
  /** The link leads away from the console. */
  external?: boolean;
}

export function Title({ text, href, external = false }: TitleProps) {
  const away = external ? { target: '_blank', rel: 'noopener noreferrer' } : {};
  return (
    <h4 class="board-row-title" lang={langOf(text)}>
      {href === undefined ? (
        text
      ) : (
        <a href={href} {...away}>
          {text}
        </a>
      )}
    </h4>
  );
}

export const Reason = ({ text, kind = '' }: { text: string | null | undefined; kind?: string }) =>
  text ? (
    <p class={`board-reason ${kind}`} lang={langOf(text)}>
      {text}
    </p>
  ) : null;

export const Category = ({ board, of }: { board: BoardStatus; of: string }) => {
  const label = labelOf(board, of);
  return (
    <span class="board-category" lang={langOf(label)}>
      {label}
    </span>
  );
};

/** As readers of the edition know it. */
export const labelOf = ({ edition }: BoardStatus, category: string): string =>
  edition.labels?.[category] ?? category;

interface ActionProps {
  action: Action;
  about: string;
  click: () => void;
}

export function ActionButton({ action, about, click }: ActionProps) {
  const { board: say } = words.value;
  const looks = action === 'approve' ? ' primary' : action === 'kill' ? ' danger' : '';
  return (
    <button
      type="button"
      class={`action${looks}`}
      data-focus={action}
      aria-label={say.actOn(say.actions[action], about)}
      onClick={click}
    >
      {say.actions[action]}
    </button>
  );
}

interface GroupProps {
  name: ComponentChild;
  about?: ComponentChild;
  count?: number;
  run?: string;
}

export const Group = ({ name, about, count, run }: GroupProps) => (
  <li class="board-group" data-run={run}>
    <h3>
      {name}
      <Count count={count} />
    </h3>
    {about}
  </li>
);

/** Where a thread is opened: here, or on its platform where its server is known. */
export function threadHref(sessions: readonly Session[], thread: string | undefined): string | undefined {
  if (thread === undefined) return undefined;
  if (thread.startsWith('console:')) return hrefOf(thread);
  const origin = sessions.find(({ key }) => key === thread)?.origin;
  return origin?.channel === 'discord' && origin.guildId
    ? `https://discord.com/channels/${encodeURIComponent(origin.guildId)}/${encodeURIComponent(origin.chatId)}`
    : undefined;
}
