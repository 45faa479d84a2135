/**
 * What the board makes of what the gateway tells: where a story belongs, what can be done with it, and what a filter
 * leaves.
 */
import type { Words } from '../words/en.ts';
import type { BoardCost, BoardRun, BoardStatus, BoardStory } from './shapes.ts';

export type Action = keyof Words['board']['actions'];
export type Tone = 'good' | 'bad' | 'wait' | 'work' | 'off';
type ShownStatus = keyof Words['board']['status'];

export function shownStatusOf({ posted, hold, status }: BoardStory): ShownStatus {
  if (posted?.withdrawn) return 'withdrawn';
  if (posted) return hold ? 'checked' : status === 'RESCUED' ? 'RESCUED' : 'SUCCESS';
  return hold && !hasEnded(status) ? hold.kind : status;
}

const hasEnded = (status: string) => !/^(PLANNED|DISPATCHED)$/.test(status);

export function toneOf(status: ShownStatus): Tone {
  if (/^(SUCCESS|RESCUED)$/.test(status)) return 'good';
  if (status === 'FAILURE') return 'bad';
  if (/^(hold|approval|embargo|checked)$/.test(status)) return 'wait';
  return status === 'DISPATCHED' || status === 'PLANNED' ? 'work' : 'off';
}

/** What editors can do with a story as it stands, the most likely first. */
export function actionsFor(story: BoardStory): Action[] {
  switch (shownStatusOf(story)) {
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
      return [
        'sources',
        'correct',
        story.followedUntilMs === undefined ? 'follow' : 'unfollow',
        'hold',
        'kill',
        'why',
      ];
    case 'withdrawn':
      return ['retry', 'sources', 'why'];
    default:
      return ['retry', 'why'];
  }
}

/** Stories that wait for an editor, those being worked on, and the rest with their runs; each in the order it came. */
export function placed({ runs }: BoardStatus) {
  const all = runs.flatMap(({ stories }) => stories);
  const isIn = (tone: Tone) => (story: BoardStory) => toneOf(shownStatusOf(story)) === tone;
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

export const postedIn = ({ stories }: BoardRun): number =>
  stories.filter(({ posted }) => posted && !posted.withdrawn).length;

/** Whether all words of a filter are in one of the texts. */
export function matching(filter: string): (...texts: (string | null | undefined)[]) => boolean {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return (...texts) => {
    const text = texts.join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  };
}

/** An address that a reader may follow: pages only, whatever a feed had in its link. */
export function pageUrl(url: string | null | undefined): string | undefined {
  if (!url || !URL.canParse(url)) return undefined;
  const { protocol, href } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}

/** "US$0.012 · 3.4k tokens"; undefined where nothing was asked. */
export function costWords(cost: BoardCost | undefined, words: Words['board']): string | undefined {
  if (!cost || cost.attempts === 0) return undefined;
  const { usd, unpriced, tokens } = cost;
  const known = usd > 0 ? `US$${usd < 0.01 ? usd.toFixed(4) : usd.toFixed(2)}` : words.free;
  return words.cost(unpriced > 0 ? (usd > 0 ? `${known}+` : words.unpriced) : known, thousands(tokens));
}

function thousands(count: number): string {
  if (count < 1000) return String(count);
  return count < 100_000 ? `${(count / 1000).toFixed(1)}k` : `${Math.round(count / 1000)}k`;
}

/** "38 min", "5 h", "2 d". */
export function age(minutes: number, { age: units }: Words['board']): string {
  if (minutes < 60) return units.minutes(Math.max(0, Math.round(minutes)));
  return minutes < 48 * 60 ? units.hours(Math.round(minutes / 60)) : units.days(Math.round(minutes / 1440));
}

/** A code in words; one that has none, without its underscores. */
export const inWords = (words: Record<string, string>, code: string): string =>
  Object.hasOwn(words, code) ? (words[code] ?? code) : code.replace(/_/g, ' ');

export const TABS = ['stories', 'candidates', 'leftOut', 'feeds'] as const;
export type Tab = (typeof TABS)[number];

/** How much each page has to look at: of feeds, those that don't answer. */
export const countsOf = (board: BoardStatus): Record<Tab, number> => ({
  stories: board.runs.reduce((sum, { stories }) => sum + stories.length, 0),
  candidates: board.inputs.reduce((sum, { candidates }) => sum + candidates.length, 0),
  leftOut: board.inputs.reduce((sum, { leftOutCount }) => sum + leftOutCount, 0),
  feeds: board.feeds.filter(({ state }) => state === 'failing' || state === 'disabled').length,
});
