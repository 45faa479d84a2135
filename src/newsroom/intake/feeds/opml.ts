/**
 * Lists of feeds as other readers keep them: OPML to an edition's feeds, and back.
 *
 * Pure sums over text; whoever calls decides what is kept. Folders and `category` name a category where the edition
 * has one of that name or alias.
 */
import type { Opml } from 'feedsmith';
import { canonicalCategory, type Edition, type EditionFeed } from '../../edition/edition.ts';
import {
  feedLabel,
  freeKey,
  hasPassword,
  sameUrl,
  slug,
  webAddress,
  withoutPassword,
} from './feed-identity.ts';
import { outlinesOf, type Outline } from './opml-outlines.ts';

export interface ImportedFeeds {
  /** New to the edition, with keys that no other feed has. */
  readonly added: readonly EditionFeed[];
  /** Those that the edition has already, by its own keys. */
  readonly known: readonly { readonly label: string; readonly key: string }[];
  /** What was not taken: where it stands (`World / The Paper`), and why. */
  readonly refused: readonly { readonly outline: string; readonly because: string }[];
}

/** The text is no OPML, or has no end of folders in folders. */
export class OpmlError extends Error {
  override readonly name = 'OpmlError';
  readonly code = 'not_opml';
}

type Target = Pick<Edition, 'categories' | 'feeds'>;

const MOST_CHARACTERS = 10_000_000;

/** Feeds of `opml` that `edition` would gain. Throws an `OpmlError`. */
export async function feedsFromOpml(opml: string, edition: Target): Promise<ImportedFeeds> {
  const found = flat(await read(opml));
  const keys = new Set(edition.feeds.map(({ key }) => key.toLowerCase()));
  const known = new Map(edition.feeds.map(({ url, key }) => [sameUrl(url), key]));
  const result = {
    added: [] as EditionFeed[],
    known: [] as ImportedFeeds['known'][number][],
    refused: [] as ImportedFeeds['refused'][number][],
  };
  const seen = new Map<string, string>();
  for (const { outline, folders } of found) {
    const label = labelOf(outline);
    const address = outline.attributes['xmlurl'] ?? '';
    const told = [...folders, label || withoutPassword(address) || 'an outline without a name'].join(' / ');
    const refuse = (because: string) => void result.refused.push({ outline: told, because });
    const url = webAddress(address);
    if (url === undefined) {
      refuse(
        address
          ? `"${withoutPassword(address).slice(0, 200)}" is no http address`
          : 'it names no feed (xmlUrl)',
      );
      continue;
    }
    if (hasPassword(url)) {
      refuse('its address has a name or password in it, which no fetch sends');
      continue;
    }
    const there = known.get(sameUrl(url));
    const twin = seen.get(sameUrl(url));
    if (there !== undefined) result.known.push({ label: label || url, key: there });
    else if (twin !== undefined) refuse(`the same address as ${twin}`);
    else {
      seen.set(sameUrl(url), told);
      const { hostname } = new URL(url);
      const key = freeKey(slug(label) || slug(hostname) || 'feed', keys);
      const category = categoryOf(outline, folders, edition);
      const language = outline.attributes['language']?.trim();
      result.added.push({
        key,
        url,
        label: label || hostname,
        ...(language && { language }),
        ...(category !== undefined && { category }),
      });
    }
  }
  return result;
}

/** An edition's feeds as OPML 2.0, in a folder for each category. Passwords in addresses stay here. */
export async function feedsToOpml(edition: Pick<Edition, 'title' | 'feeds'>): Promise<string> {
  const { generateOpml } = await import('feedsmith');
  const folders = new Map<string | undefined, Opml.Outline<Date>[]>();
  for (const { label, url, language, category } of edition.feeds) {
    const outline = {
      text: label,
      title: label,
      type: 'rss',
      xmlUrl: withoutPassword(url),
      ...(language && { language }),
    };
    folders.set(category, [...(folders.get(category) ?? []), outline]);
  }
  const outlines = [...folders].flatMap(([text, feeds]) =>
    text === undefined ? feeds : [{ text, outlines: feeds }],
  );
  return generateOpml({ head: { title: edition.title }, body: { outlines } });
}

async function read(opml: string): Promise<readonly Outline[]> {
  if (opml.length > MOST_CHARACTERS) throw new OpmlError(`more than ${MOST_CHARACTERS} characters`);
  const outlines = await outlinesOf(opml);
  if (typeof outlines === 'string') throw new OpmlError(`this is no OPML: ${outlines}`);
  return outlines;
}

interface Placed {
  readonly outline: Outline;
  readonly folders: readonly string[];
}

/** Feeds in the file's order. An outline with others inside is a folder; it may be a feed as well. */
function flat(outlines: readonly Outline[], folders: readonly string[] = []): Placed[] {
  return outlines.flatMap((outline) => {
    const { attributes, outlines: inside } = outline;
    const isFeed = attributes['xmlurl'] !== undefined || inside.length === 0;
    return [
      ...(isFeed ? [{ outline, folders }] : []),
      ...flat(inside, [...folders, labelOf(outline) || 'a folder without a name']),
    ];
  });
}

function labelOf({ attributes: { text, title } }: Outline): string {
  return feedLabel(title?.trim() || text?.trim() || '').slice(0, 200);
}

/** The innermost folder that is a category counts, then the outline's own categories (`/World/Asia,Tech`). */
function categoryOf(outline: Outline, folders: readonly string[], edition: Target): string | undefined {
  const own = (outline.attributes['category'] ?? '').split(',').flatMap((path) => path.split('/').reverse());
  for (const name of [...folders.toReversed(), ...own]) {
    const category = name.trim() === '' ? undefined : canonicalCategory(edition, name);
    if (category !== undefined) return category;
  }
  return undefined;
}
