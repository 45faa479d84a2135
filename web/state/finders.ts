/**
 * What Ctrl/⌘ K finds. A finder is asked for each query and answers at once or later; a search method of the gateway is
 * one more in the list.
 */
import { TABS } from '../model/board-data.ts';
import { PAGES, hrefOfPage, titleOfPage } from '../model/pages.ts';
import { BOARD, hrefOf, nameOf } from '../model/session-tree.ts';
import type { Session } from '../model/shapes.ts';
import type { IconName } from '../views/icon.tsx';
import type { Words } from '../words/en.ts';
import type { Console } from './console.ts';
import { locale, switchTheme, words } from './preferences.ts';
import { searchFinders } from './search-finders.ts';

export interface Hit {
  /** Of this hit among all of its finder. */
  readonly key: string;
  readonly icon: IconName;
  readonly title: string;
  readonly about?: string;
  /** The keys that do the same. */
  readonly keys?: string;
  open(): void;
}

export interface Finder {
  readonly heading: (say: Words['finder']) => string;
  /** Hits, best first. @param signal aborted when the query is another one now */
  find(query: string, signal: AbortSignal): readonly Hit[] | Promise<readonly Hit[]>;
}

const MOST = 8;

/** Whether each word of a query begins or stands in a text; those that begin it come first. */
function ranked(hits: readonly Hit[], query: string): readonly Hit[] {
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean);
  const scored = hits.flatMap((hit) => {
    const title = hit.title.toLowerCase();
    const all = `${title} ${hit.about?.toLowerCase() ?? ''}`;
    if (!terms.every((term) => all.includes(term))) return [];
    const begins = terms.some((term) => title.startsWith(term));
    const named = terms.every((term) => title.includes(term));
    return [{ hit, rank: begins ? 0 : named ? 1 : 2 }];
  });
  return scored
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST)
    .map(({ hit }) => hit);
}

export interface OwnActions {
  readonly newChannel: () => void;
  readonly preferences: () => void;
  readonly shortcuts: () => void;
}

export function findersOf(console: Console, own: OwnActions): readonly Finder[] {
  const among = (heading: Finder['heading'], hits: () => readonly Hit[]): Finder => ({
    heading,
    find: (query) => ranked(hits(), query),
  });
  return [
    among(
      (say) => say.chats,
      () => chats(console),
    ),
    among(
      (say) => say.pages,
      () => pages(console),
    ),
    among(
      (say) => say.commands,
      () => commands(console),
    ),
    among(
      (say) => say.actions,
      () => actions(own),
    ),
    ...searchFinders(console, console.call),
  ];
}

function chats(console: Console): Hit[] {
  const { listed, tree } = console.store;
  const say = words.value;
  const parents = new Map(listed.value.map((session) => [session.key, session]));
  const hit = (session: Session): Hit => {
    const parent = parents.get(session.origin?.parent ?? '');
    return {
      key: session.key,
      icon: parent ? 'thread' : session.key.startsWith('console:') ? 'hash' : 'clock',
      title: nameOf(session, say),
      ...(parent ? { about: say.finder.threadIn(nameOf(parent, say)) } : {}),
      open: () => console.open(session.key),
    };
  };
  const { channels, system } = tree.value;
  return [
    ...channels.map(({ session }) => session),
    ...channels.flatMap(({ threads }) => threads).sort((a, b) => b.updatedAtMs - a.updatedAtMs),
    ...system,
  ].map(hit);
}

const pages = (console: Console): Hit[] => [
  ...PAGES.filter((page) => page !== 'board').map((page): Hit => ({
    key: `page ${page}`,
    icon: page,
    title: titleOfPage(page, words.value),
    open: () => {
      location.hash = hrefOfPage(page);
    },
  })),
  ...TABS.map((tab): Hit => ({
    key: tab,
    icon: 'board',
    title: words.value.board.tabs[tab],
    about: words.value.board.title,
    open: () => {
      console.tab.value = tab;
      location.hash = BOARD;
    },
  })),
];

/** Each opens its form in the conversation that was read last. */
const commands = ({ store }: Console): Hit[] =>
  store.commands.value.map(({ name, description }) => ({
    key: name,
    icon: 'slash',
    title: `/${name}`,
    about: description,
    open: () => {
      const sessionKey = store.selected.value;
      if (sessionKey === null) return;
      location.hash = hrefOf(sessionKey);
      store.form.value = { sessionKey, command: name, options: {} };
    },
  }));

function actions({ newChannel, preferences, shortcuts }: OwnActions): Hit[] {
  const { newChannel: channel, preferences: say, shortcuts: keys } = words.value;
  const language = locale.value === 'zh' ? say.languages.zh : say.languages.en;
  return [
    { key: 'channel', icon: 'plus', title: channel.title, keys: 'N', open: newChannel },
    { key: 'theme', icon: 'moon', title: keys.theme, keys: 'T', open: switchTheme },
    { key: 'preferences', icon: 'gear', title: say.title, about: language, open: preferences },
    { key: 'shortcuts', icon: 'keyboard', title: keys.title, keys: '?', open: shortcuts },
  ];
}
