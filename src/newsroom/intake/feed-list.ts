/**
 * The feeds of an edition's file: add, change, remove, import and export them. Every change is validated as a whole
 * edition and written at once.
 */
import { z } from 'zod';
import { Refusal } from '../../feature/refusal.ts';
import type { EditionFile, EditionJson } from '../edition/edition-file.ts';
import type { feedFilterSchema } from '../edition/edition-feed.ts';
import { EditionError, canonicalCategory, type Edition, type EditionFeed } from '../edition/edition.ts';
import { feedLabel, freeKey, hasPassword, sameUrl, slug, webAddress } from './feeds/feed-identity.ts';
import { OpmlError, feedsFromOpml, feedsToOpml, type ImportedFeeds } from './feeds/opml.ts';

/** A feed as the file has it. */
export type WrittenFeed = Omit<EditionFeed, 'filters'> & {
  readonly filters?: readonly z.input<typeof feedFilterSchema>[] | undefined;
};

/** What is changed of a feed; null takes a field away. */
export type FeedChange = {
  readonly [Field in Exclude<keyof WrittenFeed, 'key'>]?: WrittenFeed[Field] | null;
};

/** `refused`: the edition can't be changed. `field` is the field of the feed that is wrong, where it is one. */
export class FeedListError extends Refusal {
  override readonly name = 'FeedListError';
  override readonly code: 'not_found' | 'bad_params' | 'refused';
  override readonly field: string | undefined;

  constructor(code: FeedListError['code'], message: string, field?: string) {
    super(message);
    this.code = code;
    this.field = field;
  }
}

export interface NewFeed extends Partial<WrittenFeed> {
  readonly url: string;
  /** Its place in the list; the end by default. */
  readonly at?: number | undefined;
}

export class FeedList {
  readonly #file: EditionFile;
  readonly #changed: (edition: Edition) => void;

  /** @param changed is told the edition that was written. */
  constructor(file: EditionFile, changed: (edition: Edition) => void = () => {}) {
    this.#file = file;
    this.#changed = changed;
  }

  /** Where changes are written, and why they can't be. */
  status(): { readonly file: string; readonly refusal?: string } {
    const refusal = this.#file.refusal();
    return { file: this.#file.path, ...(refusal !== undefined && { refusal }) };
  }

  /** @throws FeedListError */
  async add({ at, ...request }: NewFeed): Promise<EditionFeed> {
    const url = addressOf(request.url);
    return this.#write((feeds, given) => {
      refuseTwin(url, feeds);
      const keys = new Set(feeds.map(({ key }) => key.toLowerCase()));
      const { hostname } = new URL(url);
      const label = feedLabel(request.label ?? '') || hostname;
      const key = request.key ?? freeKey(slug(label) || slug(hostname) || 'feed', keys);
      const feed = spelled({ ...request, key, url, label }, given);
      const place = Math.min(at ?? feeds.length, feeds.length);
      return { feeds: feeds.toSpliced(place, 0, feed), at: place };
    });
  }

  /** @throws FeedListError */
  change(key: string, change: FeedChange): Promise<EditionFeed> {
    return this.#write((feeds, given) => {
      const at = placeOf(key, feeds);
      const url = change.url == null ? undefined : addressOf(change.url);
      if (url !== undefined) refuseTwin(url, feeds.toSpliced(at, 1));
      const changed = Object.entries({ ...feeds[at], ...change, ...(url !== undefined && { url }) });
      const feed = Object.fromEntries(
        changed.filter(([, value]) => value !== null && value !== undefined),
      ) as unknown as WrittenFeed;
      return { feeds: feeds.with(at, spelled(feed, given)), at };
    });
  }

  /**
   * @returns the feed as the file had it, and its place: `add` puts it back.
   * @throws FeedListError
   */
  async remove(key: string): Promise<{ readonly feed: WrittenFeed; readonly at: number }> {
    let removed: { feed: WrittenFeed; at: number } | undefined;
    await this.#write((feeds) => {
      const at = placeOf(key, feeds);
      removed = { feed: feeds[at]!, at };
      return { feeds: feeds.toSpliced(at, 1) };
    });
    return removed!;
  }

  /**
   * Feeds of an OPML file that the edition hasn't.
   * @param write add them.
   * @throws FeedListError
   */
  async import(opml: string, write: boolean): Promise<ImportedFeeds> {
    const found = await feedsFromOpml(opml, this.#file.read().edition).catch(unreadable);
    if (!write || found.added.length === 0) return found;
    await this.#write((feeds) => {
      // Another change may have come first.
      const known = new Set(feeds.flatMap(({ key, url }) => [key, sameUrl(url)]));
      const fresh = found.added.filter(({ key, url }) => !known.has(key) && !known.has(sameUrl(url)));
      return { feeds: [...feeds, ...fresh] };
    });
    return found;
  }

  /** The feeds as OPML. @throws EditionError */
  async export(): Promise<string> {
    return feedsToOpml(this.#file.read().edition);
  }

  /** @returns the feed at the place that `decide` names */
  async #write(decide: Decide): Promise<EditionFeed> {
    let place = -1;
    try {
      const edition = await this.#file.change((given, before) => {
        const { feeds, at = -1 } = decide(feedsIn(given), before);
        place = at;
        return { ...given, feeds };
      });
      this.#changed(edition);
      return edition.feeds[place]!;
    } catch (error) {
      throw refusalOf(error, place);
    }
  }
}

