/**
 * How fast a feed of 10,000 items is read, beside rss-parser and feedsmith in the same process.
 *
 * Rules of comparison: all read the same bytes, in turns, so that a busy machine is busy for all of them; the peers by their
 * public interface with their defaults. Time is the processor's, of all threads, the garbage collector's included. No collection
 * is forced, as V8 throws optimized code away in one. The peers keep texts as they are written; ours are also plain,
 * bounded and without links, addresses are resolved, and dates are read.
 */
import { performance } from 'node:perf_hooks';
import { parseFeed as parseWithFeedsmith } from 'feedsmith';
import RssParser from 'rss-parser';
import { parseFeed } from '../src/newsroom/intake/feeds/parse-feed.ts';
import { median } from './figures.ts';
import type { Row } from './row.ts';

const ITEMS = 10_000;
const ROUNDS = 7;

interface Speed {
  /** Items a second. */
  readonly wall: number;
  readonly processor: number;
}

/** Gives the number of items. */
type Reader = (bytes: Buffer) => Promise<number>;

const READERS = {
  ours: async (bytes) =>
    (await parseFeed(bytes, { url: 'https://paper.test/feed', mostItems: ITEMS })).items.length,
  'rss-parser': async (bytes) => (await new RssParser().parseString(bytes.toString('utf8'))).items.length,
  feedsmith: (bytes) => {
    const { feed } = parseWithFeedsmith(bytes.toString('utf8'));
    return Promise.resolve('items' in feed ? (feed.items?.length ?? 0) : 0);
  },
} satisfies Readonly<Record<string, Reader>>;

/** Items a second of ours by the clock, and of all readers by processor time; how many times the best peer ours is. */
export async function benchFeedSpeed(): Promise<Row[]> {
  const bytes = largeFeed(ITEMS);
  const speeds = new Map<string, Speed[]>(Object.keys(READERS).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, read] of Object.entries(READERS)) speeds.get(name)!.push(await timed(read, bytes));
  const processor = (name: keyof typeof READERS) => median(speeds.get(name)!.map((speed) => speed.processor));
  const [ours, ...peers] = [processor('ours'), processor('rss-parser'), processor('feedsmith')];
  return [
    {
      what: 'items a second, feed of 10,000 items',
      value: median(speeds.get('ours')!.map(({ wall }) => wall)),
      unit: '1/s',
      goal: '>= 12000',
    },
    { what: 'the same by processor time, collector included', value: ours, unit: '1/s', goal: '' },
    { what: 'rss-parser by processor time', value: processor('rss-parser'), unit: '1/s', goal: '' },
    { what: 'feedsmith by processor time', value: processor('feedsmith'), unit: '1/s', goal: '' },
    { what: 'times the best of the peers', value: ours / Math.max(...peers), unit: '', goal: '>= 2' },
  ];
}

async function timed(read: Reader, bytes: Buffer): Promise<Speed> {
  const before = process.cpuUsage();
  const started = performance.now();
  const count = await read(bytes);
  const seconds = (performance.now() - started) / 1_000;
  const { user, system } = process.cpuUsage(before);
  if (count !== ITEMS) throw new Error(`${count} of ${ITEMS} items were read`);
  return { wall: count / seconds, processor: (count * 1e6) / (user + system) };
}

/** A feed as news sites write it: about 1 kB an item, half of it an escaped summary. */
function largeFeed(count: number): Buffer {
  const words =
    'The ministers agreed late on Monday to share the cost of the new line between the two cities';
  const items = Array.from({ length: count }, (_, n) => {
    const at = new Date(Date.UTC(2026, 5, 2) - n * 60_000).toUTCString();
    return `<item><title>Story ${n} &amp; more: ${words.slice(n % 40, (n % 40) + 50)}</title>
      <link>https://paper.test/2026/06/02/story-${n}?utm_source=rss&amp;n=${n}</link><guid isPermaLink="false">n-${n}</guid>
      <pubDate>${at}</pubDate><dc:creator>A. Writer</dc:creator><category><![CDATA[World]]></category>
      <description><![CDATA[<p>${words}, ${n}.</p> <a href="https://paper.test/${n}">Read more</a>]]></description>
      <media:content url="https://paper.test/pictures/${n}.jpg" medium="image" width="1200" height="800"/>
      <content:encoded>&lt;p&gt;${words}&lt;/p&gt;&lt;p&gt;${words}&lt;/p&gt;</content:encoded></item>`;
  });
  return Buffer.from(
    `<?xml version="1.0" encoding="utf-8"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Paper</title>${items.join('\n')}</channel></rss>`,
  );
}
