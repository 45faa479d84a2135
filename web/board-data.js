/**
 * What the board makes of what the gateway tells: where a story belongs, what can be done with it, and what a filter
 * leaves. Pure.
 *
 * @import { BoardCost, BoardRun, BoardStatus, BoardStory } from './shapes.js'
 * @import { BoardWords, Action } from './board-words.js'
 */

/** @typedef {'good' | 'bad' | 'wait' | 'work' | 'off'} Tone */
/** @typedef {keyof BoardWords['status']} Standing */

/** @type {(story: BoardStory) => Standing} */
export function standingOf({ posted, hold, status }) {
  if (posted?.withdrawn) return 'withdrawn';
  if (posted) return hold ? 'checked' : status === 'RESCUED' ? 'RESCUED' : 'SUCCESS';
  return hold && !hasEnded(status) ? hold.kind : status;
}

const hasEnded = (/** @type {string} */ status) => !/^(PLANNED|DISPATCHED)$/.test(status);

/** @type {(standing: Standing) => Tone} */
export function toneOf(standing) {
  if (/^(SUCCESS|RESCUED)$/.test(standing)) return 'good';
  if (standing === 'FAILURE') return 'bad';
  if (/^(hold|approval|embargo|checked)$/.test(standing)) return 'wait';
  return standing === 'DISPATCHED' || standing === 'PLANNED' ? 'work' : 'off';
}

/**
 * What editors can do with a story as it stands, the most likely first.
 * @param {BoardStory} story
 * @returns {Action[]}
 */
export function actionsFor(story) {
  switch (standingOf(story)) {
    case 'hold':
    case 'approval':
    case 'embargo':
      return story.isDrafted ? ['approve', 'sources', 'kill', 'why'] : ['approve', 'kill', 'why'];
    case 'PLANNED':
    case 'DISPATCHED':
      return ['hold', 'kill', 'why'];
    case 'checked':
      return ['approve', 'correct', 'kill', 'sources', 'why'];
    case 'SUCCESS':
    case 'RESCUED':
      return ['sources', 'correct', 'follow', 'hold', 'kill', 'why'];
    case 'withdrawn':
      return ['sources', 'why'];
    default:
      return ['retry', 'why'];
  }
}

/**
 * Stories that wait for an editor, those being worked on, and the rest with their runs; each in the order it came.
 * @param {BoardStatus} board
 */
export function placed({ runs }) {
  const all = runs.flatMap(({ stories }) => stories);
  const isIn = (/** @type {Tone} */ tone) => (/** @type {BoardStory} */ story) =>
    toneOf(standingOf(story)) === tone;
  return {
    waiting: all.filter(isIn('wait')),
    working: all.filter(isIn('work')),
    runs: runs
      .map((run) => ({
        run,
        stories: run.stories.filter((story) => !isIn('wait')(story) && !isIn('work')(story)),
      }))
      .filter(({ stories }) => stories.length > 0),
  };
}

/** @param {BoardRun} run */
export const postedIn = ({ stories }) => stories.filter(({ posted }) => posted && !posted.withdrawn).length;

/**
 * Whether all words of a filter are in one of the texts.
 * @param {string} filter
 * @returns {(...texts: (string | undefined)[]) => boolean}
 */
export function matching(filter) {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return (...texts) => {
    const text = texts.join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  };
}

/** An address that a reader may follow: pages only, whatever a feed had in its link. @param {string | undefined} url */
export function pageUrl(url) {
  if (!url || !URL.canParse(url)) return undefined;
  const { protocol, href } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}

/** "US$0.012 · 3.4k tokens"; undefined where nothing was asked. @type {(cost: BoardCost | undefined, words: BoardWords) => string | undefined} */
export function costWords(cost, words) {
  if (!cost || cost.attempts === 0) return undefined;
  const { usd, unpriced, tokens } = cost;
  const known = usd > 0 ? `US$${usd < 0.01 ? usd.toFixed(4) : usd.toFixed(2)}` : words.free;
  return words.cost(unpriced > 0 ? (usd > 0 ? `${known}+` : words.unpriced) : known, thousands(tokens));
}

/** @param {number} count */
function thousands(count) {
  if (count < 1000) return String(count);
  return count < 100_000 ? `${(count / 1000).toFixed(1)}k` : `${Math.round(count / 1000)}k`;
}

/** "38 min", "5 h", "2 d". @type {(minutes: number, words: BoardWords) => string} */
export function age(minutes, { age: units }) {
  if (minutes < 60) return units.minutes(Math.max(0, Math.round(minutes)));
  return minutes < 48 * 60 ? units.hours(Math.round(minutes / 60)) : units.days(Math.round(minutes / 1440));
}
