/**
 * Feeds: how many of feedparser's test files are read as feedparser means them, and how fast a large feed is read
 * (`feed-speed.ts`).
 * Reads `../shared/data/feeds-dev` beside the repository; without it only the speed is measured.
 *
 * Rules of comparison:
 * - What is scored is what `newsroom feed` shows, and the feed's address. An item's `content` is compared with the
 *   summary, which it is where the item has no other. Texts are compared leniently: character references read, tags
 *   stripped, blanks collapsed, case kept; a text that is cut here counts when the beginning of feedparser's is ours.
 * - Addresses are compared without what the URL standard adds or removes (`/` after a host, escapes).
 * - Times are compared by the second.
 * - `well-formed`: files of that folder that are read without an error, items counted as feedparser counts them.
 * - `fields`: what the file's own comment expects of a basic field; `oracle`: what feedparser itself found in one.
 *   The categories `sanitize` and `base` test feedparser's HTML sanitizer and its rewriting of links in texts: left out.
 *   So is `chardet` for `oracle`: there feedparser ran without a detector and found garbage.
 * - `modern`: versions RSS 0.9x to 2.0 and Atom 1.0, categories other than sanitize, base, cdf, amp, geo, psc, lang, sgml.
 * - `labelled encodings`: files of the folder `encoding`, decoded to the text that the encoding expected of them
 *   gives, where one is expected, and read without an error, with the fields that are expected.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { decodeBytes } from '../src/web-fetch/decode-bytes.ts';
import { parseFeedDate } from '../src/text/feed-date.ts';
import { FeedError, type Feed, type FeedItem } from '../src/newsroom/intake/feeds/feed.ts';
import { parseFeed } from '../src/newsroom/intake/feeds/parse-feed.ts';
import { plainText } from '../src/newsroom/intake/feeds/plain-text.ts';
import { benchFeedSpeed } from './feed-speed.ts';
import type { Row } from './row.ts';

const FOLDER = fileURLToPath(new URL('../../shared/data/feeds-dev/', import.meta.url));

/** Where feedparser's tests serve their files. */
const SERVED = 'http://127.0.0.1:8097/';

interface Clause {
  readonly scope: 'feed' | 'entry';
  readonly index: number | null;
  readonly field: string;
  readonly value: string | number | null;
}

interface OracleEntry {
  readonly title: string | null;
  readonly link: string | null;
  readonly id: string | null;
  readonly summary: string | null;
  readonly content: string | null;
  readonly updated: number | null;
  readonly published: number | null;
}

interface File {
  readonly path: string;
  readonly dir: 'wellformed' | 'illformed' | 'encoding' | 'entities';
  readonly category: string;
  readonly http_headers: Readonly<Record<string, string>>;
  readonly expect: readonly Clause[];
  readonly expect_encoding: string | null;
  readonly oracle: {
    readonly version: string;
    readonly feed: { readonly title: string | null; readonly link: string | null };
    readonly entries: readonly OracleEntry[];
  } | null;
  readonly bytes_b64: string;
}

/** One comparison: what was looked at, what was wanted, what came. */
export interface Compared {
  readonly path: string;
  readonly what: string;
  readonly wanted: unknown;
  readonly got: unknown;
  readonly right: boolean;
}

/** Share of what is right, by measure; `wrong` for whoever wants to know more. */
export interface FeedFigures {
  readonly counts: ReadonlyMap<string, { right: number; all: number }>;
  readonly wrong: readonly (Compared & { readonly measure: string })[];
}

export async function benchFeeds(): Promise<Row[]> {
  const rows: Row[] = [];
  if (existsSync(`${FOLDER}feeds.jsonl.gz`)) {
    const { counts } = await measureFeeds();
    for (const [what, { right, all }] of counts)
      rows.push({
        what: `${what} (${right} of ${all})`,
        value: (100 * right) / all,
        unit: '%',
        goal: GOALS[what] ?? '',
      });
  }
  return [...rows, ...(await benchFeedSpeed())];
}

