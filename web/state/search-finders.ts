/** What is found by its words: stories, their sources and what was said, by the desk's own search. */
import { shortMoment } from '../model/times.ts';
import type { Console } from './console.ts';
import type { Finder, Hit } from './finders.ts';
import type { ResultOf } from '../model/shapes.ts';
import type { Call } from './gateway-client.ts';
import { words } from './preferences.ts';

type Found = ResultOf<'search.find'>['results'][number];

const MOST = 5;
/** What the desk said repeats the stories. */
const DESK = 'Nightdesk';
const LOOKED_AT = 15;
/** Fewer letters than these are still being typed. */
const LEAST = 2;
/** So that not each letter is a search. */
const PAUSE_MS = 150;

export function searchFinders(console: Console, call: Call): readonly Finder[] {
  const finder = (kind: Found['kind'], heading: Finder['heading'], hit: (found: Found) => Hit): Finder => ({
    heading,
    find: (query, signal) => {
      const typed = query.trim();
      if ([...typed].length < LEAST) return [];
      return paused(signal).then(async () => {
        const { results } = await call('search.find', { words: typed, kind, limit: LOOKED_AT });
        return results
          .filter(({ author }) => author !== DESK)
          .slice(0, MOST)
          .map(hit);
      });
    },
  });
  const when = ({ atMs }: Found) => shortMoment(atMs, Date.now(), words.value);
  const about = (title: string, found: Found) => words.value.chat.finder.where(title, when(found));
  return [
    finder(
      'story',
      () => words.value.chat.finder.stories,
      (found) => ({
        key: `story ${found.storyId ?? found.title}`,
        icon: 'thread',
        title: found.title,
        about: when(found),
        open: () => leadTo(console, found.thread),
      }),
    ),
    finder(
      'source',
      () => words.value.chat.finder.sources,
      (found) => ({
        key: `source ${found.url ?? found.title} ${found.storyId ?? ''}`,
        icon: 'search',
        title: found.text,
        about: about(found.outlet ?? found.title, found),
        open: () => leadTo(console, found.thread),
      }),
    ),
    finder(
      'chat',
      () => words.value.chat.finder.said,
      (found) => ({
        key: `said ${found.sessionKey ?? ''} ${found.entryId ?? ''}`,
        icon: 'hash',
        title: found.text,
        about: about([found.author, found.title].filter(Boolean).join(' · '), found),
        open: () => leadTo(console, found.sessionKey, found.entryId),
      }),
    ),
  ];
}

/** To a conversation, and to what was said there; to the board where a story has no thread here. */
function leadTo(console: Console, key: string | undefined, entry?: string): void {
  if (key?.startsWith('console:')) console.open(key, entry);
  else console.openBoard();
}

function paused(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, PAUSE_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new Error('another query was typed'));
    });
  });
}
