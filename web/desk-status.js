/**
 * The desk's condition in a few lines: who answers and what that cost, whether scheduled work runs, how the feeds do. Every field
 * may be missing.
 *
 * @import { DeskStatus, Feed, Provider, Spent, WaitingRun } from './shapes.js'
 */
import { h } from './dom.js';
import { icon } from './icons.js';
import { clockTime, relative } from './words.js';

/**
 * @param {DeskStatus | null} status
 * @param {(paused: boolean) => void} setPaused
 */
export function deskView(status, setPaused) {
  if (!status) return h('div', { class: 'desk-card' }, h('p', { class: 'quiet' }, 'Asking the desk …'));
  const { edition, paused } = status;
  const next = !paused && status.nextWakeAtMs;
  return h(
    'div',
    { class: `desk-card${paused ? ' paused' : ''}` },
    h(
      'div',
      { class: 'desk-head' },
      h('i', { class: `dot ${paused ? 'waiting' : 'on'}` }),
      h('b', {}, paused ? 'Scheduled work is paused' : 'The desk is running'),
      h(
        'button',
        {
          type: 'button',
          class: 'icon-button',
          'data-focus': 'pause',
          'aria-label': paused ? 'Resume scheduled work' : 'Pause scheduled work',
          title: paused ? 'Resume scheduled work' : 'Pause scheduled work',
          on: { click: () => setPaused(!paused) },
        },
        icon(paused ? 'play' : 'pause'),
      ),
    ),
    h(
      'dl',
      {},
      ...pair('Model', servedBy(status)),
      ...pair('Today', spendingOf(status.spending ?? [])),
      ...pair('Edition', edition),
      ...pair('Next', next ? h('time', { 'data-relative': next }, relative(next, Date.now())) : undefined),
    ),
    providersView(status.providers ?? []),
    waitingView(status.waiting ?? []),
    feedsView(status.feeds ?? []),
  );
}

/** @type {(label: string, value: Node | string | undefined) => HTMLElement[]} */
const pair = (label, value) => (value ? [h('dt', {}, label), h('dd', {}, value)] : []);

/** @param {DeskStatus} status */
function servedBy({ model: { provider, model, languageModel } }) {
  return languageModel ? `${model} (${provider})` : 'Desk model, no language model';
}

/** What language models cost today. @param {Spent[]} spending */
function spendingOf(spending) {
  if (!Array.isArray(spending) || spending.length === 0) return undefined;
  const sum = (/** @type {(spent: Spent) => number | undefined} */ of) =>
    spending.reduce((total, spent) => total + (of(spent) ?? 0), 0);
  const calls = sum((spent) => spent.calls);
  const tokens = sum((spent) => (spent.inputTokens ?? 0) + (spent.outputTokens ?? 0));
  const cost = sum((spent) => spent.costUsd);
  const unpriced = sum((spent) => spent.unpriced);
  const failed = sum((spent) => spent.failed);
  const parts = [
    `${calls} ${calls === 1 ? 'call' : 'calls'}`,
    failed > 0 && `${failed} failed`,
    `${tokens.toLocaleString('en-GB')} tokens`,
    unpriced < calls && `US$${cost.toFixed(cost < 1 ? 4 : 2)}`,
    unpriced > 0 && `${unpriced} without a known price`,
  ];
  const title = spending.map(({ model, calls: n }) => `${model}: ${n}`).join('\n');
  return h('span', { title }, parts.filter(Boolean).join(' · '));
}

/** Those that can't be asked as usual. @param {Provider[]} providers */
function providersView(providers) {
  if (!Array.isArray(providers)) return null;
  const lines = providers.flatMap(({ provider, state, untilMs, because, keys }) => {
    const until = untilMs ? ` until ${clockTime(untilMs)}` : '';
    const isOff = state === 'open' || state === 'half-open' || state === 'resting';
    const word =
      state === 'open' ? 'left alone' : state === 'resting' ? 'resting' : 'about to be tried again';
    return [
      ...(isOff ? [{ provider, text: ` ${word}${state === 'half-open' ? '' : until}`, because }] : []),
      ...(keys && keys.resting > 0
        ? [{ provider, text: ` ${keys.resting} of ${keys.all} keys resting`, because: undefined }]
        : []),
    ];
  });
  if (lines.length === 0) return null;
  return h(
    'ul',
    { class: 'waiting-runs', 'aria-label': 'Models' },
    ...lines.map(({ provider, text, because }) =>
      h(
        'li',
        { title: because },
        h('b', {}, provider),
        text,
        because ? h('small', {}, `: ${because}`) : null,
      ),
    ),
  );
}

/** @param {WaitingRun[]} waiting */
function waitingView(waiting) {
  if (!Array.isArray(waiting) || waiting.length === 0) return null;
  const line = (/** @type {WaitingRun} */ { name, since }) =>
    h('li', {}, h('b', {}, name), ` waiting behind an active turn since ${clockTime(since)}`);
  return h('ul', { class: 'waiting-runs', 'aria-label': 'Waiting' }, ...waiting.map(line));
}

/** @param {Feed[]} feeds */
function feedsView(feeds) {
  if (!Array.isArray(feeds) || feeds.length === 0) return null;
  const failing = feeds.filter(isFailing);
  const label = failing.length
    ? `${feeds.length} feeds, ${failing.length} failing`
    : `${feeds.length} feeds, all fine`;
  const row = (/** @type {Feed} */ feed) =>
    h(
      'li',
      { class: isFailing(feed) ? 'bad' : '', title: feed.error },
      h('span', {}, feed.label ?? feed.key),
      h(
        'small',
        {},
        feed.error ??
          (feed.newItems === undefined ? (feed.result ?? '') : `${feed.newItems} new of ${feed.items ?? 0}`),
      ),
    );
  return h(
    'details',
    { class: 'feeds' },
    h('summary', {}, icon('chevron'), label),
    h('ul', {}, ...[...failing, ...feeds.filter((feed) => !isFailing(feed))].map(row)),
  );
}

/** @param {Feed} feed */
const isFailing = ({ error, result }) => Boolean(error) || /fail|error/i.test(result ?? '');
