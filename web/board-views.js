/**
 * The board's rows: a story, a candidate, what was left out, a feed. Titles and reasons come from feeds, pages and
 * models: they are text, and only pages are linked.
 *
 * @import { BoardCandidate, BoardFeed, BoardRun, BoardStory, LeftOut, Session } from './shapes.js'
 * @import { BoardWords, Action } from './board-words.js'
 * @import { Child } from './dom.js'
 * @import { Tone } from './board-data.js'
 */
import { age, costWords, actionsFor, pageUrl, postedIn, standingOf, toneOf } from './board-data.js';
import { inWords } from './board-words.js';
import { h } from './dom.js';
import { hrefOf } from './session-tree.js';
import { languageOf, shortMoment } from './words.js';

/**
 * @typedef {{
 *   words: BoardWords, now: number, can: (action: Action) => boolean, labelOf: (category: string) => string,
 *   threadHref: (thread: string | undefined) => string | undefined,
 * }} Scene
 */

const DANGER = /^(kill)$/;

/** @type {(tone: Tone, ...content: Child[]) => HTMLElement} */
const chip = (tone, ...content) =>
  h('span', { class: `chip ${tone}` }, h('i', { class: 'chip-dot' }), ...content);

/** @type {(...facts: Child[]) => HTMLElement} */
const facts = (...all) =>
  h('p', { class: 'facts' }, ...all.filter(Boolean).map((fact) => h('span', {}, fact)));

/** @type {(text: string, href: string | undefined, external: boolean) => HTMLElement} */
function title(text, href, external) {
  const lang = languageOf(text);
  if (href === undefined) return h('h4', { class: 'board-row-title', lang }, text);
  const away = external && { target: '_blank', rel: 'noopener noreferrer' };
  return h(
    'h4',
    { class: 'board-row-title', lang },
    h('a', { href, ...(away || {}), 'data-focus': 'title' }, text),
  );
}

/** @type {(text: string | undefined, kind?: string) => HTMLElement | null} */
const reason = (text, kind = '') =>
  text ? h('p', { class: `board-reason ${kind}`, lang: languageOf(text) }, text) : null;

/** @type {(label: string) => HTMLElement} */
const category = (label) => h('span', { class: 'board-category', lang: languageOf(label) }, label);

/**
 * What was taken out of a draft, in its own words: nothing that may be true is lost unseen.
 * @type {(sentences: string[] | undefined, words: BoardWords) => HTMLElement | null}
 */
const takenOut = (sentences, words) =>
  sentences?.length
    ? h(
        'div',
        { class: 'board-removed' },
        h('p', {}, words.takenOut(sentences.length)),
        h('ul', {}, ...sentences.map((text) => h('li', { lang: languageOf(text) }, text))),
      )
    : null;

/** @type {(words: BoardWords, action: Action, about: string, click: () => void) => HTMLElement} */
const actionButton = (words, action, about, click) =>
  h(
    'button',
    {
      type: 'button',
      class: `action${action === 'approve' ? ' primary' : ''}${DANGER.test(action) ? ' danger' : ''}`,
      'data-focus': action,
      'aria-label': `${words.actions[action]}: ${about}`,
      on: { click },
    },
    words.actions[action],
  );

/** @type {(story: BoardStory, scene: Scene, act: (action: Action) => void) => HTMLElement} */
export function storyView(story, { words, now, can, labelOf, threadHref }, act) {
  const { posted, hold, cost } = story;
  const standing = standingOf(story);
  const tone = toneOf(standing);
  const thread = posted && threadHref(posted.thread);
  const page = pageUrl(story.primaryUrl);
  const why = story.detail ?? (story.reason ? inWords(words.reasons, story.reason) : undefined);
  const until = hold?.untilMs ? words.until(shortMoment(hold.untilMs, now)) : '';
  const actions = actionsFor(story).filter(can);
  return h(
    'li',
    { class: `board-row story ${tone}`, 'data-story': story.id },
    h(
      'div',
      { class: 'board-row-head' },
      chip(
        tone,
        words.status[standing],
        hold
          ? [hold.by && words.by(hold.by), until]
              .filter(Boolean)
              .map((part) => ` ${part}`)
              .join('')
          : '',
      ),
      category(labelOf(story.category)),
      posted
        ? h(
            'time',
            { class: 'board-when', datetime: new Date(posted.atMs).toISOString() },
            shortMoment(posted.atMs, now),
          )
        : null,
    ),
    title(story.title, thread ?? page, thread === undefined),
    standing === 'SUCCESS' || standing === 'withdrawn' ? null : reason(why, tone),
    reason(story.why),
    takenOut(story.removed, words),
    facts(
      hold && story.isDrafted && words.drafted,
      story.updateOf && words.updateOf,
      story.orderedBy && words.orderedBy(story.orderedBy),
      story.languageModel === false && words.withoutModel,
      costWords(cost, words),
    ),
    actions.length
      ? h(
          'div',
          { class: 'actions' },
          ...actions.map((action) => actionButton(words, action, story.title, () => act(action))),
        )
      : null,
  );
}

