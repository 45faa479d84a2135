/**
 * The board: stories with their state, reason and cost; the candidates of the last inputs and what was left out; the
 * feeds. It is drawn only while it is looked at, and row by row: what did not change stays as it is.
 *
 * @import { Store } from './store.js'
 * @import { BoardInputs, BoardStatus, BoardStory, State } from './shapes.js'
 * @import { Item } from './dom.js'
 * @import { BoardActions } from './board-actions.js'
 * @import { BoardWords } from './board-words.js'
 * @import { Scene } from './board-views.js'
 */
import { matching, placed } from './board-data.js';
import {
  candidateView,
  emptyView,
  feedView,
  groupHead,
  leftOutView,
  runHead,
  storyView,
  threadHrefs,
} from './board-views.js';
import { h, patch } from './dom.js';
import { icon } from './icons.js';
import { shortMoment } from './words.js';

const TABS = /** @type {const} */ (['stories', 'candidates', 'leftOut', 'feeds']);
/** @typedef {typeof TABS[number]} Tab */

/**
 * @param {HTMLElement} place
 * @param {Store} store
 * @param {BoardActions} actions
 * @param {{ words: BoardWords, locale: 'en' | 'zh' }} language
 * @param {{ toggleRail: () => void, togglePanel: () => void, deskChannel: () => string }} wishes
 */