const GOALS: Readonly<Record<string, string>> = {
  'well-formed parsed': '>= 99.5',
  'modern fields': '>= 90',
  'ill-formed': '100',
  entities: '100',
  'labelled encodings': '100',
  dates: '40 of 41',
};

export async function measureFeeds(): Promise<FeedFigures> {
  const counts = new Map<string, { right: number; all: number }>();
  const wrong: (Compared & { measure: string })[] = [];
  const note = (measure: string, compared: readonly Compared[]) => {
    const count = counts.get(measure) ?? { right: 0, all: 0 };
    counts.set(measure, count);
    for (const one of compared) {
      count.all += 1;
      if (one.right) count.right += 1;
      else wrong.push({ measure, ...one });
    }
  };
  const files = readLines<File>('feeds.jsonl.gz');
  for (const file of files) {
    const bytes = Buffer.from(file.bytes_b64, 'base64');
    const contentType = file.http_headers['content-type'];
    if (file.dir === 'encoding') note('labelled encodings', [await decoded(file, bytes, contentType)]);
    const feed = await read(bytes, contentType);
    const isScored = !['sanitize', 'base'].includes(file.category);
    if (file.dir === 'wellformed') note('well-formed parsed', [parsed(file, feed)]);
    if (file.dir === 'illformed') note('ill-formed', [parsed(file, feed)]);
    const fields = file.expect.map((clause) => expected(file, clause, feed));
    if (file.dir === 'entities') note('entities', [all(file, fields)]);
    else if (isScored) note('all fields', fields);
    const oracle = oracleFields(file, feed);
    const isFound = isScored && file.dir !== 'entities' && file.category !== 'chardet';
    if (isFound) note('all fields that feedparser finds', oracle);
    if (isModern(file)) {
      note('modern fields', fields);
      if (isFound) note('modern fields that feedparser finds', oracle);
    }
  }
  note('dates', dates());
  return { counts, wrong };
}

function readLines<T>(name: string): T[] {
  const text = gunzipSync(readFileSync(FOLDER + name)).toString('utf8');
  return text.trim().split('\n').map((line) => JSON.parse(line) as T); // prettier-ignore
}

async function read(bytes: Uint8Array, contentType: string | undefined): Promise<Feed | FeedError> {
  try {
    return await parseFeed(bytes, { url: SERVED, contentType });
  } catch (error) {
    if (error instanceof FeedError) return error;
    throw error;
  }
}

function isModern({ dir, category, oracle }: File): boolean {
  const leftOut = ['sanitize', 'base', 'cdf', 'amp', 'geo', 'psc', 'lang', 'sgml'];
  const isVersion = /^(?:rss20|atom10|rss10|rss|rss09.*)$/.test(oracle?.version ?? '');
  return (dir === 'wellformed' || dir === 'illformed') && isVersion && !leftOut.includes(category);
}

function parsed({ path, oracle }: File, feed: Feed | FeedError): Compared {
  const wanted = oracle?.entries.length ?? 0;
  const got = feed instanceof FeedError ? feed.code : feed.items.length;
  return { path, what: 'items', wanted, got, right: got === wanted };
}

function all({ path }: File, fields: readonly Compared[]): Compared {
  const bad = fields.find(({ right }) => !right);
  return bad ?? { path, what: 'all', wanted: '', got: '', right: true };
}

function expected({ path }: File, { scope, index, field, value }: Clause, feed: Feed | FeedError): Compared {
  return compared(path, `${scope} ${field}`, value, feed, scope === 'feed' ? undefined : (index ?? 0), field);
}

function oracleFields({ path, oracle }: File, feed: Feed | FeedError): Compared[] {
  if (oracle === null) return [];
  const of = (place: number | undefined, values: object) =>
    Object.entries(values)
      .filter(([, value]) => value !== null && value !== '')
      .map(([field, value]) =>
        compared(path, `found ${field}`, value as string | number, feed, place, field),
      );
  return [...of(undefined, oracle.feed), ...oracle.entries.flatMap((entry, n) => of(n, entry))];
}

