/**
 * The stories that a desk channel has posted, in the form in which they are compared. A posted story doesn't change, except
 * for its thread; so each is read once, and what was read is kept while it counts.
 */
import type { SessionKey } from '../../sessions/key.ts';
import { tokens } from '../../text/tokens.ts';
import type { SourcePack } from '../model/source-pack.ts';
import type { PostedMark, PublishedStory, StoryBook } from '../model/story-book.ts';
import { urlKey } from '../model/url-key.ts';
import { ToldWords } from './same-happening.ts';

type Book = Pick<StoryBook, 'postedSince' | 'find'>;

/** A posted story as it is compared. */
export interface PostedStory {
  readonly id: string;
  readonly title: string;
  readonly eventId: number | undefined;
  readonly updateOf: string | undefined;
  readonly thread?: SessionKey | undefined;
  readonly url: string;
  readonly atMs: number;
  /** Its own title, and those of its sources. */
  readonly titles: readonly string[];
  readonly text: string;
  /** The keys of its page, and of the pages that it was written from. */
  readonly keys: CoveredKeys;
  readonly words: ToldWords;
}

export interface CoveredKeys {
  readonly pages: ReadonlySet<string>;
  readonly sources: ReadonlySet<string>;
}

/** A page with a shorter title has that of its column. */
const LEAST_TOKENS = 4;
/** The start of each source says what it is about. */
const OPENING = 1_500;
/** Each takes about 25 kB; those of a day are fewer. */
const MOST_KEPT = 2_000;

/** What was read of each book, keyed by story and time. */
const kept = new WeakMap<Book, Map<string, PostedStory>>();

/** The stories that a desk channel has posted since, newest first. */
export async function postedStories(
  book: Book,
  { sinceMs, desk }: { readonly sinceMs: number; readonly desk: SessionKey },
): Promise<PostedStory[]> {
  const known = kept.get(book) ?? new Map<string, PostedStory>();
  kept.set(book, known);
  for (const [key, { atMs }] of known) if (atMs < sinceMs) known.delete(key);
  const marks = await book.postedSince(sinceMs, desk);
  const found = await Promise.all(
    marks.map(async (mark) => withThread(await posted(mark, book, known), mark)),
  );
  return found.filter((story) => story !== undefined);
}

/** @returns undefined when it was removed meanwhile. */
async function posted(
  { id, publishedAtMs }: PostedMark,
  book: Book,
  known: Map<string, PostedStory>,
): Promise<PostedStory | undefined> {
  // One that was removed may be posted again.
  const key = `${id} ${publishedAtMs}`;
  const before = known.get(key);
  if (before) return before;
  const story = await book.find(id);
  if (!story) return undefined;
  const read = ofPublished(story);
  if (known.size >= MOST_KEPT) known.delete([...known.keys()][0] ?? '');
  known.set(key, read);
  return read;
}

function withThread(story: PostedStory | undefined, { thread }: PostedMark): PostedStory | undefined {
  return story && { ...story, thread };
}

/** Its own title, and those of its sources. */
export function titlesOf({ title, pack }: Pick<PublishedStory, 'title' | 'pack'>): string[] {
  const pages = newsOf(pack).map((source) => source.title);
  return [...new Set([title, ...pages.filter((page) => tokens(page).length >= LEAST_TOKENS)])];
}

/** The beginnings of a pack's sources, without market data. */
export function textOf(pack: SourcePack): string {
  return newsOf(pack)
    .map(({ title, text }) => `${title}\n${text.slice(0, OPENING)}`)
    .join('\n');
}

function ofPublished(story: PublishedStory): PostedStory {
  const { id, title, primaryUrl: url, eventId, publishedAtMs: atMs, updateOf, pack } = story;
  const sources = pack.sources.filter(({ usable }) => usable).map((source) => source.url);
  const keys = { pages: keysOf([url]), sources: keysOf(sources) };
  const told = { titles: titlesOf(story), text: textOf(pack) };
  return { id, title, url, eventId, atMs, updateOf, keys, ...told, words: new ToldWords(told) };
}

/** What is no address has none. */
export function keysOf(urls: readonly string[]): Set<string> {
  return new Set(urls.flatMap((url) => urlKey(url) ?? []));
}

function newsOf({ sources }: SourcePack) {
  return sources.filter(({ usable, kind }) => usable && kind !== 'market');
}
