/** The index rows of a story and its sources. The story's state isn't stored, but looked up when it is found. */
import type { SourcePack } from '../newsroom/model/source-pack.ts';
import type { PublishedStory } from '../newsroom/model/story-book.ts';
import type { StoryRecord } from '../newsroom/model/story-service.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { WrittenLanguage } from '../time/locale.ts';
import type { SearchRow } from './search-index.ts';

interface StoryText {
  readonly id: string;
  readonly session: SessionKey;
  readonly place: SessionKey;
  readonly atMs: number;
  readonly category: string;
  readonly title: string;
  readonly body: string;
  readonly pack?: SourcePack;
}

/** The rows of a posted story: its text and its sources. */
export function postedRows(story: PublishedStory, language: WrittenLanguage): SearchRow[] {
  const { id, desk: session, place, publishedAtMs: atMs, category, title, body, pack } = story;
  return rowsOf({ id, session, place, atMs, category, title, body, pack }, language);
}

/** For a story that isn't posted: its draft if there is one, and its sources so far. */
export function unpostedRows(
  { status, draft, standsOn }: StoryRecord,
  order: { readonly session: SessionKey; readonly createdAtMs: number },
  language: WrittenLanguage,
): SearchRow[] {
  const { id, title, category } = status;
  const { session, createdAtMs: atMs } = order;
  const body = draft?.body ?? '';
  const pack = standsOn?.pack;
  return rowsOf(
    { id, session, place: session, atMs, category, title, body, ...(pack && { pack }) },
    language,
  );
}

function rowsOf({ id: story, pack, body, ...text }: StoryText, language: WrittenLanguage): SearchRow[] {
  const { session, place, atMs, category } = text;
  const sources = (pack?.sources ?? []).filter(({ usable, kind }) => usable && kind === undefined);
  const rows: SearchRow[] = [
    { ...text, id: 'story', kind: 'story', language, story, words: body },
    ...sources.map(({ n, title, text: words, outlet, url, publishedAtMs, language: written }): SearchRow => ({
      ...{ id: `source:${n}`, kind: 'source', session, place, story, category },
      ...{ outlet, url, title, words, language: written, atMs: publishedAtMs ?? atMs },
    })),
  ];
  // A row written by another program.
  if (!rows.every(isText)) throw new Error(`the story ${story} has no text`);
  return rows;
}

function isText({ title, words, session, place }: SearchRow): boolean {
  return [title, words, session, place].every((one: unknown) => typeof one === 'string');
}