function compared(
  path: string,
  what: string,
  wanted: string | number | null,
  feed: Feed | FeedError,
  place: number | undefined,
  field: string,
): Compared {
  const got = feed instanceof FeedError ? feed.code : valueOf(feed, place, field);
  return { path, what, wanted, got, right: !(feed instanceof FeedError) && same(field, wanted, got) };
}

/** Undefined where there is none. */
function valueOf(feed: Feed, place: number | undefined, field: string): string | number | undefined {
  if (field === 'len') return feed.items.length;
  const of: Partial<FeedItem & Feed> = (place === undefined ? feed : feed.items[place]) ?? {};
  switch (field) {
    case 'title': return of.title;
    case 'link': return place === undefined ? of.link : of.url;
    case 'id': return place === undefined ? undefined : of.id; // a feed's own id is not kept
    case 'summary': case 'content': return of.summary;
    case 'updated': case 'updated_parsed': return of.updatedAtMs;
    case 'published': case 'published_parsed': return of.publishedAtMs;
    default: return undefined;
  } // prettier-ignore
}

function same(field: string, wanted: string | number | null, got: string | number | undefined): boolean {
  if (wanted === null) return got === undefined || got === '';
  if (typeof got === 'number') {
    const ms = typeof wanted === 'number' ? wanted * (field === 'len' ? 1 : 1_000) : parseFeedDate(wanted);
    return ms !== undefined && Math.floor(ms / 1_000) === Math.floor(got / 1_000);
  }
  const [left, right] = [String(wanted), got ?? ''];
  if (field === 'link') return address(left) === address(right);
  const [ours, theirs] = [lenient(right), lenient(left)];
  return ours === theirs || (ours.endsWith('…') && theirs.startsWith(ours.slice(0, -1)));
}

/** Twice, as feedparser keeps references that our texts have read. */
function lenient(text: string): string {
  return plainText(plainText(text));
}

function address(text: string): string {
  const trimmed = text.trim();
  return URL.canParse(trimmed, SERVED) ? new URL(trimmed, SERVED).href : trimmed;
}

/** Whether our text is what the encoding that the file names gives. */
async function decoded(file: File, bytes: Uint8Array, contentType: string | undefined): Promise<Compared> {
  const got = decodeBytes(bytes, contentType);
  const label = file.expect_encoding ?? 'utf-8';
  const wanted = textIn(label, bytes);
  const feed = await read(bytes, contentType);
  const fieldsRight = file.expect.every((clause) => expected(file, clause, feed).right);
  const right =
    (file.expect_encoding === null || got === wanted) && fieldsRight && !(feed instanceof FeedError);
  return { path: file.path, what: `as ${label}`, wanted: wanted.slice(0, 40), got: got.slice(0, 40), right };
}

function textIn(label: string, bytes: Uint8Array): string {
  if (!label.startsWith('utf-32')) return new TextDecoder(label).decode(bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const points = Array.from({ length: bytes.length >> 2 }, (_, n) =>
    view.getUint32(n * 4, label.endsWith('le')),
  );
  return String.fromCodePoint(...points.filter((point) => point !== 0xfeff));
}

function dates(): Compared[] {
  interface Written {
    readonly input: string;
    readonly epoch: number | null;
  }
  const written = JSON.parse(readFileSync(`${FOLDER}dates.json`, 'utf8')) as Written[];
  return written.map(({ input, epoch }) => {
    const ms = parseFeedDate(input);
    const got = ms === undefined ? null : Math.floor(ms / 1_000);
    return { path: input, what: 'date', wanted: epoch, got, right: got === epoch };
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { wrong } = existsSync(FOLDER) ? await measureFeeds() : { wrong: [] };
  for (const { measure, path, what, wanted, got } of wrong)
    console.log(
      `${measure}: ${path} ${what}\n    wanted ${JSON.stringify(wanted)}\n    got    ${JSON.stringify(got)}`,
    );
  for (const { what, value, unit, goal } of await benchFeeds())
    console.log(`${what.padEnd(60)} ${value.toFixed(1).padStart(10)} ${unit.padEnd(4)} ${goal}`);
}