type Decide = (
  feeds: readonly WrittenFeed[],
  edition: Edition,
) => { readonly feeds: readonly WrittenFeed[]; readonly at?: number };

/** They are read as an edition before. */
function feedsIn(given: EditionJson): readonly WrittenFeed[] {
  return given['feeds'] as readonly WrittenFeed[];
}

function placeOf(key: string, feeds: readonly WrittenFeed[]): number {
  const at = feeds.findIndex((feed) => feed.key === key);
  if (at !== -1) return at;
  const known = feeds.map((feed) => feed.key).join(', ') || 'none';
  throw new FeedListError('not_found', `the edition has no feed "${key}"; it has ${known}`);
}

/** An http address without a password. @throws FeedListError */
export function addressOf(written: string): string {
  const url = webAddress(written);
  if (url === undefined)
    throw new FeedListError(
      'bad_params',
      `url can't be "${written}"; allowed: an http or https address`,
      'url',
    );
  if (hasPassword(url))
    throw new FeedListError(
      'bad_params',
      'url has a name or password in it, which no fetch sends; allowed: an address without',
      'url',
    );
  return url;
}

function refuseTwin(url: string, feeds: readonly WrittenFeed[]): void {
  const twin = feeds.find((feed) => sameUrl(feed.url) === sameUrl(url));
  if (twin)
    throw new FeedListError('bad_params', `url: the edition has this feed already, as ${twin.key}`, 'url');
}

function unreadable(error: unknown): never {
  throw error instanceof OpmlError ? new FeedListError('bad_params', error.message, 'opml') : error;
}

/** With a name in one line, and the edition's spelling of its category. */
function spelled(given: WrittenFeed, edition: Edition): WrittenFeed {
  const feed = { ...given, label: feedLabel(given.label) };
  const { category } = feed;
  if (category === undefined) return feed;
  return { ...feed, category: canonicalCategory(edition, category) ?? category };
}

/** @param changed the place of the feed that was to be written */
function refusalOf(error: unknown, changed: number): unknown {
  if (!(error instanceof EditionError)) return error;
  if (error.code === 'of_program') return new FeedListError('refused', error.message);
  const issue = error.cause instanceof z.ZodError ? error.cause.issues[0] : undefined;
  const [list, at, field] = issue?.path ?? [];
  if (list !== 'feeds' || at !== changed || field === undefined)
    return new FeedListError('bad_params', error.message);
  // Without the file's name and the place in its list.
  const [, said = error.message] = error.message.split(`feeds[${changed}].`);
  return new FeedListError('bad_params', said, String(field));
}