/** @type {(run: BoardRun, words: BoardWords, now: number) => HTMLElement} */
export function runHead(run, words, now) {
  return h(
    'li',
    { class: 'board-group', 'data-run': run.id },
    h('h3', {}, `${words.run} ${shortMoment(run.createdAtMs, now)}`),
    facts(words.posted(postedIn(run), run.stories.length), costWords(run.cost, words)),
  );
}

/** @type {(name: string, about: string, count?: number) => HTMLElement} */
export const groupHead = (name, about, count) =>
  h(
    'li',
    { class: 'board-group' },
    h('h3', {}, name, count === undefined ? null : h('span', { class: 'count' }, count)),
    about ? facts(about) : null,
  );

const FATES = /** @type {const} */ ({ chosen: 'good', passed_over: 'off', offered: 'work' });

/**
 * @param {BoardCandidate} candidate
 * @param {Scene} scene
 * @param {{ write: () => void, showStory: (id: string) => void }} wishes
 */
export function candidateView(candidate, { words, can, labelOf }, { write, showStory }) {
  const { fate } = candidate;
  return h(
    'li',
    { class: 'board-row' },
    h(
      'div',
      { class: 'board-row-head' },
      h('span', { class: 'board-rank' }, candidate.i),
      chip(FATES[fate.kind], words.fates[fate.kind]),
      category(labelOf(candidate.suggested_category)),
    ),
    title(candidate.title, pageUrl(candidate.primary_url), true),
    fate.kind === 'passed_over' ? reason(fate.why) : null,
    reason(candidate.picked_because),
    facts(
      words.links(candidate.link_count),
      words.outlets(candidate.domains.length),
      words.score(candidate.score.total.toFixed(2)),
      candidate.age_minutes !== null && age(candidate.age_minutes, words),
    ),
    h(
      'div',
      { class: 'actions' },
      fate.kind === 'chosen'
        ? h(
            'button',
            {
              type: 'button',
              class: 'action',
              'data-focus': 'story',
              'aria-label': `${words.showStory}: ${candidate.title}`,
              on: { click: () => showStory(fate.story) },
            },
            words.showStory,
          )
        : can('write')
          ? actionButton(words, 'write', candidate.title, write)
          : null,
    ),
  );
}

/** @type {(left: LeftOut, scene: Scene, write: () => void) => HTMLElement} */
export function leftOutView(left, { words, can, labelOf }, write) {
  return h(
    'li',
    { class: 'board-row' },
    h(
      'div',
      { class: 'board-row-head' },
      left.rule ? chip('off', inWords(words.rules, left.rule)) : null,
      category(labelOf(left.category)),
      can('write') ? actionButton(words, 'write', left.title, write) : null,
    ),
    title(left.title, undefined, false),
    reason(left.reason),
  );
}

const FEED_TONES = /** @type {Record<string, Tone>} */ ({
  well: 'good',
  silent: 'wait',
  failing: 'wait',
  disabled: 'bad',
  never_read: 'off',
});

/** @type {(feed: BoardFeed, scene: Scene) => HTMLElement} */
export function feedView(feed, { words, now }) {
  return h(
    'li',
    { class: 'board-row feed' },
    h(
      'div',
      { class: 'board-row-head' },
      chip(FEED_TONES[feed.state] ?? 'off', inWords(words.feedStates, feed.state)),
      h('h4', { class: 'board-row-title', lang: languageOf(feed.label) }, feed.label),
    ),
    reason(feed.lastError, 'bad'),
    facts(
      feed.lastSuccessAtMs !== undefined && words.lastAnswer(shortMoment(feed.lastSuccessAtMs, now)),
      feed.lastItems !== undefined && words.items(feed.lastItems),
    ),
  );
}

/** @type {(heading: string, hint?: string) => HTMLElement} */
export const emptyView = (heading, hint = '') =>
  h('li', { class: 'blank' }, h('p', {}, heading), hint ? h('p', {}, hint) : null);

/**
 * Where a thread is opened: here, or on its platform where its server is known.
 * @type {(sessions: Session[]) => (thread: string | undefined) => string | undefined}
 */
export const threadHrefs = (sessions) => {
  const known = new Map(sessions.map((session) => [session.key, session.origin]));
  return (thread) => {
    if (thread === undefined) return undefined;
    if (thread.startsWith('console:')) return hrefOf(thread);
    const origin = known.get(thread);
    return origin?.channel === 'discord' && origin.guildId
      ? `https://discord.com/channels/${encodeURIComponent(origin.guildId)}/${encodeURIComponent(origin.chatId)}`
      : undefined;
  };
};