export function mountBoard(
  place,
  store,
  actions,
  { words, locale },
  { toggleRail, togglePanel, deskChannel },
) {
  /** @type {Tab} */
  let tab = 'stories';
  let filter = '';
  if (locale === 'zh') place.lang = 'zh-Hant';

  const heading = h('h1', { id: 'board-title', tabindex: -1 }, words.board);
  const about = h('span', { class: 'board-about' });
  const write = h(
    'button',
    {
      type: 'button',
      class: 'button board-write',
      'aria-label': words.writeNew,
      on: { click: () => void actions.write(deskChannel()) },
    },
    icon('pen'),
    h('span', {}, words.writeNew),
  );
  const find = h('input', {
    class: 'input board-filter',
    type: 'search',
    placeholder: words.filter,
    'aria-label': words.filter,
    on: { input: () => ((filter = find.value), draw(store.state)) },
  });
  const list = h('ul', { class: 'board-list' });
  const page = h('div', { id: 'board-page', class: 'board-page', role: 'tabpanel', tabindex: 0 }, list);
  const tabs = TABS.map((name) => {
    const count = h('span', { class: 'count' });
    const button = h(
      'button',
      {
        type: 'button',
        role: 'tab',
        id: `board-tab-${name}`,
        'aria-controls': 'board-page',
        on: { click: () => choose(name) },
      },
      words[name],
      count,
    );
    return { name, button, count };
  });
  const tabList = h(
    'div',
    { class: 'board-tabs', role: 'tablist', 'aria-label': words.board, on: { keydown: byArrow } },
    ...tabs.map(({ button }) => button),
  );
  place.append(
    h(
      'header',
      { class: 'conversation-head board-head' },
      headButton('menu', 'Channels', toggleRail, 'rail-toggle'),
      h('div', { class: 'board-where' }, icon('board'), heading, about),
      write,
      headButton('panel', 'Automations and notes', togglePanel, 'panel-toggle'),
    ),
    h('div', { class: 'board-tools' }, tabList, find),
    page,
  );

  /** @param {Tab} name */
  function choose(name) {
    tab = name;
    page.scrollTop = 0;
    draw(store.state);
  }

  /** @param {KeyboardEvent} event */
  function byArrow(event) {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = TABS[(TABS.indexOf(tab) + step + TABS.length) % TABS.length] ?? 'stories';
    choose(next);
    tabs.find(({ name }) => name === next)?.button.focus();
  }

  /** @param {string} id */
  function showStory(id) {
    filter = find.value = '';
    choose('stories');
    const row = /** @type {HTMLElement | null} */ (list.querySelector(`[data-story="${CSS.escape(id)}"]`));
    if (!row) return;
    row.tabIndex = -1;
    row.focus();
    row.scrollIntoView({ block: 'center' });
  }

  /** @type {unknown[]} */
  let drawn = [];
  /** @param {State} state */
  function draw(state) {
    if (state.view !== 'board') return;
    const { board, boardFailed, commands, sessions } = state;
    const seen = [board, boardFailed, commands, sessions, tab, filter];
    if (seen.every((value, at) => value === drawn[at])) return;
    drawn = seen;
    write.hidden = !actions.can('write');
    about.textContent = board?.edition.title ?? '';
    const counts = countsOf(board);
    for (const { name, button, count } of tabs) {
      button.setAttribute('aria-selected', String(name === tab));
      button.tabIndex = name === tab ? 0 : -1;
      count.textContent = counts?.[name] ? String(counts[name]) : '';
    }
    page.setAttribute('aria-labelledby', `board-tab-${tab}`);
    page.setAttribute('aria-busy', String(!board && !boardFailed));
    const scene = {
      words,
      now: Date.now(),
      can: actions.can,
      labelOf: (/** @type {string} */ category) => board?.edition.labels?.[category] ?? category,
      threadHref: threadHrefs(sessions),
    };
    patch(list, board ? itemsOf(board, scene) : waitingItems(boardFailed));
  }

  /** @type {(board: BoardStatus, scene: Scene) => Item[]} */
  function itemsOf(board, scene) {
    const items = rows[tab](board, scene);
    return items.length ? items : [blank(words.noMatch)];
  }

  /** @type {Record<Tab, (board: BoardStatus, scene: Scene) => Item[]>} */
  const rows = {
    stories(board, scene) {
      if (!board.runs.some(({ stories }) => stories.length))
        return [blank(words.nothing.stories, words.nothing.hint)];
      const is = matching(filter);
      const { labelOf } = scene;
      const fits = (/** @type {BoardStory} */ it) =>
        is(it.title, it.category, labelOf(it.category), it.reason, it.detail, it.why, ...(it.removed ?? []));
      const item = (/** @type {BoardStory} */ story) =>
        row(`story ${story.id}`, [story, deedsSeen(scene)], () =>
          storyView(story, scene, (action) => void actions.onStory(story, action)),
        );
      const group = (/** @type {string} */ name, /** @type {BoardStory[]} */ stories) =>
        stories.length
          ? [
              row(`group ${name}`, stories.length, () => groupHead(name, '', stories.length)),
              ...stories.map(item),
            ]
          : [];
      const { waiting, working, runs } = placed(board);
      return [
        ...group(words.waiting, waiting.filter(fits)),
        ...group(words.working, working.filter(fits)),
        ...runs.flatMap(({ run, stories }) => {
          const shown = stories.filter(fits);
          const head = row(`run ${run.id}`, [run.cost, run.stories.length, shown.length], () =>
            runHead(run, words, scene.now),
          );
          return shown.length ? [head, ...shown.map(item)] : [];
        }),
      ];
    },
    candidates: (board, scene) =>
      inputsItems(board, ({ kind, preparedAtMs, candidates, pick }) => {
        const is = matching(filter);
        const shown = candidates.filter((it) =>
          is(it.title, it.suggested_category, scene.labelOf(it.suggested_category), it.picked_because),
        );
        const prepared = words.prepared(shortMoment(preparedAtMs, scene.now));
        return [
          row(`head ${kind}`, [preparedAtMs, candidates.length], () =>
            groupHead(words.kinds[kind], `${prepared} · ${words.offered(candidates.length, pick.atMost)}`),
          ),
          ...shown.map((candidate) =>
            row(`${kind} ${candidate.event_id}`, [candidate, deedsSeen(scene)], () =>
              candidateView(candidate, scene, {
                write: () => void actions.write(deskChannel(), candidate.primary_url),
                showStory,
              }),
            ),
          ),
        ];
      }),
    leftOut: (board, scene) =>
      inputsItems(board, ({ kind, preparedAtMs, leftOut, leftOutCount }) => {
        const is = matching(filter);
        const shown = leftOut.filter((it) =>
          is(it.title, it.category, scene.labelOf(it.category), it.reason),
        );
        const prepared = words.prepared(shortMoment(preparedAtMs, scene.now));
        return [
          row(`head ${kind}`, [preparedAtMs, leftOutCount], () =>
            groupHead(words.kinds[kind], `${prepared} · ${words.shownOf(leftOut.length, leftOutCount)}`),
          ),
          ...shown.map((left) =>
            row(`${kind} ${left.event_id}`, [left, deedsSeen(scene)], () =>
              leftOutView(left, scene, () => void actions.write(deskChannel(), left.title)),
            ),
          ),
        ];
      }),
    feeds(board, scene) {
      if (board.feeds.length === 0) return [blank(words.noFeeds)];
      const is = matching(filter);
      return board.feeds
        .filter(({ label, lastError }) => is(label, lastError))
        .map((feed) => row(feed.key, [feed], () => feedView(feed, scene)));
    },
  };

  /** @type {(board: BoardStatus, of: (inputs: BoardInputs) => Item[]) => Item[]} */
  const inputsItems = ({ inputs }, of) =>
    inputs.length ? inputs.flatMap(of) : [blank(words.noInputs.title, words.noInputs.hint)];

  const deedsSeen = (/** @type {Scene} */ { can }) => [can('why'), can('write')];

  /** @param {boolean} failed */
  const waitingItems = (failed) => [
    failed
      ? row('failed', '', () =>
          h(
            'li',
            { class: 'blank' },
            h('p', {}, words.failed),
            h(
              'button',
              { type: 'button', class: 'button', on: { click: () => void actions.load() } },
              words.again,
            ),
          ),
        )
      : blank(words.loading),
  ];

  store.subscribe(draw);
  return { focus: () => heading.focus() };
}

/** @type {(key: string, sig: unknown, build: () => HTMLElement) => Item} */
const row = (key, sig, build) => ({ key, sig: JSON.stringify(sig), build });

/** @type {(heading: string, hint?: string) => Item} */
const blank = (heading, hint = '') => row(`blank ${heading}`, '', () => emptyView(heading, hint));

/** @type {(name: Parameters<typeof icon>[0], label: string, click: () => void, extra: string) => HTMLElement} */
const headButton = (name, label, click, extra) =>
  h(
    'button',
    { type: 'button', class: `icon-button ${extra}`, 'aria-label': label, title: label, on: { click } },
    icon(name),
  );

/**
 * How much each page has to look at: of feeds, those that don't answer.
 * @param {BoardStatus | null} board
 * @returns {Record<Tab, number> | undefined}
 */
function countsOf(board) {
  return (
    (board && {
      stories: board.runs.reduce((sum, { stories }) => sum + stories.length, 0),
      candidates: board.inputs.reduce((sum, { candidates }) => sum + candidates.length, 0),
      leftOut: board.inputs.reduce((sum, { leftOutCount }) => sum + leftOutCount, 0),
      feeds: board.feeds.filter(({ state }) => state === 'failing' || state === 'disabled').length,
    }) ??
    undefined
  );
}
